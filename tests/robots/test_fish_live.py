"""A Twisted Fish family that answers what it is asked: every fact it tells can be told by taps."""

from random import Random

import pytest

from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import Announce, Setup
from companion.games.twisted_fish.robot.family import ROUNDS_MOST, TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper
from companion.games.twisted_fish.robot.live import TwistedFishTable
from companion.robots.acts import Reply
from tests.robots.taps import answered, told

ROUNDS = 3
TAPS_MOST = 4_000


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_can_be_told_by_a_tap(seed: int) -> None:
    setup = Setup(3 + seed % 4, announce=list(Announce)[seed % 3])
    table = TwistedFishTable(TwistedFishFamily(setup, Random(seed), Temper(lies=0.1, zings=0.2)))
    state = twisted_fish.start(setup)
    for _ in range(TAPS_MOST):
        if table.next is None or state.number > ROUNDS:
            break
        state = told(twisted_fish, state, *answered(twisted_fish, state, table))
        table.look(twisted_fish.view(state))
    assert state.number > ROUNDS or table.over() == twisted_fish.view(state).winners


def test_who_is_always_caught_stops_lying_in_the_end_and_somebody_wins() -> None:
    family = TwistedFishFamily(Setup(4), Random(0), Temper(lies=0.5, sees_through=0.05))
    for _ in family.game():
        assert family.temper.lies or family.score.rounds >= ROUNDS_MOST
    assert family.score.rounds > ROUNDS_MOST and family.winners()


@pytest.mark.parametrize("seed", range(2))
def test_an_ordinary_ask_takes_two_taps(seed: int) -> None:
    """A card, an answer; the next one's card says that the one before has been to the pond."""
    setup = Setup(3)
    state = twisted_fish.start(setup)
    rng = Random(seed)
    state = told(twisted_fish, state, twisted_fish.asks(state)[0], Reply("start", setup.dealer))
    for _ in range(6):
        asks = {ask.topic: ask for ask in twisted_fish.asks(state) if ask.must}
        (choice,) = asks["ask"].choices
        target, card = choice.slots
        assert target.preset and not card.preset and (card.least, card.most) == (1, 1)
        picks: dict[str, int | list[int]] = {
            "target": int(target.options[0]),
            "card": int(rng.choice(card.options)),
        }
        state = told(twisted_fish, state, asks["ask"], Reply("ask", asks["ask"].seats[0], picks))
        (answer,) = (ask for ask in twisted_fish.asks(state) if ask.topic == "answer")
        state = told(twisted_fish, state, answer, Reply("no", answer.seats[0]))
    assert state.told == 1 + 2 * 6
