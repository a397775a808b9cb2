"""A sheet to print as data, in millimetres: what lies where, and how large.

Knows no game, and writes nothing: `svg.py` does. Pure.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.frozen import dataclass

MARGIN: Final = 12.0  # where every printer prints
HEAD, FOOT = 12.0, 6.0  # what a side is called, and whose it is
INK, QUIET, EDGE = "#06243f", "#44566a", "#8a94a0"
OURS: Final = "Made for Splash Companion, MIT licence: print it, change it, give it away."


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A paper, upright."""

    key: str
    name: str
    wide: float
    high: float

    @property
    def middle(self) -> float:
        """Half of its width: the back of a leaf is turned over there."""
        return self.wide / 2

    @property
    def right(self) -> float:
        """Where what is printed ends."""
        return self.wide - MARGIN

    @property
    def room(self) -> float:
        """How wide all that is printed may be."""
        return self.wide - 2 * MARGIN

    @property
    def top(self) -> float:
        """Where a sheet's own part begins."""
        return MARGIN + HEAD

    @property
    def low(self) -> float:
        """And where it ends."""
        return self.high - MARGIN - FOOT


PAPERS: Final = {
    one.key: one
    for one in (PaperSize("a4", "A4", 210.0, 297.0), PaperSize("us-letter", "Letter", 215.9, 279.4))
}


# --- what lies on it --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of words, at most as wide as its `room`. `anchor` is its start, middle or end."""

    text: str
    x: float
    y: float
    size: float
    room: float
    anchor: str = "start"
    bold: bool = False
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Oblong:
    """A box by its corner at the top left."""

    x: float
    y: float
    wide: float
    high: float
    round: float = 0.0
    fill: str = "none"
    line: str = INK
    thick: float = 0.3


@dataclass(frozen=True, slots=True)
class Outline:
    """Any shape, in SVG's own words."""

    d: str
    fill: str = "none"
    line: str = INK
    thick: float = 0.4
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Sprite:
    """One of the pages' drawings by its name; `wears` says in which colour, as pages say it."""

    name: str
    x: float
    y: float
    wide: float
    high: float
    wears: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a template of a game's pages draws of what it is given, as large as it has room."""

    page: str
    gives: tuple[tuple[str, object], ...]
    x: float
    y: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Spun:
    """The same, turned about a point."""

    marks: "tuple[Mark, ...]"
    x: float
    y: float
    angle: float = 180.0


Mark: TypeAlias = Lettering | Oblong | Outline | Sprite | Stamp | Spun
Marks: TypeAlias = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece of paper; one without a back is printed on one side."""

    front: Marks
    back: Marks = ()


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """Something to print: what it is called, what it is good for, and its leaves on a paper."""

    key: str
    title: str
    says: str
    draws: Callable[[PaperSize], tuple[Leaf, ...]]
    whose: str = ""  # besides that it is ours: that it is not the printed one
    head: str = ""  # what stands above it on paper; nothing where it says that itself


def pdf_name(kind: str, key: str, paper: PaperSize, is_grey: bool) -> str:
    """How the file of a sheet is called."""
    return f"{kind}-{key}-{paper.key}{'-grey' if is_grey else ''}.pdf"
