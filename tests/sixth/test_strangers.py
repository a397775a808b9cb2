"""Games of kinds that we have none of, written by the guide alone: one for one person without any
score, whose question is a number, and one of two teams whose words are secret.

Each is on every page, in every API answer and in every command, and what it says is said.
"""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion import more_games
from companion.games import GAMES
from tests.test_new_game import forget
from tests.web.house import begin, referee_phone, running, seated
from tests.web.test_child_http import is_child
from tests.web.walk import Table, at_a_table, drawn, whole_evening

STRANGERS = Path(__file__).with_name("strangers")
KINDS = sorted(path.name for path in STRANGERS.iterdir())
HINT, WORD = "Put one more block on it!", "Penguin"


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    """With these games, and as it was afterwards."""
    before = set(GAMES)
    assert more_games.add(STRANGERS) == ()
    yield
    forget(before)


def begun(table: Table, kind: str, *people: str) -> None:
    told = {"kind": kind, "people": people, "options": {}}
    assert table.post("game", **told, sure=True, tell=table.room.tap())["reply"] == "counts"


def tell(table: Table, key: str, place: int = 0, **picks: int) -> None:
    asks = [one for one in table.room.open if any(c.key == key for c in one.ask.choices)]
    told = {"ask": asks[place].id, "key": key, "picks": picks}
    assert table.post("answer", tell=table.room.tap(), **told)["reply"] == "counts"


def page(table: Table, who: str, name: str) -> str:
    """A live page, in words as they are read."""
    return unescape(drawn(table.get("simulated", who, f"/api/fragment?page={name}")))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_walked_through_like_our_own(kind: str, tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        whole_evening(table, kind, tmp_path)


def test_what_all_do_meanwhile_is_on_every_screen(tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        begun(table, "tower", "Ana")
        screens = (("", "wall"), ("seat", "seat"), ("referee", "referee"))
        assert not [name for who, name in screens if HINT in page(table, who, name)]
        tell(table, "high", blocks=7)
        assert not [name for who, name in screens if HINT not in page(table, who, name)]


def test_what_has_no_ruling_is_noted_by_its_name(tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        begun(table, "tower", "Ana")
        tell(table, "high", blocks=7)
        assert "Noted: how high it is." in page(table, "", "wall")


def test_a_book_without_a_word_says_so(tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        said = drawn(table.get("simulated", "", "/rules/tower"))
        assert "Nobody has written its rules down here yet" in said and ">Contents</h2>" not in said
        assert ">Contents</h2>" in drawn(table.get("simulated", "", "/rules/code_words"))


def test_a_secret_is_on_its_own_phone_alone(tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        begun(table, "code_words", "Ana", "Ben", "Cy", "Dee")
        tell(table, "word", word=2)
        tell(table, "word", word=1)
        assert f"Your word: {WORD}" in page(table, "seat", "seat")
        others = (("", "wall"), ("referee", "referee"), ("table", "tabletop"))
        for who, name in others:
            assert "Your word" not in page(table, who, name), name
            assert "Noted: a hidden word." in page(table, who, name) or name == "tabletop"
        asked = page(table, "referee", "referee")
        assert "Cy: Which word do you have?" in asked and "Ana: Which" not in asked


def test_a_small_child_waits_for_nobody_who_is_asked_something_else(tmp_path: Path) -> None:
    house = running(tmp_path)
    try:
        referee = referee_phone(house)
        begin(referee, "Ana", "Ben", "Cy", "Dee", kind="code_words")
        cy = seated(house, referee, 2)
        is_child(referee, 2)
        assert "Which word do you have?" in cy.get("/seat")[1]
    finally:
        house.close()
