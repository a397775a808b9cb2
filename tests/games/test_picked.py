"""What an answer holds before anything is picked, and what may be picked for it.

Held at every moment of many games; knows no game.
"""

from collections.abc import Iterator
from types import ModuleType

import pytest

from companion.words import Ask, Choice, Slot
from tests.games.shelf import RULES
from tests.games.test_contract import asked, states

each_game = pytest.mark.parametrize("game", RULES.values(), ids=RULES)


def slots(game: ModuleType) -> Iterator[tuple[Ask, Choice, Slot]]:
    """Everything that is picked for, at every moment."""
    for state in states(game):
        for ask in asked(game, state):
            for choice in ask.choices if ask.topic != "crayon" else ():  # a pen is more, or fewer
                for slot in choice.slots:
                    yield ask, choice, slot


@each_game
def test_nothing_is_picked_before_somebody_picks(game: ModuleType) -> None:
    """In a field that waits for its pick stands nothing, or what is offered first."""
    for ask, choice, slot in slots(game):
        stands = getattr(choice.fact, slot.field)
        usual = (0, None, (), *slot.options[:1], slot.options[: slot.least])
        assert stands in usual, (ask.topic, choice.key, slot.field, stands, slot.options[:3])


@each_game
def test_a_number_that_stands_is_the_nearest_to_nothing(game: ModuleType) -> None:
    """Who has nothing to tell of one number leaves it as it is."""
    for ask, choice, slot in slots(game):
        if slot.of == "number" and slot.preset:
            numbers = [int(option) for option in slot.options]
            assert numbers[0] == min(numbers, key=abs), (ask.topic, choice.key, slot.field)


@each_game
def test_each_option_of_a_game_s_own_sort_has_its_words(game: ModuleType) -> None:
    for ask, choice, slot in slots(game):
        assert not slot.labels or len(slot.labels) == len(slot.options), (ask.topic, slot.field)
        assert slot.many or slot.most == 1, (ask.topic, choice.key, slot.field)
        assert {*slot.ticked} <= {*slot.options}
