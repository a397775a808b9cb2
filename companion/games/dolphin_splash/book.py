"""SPLASH!'s part of the little book: a round in drawings, letters, fouls and what they cost."""

from typing import Final

from companion.games.book import Book, Shelf, Step, Tile
from companion.games.dolphin_splash.facts import LETTERS
from companion.games.dolphin_splash.view import View

_SPELLED: Final = "\N{NO-BREAK SPACE}".join(LETTERS)

_LETTERS: Final = (
    Tile("dolphin", "A dolphin", "Who holds one when the round ends gets a letter.", "D-R7", "one"),
    Tile(
        "bonus",
        "All the SPLASH! cards",
        "You hold a dolphin, and your four cards all say SPLASH! Show them: a letter more.",
        "D-R8",
        "splash",
    ),
    Tile(
        "without",
        "No dolphin",
        "There is one too few. Who goes without gets no letter, and the next round begins.",
        "D-R5",
        "without",
    ),
)
_GRAB: Final = (
    Tile(
        "four",
        "Four of a kind",
        "Four cards alike let you take a dolphin. As soon as one is gone, everybody may grab.",
        "D-R5",
        "four",
    ),
    Tile(
        "fake",
        "Fake-out",
        "Reach out, jump up, bang on the table: all fine, as long as you touch no dolphin.",
        "D-R10",
        "fake",
    ),
    Tile(
        "foul",
        "Too soon!",
        "Somebody touched first, without four of a kind. All who did not touch get a letter. The "
        "round goes on.",
        "D-R9",
        "foul",
    ),
    Tile("one", "One each", "You have two? Put one back in the middle.", "D-Q12", "two"),
)
_MORE: Final = (
    Tile(
        "overtime",
        "Overtime",
        f"Two have {_SPELLED} at once? Everybody plays on, with two dolphins, until one of "
        "the two is ahead.",
        "D-R12",
        "two",
    ),
    Tile(
        "alternate",
        "For grown-ups",
        "Five cards each, four alike will do. The dealer also draws one, and who sits on the "
        "dealer's right throws one away.",
        "D-R13",
        "pass",
    ),
)
_HELPS: Final = {
    "verdict": ("four", "foul"),
    "holders": ("dolphin", "without"),
    "contest": ("one",),
    "foul": ("foul",),
    "late_foul": ("foul",),
    "bonus": ("bonus",),
    "reset": ("foul",),
}


def beside(view: View, topic: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """What a round's questions are about."""
    # On phones each has a dolphin of its own, and nobody can have two.
    return () if view.phones and topic == "contest" else _HELPS.get(topic, ())


BOOK: Final = Book(
    goal=f"Be the first to write {_SPELLED} on the pad. Every dolphin that you grab is a letter.",
    turn=(
        Step("pass", "Pass", "On “PASS” everybody slides a card face down to the left."),
        Step("grab", "Grab", "Four of a kind? Take a dolphin! Now everybody grabs."),
        Step("write", "Write", "Who has a dolphin marks a letter. Then the next one deals."),
    ),
    shelves=(
        Shelf("grabbing", "Grab, or pretend to", _GRAB),
        Shelf("letters", "What brings letters", _LETTERS),
        Shelf("more", "More ways to play", _MORE),
    ),
    beside=beside,
)
