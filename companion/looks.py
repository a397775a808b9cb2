"""How people look on all screens: a shape and a colour, and the call of three notes with them.

Data and one choice: which look is nearest to the wanted one that nobody has.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

SHAPES = ("circle", "square", "triangle", "diamond", "star", "drop", "shell", "wave")
COLOURS = ("amber", "sky", "green", "yellow", "pink", "blue", "orange", "grey")  # each shape's own
CALLS = (  # of each shape, in hertz: three notes of one scale, no two alike
    (523, 659, 784),
    (784, 659, 523),
    (523, 784, 659),
    (659, 523, 784),
    (784, 1047, 784),
    (880, 784, 659),
    (587, 784, 880),
    (880, 587, 880),
)
At = TypeVar("At", bound=int)


@dataclass(frozen=True, slots=True, order=True)
class Look:
    """A shape in a colour. Its word is what the journal and JSON keep: "star-pink"."""

    shape: str
    colour: str

    @property
    def word(self) -> str:
        """The look in one word."""
        return f"{self.shape}-{self.colour}"

    @property
    def call(self) -> tuple[int, ...]:
        """Its three notes, in hertz."""
        return CALLS[SHAPES.index(self.shape)]


def look_of(number: int) -> Look:
    """The look that a seat or a newcomer of this number has until one is chosen."""
    at = number % len(SHAPES)
    return Look(SHAPES[at], COLOURS[at])


def look_in(word: str) -> Look | None:
    """The look of a word; None for one that is none."""
    shape, _, colour = word.partition("-")
    return Look(shape, colour) if shape in SHAPES and colour in COLOURS else None


def own_look(shape: str) -> Look:
    """A shape in the colour that comes with it."""
    return look_of(SHAPES.index(shape))


def nearest(wanted: Look, taken: Collection[Look]) -> Look:
    """The wanted look if nobody has it, else the nearest free one; the wanted one if all are taken.

    Another shape in its own colour comes first: shapes are told apart without colours, too.
    """
    at, hue = SHAPES.index(wanted.shape), COLOURS.index(wanted.colour)
    shapes = [look_of(at + step) for step in range(len(SHAPES))]
    others = [
        Look(SHAPES[(at + step) % len(SHAPES)], COLOURS[(hue + turn) % len(COLOURS)])
        for turn in range(len(COLOURS))
        for step in range(len(SHAPES))
    ]
    return next((look for look in (wanted, *shapes, *others) if look not in taken), wanted)


def looks_of(seats: Collection[At], words: Mapping[At, str]) -> dict[At, Look]:
    """How the seats of a game look: as was chosen, and else like no other at this table.

    Where more people are here than there are shapes, two of one shape may sit at one table: there
    the later has another, for not everybody sees colours.
    """
    chosen = {seat: look for seat in seats if (look := look_in(words.get(seat, "")))}
    shown: dict[At, Look] = {}
    for seat in (*chosen, *(seat for seat in seats if seat not in chosen)):
        wanted = chosen.get(seat) or look_of(seat)
        shapes = {look.shape for look in shown.values()}
        if wanted.shape in shapes:
            wanted = nearest(wanted, {wanted, *shown.values(), *map(own_look, shapes)})
        shown[seat] = wanted
    return shown
