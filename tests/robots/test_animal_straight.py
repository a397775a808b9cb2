"""An Animal Splash family knows the truth: oxygen, groups and points are held against it."""

from random import Random

import pytest

from companion import codec
from companion.frozen import replace
from companion.games.animal_splash import groups, scoring
from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import Picked, Setup, Variant
from companion.games.animal_splash.state import State
from companion.words import Refused
from tests.games.decks import any_deck
from tests.robots.animal_straight import BUSY, EAGER, played

# All that three hundred games come by in the rules; test_soak.py plays ten thousand others.
SEEDS = range(100)
SEATS = (2, 3, 4, 5)


@pytest.mark.parametrize("tenth", range(10))
def test_oxygen_pearls_and_points_are_the_true_ones(tenth: int) -> None:
    for seed in SEEDS[tenth::10]:
        played(seed)


@pytest.mark.parametrize("seats", SEATS)
def test_any_family_s_own_deck_is_played_to_its_end(seats: int) -> None:
    """Few cards or many, an end card that only the table can judge, and no card within reach."""
    for seed in range(12):
        deck = any_deck(Random(seed))
        for variant in Variant:
            played(seed, Setup(seats, variant, deck=deck))


@pytest.mark.parametrize("variant", Variant)
def test_any_number_of_people_comes_to_an_end(variant: Variant) -> None:
    for seats in SEATS:
        for seed in range(2):
            state = played(seed, Setup(seats, variant), EAGER).state
            assert state is not None and len(set(map(len, state.rows))) <= 1


def test_the_robots_meet_what_is_rare() -> None:
    games = [played(seed, Setup(2 + seed % 4, Variant.FULL), BUSY) for seed in range(16)]
    games += [played(seed, Setup(2 + seed % 4), BUSY) for seed in range(6)]
    cited = set().union(*(game.cited for game in games))
    kinds = {codec.kind_of(type(fact)) for game in games for fact in game.facts}
    assert cited >= {"A-R5", "A-R6", "A-R8", "A-R10", "A-R11", "A-Q21"}
    of_the_table = {"left", "joined", "handed_over", "corrected", "adjusted"}
    all_kinds = {codec.kind_of(kind) for kind in codec.kinds(codec.fact_of(animal_splash.judge))}
    assert kinds == all_kinds - of_the_table


def test_points_are_exact() -> None:
    """Shares of places are told as they are: nothing is rounded."""
    told = {
        points[-1]
        for seed in range(40)
        for points in animal_splash.view(played(seed, Setup(3 + seed % 3)).state).totals
        if not points[-1].isdigit()
    }
    assert {"½", "⅔"} <= told, told


def test_a_referee_that_forgets_oxygen_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = animal_splash.judge

    def forgetful(state: State, fact: object) -> object:
        judged = judge(state, fact)
        if isinstance(fact, Picked):
            return replace(judged, state=replace(judged.state, oxygen=state.oxygen))
        return judged

    monkeypatch.setattr(animal_splash, "judge", forgetful)
    with pytest.raises(AssertionError):
        for seed in range(5):
            played(seed, Setup(2, Variant.FULL))


def test_a_referee_that_misses_doubles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "_pairs", lambda row, plants: iter(()))
    with pytest.raises((AssertionError, Refused)):
        for seed in range(20):
            played(seed, Setup(2, Variant.FULL))


def test_a_referee_that_gives_ties_the_whole_prize_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared = scoring.shared
    monkeypatch.setattr(
        scoring, "shared", lambda c, v, z: tuple(s and max(s, v[1]) for s in shared(c, v, z))
    )
    with pytest.raises(AssertionError):
        for seed in range(40):
            played(seed, Setup(4))
