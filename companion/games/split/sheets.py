"""What SPLIT has to print: the practice board, chips, a score pad, the rules on one sheet."""

from collections.abc import Callable, Iterator
from typing import Final

from companion.games.split import GAME
from companion.games.split.board import board_of, letters_of
from companion.games.split.book import BOOK
from companion.games.split.drawing import FAR, MARKS, SQUARES
from companion.games.split.path import SIDE
from companion.games.split.state import COLOURS, chips_each
from companion.sheets.cutting import cut, scissors
from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.paper import (
    Leaf,
    Mark,
    Marks,
    Oblong,
    PaperSize,
    PrintSheet,
    Sprite,
)
from companion.sheets.reference import reference
from companion.sheets.writing import line, lines

OUT: Final = 60  # beyond the spaces at each side, in the pages' measure
WHOLE: Final = 100 * SIDE + 2 * OUT
GROUND: Final = "#e9e0c9"
EDGES: Final = dict(zip(COLOURS, ("#f4b6b0", "#a3dfb6"), strict=False))
CHIPS: Final = dict(zip(COLOURS, map(chips_each, (2, 2, 3)), strict=True))
CHIP, ACROSS = 15.0, 12  # how large a chip is in mm, and how many lie side by side
GAMES_ON_A_PAD: Final = 8
At = Callable[[float, float], tuple[float, float]]


def _board(paper: PaperSize) -> tuple[Leaf, ...]:
    """The board, as large as the paper: its spaces, and whose its sides are."""
    scale = paper.room / WHOLE
    left, top = paper.middle - paper.room / 2, paper.top + 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (x + OUT) * scale, top + (y + OUT) * scale

    spaces = (f"sp-{letters_of(suits)}" for suits in board_of(()).suits)
    round_ = tuple(
        Sprite(name, *at(place.x + 3, place.y + 3), 94 * scale, 94 * scale)
        for name, place in zip(spaces, SQUARES, strict=True)
    )
    ground = Oblong(*at(-14, -14), 1028 * scale, 1028 * scale, 34 * scale, GROUND)
    words = (
        "Red rings join top and bottom, green crosses join left and right. "
        "With gold triangles, too, everybody joins any two opposite sides."
    )
    said, _ = lines(words, paper.wide * 0.14, top + paper.room + 4, 4, paper.wide * 0.72)
    return (Leaf((ground, *_sides(at, scale), *round_, *said)),)


def _sides(at: At, scale: float) -> Iterator[Mark]:
    """The edges of two opposite sides each, with the chips that say whose they are."""
    for is_across, (colour, fill) in enumerate(EDGES.items()):
        for far in FAR:
            place = at(far, 0) if is_across else at(0, far)
            long, thick = 100 * SIDE * scale, 36 * scale
            size = (thick, long) if is_across else (long, thick)
            yield Oblong(*place, *size, 18 * scale, fill)
            for mark in MARKS:
                corner = at(far - 14, mark) if is_across else at(mark, far - 14)
                yield Sprite(f"chip-{colour}", *corner, 64 * scale, 64 * scale)


def _chips(paper: PaperSize) -> tuple[Leaf, ...]:
    """All chips, to be cut out as squares: straight lines are for every pair of scissors."""
    chips = [colour for colour, many in CHIPS.items() for _ in range(many)]
    left, top = paper.middle - ACROSS * CHIP / 2, paper.top + 4
    marks: list[Mark] = []
    for n, colour in enumerate(chips):
        row, column = divmod(n, ACROSS)
        x, y = left + column * CHIP, top + row * CHIP
        marks.append(Sprite(f"chip-{colour}", x + 1, y + 1, CHIP - 2, CHIP - 2))
    return (Leaf((*marks, *_lines(left, top, -(-len(chips) // ACROSS)), *_words(paper, top))),)


def _lines(left: float, top: float, rows: int) -> Marks:
    right, low = left + ACROSS * CHIP, top + rows * CHIP
    upright = (cut(left + n * CHIP, top - 3, left + n * CHIP, low + 3) for n in range(ACROSS + 1))
    level = (cut(left - 3, top + n * CHIP, right + 3, top + n * CHIP) for n in range(rows + 1))
    return (*upright, *level, scissors(left + 3, low + 8))


def _words(paper: PaperSize, top: float) -> Marks:
    many = ", ".join(f"{many} {colour}" for colour, many in CHIPS.items())
    words = f"{many}. Buttons or beads in three colours are as good."
    low = top + -(-sum(CHIPS.values()) // ACROSS) * CHIP + 9.2
    return (line(words, paper.middle, low, 4, paper.room * 0.8, anchor="middle"),)


SHEETS: Final = (
    PrintSheet(
        "board",
        "Practice board",
        "A board of our own to play on, for paper chips or for buttons.",
        _board,
        "It is not the printed board.",
        "Practice board",
    ),
    PrintSheet(
        "chips", "Paper chips", "As many as a game needs, to cut out.", _chips, head="Paper chips"
    ),
    pad(
        PadTable(
            "Who won?",
            (
                PadColumn("Game", 1),
                *(PadColumn(colour.capitalize(), 1.6) for colour in COLOURS),
            ),
            tuple(str(n + 1) for n in range(GAMES_ON_A_PAD)),
            "Names above, a cross for who won",
        )
    ),
    reference(GAME.title, BOOK),
)
