"""A game that is over: who has won is said to whoever still plays it, in all games.

After every transcript that comes to an end, by facts of every kind made by chance.
"""

from random import Random
from typing import Any

from companion.say import Names, say
from companion.words import Corrected, HandedOver, Hardware, Joined, Left, Refused
from tests.games.chance import any_facts
from tests.games.shelf import RULES
from tests.games.test_leaving import each_game, moments

TRIES = 40  # facts of each kind
AROUND = (Corrected, Left, Joined, HandedOver, Hardware)  # not of the game itself


def ends(name: str) -> list[Any]:
    """The states in which a transcript's game is over."""
    return [state for state in moments(name) if RULES[name].view(state).over]


@each_game
def test_transcripts_come_to_an_end(name: str) -> None:
    assert ends(name)


@each_game
def test_who_still_plays_is_told_that_it_is_over(name: str) -> None:
    game, rng = RULES[name], Random(15)
    said = set()
    for state in ends(name):
        won = game.view(state).winners
        for fact in (fact for _ in range(TRIES) for fact in any_facts(game, rng)):
            if isinstance(fact, AROUND):
                continue
            try:
                game.judge(state, fact)
            except Refused as refusal:
                told = say(refusal.text, Names())
                said.add((type(fact).__name__, refusal.rule, told))
                assert "being played" not in told and "has a turn" not in told, (fact, told)
                assert won or "won" not in told or "nobody" in told, told
    assert any("has won" in told or "win" in told or "King" in told for *_, told in said), said
