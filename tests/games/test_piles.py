"""What leaves a pile is said: hands take it, and nobody taps that, so nobody would think of it."""

import re
from types import ModuleType

import pytest

from companion.new_game.rows import NAMES
from companion.say import say
from tests.games.chance import Step
from tests.games.shelf import RULES
from tests.games.test_contract import evenings

PILES = ("pile", "pond")
# Of the party each card says itself what is drawn; SPLASH! has no pile.
SAY_SO = ("animal_splash", "split", "twisted_fish")
TAKEN = re.compile(
    r"draws?\b|deal|turned up|[Ff]ish|caught|laid out|sits down|still holds|has no effect"
)


@pytest.mark.parametrize("name", SAY_SO)
def test_what_leaves_a_pile_is_said(name: str) -> None:
    game = RULES[name]
    taken = [step for _, steps in evenings(game) for step in steps if takes(game, step)]
    assert len(taken) > 9
    assert not [words for step in taken if not TAKEN.search(words := heard(game, step))]


def takes(game: ModuleType, step: Step) -> bool:
    """Whether fewer cards lie in a pile than before."""
    before, after = game.view(step.before), game.view(step.after)
    return any(getattr(after, name, 0) < getattr(before, name, 0) for name in PILES)


def heard(game: ModuleType, step: Step) -> str:
    """All that is said and asked of it."""
    asked = [text for ask in game.asks(step.after) if ask.must for text in (ask.lead, ask.text)]
    said = (*(ruling.text for ruling in step.rulings), *filter(None, asked))
    return " ".join(say(text, NAMES) for text in said)
