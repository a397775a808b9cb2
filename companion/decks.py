"""The decks of Animal Splash that a family entered: their form, and their files.

Knows neither phones nor the game at hand. A deck with a fault is never kept.
"""

import json
import time
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, replace
from enum import Enum

from companion import codec
from companion.games.animal_splash.deck import Card, Deck, End, Mission, checked, faults
from companion.journal import Journal, settings
from companion.journal.library import ContentType, Library, too_long
from companion.words import Refused, Text

FILE_MOST = 16 * 1024  # letters of a deck's file: an honest one has some 7,500
RULE = "A-S10"
_MARK = "animal splash deck"  # what a file says that it is
_DECK = Text("deck")


@dataclass(frozen=True, slots=True)
class Kept:
    """A deck without faults, its name, and when it was saved."""

    name: str
    deck: Deck
    saved_ms: int


_TYPE = ContentType(settings.DECKS, Kept, _DECK, Text("decks"), lambda kept: not faults(kept.deck))


class Decks(Library[Kept]):
    """The decks of one journal. All methods may be called from any thread."""

    field = "deck"  # of a Setup, that is filled with one

    def __init__(
        self, journal: Journal, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        super().__init__(journal, _TYPE, wall_ms)

    def filling(self, deck: str) -> object:
        """What a Setup takes of the one with this id; None where it is not here."""
        kept = self.all().get(deck)
        return None if kept is None else plain(kept.deck)

    def keep(self, name: str, content: object, deck: str = "") -> str:
        """As `put`, for a deck as JSON data. Raises Refused with its first fault, JournalError."""
        whole = replace(checked(told(content)), title=name)
        return self.put(lambda saved_ms: Kept(name, whole, saved_ms), deck)


def told(content: object) -> Deck:
    """A deck from JSON data, in whatever state it is. Raises Refused (A-S10) where it is none."""
    try:
        deck: Deck = codec.decode(Deck, content, "the deck")
    except codec.Malformed as problem:
        raise Refused(RULE, Text("That is no deck: {why}", why=str(problem))) from None
    return deck


def plain(card: Deck | Card | Mission | End) -> dict[str, object]:
    """A deck, or a card of one, as JSON data without what goes without saying."""
    said = ((field, getattr(card, field.name)) for field in fields(card))
    return {f.name: _plain(v) for f, v in said if f.default is MISSING or v != f.default}


def written(kept: Kept) -> str:
    """A deck as a file, to be carried to another table or mended by hand: a line for each card."""
    said = {"splash_companion": _MARK, **plain(kept.deck)}
    lines = (f" {json.dumps(key)}: {_block(value)}" for key, value in said.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Deck:
    """What is in a deck's file, whole or a part of one. Raises Refused (A-S10)."""
    if len(text) > FILE_MOST:
        raise too_long(RULE, _DECK, FILE_MOST)
    try:
        said = codec.parse(text)
    except codec.Malformed:
        said = None
    if not isinstance(said, dict) or "cards" not in said:
        raise Refused(RULE, Text("That file is no deck: it has no cards in it."))
    return told({key: value for key, value in said.items() if key != "splash_companion"})


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Card | Mission | End):
        return plain(value)
    return value.value if isinstance(value, Enum) else value


def _block(value: object) -> str:
    if not isinstance(value, list) or not value or not isinstance(value[0], dict):
        return json.dumps(value, ensure_ascii=False)
    cards = ",\n".join(f"  {json.dumps(card, ensure_ascii=False)}" for card in value)
    return f"[\n{cards}\n ]"
