"""An Animal Splash family that answers what it is asked: every fact can be told by taps."""

from random import Random

import pytest

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import Dived, Setup, Surfaced, Variant
from companion.games.animal_splash.robot.family import AnimalFamily, Temper
from companion.robots.answering import Answering
from companion.words import Choice
from tests.robots.taps import answered, told

TAPS_MOST = 2_000


@pytest.mark.parametrize("seed", range(8))
def test_whatever_happens_can_be_told_by_a_tap(seed: int) -> None:
    variant = Variant.FULL if seed % 2 else Variant.LIGHT
    setup = Setup(2 + seed // 2, variant, show_groups=seed in (3, 5), swap_gives_o2=seed < 4)
    table = Answering(AnimalFamily(setup, Random(seed), Temper(acts=0.4, early=0.3)))
    state = animal_splash.start(setup)
    for _ in range(TAPS_MOST):
        if table.next is None:
            break
        state = told(animal_splash, state, *answered(animal_splash, state, table))
        table.look(animal_splash.view(state))
    assert state.winners == table.over() != ()


def taps(choice: Choice, fact: object) -> int:
    """How many taps an answer takes: one for each pick that does not stand already."""
    picks = sum(
        not slot.preset or getattr(fact, slot.field) != slot.options[0] for slot in choice.slots
    )
    return max(picks, 1)


@pytest.mark.parametrize("seed", range(3))
def test_an_ordinary_light_turn_takes_two_taps(seed: int) -> None:
    """How far, and how many pearls; a crab is one more."""
    hasty = Temper(acts=0.0, early=0.0, takes=0.0, tries=0.0)
    table = Answering(AnimalFamily(Setup(4), Random(seed), hasty))
    state = animal_splash.start(Setup(4))
    turns = []
    while table.next is not None:
        ask, reply = answered(animal_splash, state, table)
        choice = next(choice for choice in ask.choices if choice.key == reply.key)
        if isinstance(table.next, Dived):
            turns.append(taps(choice, table.next) - (table.next.oxygen > 0 < table.next.steps))
        elif isinstance(table.next, Surfaced):
            turns[-1] += taps(choice, table.next)
        state = told(animal_splash, state, ask, reply)
        table.look(animal_splash.view(state))
    assert len(turns) == 4 * 6 and set(turns) == {2}
