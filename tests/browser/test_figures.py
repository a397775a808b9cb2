"""Pages of figures in a real browser: nothing is cut off, and who hears them misses nothing."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.access.own_figures import let_rate
from companion.journal import Journal
from companion.runtime import Companion
from tests.browser.game_table import is_clean
from tests.browser.screens import NAME, phone, visit
from tests.web.house import leader, running, seated, until
from tests.web.test_figures_http import PEOPLE, note
from tests.web.test_ratings_http import GAMES, fast

PATHS = ("/figures", "/ratings", "/records", "/table")


@pytest.fixture(scope="module")
def much(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A house that has played much, at a table with real dolphins."""
    state: Path = tmp_path_factory.mktemp("much")
    with closing(Journal(state / "journal.sqlite", "boot")) as journal:
        fast(journal, "gpio", GAMES)
        for sensor in ("gpio", "tablet"):
            note(journal, sensor, "seat:0")
        let_rate(journal, True)
    house = running(state, names=(NAME,))
    yield house
    house.close()


@pytest.fixture(scope="module")
def page(screens: Browser, much: Companion) -> Page:
    """The referee's own phone, who plays, too."""
    referee = leader(much, *PEOPLE)
    ana = seated(much, referee, 0)
    until(lambda: "Counting" not in referee.get("/records")[1])
    found = phone(screens, much.address.port, cookie=ana.cookie)
    found.cookies = {"/table": referee.cookie, "": ana.cookie}  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("path", PATHS)
def test_they_are_clean_with_all_that_there_is(page: Page, path: str) -> None:
    cookies: dict[str, str] = page.cookies  # type: ignore[attr-defined]
    visit(page, path, cookies.get(path, cookies[""]))
    assert page.locator(".did").count(), "there is something"
    is_clean(page, path)


def test_behind_every_picture_is_a_table(page: Page) -> None:
    """Who cannot see a picture has all of it beside it: what it says, and its numbers."""
    cookies: dict[str, str] = page.cookies  # type: ignore[attr-defined]
    for path in PATHS:
        visit(page, path, cookies.get(path, cookies[""]))
        pictures = page.locator("main figure")
        for at in range(pictures.count()):
            one = pictures.nth(at)
            assert one.locator("svg").get_attribute("aria-hidden") == "true"
            behind = one.locator("xpath=following-sibling::details//table[1]").first
            numbers = behind.locator("td").all_text_contents()
            assert any(re.search(r"[0-9]", said) for said in numbers), (path, numbers)
