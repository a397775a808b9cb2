"""Words on paper: as large as they have room, broken at blanks. Pure."""

from typing import Final

from companion.evening.lettering import lines as in_lines
from companion.evening.lettering import width
from companion.sheets.paper import INK, Lettering

PLAIN: Final = 0.9  # of the width of the same in bold letters
LEADING: Final = 1.32  # from line to line, in the size of letters
ABOVE: Final = 0.95  # of a line, from where its letters stand


def wide(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at the most, in any font that a printer may have."""
    return width(text) * size * (1 if bold else PLAIN)


def line(
    text: str,
    x: float,
    y: float,
    size: float,
    room: float,
    *,
    anchor: str = "start",
    bold: bool = False,
    colour: str = INK,
) -> Lettering:
    """One line, in smaller letters where it has no room in these."""
    needs = wide(text, size, bold)
    fits = min(size, size * room / needs) if needs else size
    return Lettering(text, x, y, round(fits - 0.005, 2), room, anchor, bold, colour)


def lines(
    text: str,
    x: float,
    top: float,
    size: float,
    room: float,
    *,
    bold: bool = False,
    colour: str = INK,
) -> tuple[tuple[Lettering, ...], float]:
    """A text below `top` in as many lines as it takes, and where it ends."""
    most = room / (1 if bold else PLAIN)
    broken = in_lines(text, most, size, len(text) + 1)
    if broken is None:
        return lines(text, x, top, size * 0.9, room, bold=bold, colour=colour)
    made = tuple(
        Lettering(part, x, top + size * (ABOVE + n * LEADING), size, room, "start", bold, colour)
        for n, part in enumerate(broken)
    )
    return made, top + len(broken) * size * LEADING
