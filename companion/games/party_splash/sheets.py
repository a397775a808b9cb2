"""What the squirt-gun party has to print: a pad of towels, the rules on one sheet."""

from typing import Final

from companion.games.party_splash import GAME
from companion.games.party_splash.book import BOOK
from companion.games.party_splash.cards import ATTENDEES, towels_of
from companion.sheets.pads import PadColumn, PadTable, pad
from companion.sheets.reference import reference

MOST: Final = 1 + max(towels_of(guest) for guest in range(len(ATTENDEES)))  # the Birthday kid's

SHEETS: Final = (
    pad(
        PadTable(
            "Towels",
            (
                PadColumn("Name", 2.2),
                PadColumn("Guest", 1.8),
                PadColumn("Cross out a towel that is lost", 3.4, ("",) * MOST),
                PadColumn("Balloon", 1.6),
            ),
            ("",) * GAME.seats[1],
            "Write the balloon when somebody is soaked",
        )
    ),
    reference(GAME.title, BOOK),
)
