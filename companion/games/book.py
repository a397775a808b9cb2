"""What a game's part of the little book of rules holds: its goal, a turn in drawings, its cards.

Sentences of our own, whose numbers the game's rules say. Draws nothing: what a picture's name
means is for the game's pages `step.html` and `tile.html`.
"""

from collections.abc import Callable

from companion.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One drawing of a turn, and what it says."""

    drawing: str
    head: str
    words: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, a guest or another thing, and what it does.

    `note` is a word or two in its corner, `rule` the id of the rule that says the same in full.
    """

    key: str
    name: str
    power: str
    rule: str = ""
    picture: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Tiles that belong together."""

    key: str
    title: str
    tiles: tuple[Tile, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A game's part of the book.

    `beside` says by the view, a question's topic and the keys of its answers which tiles, by their
    keys, help whoever is asked. It must look at nothing that the view does not show.
    """

    goal: str
    turn: tuple[Step, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    beside: Callable[..., tuple[str, ...]] | None = None

    def tile(self, key: str) -> Tile | None:
        """The tile of this key."""
        return next((one for shelf in self.shelves for one in shelf.tiles if one.key == key), None)
