"""The moments of SPLIT that screens have to show well, each reached over HTTP."""

from collections.abc import Callable
from types import MappingProxyType

from tests.games.split_table import (
    CLUB,
    DIAMOND,
    FOUR,
    HEART,
    KING,
    RED_JOKER,
    REST,
    SPADE,
    card,
)
from tests.web.house import Phone, begin

PEOPLE = ("Ana", "Ben", "Maximiliane", "Dee")
SIX = ("Ana", "Ben", "Maximiliane", "Dee", "Eve", "Fay")
OPEN = (card(SPADE, FOUR), *REST)  # the four alone, a king of hearts beside it …
ON_FOUR, ON_KING, ON_THREE = 0, 2, 10  # spots: a place, twice
DOWN = 4  # a column


def waiting(referee: Phone) -> None:
    """Who deals is asked; two teams."""
    begin(referee, *PEOPLE, kind="split", perfect_memory=True, variant="refereed")


def turning(referee: Phone) -> None:
    """Ten cards are turned up: three are told."""
    waiting(referee)
    referee.answer("start", "deal")
    for one in OPEN[:3]:
        referee.answer("turned", card=one)


def turn(referee: Phone) -> None:
    """Ben plays a card."""
    turning(referee)
    for one in OPEN[3:]:
        referee.answer("turned", card=one)


def chip(referee: Phone) -> None:
    """A strong match: where do the two chips go?"""
    turn(referee)
    referee.answer("play", on=ON_FOUR, card=card(CLUB, FOUR))


def lit(referee: Phone) -> None:
    """Ben wants to see where they may go."""
    chip(referee)
    referee.answer("light", "chip")


def built(referee: Phone) -> None:
    """Some chips lie, some places have a match, and Ben covers half of one."""
    lit(referee)
    for _ in range(2):
        place(referee)
    referee.answer("play", on=ON_KING, card=card(DIAMOND, KING))
    place(referee)
    place(referee)
    referee.answer("play", on=ON_FOUR + 1, card=card(HEART, FOUR))
    place(referee)


def place(referee: Phone) -> None:
    """The next chip, on the first space that will do."""
    if not referee.state()["view"]["lit"]:
        referee.answer("light", "chip")
    referee.answer("place", "chip", space=referee.state()["view"]["lit"][-1])


def reading(referee: Phone) -> None:
    """A red joker on a heart: strong or perfect?"""
    built(referee)
    referee.answer("play", on=ON_THREE, card=RED_JOKER)


def remove(referee: Phone) -> None:
    """Perfect: a chip of the others comes off."""
    reading(referee)
    referee.answer("perfect:1")


def again(referee: Phone) -> None:
    """Perfect Memory: the space shows hearts, too, so another chip may come off."""
    remove(referee)
    view = referee.state()["view"]
    green = next(n for n, one in enumerate(view["chips"]) if one == "green")
    referee.answer("remove", space=green)
    assert referee.phase() == "again"


def claim(referee: Phone) -> None:
    """A hand is shown: no match?"""
    built(referee)
    referee.answer("claim", "turn")


def wild(referee: Phone) -> None:
    """A joker lies in a match: it takes any card."""
    reading(referee)
    referee.answer("strong:12")
    place(referee)
    place(referee)


def over(referee: Phone) -> None:
    """Red is joined from top to bottom."""
    built(referee)
    for row in range(10):
        referee.answer("lies", "board", space=row * 10 + DOWN, seat=0)


def three(referee: Phone) -> None:
    """Three sides, and any two opposite sides of the board will do."""
    begin(referee, *PEOPLE[:3], kind="split", light_up_spaces=True, variant="refereed")
    referee.answer("start", "deal")
    for one in OPEN:
        referee.answer("turned", card=one)
    referee.answer("play", on=ON_FOUR, card=card(HEART, FOUR))


def six(referee: Phone) -> None:
    """Six people, three teams."""
    begin(referee, *SIX, kind="split", variant="refereed")
    referee.answer("start", "deal")


def light(referee: Phone) -> None:
    """No cards are told."""
    begin(referee, *PEOPLE, kind="split", variant="light")
    referee.answer("start", "deal")


SPLIT_MOMENTS: MappingProxyType[str, Callable[[Phone], None]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            waiting,
            turning,
            turn,
            chip,
            lit,
            built,
            reading,
            remove,
            again,
            claim,
            wild,
            over,
            three,
            six,
            light,
        )
    }
)
