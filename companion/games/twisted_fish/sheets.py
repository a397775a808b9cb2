"""What Twisted Fish has to print: a score pad, the rules on one sheet."""

from typing import Final

from companion.games.twisted_fish import GAME
from companion.games.twisted_fish.book import BOOK
from companion.games.twisted_fish.state import GOAL
from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.reference import reference

ROUNDS: Final = 6

SHEETS: Final = (
    pad(
        PadTable(
            "Fish points",
            (PadColumn("", 1.6), *(PadColumn("", 1.5) for _ in range(GAME.seats[1]))),
            ("Name", *(f"Round {n + 1}" for n in range(ROUNDS)), "All"),
            f"{GOAL} at the end of a round: King!",
        )
    ),
    reference(GAME.title, BOOK),
)
