"""The little book of rules: each game's goal, turn and tiles, and its rules in words, by id.

Reads a game's `book.py` and the tables of its rules.md; what they say is for people, not for the
judge. What a game leaves out is left out.
"""

import re
from functools import cache
from types import MappingProxyType

from jinja2 import Environment
from markupsafe import Markup

from companion.frozen import dataclass
from companion.games import GAMES
from companion.games.book import Book, Tile
from companion.web.folders import rules_text
from companion.web.wire import AskShown, Snap

_ROW = re.compile(
    r"^\|\s*(?P<id>[A-Z]-[RQCS]\d+[a-z]?)\s*\|\s*(?P<text>.+?)\s*\|(?:\s*(?P<why>.+?)\s*\|)?\s*$"
)
_SET_OFF = re.compile(r"[*`]([^*`]+)[*`]")
_CHAPTERS = (  # by the letter of their ids
    ("R", "rules", "All the rules", "Each has a little number, which the companion says with it."),
    ("Q", "rulings", "What the box does not say", "So this is how we play it, and why."),
    ("S", "house", "And in our house", "Who comes, who goes, and who may put right what."),
    ("C", "known", "What the companion can know", ""),
)
_NO_BOOK = Book("")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its words, and why it was ruled so, where there was something to rule."""

    id: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    key: str
    title: str
    words: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class BookShown:
    """A game's part of the book, as its page draws it."""

    kind: str
    title: str
    book: Book
    chapters: tuple[Chapter, ...]

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """The parts that there are: where each begins, and what it is called."""
        told = (("goal", "The goal", self.book.goal), ("turn", "A turn", self.book.turn))
        return (
            *((key, title) for key, title, there in told if there),
            *((shelf.key, shelf.title) for shelf in self.book.shelves if shelf.tiles),
            *((chapter.key, chapter.title) for chapter in self.chapters),
        )


class Tiles:
    """Tiles as pages show them, each drawn once: a question is drawn anew with every tap."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._drawn: dict[tuple[str, str, bool], Markup] = {}

    def of(self, kind: str, tile: Tile, linked: bool = False) -> Markup:
        """A tile of a game; `linked` to its rule on the same page."""
        key = kind, tile.key, linked
        if key not in self._drawn:
            page = self._env.get_template("_tile.html")
            self._drawn[key] = Markup(page.render(kind=kind, tile=tile, linked=linked))
        return self._drawn[key]


def book_of(kind: str) -> BookShown:
    """The part of a game."""
    rules = rules_of(kind)
    chapters = (
        Chapter(key, title, words, tuple(rule for rule in rules if rule.id[2] == letter))
        for letter, key, title, words in _CHAPTERS
    )
    there = tuple(chapter for chapter in chapters if chapter.rules)
    return BookShown(kind, GAMES[kind].title, GAMES[kind].book or _NO_BOOK, there)


def beside(snap: Snap, ask: AskShown) -> tuple[Tile, ...]:
    """The tiles of the book that help with a question."""
    book = GAMES[snap.game.kind].book if snap.game else None
    if book is None or book.beside is None:
        return ()
    keys = book.beside(snap.view, ask.topic, tuple(choice.key for choice in ask.choices))
    found = (book.tile(key) for key in keys)
    return tuple(tile for tile in found if tile is not None)


@cache
def rules_of(kind: str) -> tuple[Rule, ...]:
    """All rules of a game in the order of its page; none where there is no such page."""
    rows = (_ROW.match(line) for line in rules_text(kind).splitlines())
    found = ((row["id"], _plain(row["text"]), _plain(row["why"] or "")) for row in rows if row)
    return tuple(Rule(*told) for told in found)


def _plain(words: str) -> str:
    """What is set off in Markdown is quoted on a page."""
    return _SET_OFF.sub("“\\1”", words)


def rule_text(kind: str, rule: str) -> str:
    """The words of one rule, or nothing."""
    return next((found.text for found in rules_of(kind) if found.id == rule), "")


HOMES = MappingProxyType({"seat": "/seat", "referee": "/referee", "table": "/tabletop"})


def home_of(role: str, by_phone: bool) -> str:
    """Where whoever has read goes back to; `by_phone`: a hand of cards waits on the own page."""
    return HOMES["seat"] if by_phone else HOMES.get(role, "/")
