"""Each game's part of the little book: every card is in it, and what a question needs is there."""

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.animal_splash.facts import Action
from companion.games.animal_splash.sample import SAMPLE
from companion.games.book import Book, Tile
from companion.games.party_splash.cards import ATTENDEES, Card, Icon, Role
from companion.games.split.facts import Match
from companion.games.twisted_fish.cards import KINDS, ZINGERS
from companion.words import Refused, Text
from tests.games.shelf import RULES
from tests.games.transcripts import fact, read, setup

PAPERS = Path(__file__).resolve().parents[1] / "transcripts"
TURN = 3  # drawings
SENTENCE = re.compile(r"[A-Z0-9].*[.!?]")
HAS = {  # by game: the names that have to be on tiles
    "dolphin_splash": {"Four of a kind", "A dolphin", "All the SPLASH! cards", "Too soon!"},
    "twisted_fish": {*ZINGERS, *(kind.capitalize() for kind in KINDS)},
    "split": {*(match.value.capitalize() for match in Match), "Red joker", "Black joker"},
    "party_splash": {*ATTENDEES},
    "animal_splash": {*(animal.capitalize() for animal in SAMPLE.animals)},
}
KEYS = {  # and their keys, where a question names them so
    "party_splash": {
        *(f"card-{card.value}" for card in Card),
        *(f"guest-{guest}" for guest in range(len(ATTENDEES))),
        *(f"balloon-{role.value}" for role in Role),
        *(f"flip-{icon.value}" for icon in Icon),
    },
    "split": {match.value for match in Match},
    "animal_splash": {action.value for action in Action},
}
DECLARE = ("cards", "sample")  # the modules in which a game declares what its cards are called
NO_TILE = {  # by game: what is declared there, and why it has no tile of its own
    "dolphin_splash": {
        "OTHERS": "a rank of a pack is one set of four, and all of them are alike",
        "RANKS": "the same, for the four that bring a letter more",
        "PACK": "the same",
        "WHOLE": "how a whole pack is told",
        "NAMES": "whatever brings a letter more is the tile of the SPLASH! cards",
        "BEASTS": "a set of four on phones, and all of them are alike",
        "FOURS": "the same, all four of it",
    },
    "twisted_fish": {"COLOURS": "a colour of a kind does nothing of its own"},
    "split": {
        "SUITS": "a suit does nothing of its own: the three matches do",
        "LETTERS": "the suits again",
        "RANKS": "nor does a rank",
    },
    "animal_splash": {
        "_COLOURS": "what an animal looks like is for groups and missions",
        "_BACKGROUNDS": "the same",
        "_PLANTS": "the same",
        "ANY": "a start card whose animal looks like all of them",
    },
}
NO_TILE_OF_OPTIONS = {  # names that house options open with
    "Grown-ups' way": "it is the tile “For grown-ups”",
    "Cards on phones": "each phone says what is to be done with its hand",
    "Hose and Water Bucket": "they have a tile each",
}
# What was said nowhere before.
SAID = (
    ("party_splash", "card-7", "into your hand"),
    ("party_splash", "balloon-0", "Soak all Classmates"),
    ("party_splash", "balloon-1", "Keep the Birthday kid dry"),
    ("party_splash", "balloon-2", "Birthday kid has to be soaked"),
    ("party_splash", "balloon-3", "last one dry"),
    ("party_splash", "card-12", "the kid discards it"),
    ("party_splash", "card-14", "stays before you"),
    ("dolphin_splash", "alternate", "right throws one away"),
    ("dolphin_splash", "alternate", "four alike will do"),
    ("split", "memory", "showed that suit"),
    ("split", "light-companion", "whose turn"),
    ("split", "light-tap", "Weak, strong or perfect"),
    ("split", "light-table", "Whether two halves match"),
)


def book_of(kind: str) -> Book:
    book = GAMES[kind].book
    assert book is not None
    return book


def tiles_of(kind: str) -> list[Tile]:
    return [tile for shelf in book_of(kind).shelves for tile in shelf.tiles]


def rows_of(kind: str) -> list[list[str]]:
    page = Path(GAMES[kind].drawing.__file__ or "").with_name("rules.md")  # type: ignore[union-attr]
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "-" in line[:5]]


@pytest.mark.parametrize("kind", HAS)
def test_every_card_has_a_tile(kind: str) -> None:
    tiles = tiles_of(kind)
    assert {tile.name for tile in tiles} >= HAS[kind]
    assert {tile.key for tile in tiles} >= KEYS.get(kind, set())
    assert len({tile.key for tile in tiles}) == len(tiles)


def words_in(value: object) -> Iterator[str]:
    """All that is said in a constant."""
    if isinstance(value, str | Text):
        yield value if isinstance(value, str) else value.template
    elif isinstance(value, dict | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from words_in(one)


def declared(kind: str) -> Iterator[tuple[str, str]]:
    """Each name that a game declares for cards, guests, balloons and the like, and where."""
    for module in DECLARE:
        if find_spec(name := f"{GAMES[kind].package}.{module}") is not None:
            for where, value in vars(import_module(name)).items():
                if where.isupper():
                    yield from ((where, word) for word in words_in(value))


@pytest.mark.parametrize("kind", GAMES)
def test_every_name_that_is_declared_has_a_tile_or_a_reason(kind: str) -> None:
    names, excused = {*declared(kind)}, NO_TILE.get(kind, {})
    assert {*excused} <= {where for where, _ in names}
    tiles = [tile.name.casefold() for tile in tiles_of(kind)]
    assert not [(w, word) for w, word in names if w not in excused and word.casefold() not in tiles]


def test_games_declare_names() -> None:
    """Else none is looked for."""
    assert len([kind for kind in GAMES if [*declared(kind)]]) > 4


def test_every_power_that_a_house_may_want_has_a_tile_or_a_reason() -> None:
    """An option that opens with a name, as "Perfect Memory: …", is found in the book by it."""
    named = {
        (kind, head)
        for kind, game in GAMES.items()
        for head, colon, _ in (option.label.partition(":") for option in game.options)
        if colon
    }
    assert {*NO_TILE_OF_OPTIONS} < {head for _, head in named}
    for kind, head in named:
        tiles = {tile.name for tile in tiles_of(kind)}
        assert head in NO_TILE_OF_OPTIONS or head in tiles, head


@pytest.mark.parametrize("kind", HAS)
def test_every_tile_says_what_it_does_and_by_which_rule(kind: str) -> None:
    rules = {row[0] for row in rows_of(kind)}
    for tile in tiles_of(kind):
        assert SENTENCE.fullmatch(tile.power), tile
        assert tile.rule in rules, tile


@pytest.mark.parametrize("kind", HAS)
def test_the_goal_is_said_and_a_turn_is_three_drawings(kind: str) -> None:
    book = book_of(kind)
    assert SENTENCE.fullmatch(book.goal)
    assert len(book.turn) == TURN
    assert all(SENTENCE.fullmatch(step.words) for step in book.turn)


@pytest.mark.parametrize(("kind", "key", "words"), SAID)
def test_what_was_said_nowhere_is_said(kind: str, key: str, words: str) -> None:
    tile = book_of(kind).tile(key)
    assert tile is not None
    assert words in f"{tile.power} {tile.note}"


@pytest.mark.parametrize("kind", HAS)
def test_every_ruling_has_a_reason(kind: str) -> None:
    rulings = [row for row in rows_of(kind) if re.fullmatch(r"[A-Z]-[QS]\d+", row[0])]
    assert len(rulings) >= 30
    for row in rulings:
        assert len(row) == 3 and SENTENCE.fullmatch(row[2]), row


@pytest.mark.parametrize("kind", HAS)
def test_what_is_beside_a_question_is_in_the_book(kind: str) -> None:
    book, game, words = book_of(kind), RULES[kind], import_module(f"tests.games.words_{kind}")
    assert book.beside is not None
    found = set()
    for path in sorted((PAPERS / kind).glob("*.txt")):
        for state in states(path, game, words):
            view = game.view(state)
            for ask in game.asks(state):
                found |= {*book.beside(view, ask.topic, tuple(one.key for one in ask.choices))}
    assert found
    assert not [key for key in found if book.tile(key) is None]


def test_that_the_grid_and_the_missions_are_filled_again_is_said() -> None:
    """A-R9: a light game asks for no new card, so nobody else says it there."""
    words = " ".join(shelf.words for shelf in book_of("animal_splash").shelves)
    assert "Last of all in a turn fill the grid and the missions again." in words


def test_beside_a_diver_that_is_placed_stands_no_step() -> None:
    """A-Q3 Placing gives nothing: "you get 1 oxygen" was tapped as the card's."""
    kind, book = "animal_splash", book_of("animal_splash")
    game, words = RULES[kind], import_module(f"tests.games.words_{kind}")
    assert book.beside is not None
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for path in sorted((PAPERS / kind).glob("*.txt")):
        for state in states(path, game, words):
            view = game.view(state)
            if any(ask.topic == "dive" for ask in game.asks(state)):
                found[view.divers[view.turn] < 0] |= {*book.beside(view, "dive", ())}
    assert found == {True: {"breathes"}, False: {"step", "steps"}}


def states(path: Path, game: ModuleType, words: ModuleType) -> list[Any]:
    """All that a game on paper comes by."""
    paper = read(path.read_text(encoding="utf-8"))
    found = [game.start(setup(game, words, paper))]
    for line in paper.told:
        try:
            found.append(game.judge(found[-1], fact(words, paper, found[-1], line.words)).state)
        except Refused:
            continue
    return found
