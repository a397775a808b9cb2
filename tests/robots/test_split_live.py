"""A SPLIT family that answers what it is asked: every fact it tells can be told by taps."""

from random import Random

import pytest

from companion.games.split import rules as split
from companion.games.split.facts import Setup, Variant
from companion.games.split.robot.family import SplitFamily, Temper
from companion.robots.answering import Answering
from tests.robots.taps import answered, told

TAPS_MOST = 2_000
CARDS_IN_SIGHT = 6  # four suits of a rank, and two jokers


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_can_be_told_by_a_tap(seed: int) -> None:
    variant = Variant.LIGHT if seed == 7 else Variant.REFEREED
    setup = Setup((2, 3, 4, 6)[seed % 4], variant, perfect_memory=True, light_up_spaces=seed == 2,
                  joker_keeps_rank=bool(seed % 2))  # fmt: skip
    temper = Temper(lights=0.0 if seed == 2 else 0.2, misses=0.1, shows=0.5)
    table = Answering(SplitFamily(setup, Random(seed), temper))
    state = split.start(setup)
    for _ in range(TAPS_MOST):
        if table.next is None:
            break
        state = told(split, state, *answered(split, state, table))
        table.look(split.view(state))
    assert split.view(state).over and state.winner == table.family.winner


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_light_game_is_four_kinds_of_taps(seats: int) -> None:
    """What match it is, where chips come and go, hands without a match: no card is asked for."""
    setup = Setup(seats, Variant.LIGHT, perfect_memory=seats == 3, light_up_spaces=seats == 4)
    table = Answering(SplitFamily(setup, Random(seats), Temper(lights=1.0, misses=0.1)))
    state, topics = split.start(setup), set()
    while table.next is not None:
        ask, reply = answered(split, state, table)
        topics.add(ask.topic)
        assert {field for choice in ask.choices for slot in choice.slots
                if (field := slot.field)} <= {"space"}  # fmt: skip
        state = told(split, state, ask, reply)
        table.look(split.view(state))
    assert topics <= {"deal", "turn", "chip", "remove", "claim"}
    assert split.view(state).over and state.winner == table.family.winner


@pytest.mark.parametrize("seed", range(2))
def test_a_play_is_a_card_on_the_table_and_one_of_six(seed: int) -> None:
    """After the tap on a card that lies open the screen shows what may be played upon it."""
    table = Answering(SplitFamily(Setup(2), Random(seed)))
    state = split.start(Setup(2))
    while table.next is not None:
        ask, reply = answered(split, state, table)
        if reply.key == "play":
            on, card = reply.picks["on"], reply.picks["card"]
            assert isinstance(on, int)
            lying = split.view(state).places[on // 2].open[on % 2]
            mates = split.view(state).places[on // 2].open
            wild = any(mate.stands >= 52 for mate in mates)
            assert card in lying.takes
            assert wild or len(lying.takes) <= CARDS_IN_SIGHT
        state = told(split, state, ask, reply)
        table.look(split.view(state))
