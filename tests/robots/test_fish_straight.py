"""A Twisted Fish family knows the truth: counts, points and whoppers are held against it."""

from random import Random

import pytest

from companion import codec
from companion.frozen import replace
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import Agreed, Announce, Fished, Setup, Shown
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper
from companion.games.twisted_fish.robot.score import Score
from companion.games.twisted_fish.state import State
from tests.robots import fish_straight
from tests.robots.fish_prover import Moment, proven, put_right, rounds_of
from tests.robots.fish_straight import HONEST, LIARS, Evening, played

pytestmark = pytest.mark.long

# All that three hundred games come by in the rules; test_soak.py plays ten thousand others.
SEEDS = (*range(100), 101, 186, 193, 263)
PROVEN_A_TEST = 18
WILD = Temper(lies=0.3, zings=0.4, stops=0.9, says_colour=0.3, challenges=0.0, forgets=0.3)


@pytest.mark.parametrize("tenth", range(10))
def test_counts_points_and_the_king_are_the_true_ones(tenth: int) -> None:
    for seed in SEEDS[tenth::10]:
        played(seed, most=fish_straight.rounds_of(seed))


@pytest.mark.parametrize("sixth", range(6))
def test_each_lie_that_the_record_proves_is_found(sixth: int) -> None:
    found = 0
    for seed in range(sixth, PROVEN_A_TEST, 6):
        found += hold_to_the_prover(
            played(seed, temper=WILD if seed % 2 else LIARS, most=2, keeps=True)
        )
    assert found > 3, "games in which nothing is proven prove nothing"


def hold_to_the_prover(evening: Evening) -> int:
    """Hold what the referee has found against what the prover finds; how much that is."""
    noted: list[set[tuple[int, int]]] = []
    for state in evening.states:
        if state.number > len(noted):
            noted.append(set())
        lies = state.round.lies if state.round else ()
        noted[-1] |= {(int(lie.seat), lie.card) for lie in lies}
    moments = [
        Moment(fact, state.round.counts, state.round.pond)
        for fact, state in zip(put_right(evening.facts), evening.states, strict=True)
        if state.round is not None
    ]
    truth: list[set[tuple[int, int]]] = [set() for _ in noted]
    for state, lied in zip(evening.states, evening.lied, strict=True):
        truth[state.number - 1] |= {(int(seat), card) for seat, card in lied}
    for number, one_round in enumerate(rounds_of(moments)):
        can_be_proven = proven(one_round, range(65))
        assert can_be_proven <= noted[number], f"round {number + 1} hides a whopper"
        assert noted[number] <= truth[number], f"round {number + 1} wrongs somebody"
    return sum(map(len, noted))


def test_at_once_means_at_once() -> None:
    for seed in range(1, 9, 2):
        evening = played(seed, Setup(4, announce=Announce.AT_ONCE), WILD, 2, keeps=True)
        for state in evening.states:
            assert all(lie.said for lie in state.round.lies) if state.round else True
        assert any(ruling.rule == "F-C4" for said in evening.rulings for ruling in said)


def test_never_means_never() -> None:
    for seed in range(1, 7, 2):
        evening = played(seed, Setup(4, announce=Announce.NEVER), WILD, 2, keeps=True)
        assert not any(r.rule == "F-C4" for said in evening.rulings for r in said)


def test_robots_tell_nearly_everything() -> None:
    kinds = {codec.kind_of(type(fact)) for seed in range(40) for fact in played(seed, most=3).facts}
    needed = (
        "asked gave denied fished laid dead warden boat diver_laid sixth_card no_fishing netted "
        "net_gave net_denied two_fisted lured divine divine_discarded caught challenged left_over "
        "shown dealt"
    )
    assert set(needed.split()) <= kinds


def test_the_referee_is_caught_when_it_counts_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth can tell: a referee that forgets a draw does not pass."""
    judge = twisted_fish.judge

    def forgetful(state: State, fact: object) -> object:
        judged = judge(state, fact)
        now = judged.state.round
        if codec.kind_of(type(fact)) == "fished" and now is not None and state.round is not None:
            changed = replace(judged.state, round=replace(now, counts=state.round.counts))
            return replace(judged, state=changed)
        return judged

    monkeypatch.setattr(twisted_fish, "judge", forgetful)
    with pytest.raises(AssertionError):
        played(3)


def test_a_round_may_end_while_somebody_holds_a_card_that_was_not_told() -> None:
    """F-S12: at every draw the table says that it ends here, before the draw is told."""
    ended = 0
    for seed in range(4):
        rng = Random(seed)
        setup = fish_straight.some_setup(rng)
        family = TwistedFishFamily(setup, rng, HONEST)
        state = twisted_fish.start(setup)
        for fact in family.evening(1):
            if isinstance(fact, Fished) and state.round is not None:
                ended += ends_here(state, family)
            state = twisted_fish.judge(state, fact).state
    assert ended > 99


def ends_here(state: State, family: TwistedFishFamily) -> bool:
    """The table ends the round, and all show what they really hold: the true points come of it."""
    state = twisted_fish.judge(state, Agreed()).state
    for seat in family.seats:
        if any(ask.topic == "leftovers" and seat in ask.seats for ask in twisted_fish.asks(state)):
            state = twisted_fish.judge(state, Shown(seat, tuple(family.held(seat)))).state
        else:
            assert not family.hands[seat], "a hand that nobody asks for"
    truth = Score(len(family.seats), whole_round=False)
    truth.round_over(family.piles, map(family.held, family.seats), set())
    assert state.gains == tuple(truth.totals)
    return True
