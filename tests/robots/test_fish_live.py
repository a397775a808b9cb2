"""A Twisted Fish family that answers what it is asked: every fact it tells can be told by taps."""

from random import Random

import pytest

from companion.games import twisted_fish
from companion.games.twisted_fish.facts import Announce, Setup
from companion.games.twisted_fish.state import State
from companion.referee.desk import Teller, filled
from companion.robots.acts import Reply
from companion.robots.twisted_fish_hands import Temper
from companion.robots.twisted_fish_live import TwistedFishTable
from companion.words import Ask

ROUNDS = 3
TAPS_MOST = 4_000


def answered(state: State, table: TwistedFishTable) -> tuple[Ask, Reply]:
    for ask in twisted_fish.asks(state):
        reply = table.answer(ask)
        if reply is not None:
            return ask, reply
    raise AssertionError(f"nothing that is asked or offered tells {table.next}")


def told(state: State, ask: Ask, reply: Reply) -> State:
    choice = next(choice for choice in ask.choices if choice.key == reply.key)
    teller = Teller("referee", referee=True)
    if reply.seat is not None:
        assert reply.seat in ask.seats or not ask.seats
        teller = Teller(f"seat:{reply.seat}", reply.seat)
    return twisted_fish.judge(state, filled(choice, reply.picks, teller)).state


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_can_be_told_by_a_tap(seed: int) -> None:
    setup = Setup(3 + seed % 4, announce=list(Announce)[seed % 3])
    table = TwistedFishTable(setup, Random(seed), Temper(lies=0.1, zings=0.2))
    state = twisted_fish.start(setup)
    for _ in range(TAPS_MOST):
        if table.next is None or state.number > ROUNDS:
            break
        state = told(state, *answered(state, table))
        table.look(twisted_fish.view(state))
    assert state.number > ROUNDS or table.over().king == twisted_fish.view(state)["winner"]


@pytest.mark.parametrize("seed", range(2))
def test_an_ordinary_ask_takes_two_taps(seed: int) -> None:
    """A card, an answer; the next one's card says that the one before has been to the pond."""
    setup = Setup(3)
    state = twisted_fish.start(setup)
    rng = Random(seed)
    state = told(state, twisted_fish.asks(state)[0], Reply("start", setup.dealer))
    for _ in range(6):
        asks = {ask.topic: ask for ask in twisted_fish.asks(state) if ask.must}
        (choice,) = asks["ask"].choices
        target, card = choice.slots
        assert target.preset and not card.preset and (card.least, card.most) == (1, 1)
        picks: dict[str, int | list[int]] = {
            "target": int(target.options[0]),
            "card": int(rng.choice(card.options)),
        }
        state = told(state, asks["ask"], Reply("ask", asks["ask"].seats[0], picks))
        (answer,) = (ask for ask in twisted_fish.asks(state) if ask.topic == "answer")
        state = told(state, answer, Reply("no", answer.seats[0]))
    assert state.told == 1 + 2 * 6
