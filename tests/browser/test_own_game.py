"""A family's own game on real screens: plain drawings, none at all, and dolphins to touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion import more_games, new_game
from companion.games import GAMES
from tests.browser.looks import cut_off
from tests.browser.screens import NAME, PHONE, screen, visit
from tests.test_new_game import forget
from tests.web.house import Phone, begin, referee_phone, running

PLAIN = '<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="30"/></svg>\n'
HIGH_MOST = 220  # dots, of a drawing beside words on a phone
WIDE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """At a table with a game of plain drawings, one without any, and one that feels hands."""
    before, folder = set(GAMES), tmp_path_factory.mktemp("own")
    for kind in ("plain_game", "bare_game", "felt_game"):
        list(new_game.write(kind, folder))
    for part in ("icon.html", "step.html", "table.html"):
        (folder / "plain_game" / "pages" / part).write_text(PLAIN, encoding="utf-8")
    feels(folder / "felt_game")
    assert more_games.add(folder) == ()
    house = running(tmp_path_factory.mktemp("house"), names=(NAME,))
    yield referee_phone(house)
    house.close()
    forget(before)


def feels(folder: Path) -> None:
    """Let it be played with dolphins, and have a picture of its own in which there are none."""
    facts, rules = folder / "facts.py", folder / "rules.py"
    told = facts.read_text(encoding="utf-8").replace("| Corrected", "| Corrected | Hardware")
    told = told.replace("Corrected, Seat", "Corrected, Hardware, Seat")
    facts.write_text(told, encoding="utf-8")
    text = rules.read_text(encoding="utf-8").replace(
        "    told: int  # facts that counted so far\n    present",
        "    in_play: tuple[Pad, ...]\n    told: int\n    present",
    )
    text = text.replace(
        "        told=state.told,\n",
        "        told=state.told,\n        in_play=tuple(map(Pad, range(5))),\n",
    )
    text = text.replace("Judged, Refused", "Judged, Pad, Refused")
    text = text.replace(
        "            return _correct(state, seat, points)\n",
        "            return _correct(state, seat, points)\n    return Judged(state)\n",
    )
    rules.write_text(text, encoding="utf-8")
    (folder / "pages" / "table.html").write_text(PLAIN, encoding="utf-8")


@pytest.fixture
def page(screens: Browser, referee: Phone) -> Page:
    """The referee's phone."""
    page = screen(screens, referee.port, PHONE, cookie=referee.cookie)
    return page


def test_a_plain_drawing_is_as_large_as_its_place(page: Page) -> None:
    for path, drawing in (
        ("/new", '[data-game="plain_game"] > svg'),
        ("/rules/plain_game", ".steps-drawn li > svg"),
        ("/rules/plain_game", ".shelf-of-games a[aria-current] > svg"),
    ):
        visit(page, path)
        box = page.locator(drawing).first.bounding_box()
        assert box is not None and 20 < box["height"] < HIGH_MOST, (path, drawing, box)
        assert cut_off(page) == []


def test_the_way_to_a_game_without_a_picture_is_seen(page: Page) -> None:
    visit(page, "/rules/bare_game")
    shown = page.locator(".shelf-of-games a[aria-current]")
    assert shown.locator("b").inner_text() == "B"


def test_a_game_that_feels_hands_has_dolphins_to_touch(page: Page, referee: Phone) -> None:
    """Its own picture may have none in it; on a pretended table nothing else could be touched."""
    begin(referee, "Ana", "Ben", kind="felt_game")
    assert referee.answer("start")["reply"] == "counts"
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    visit(page, "/tabletop")
    dolphins = page.locator("[data-tap] [data-pad]").all()
    assert [one.is_visible() for one in dolphins] == [True] * 5
    assert cut_off(page) == []


def test_a_small_child_reads_who_has_won(referee: Phone) -> None:
    """A game that draws nothing for that has its end there as on every other screen."""
    begin(referee, "Ana", "Ben", kind="bare_game")
    for _ in range(3):
        assert referee.answer("start")["reply"] == "counts"
        assert referee.answer("highest", seat=1)["reply"] == "counts"
    child = Phone(referee.port)
    knock = child.post("/api/knock", {"seat": 0})[1]
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    child.get("/api/whoami")
    person = next(phone["person"] for phone in referee.state()["phones"] if phone["seat"] == 0)
    assert referee.post("/api/child", {"person": person, "child": True})[0] == 200
    seen = child.get("/seat")[1]
    assert "has won!" in seen and 'class="column child"' in seen
