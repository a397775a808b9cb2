"""Each game's part of the little book: every card is in it, and what a question needs is there."""

import re
from importlib import import_module
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
from companion.words import Refused
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
