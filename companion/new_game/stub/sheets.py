"""What New Game has to print: a score pad, and the rules. May be left out."""

from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.reference import reference

from . import GAME
from .book import BOOK

SHEETS = (
    pad(
        PadTable(
            "Points",
            (PadColumn("Name"), PadColumn("A line for each point", 2.5)),
            ("",) * GAME.seats[1],
        )
    ),
    reference(GAME.title, BOOK),
)
