"""At 200 % everything is there: no sideways scrolling, nothing cut off, targets for thumbs."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from tests.browser.game_table import looked_at
from tests.browser.looks import cut_off, small_targets, unfold
from tests.browser.moments import MOMENTS, PEOPLE
from tests.browser.screens import NAME, PHONE, WALL, darken, screen, visit, wear_cookie
from tests.browser.test_axe import LIVE, SHOWN
from tests.web.house import begin, referee_phone, running, seated

ZOOM = 2


class Half:
    """A table, seen at 200 %: screens half as wide and high, with pixels of double size."""

    def __init__(self, screens: Browser, house: Companion) -> None:
        self.house = house
        self.told = referee_phone(house)
        begin(self.told, *PEOPLE)
        port = house.address.port
        small = {name: size // ZOOM for name, size in PHONE.items()}
        self.seat = screen(screens, port, small, device_scale_factor=2 * ZOOM, has_touch=True)
        self.referee = screen(screens, port, small, device_scale_factor=2 * ZOOM, has_touch=True)
        self.guest = screen(screens, port, small, device_scale_factor=2 * ZOOM, has_touch=True)
        half = {name: size // ZOOM for name, size in WALL.items()}
        self.wall = screen(screens, port, half, device_scale_factor=ZOOM)
        wear_cookie(self.seat, seated(house, self.told, 0).cookie)
        wear_cookie(self.referee, self.told.cookie)

        self.pages = self.seat, self.referee, self.guest, self.wall


@pytest.fixture(scope="module")
def half(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Half]:
    house = running(tmp_path_factory.mktemp("zoom"), names=(NAME,))
    table = Half(screens, house)
    yield table
    house.close()


def whole(page: Page, path: str) -> None:
    visit(page, path)
    unfold(page)
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert cut_off(page) == [], path
    assert small_targets(page) == [], path


@pytest.mark.parametrize(("moment", "paths"), looked_at(SHOWN, MOMENTS, tuple(LIVE)))
def test_live_pages_are_whole_at_200_percent(
    half: Half, moment: str, paths: tuple[str, ...]
) -> None:
    darken(*half.pages)
    MOMENTS[moment](half.house, half.told)
    for path in paths:
        if path == "/":
            whole(half.wall, path)
            whole(half.guest, path)
        else:
            whole(half.referee if path == "/referee" else half.seat, path)


@pytest.mark.parametrize("path", ["/join", "/new", "/rules", "/history", "/game/1", "/nowhere"])
def test_pages_read_at_leisure_are_whole_at_200_percent(half: Half, path: str) -> None:
    begin(half.told, *PEOPLE)
    whole(half.referee, path)


@pytest.mark.parametrize("path", ["/replay/{game}", "/amend/{told}", "/amend/{told}?a=%5B%5D"])
def test_pages_of_the_past_are_whole_at_200_percent(half: Half, path: str) -> None:
    MOMENTS["foul"](half.house, half.told)
    state = half.told.state()
    page = half.referee
    visit(page, path.format(game=state["game"]["id"], told=state["undo"]["seq"]))
    unfold(page)
    assert cut_off(page) == []  # of a replay's list the crawl says how large what is tapped is


@pytest.mark.parametrize("step", [0, 1, 2])
def test_every_step_of_a_new_game_is_whole_at_200_percent(half: Half, step: int) -> None:
    page = half.referee
    visit(page, "/new")
    for words in ("SPLASH!", "play")[:step]:
        page.get_by_role("button", name=words).first.click()
    unfold(page)
    assert cut_off(page) == []
    assert small_targets(page) == []


def test_what_is_cut_off_would_be_seen(half: Half) -> None:
    visit(half.referee, "/history")
    half.referee.evaluate("document.querySelector('h1').style.whiteSpace = 'nowrap'")
    half.referee.evaluate("document.querySelector('h1').textContent = 'All our past games of late'")
    assert cut_off(half.referee)
    visit(half.referee, "/history")
    half.referee.evaluate("document.querySelector('.foot a').style.minHeight = '40px'")
    assert small_targets(half.referee)
