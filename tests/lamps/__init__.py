"""A sixth game, which declares what families enter for it: the smallest one, with lamps."""

from dataclasses import replace

from companion.games.game import Content
from companion.new_game import stub
from companion.words import Refused, Text


def lit(colours: tuple[str, ...]) -> tuple[str, ...]:
    """The same. Raises Refused."""
    if not colours:
        raise Refused("L-R1", Text("A lamp has a colour."))
    return colours


LAMPS = Content(
    word="lamp",
    many="lamps",
    form=tuple[str, ...],
    checked=lit,
    blank=("white",),
    part="colours",
    rule="L-R2",
    mark="lamp",
    letters=5000,
    title="Lamps",
    why="For the dark.",
    enter="Enter a lamp",
    editor="lamp.html",
)
GAME = replace(stub.GAME, kind="lamps", package=__name__, takes=(LAMPS,))
