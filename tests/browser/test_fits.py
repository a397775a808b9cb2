"""What scripts make of a page has room, too: the steps to a new game, who one is, a family's own.

The crawler's rules (`tests/moments/measure`), on pages whose scripts run.
"""

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.runtime import Companion
from tests.browser.looks import faults, unfold
from tests.browser.screens import phone, visit
from tests.moments.recorded import people
from tests.moments.tables import TWICE
from tests.web.house import Phone, leader

SIZES = ((320, 568), (390, 844), (375, 667), (568, 320), (844, 390), (1024, 768), TWICE)
NAMES = people(9)
# With letters of twice their size a target is as large as it looks, and of an example that stands
# in an empty field the end is left out.
LARGE = ("target |", "hint |")


@pytest.fixture(scope="module")
def page(screens: Browser, house: Companion) -> Page:
    told: Phone = leader(house, *NAMES[:6])
    return phone(screens, house.address.port, cookie=told.cookie)


def has_room(page: Page) -> None:
    found = [one for one in faults(page, NAMES, *SIZES) if not is_excepted(one)]
    assert not found, "\n".join(found)


def is_excepted(fault: str) -> bool:
    return f"{TWICE[0]}x{TWICE[1]}" in fault and fault.startswith(LARGE)


@pytest.mark.parametrize("kind", GAMES)
def test_each_step_to_a_new_game_has_room(page: Page, kind: str) -> None:
    visit(page, "/new")
    has_room(page)
    page.locator(f"[data-game={kind}]").first.click()
    if GAMES[kind].efforts:
        has_room(page)
        page.locator(f"[data-efforts={kind}] [data-effort]").last.click()
    has_room(page)
    page.locator("[data-next]").click()
    unfold(page)
    has_room(page)


@pytest.mark.parametrize("path", ["/me", "/people", "/decks/new"])
def test_pages_about_people_and_cards_have_room(page: Page, path: str) -> None:
    visit(page, path)
    unfold(page)
    has_room(page)
