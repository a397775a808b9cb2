"""A SPLIT family knows the truth: cards, chips, spaces and the winner are held against it."""

from collections import Counter

import pytest

from companion import codec
from companion.frozen import replace
from companion.games.split import path
from companion.games.split import rules as split
from companion.games.split.facts import Matched, Placed, Removed, Setup, Variant
from companion.games.split.robot.board import SIZE, neighbours
from companion.games.split.state import State
from companion.words import Refused
from tests.robots.split_straight import HOARDING, PLANNING, played

pytestmark = pytest.mark.long

# All that three hundred games come by in the rules; test_soak.py plays ten thousand others.
SEEDS = range(100)
SEATS = (2, 3, 4, 6)


@pytest.mark.parametrize("tenth", range(10))
def test_cards_chips_and_the_winner_are_the_true_ones(tenth: int) -> None:
    for seed in SEEDS[tenth::10]:
        played(seed)


@pytest.mark.parametrize("seats", SEATS)
def test_any_number_of_people_comes_to_a_path(seats: int) -> None:
    games = [played(seed, Setup(seats), PLANNING) for seed in range(12)]
    won = Counter(game.state.winner for game in games if game.state and game.state.joined)
    assert sum(won.values()) >= 6 and len(won) > 1, won


@pytest.mark.parametrize("seats", SEATS)
def test_a_light_game_knows_the_winner(seats: int) -> None:
    for seed in range(5):
        played(seed, Setup(seats, Variant.LIGHT, perfect_memory=bool(seed % 2)))


@pytest.mark.parametrize("seats", SEATS)
def test_a_light_game_is_the_same_game(seats: int) -> None:
    """Families of one chance play the same chips, whether their cards are followed or not."""
    calm = replace(PLANNING, lights=0.0, misses=0.0, shows=0.0)
    refereed, light = (played(seats, Setup(seats, variant), calm) for variant in Variant)
    chips = [
        [f for f in game.facts if isinstance(f, Placed | Removed)] for game in (refereed, light)
    ]
    assert chips[0] == chips[1] and len(chips[0]) > 10
    assert refereed.state and light.state
    assert (refereed.state.chips, refereed.state.winner) == (light.state.chips, light.state.winner)
    assert len(light.facts) < len(refereed.facts)


def test_a_light_referee_that_counts_chips_wrong_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = split.judge

    def generous(state: State, fact: object) -> object:
        judged = judge(state, fact)
        due = judged.state.due
        if isinstance(fact, Matched) and due is not None:
            return replace(judged, state=replace(judged.state, due=replace(due, left=2)))
        return judged

    monkeypatch.setattr(split, "judge", generous)
    with pytest.raises((AssertionError, Refused)):
        played(0, Setup(2, Variant.LIGHT))


def test_the_robots_meet_what_is_rare() -> None:
    games = [played(seed, Setup(6), HOARDING) for seed in range(8)]
    games += [played(seed, Setup(2, perfect_memory=True)) for seed in range(8)]
    cited = set().union(*(game.cited for game in games))
    kinds = {codec.kind_of(type(fact)) for game in games for fact in game.facts}
    assert cited >= {"H-R10", "H-R11", "H-R13", "H-Q14", "H-Q15", "H-Q16", "H-Q17", "H-C2", "H-C4"}
    of_light_games_or_the_table_s = {"matched", "spent", "fixed"}
    of_seats = {"left", "joined", "handed_over", "corrected"}
    all_kinds = {codec.kind_of(kind) for kind in codec.kinds(codec.fact_of(split.judge))}
    assert kinds == all_kinds - of_light_games_or_the_table_s - of_seats


def test_a_referee_that_forgets_a_draw_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = split.judge

    def forgetful(state: State, fact: object) -> object:
        judged = judge(state, fact)
        if isinstance(fact, Placed) and judged.state.turn != state.turn:
            return replace(judged, state=replace(judged.state, hands=state.hands))
        return judged

    monkeypatch.setattr(split, "judge", forgetful)
    with pytest.raises(AssertionError):
        played(0)


def test_a_referee_that_sees_diagonal_paths_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    straight = path.beside
    monkeypatch.setattr(path, "beside", lambda bits: straight(bits) | straight(straight(bits)))
    with pytest.raises(AssertionError):
        for seed in range(20):
            played(seed, Setup(2))


def test_spaces_touch_each_other_or_do_not() -> None:
    """Whoever touches is touched, one step away; no space has more than four, or fewer than two."""
    for space in range(SIZE * SIZE):
        near = list(neighbours(space))
        assert 2 <= len(near) == len({*near}) <= 4
        for other in near:
            (row, column), (its_row, its_column) = divmod(space, SIZE), divmod(other, SIZE)
            assert abs(row - its_row) + abs(column - its_column) == 1
            assert space in neighbours(other)
