"""Score pads: a table to fill in with a pencil, twice on a leaf. Pure; knows no game."""

from typing import Final

from companion.frozen import dataclass
from companion.sheets.cutting import cut, scissors
from companion.sheets.paper import (
    EDGE,
    MARGIN,
    QUIET,
    Leaf,
    Marks,
    Oblong,
    PaperSize,
    PrintSheet,
)
from companion.sheets.writing import line

COPIES: Final = 2
FAINT: Final = "#b4bec8"
HIGH_MOST = 18.0  # of a row
PAD: Final = 1.5


@dataclass(frozen=True, slots=True)
class PadColumn:
    """What stands above a column, how wide it is beside the others, and small boxes in it."""

    head: str
    share: float = 1.0
    boxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PadTable:
    """A pad: columns, and rows that are called something or have room for a name."""

    title: str
    columns: tuple[PadColumn, ...]
    rows: tuple[str, ...]
    note: str = ""


def pad(table: PadTable) -> PrintSheet:
    """The sheet of a score pad."""

    def draws(paper: PaperSize) -> tuple[Leaf, ...]:
        high = (paper.low - MARGIN) / COPIES
        tops = [MARGIN + n * high for n in range(COPIES)]
        cuts = (
            mark
            for top in tops[1:]
            for mark in (cut(MARGIN, top - 4, paper.right, top - 4), scissors(MARGIN + 4, top - 4))
        )
        each = (mark for top in tops for mark in _drawn(table, paper, top, high - 8))
        return (Leaf((*each, *cuts)),)

    return PrintSheet(
        "pad", "Score pad", "Two on a sheet, to fill in with a pencil or a crayon.", draws
    )


def _drawn(table: PadTable, paper: PaperSize, top: float, high: float) -> Marks:
    title = line(table.title, MARGIN, top + 5.5, 5.5, paper.room * 0.5, bold=True)
    half = paper.room * 0.48
    note = line(table.note, paper.right, top + 5.5, 3.4, half, anchor="end", colour=QUIET)
    has_heads = any(one.head for one in table.columns)
    y = top + 8.5 + (6 if has_heads else 0)
    each = min(HIGH_MOST, (top + high - y) / len(table.rows))
    shares = sum(one.share for one in table.columns)
    marks: list[Marks] = [(title, note) if table.note else (title,)]
    x = MARGIN
    for column in table.columns:
        wide = paper.room * column.share / shares
        head = line(column.head, x + PAD, y - 1.6, 3.6, wide - 2 * PAD, bold=True)
        marks.append((head,) if column.head else ())
        for n, row in enumerate(table.rows):
            marks.append(_cell(column, x, y + n * each, wide, each))
            if row and x == MARGIN:
                stands = y + (n + 0.5) * each + 1.6
                marks.append((line(row, x + PAD, stands, 4.2, wide - 2 * PAD, bold=True),))
        x += wide
    return tuple(mark for some in marks for mark in some)


def _cell(column: PadColumn, x: float, y: float, wide: float, high: float) -> Marks:
    edge = Oblong(x, y, wide, high, line=EDGE)
    if not column.boxes:
        return (edge,)
    each = (wide - 2 * PAD) / len(column.boxes)
    size = min(each - 1, high - 2)
    marks: list[Marks] = [(edge,)]
    for n, word in enumerate(column.boxes):
        left, top = x + PAD + (n + 0.5) * each - size / 2, y + (high - size) / 2
        box = Oblong(left, top, size, size, 1.2, line=EDGE)
        middle, stands = left + size / 2, top + size * 0.72
        letter = line(
            word, middle, stands, size * 0.6, size, anchor="middle", bold=True, colour=FAINT
        )
        marks.append((box, letter) if word else (box,))
    return tuple(mark for some in marks for mark in some)
