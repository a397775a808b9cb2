"""What SPLASH! has to print: dolphins to fold, a score pad, the rules on one sheet."""

from typing import Final

from companion.games.dolphin_splash import GAME
from companion.games.dolphin_splash.book import BOOK
from companion.games.dolphin_splash.facts import LETTERS
from companion.sheets.cutting import cut, fold, scissors
from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.paper import (
    EDGE,
    INK,
    QUIET,
    Leaf,
    Mark,
    Marks,
    Oblong,
    Outline,
    PaperSize,
    PrintSheet,
    Sprite,
    Spun,
)
from companion.sheets.reference import reference
from companion.sheets.writing import line, lines

DOLPHINS: Final = ("Red", "Blue", "Green", "Gold", "White")  # as they are called at the table
WIDE, FACE, BASE, FLAP = 88.0, 42.0, 20.0, 10.0  # of one: its parts from top to bottom, in mm
HIGH: Final = FLAP + BASE + 2 * FACE
ON_A_LEAF: Final = 4
SEA, SURF = "#9bd0ea", "#d9f0fb"
FOLDS: Final = ((15.2, 4.2), (23.2, 21.2), (13.2, 24.7))  # of the second drawing


def _dolphins(paper: PaperSize) -> tuple[Leaf, ...]:
    """Four on the first leaf; the last one, and how they are folded, on another."""
    across = (paper.middle - WIDE - 2.5, paper.middle + 2.5)
    tops = (paper.top, paper.top + HIGH + 1)
    places = [(x, top) for top in tops for x in across]
    first = (
        mark
        for name, (x, top) in zip(DOLPHINS[:ON_A_LEAF], places, strict=True)
        for mark in _dolphin(name, x, top)
    )
    rest = (
        mark
        for name, (x, top) in zip(DOLPHINS[ON_A_LEAF:], places, strict=False)
        for mark in _dolphin(name, x, top)
    )
    return Leaf(tuple(first)), Leaf((*rest, *_how(*places[1])))


def _dolphin(name: str, x: float, top: float) -> Marks:
    """A strip that becomes a roof: both faces, the one above upside down, a base and a flap."""
    ridge = top + FACE
    low = ridge + FACE
    base = low + BASE
    flap = f"M{x:g} {base:g}L{x + 6:g} {base + FLAP:g}H{x + WIDE - 6:g}L{x + WIDE:g} {base:g}Z"
    middle = x + WIDE / 2
    return (
        Spun(_face(name, x, top), middle, top + FACE / 2),
        *_face(name, x, ridge),
        Outline(flap, fill="#e8ecef", line="none", thick=0),
        line("bottom", middle, low + BASE / 2 + 1.3, 4, WIDE / 2, anchor="middle", colour=QUIET),
        line("glue", middle, base + 6.3, 4, WIDE / 2, anchor="middle", colour=QUIET),
        cut(x, top, x + WIDE, top),
        cut(x, top, x, base),
        cut(x + WIDE, top, x + WIDE, base),
        cut(x, base, x + 6, base + FLAP),
        cut(x + WIDE, base, x + WIDE - 6, base + FLAP),
        cut(x + 6, base + FLAP, x + WIDE - 6, base + FLAP),
        *(fold(x, y, x + WIDE, y) for y in (ridge, low, base)),
    )


def _face(name: str, x: float, top: float) -> Marks:
    """A dolphin over the water, and which it is."""
    low = top + FACE
    sea = Outline(f"{_wave(x, low - 5)}V{low:g}H{x:g}Z", fill=SURF, line="none", thick=0)
    return (
        sea,
        Sprite("dolphin", x + 3, top + 2.5, 51, 34.2, _wears(name)),
        line(name, x + 68.5, top + 23, 8, 30, anchor="middle", bold=True),
        *(Outline(_wave(x, y), line=SEA, thick=0.8) for y in (low - 5, low - 2.4)),
    )


def _wears(name: str) -> tuple[tuple[str, str], ...]:
    """The colour of a dolphin, as pages say it."""
    return (("data-key", name.lower()),)


def _wave(x: float, y: float) -> str:
    """A wave as wide as a dolphin's strip."""
    return f"M{x:g} {y:g}q{WIDE / 16:g} -3.2 {WIDE / 8:g} 0" + f"t{WIDE / 8:g} 0" * 7


def _how(x: float, top: float) -> Marks:
    """How one is folded, in three drawings."""
    steps = (
        ("1. Cut", "Cut along the long dashes, round the whole strip."),
        ("2. Fold", "Fold back along the three dotted lines, so that the dolphins stay outside."),
        (
            "3. Glue",
            "Glue the grey flap behind the other dolphin. A coin inside keeps it standing.",
        ),
    )
    marks: list[Mark] = [line("How to fold one", x, top + 6, 5.5, WIDE, bold=True)]
    for n, (head, words) in enumerate(steps):
        y = top + 10 + n * 34
        marks.append(Oblong(x, y, 32, 31, 2, line=EDGE))
        marks += _step(n, x, y)
        marks.append(line(head, x + 36, y + 6, 4.4, WIDE - 36, bold=True))
        marks += lines(words, x + 36, y + 8, 3.7, WIDE - 36)[0]
    return tuple(marks)


def _step(n: int, x: float, y: float) -> Marks:
    """One of these drawings."""
    if n == 0:
        upper = Sprite("dolphin", x + 10, y + 4, 13, 6, _wears(DOLPHINS[-1]))
        lower = Sprite("dolphin", x + 10, y + 11.5, 13, 6, _wears(DOLPHINS[-1]))
        folds = (fold(x + 8, y + at, x + 25, y + at) for at in (10.5, 18, 22))
        edge = Outline(f"M{x + 8:g} {y + 3:g}h17v21l-2 3h-13l-2 -3Z", line=INK, dash="1.5 1")
        return (edge, Spun((upper,), x + 16.5, y + 7), lower, *folds, scissors(x + 4, y + 3))
    if n == 1:
        strip = f"M{x + 9:g} {y + 22:g}L{x + 16:g} {y + 5:g}L{x + 24:g} {y + 22:g}l-10 3.500l-3 -4"
        turns = f"M{x + 10:g} {y + 6:g}c-4 2-5 6-5 9m-1.800-2.600l1.800 2.600l2.400-2"
        other = f"M{x + 22:g} {y + 6:g}c4 2 5 6 5 9m1.800-2.600l-1.800 2.600l-2.400-2"
        dots = (Oblong(x + dx, y + dy, 1.6, 1.6, 0.8, INK) for dx, dy in FOLDS)
        arrows = Outline(turns + other, line=QUIET, thick=0.6)
        return (Outline(strip, thick=0.8), *dots, arrows)
    front = f"M{x + 3:g} {y + 25:g}L{x + 6:g} {y + 9:g}H{x + 24:g}L{x + 21:g} {y + 25:g}Z"
    side = f"M{x + 24:g} {y + 9:g}L{x + 21:g} {y + 25:g}L{x + 29:g} {y + 21:g}Z"
    dolphin = Sprite("dolphin", x + 5.5, y + 10.5, 16, 12, _wears(DOLPHINS[-1]))
    return (Outline(side, fill=SEA), Outline(front, fill=SURF), dolphin)


SHEETS: Final = (
    PrintSheet(
        "dolphins",
        "Dolphins to fold",
        "Five dolphins that stand on the table, to be grabbed. Thick paper is best.",
        _dolphins,
        head="Dolphins to fold",
    ),
    pad(
        PadTable(
            f"Who spells {LETTERS}?",
            (PadColumn("", 2.4), PadColumn("", 6, tuple(LETTERS))),
            ("",) * GAME.seats[1],
            "A letter for each dolphin",
        )
    ),
    reference(GAME.title, BOOK),
)
