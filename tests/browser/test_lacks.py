"""What a browser may lack or forbid: no page fails for it, and who cannot go on is told why."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.access.door import PICTURES
from companion.runtime import Companion
from tests.browser.lacks import LACKS, NO_COOKIES
from tests.browser.screens import phone, shows_pictures, tap, visit, wall, wear_cookie
from tests.browser.test_joining import Hall, tap_pictures
from tests.monkey.fingers import LIVE, PLACES
from tests.web.house import Phone, begin, referee_phone

MORE = ("/boards/new", "/decks/new", "/table", "/good-night", "/replay/1", "/amend/1")


def _by_link(page: Page, house: Hall) -> None:
    visit(page, f"/join#t={house.house.access.sessions.referee_key()}")


def _by_pictures(page: Page, house: Hall) -> None:
    visit(page, "/join")
    tap_pictures(page, house)


def _by_code(page: Page, house: Hall) -> None:
    tapped = house.house.access.door.now().pictures
    visit(page, f"/join#p={'.'.join(str(PICTURES.index(name)) for name in tapped)}")


def _by_asking(page: Page, house: Hall) -> None:
    visit(page, "/join")
    tap(page, "This screen is the wall")


@pytest.mark.parametrize("comes", [_by_link, _by_pictures, _by_code, _by_asking])
def test_who_keeps_no_cookies_is_told_so(
    screens: Browser, companion: Companion, comes: Callable[[Page, Hall], None]
) -> None:
    hall = Hall(companion, screens, Phone(companion.address.port))
    hall.phone(f"/join#t={companion.access.sessions.wall_key()}").wait_for_url("**/")
    shows_pictures(companion)
    page = phone(screens, companion.address.port)
    page.context.add_init_script(NO_COOKIES)
    page.set_viewport_size({"width": 568, "height": 320})  # what is tapped lies far down
    comes(page, hall)
    expect(page.locator("#answered-words")).to_contain_text("it keeps no cookies")
    expect(page.locator("#answered-words")).to_be_in_viewport(ratio=1)
    expect(page.locator("#live")).to_be_visible()
    expect(page.locator("#tapped li")).to_have_count(0)  # so that they can be tapped again


@pytest.mark.parametrize("lack", LACKS)
def test_no_page_falls_for_what_the_browser_lacks(
    screens: Browser, house: Companion, referee: Phone, lack: str
) -> None:
    page = phone(screens, house.address.port)
    page.context.add_init_script(LACKS[lack])
    wear_cookie(page, referee.cookie)
    begin(referee, "Ana", "Ben", "Cy")
    for path in (*LIVE, *PLACES, *MORE):
        visit(page, path)
        page.evaluate("new Promise((on) => requestAnimationFrame(() => setTimeout(on)))")
        fell = [said for said in page.problems if "Failed to load resource" not in said]  # type: ignore[attr-defined]
        assert not fell, path


@pytest.mark.parametrize("lack", ["no sound", "sound refused"])
def test_a_wall_without_sound_says_so_once_somebody_wants_it(
    screens: Browser, companion: Companion, lack: str
) -> None:
    big = wall(screens, companion.address.port)
    big.context.add_init_script(LACKS[lack])
    begin(referee_phone(companion), "Ana", "Ben", "Cy")
    visit(big, "/")
    expect(big.locator("#sound-offer")).to_be_visible()
    big.locator("#sound-offer").click()
    expect(big.locator("#sound-offer")).to_be_hidden()
    expect(big.locator("#sound-word")).to_have_text("No sound here")
    assert not big.problems  # type: ignore[attr-defined]
    big.evaluate("localStorage.setItem('sound', 'on')")  # it had been on before
    big.reload()
    expect(big.locator("#live")).to_be_visible()
    assert not big.problems  # type: ignore[attr-defined]
