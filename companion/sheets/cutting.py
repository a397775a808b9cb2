"""Cut and fold lines, and leaves of many equal parts whose backs lie behind their fronts. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from companion.frozen import dataclass
from companion.sheets.paper import EDGE, Leaf, Marks, Outline, PaperSize

ACROSS, DOWN = 3, 3  # cards on a leaf
OUT: Final = 3.0  # how far a line goes on beside the cards, for the ruler
Draws = Callable[[float, float], Marks]  # what is drawn with its corner there


@dataclass(frozen=True, slots=True)
class Faces:
    """A card: what is drawn on its front and on its back."""

    front: Draws
    back: Draws


def cut(x: float, y: float, to_x: float, to_y: float) -> Outline:
    """Where the scissors go."""
    return Outline(f"M{x:g} {y:g}L{to_x:g} {to_y:g}", line=EDGE, thick=0.25, dash="2 1.5")


def fold(x: float, y: float, to_x: float, to_y: float) -> Outline:
    """Where the paper is folded."""
    return Outline(f"M{x:g} {y:g}L{to_x:g} {to_y:g}", line=EDGE, thick=0.35, dash="0.4 1.4")


def scissors(x: float, y: float) -> Outline:
    """A mark at the begin of a cut, which goes to the right."""
    rings = "".join(f"M{x - 2.2:g} {y + dy:g}a1 1 0 1 0 2 0a1 1 0 1 0 -2 0" for dy in (-1.1, 1.1))
    blades = (
        f"M{x - 0.4:g} {y - 0.7:g}L{x + 4:g} {y + 1:g}M{x - 0.4:g} {y + 0.7:g}L{x + 4:g} {y - 1:g}"
    )
    return Outline(rings + blades, line=EDGE, thick=0.35)


def cards(paper: PaperSize, wide: float, high: float, faces: Sequence[Faces]) -> tuple[Leaf, ...]:
    """Leaves of nine cards; each back lies behind its front when the leaf is turned at its long
    edge."""
    each = ACROSS * DOWN
    return tuple(
        _leaf(paper, wide, high, faces[first : first + each])
        for first in range(0, len(faces), each)
    )


def _leaf(paper: PaperSize, wide: float, high: float, faces: Sequence[Faces]) -> Leaf:
    left, top = paper.middle - ACROSS * wide / 2, paper.top
    front: list[Marks] = []
    back: list[Marks] = []
    for n, one in enumerate(faces):
        row, column = divmod(n, ACROSS)
        front.append(one.front(left + column * wide, top + row * high))
        back.append(one.back(left + (ACROSS - 1 - column) * wide, top + row * high))
    lines = _lines(left, top, wide, high)
    return Leaf(
        (*(mark for marks in front for mark in marks), *lines),
        (*(mark for marks in back for mark in marks), *lines),
    )


def _lines(left: float, top: float, wide: float, high: float) -> Marks:
    right, low = left + ACROSS * wide, top + DOWN * high
    upright = (left + n * wide for n in range(ACROSS + 1))
    level = (top + n * high for n in range(DOWN + 1))
    return (
        *(cut(x, top - OUT, x, low + OUT) for x in upright),
        *(cut(left - OUT, y, right + OUT, y) for y in level),
    )
