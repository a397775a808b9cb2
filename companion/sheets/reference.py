"""A reference card of a game's part of the little book: both sides of one leaf, if it has room.

Says nothing that the book does not say. Pure; knows no game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.book import Book, Shelf, Step, Tile
from companion.sheets.paper import (
    INK,
    MARGIN,
    QUIET,
    Leaf,
    Lettering,
    Mark,
    Marks,
    PaperSize,
    PrintSheet,
    Stamp,
)
from companion.sheets.writing import line, lines

# Columns of tiles and the size of letters: the first in which all has room on two sides.
LOOKS: Final = ((2, 4.0), (2, 3.7), (2, 3.4), (3, 3.2), (3, 3.0), (3, 2.8), (3, 2.6))
SIDES: Final = 2
THEIRS: Final = "The game is its makers', the words are ours."
GAP: Final = 5.0
STEP_WIDE, STEP_HIGH = 240, 150  # of a step's drawing, to each other
_Piece = Lettering | Stamp


def reference(title: str, book: Book) -> PrintSheet:
    """The sheet of a game's reference card."""

    def draws(paper: PaperSize) -> tuple[Leaf, ...]:
        tries = (_sides(book, paper, *look) for look in LOOKS)
        sides = next((some for some in tries if len(some) <= SIDES), None)
        sides = sides or _sides(book, paper, *LOOKS[-1])
        pairs = [tuple(sides[n : n + 2]) for n in range(0, len(sides), 2)]
        return tuple(Leaf(*pair) for pair in pairs)

    says = "The goal, a turn in drawings, and what everything does."
    return PrintSheet("card", "The rules on one sheet", says, draws, THEIRS, title)


@dataclass(slots=True)
class _Flow:
    """Sides that are filled from top to bottom."""

    paper: PaperSize
    y: float
    sides: list[list[Mark]] = field(default_factory=lambda: [[]])

    def need(self, high: float) -> None:
        """Go on with the next side where there is no room for so much."""
        if self.y + high > self.paper.low and self.sides[-1]:
            self.sides.append([])
            self.y = self.paper.top

    def put(self, marks: Marks, ends: float) -> None:
        """Lay these, and go on below them."""
        self.sides[-1] += marks
        self.y = ends


def _sides(book: Book, paper: PaperSize, columns: int, size: float) -> list[Marks]:
    flow = _Flow(paper, paper.top)
    goal, ends = lines(book.goal, MARGIN, flow.y, size * 1.15, paper.room, bold=True)
    flow.put(goal, ends + GAP / 2)
    if book.turn:
        _turn(flow, book.turn, size)
    for shelf in book.shelves:
        _shelf(flow, shelf, columns, size)
    return [tuple(side) for side in flow.sides]


def _turn(flow: _Flow, turn: Sequence[Step], size: float) -> None:
    wide = (flow.paper.room - GAP * (len(turn) - 1)) / len(turn)
    high = min(wide, 62.0) * STEP_HIGH / STEP_WIDE
    marks: list[Mark] = []
    ends = flow.y
    for n, step in enumerate(turn):
        x = MARGIN + n * (wide + GAP)
        marks.append(Stamp("step.html", (("step", step),), x, flow.y, wide, high))
        stands = flow.y + high + size * 1.3
        marks.append(line(f"{n + 1}. {step.head}", x, stands, size * 1.2, wide, bold=True))
        words, low = lines(step.words, x, stands + size * 0.4, size, wide)
        marks += words
        ends = max(ends, low)
    flow.put(tuple(marks), ends + GAP)


def _shelf(flow: _Flow, shelf: Shelf, columns: int, size: float) -> None:
    room = flow.paper.room
    wide = (room - GAP * (columns - 1)) / columns
    said, low = lines(shelf.words, MARGIN, size * 1.9, size, room, colour=QUIET)
    high = low if shelf.words else size * 1.9
    rows = [shelf.tiles[n : n + columns] for n in range(0, len(shelf.tiles), columns)]
    drawn = [[_tile(one, wide, size) for one in row] for row in rows]
    highs = [max(tall for _, tall in row) for row in drawn]
    flow.need(high + GAP / 4 + (highs[0] if highs else 0))
    head = line(shelf.title, MARGIN, flow.y + size * 1.4, size * 1.4, room, bold=True)
    flow.put((head, *_moved(said, 0, flow.y)), flow.y + high + GAP / 4)
    for row, tall in zip(drawn, highs, strict=True):
        flow.need(tall)
        moved = (
            _moved(marks, MARGIN + n * (wide + GAP), flow.y) for n, (marks, _) in enumerate(row)
        )
        flow.put(tuple(mark for some in moved for mark in some), flow.y + tall + GAP / 4)
    flow.y += GAP / 2


def _tile(tile: Tile, wide: float, size: float) -> tuple[tuple[_Piece, ...], float]:
    """A tile at the corner of the paper, and how high it is."""
    picture = size * 4.2 if tile.picture else 0.0
    x = picture + 2 if picture else 0.0
    name, y = lines(tile.name, x, 0, size * 1.1, wide - x, bold=True)
    marks: list[_Piece] = list(name)
    for words, colour, small in ((tile.note, QUIET, 0.92), (tile.power, INK, 1.0)):
        if words:
            said, y = lines(words, x, y, size * small, wide - x, colour=colour)
            marks += said
    if picture:
        marks.append(Stamp("tile.html", (("tile", tile),), 0, 0.5, picture, picture))
    return tuple(marks), max(y, picture + 1)


def _moved(marks: Sequence[_Piece], x: float, y: float) -> Marks:
    """The same somewhere else."""
    return tuple(replace(mark, x=mark.x + x, y=mark.y + y) for mark in marks)
