"""Where a page's scripts cannot begin it says so, and shows how things stand.

Real Chromium: a browser that is too old is one that finds words of a later JavaScript.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from companion.runtime import Companion
from tests.browser.screens import count_taps, holds, loads, phone, seen, visit
from tests.web.house import Phone, begin, referee_phone, until

NEWER = "let = later than this;"
# What waits seconds waits a hundredth: nobody looks.
SOON = """for (const wait of ["setTimeout", "setInterval"]) {
  const slow = window[wait];
  window[wait] = (act, ms) => slow(act, ms / 100);
}"""
TOO_OLD, ANEW, IN_PART = "too old to play on", "fetched anew", "nothing can be told here"
ALIVE = "() => document.querySelector('.alive')?.textContent"
WAITS = """() => new Promise((done) => {
  let turns = 0;
  const waiting = setInterval(() => {
    turns += 1;
    if (turns === 4) done(clearInterval(waiting));
  }, 3000);
})"""
TRIES = 3


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Page:
    page = phone(screens, companion.address.port)
    page.add_init_script(SOON)
    count_taps(page)
    return page


@pytest.fixture
def referee(companion: Companion) -> Phone:
    return referee_phone(companion)


def never(route: Route) -> None:
    route.abort()


def later(route: Route) -> None:
    route.fulfill(body=NEWER, content_type="text/javascript")


def at_first(times: int) -> Callable[[Route], None]:
    """It does not come so often, and then it does."""
    lost: list[Route] = []

    def come(route: Route) -> None:
        lost.append(route)
        never(route) if len(lost) <= times else route.continue_()

    return come


def is_whole(page: Page) -> None:
    """All of it has come, however often it is fetched until then."""

    def look() -> Any:
        try:
            return page.evaluate("sessionStorage['in part'] === '0' && sessionStorage.loads > 1")
        except Error:
            return False  # it is just being left

    until(look, "the whole page")


def shows_how_things_stand(page: Page, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    seen(page, "Ana deals")
    holds(page, f"() => ({ALIVE})() === 'every 3\\u00a0s'")


def test_a_browser_that_is_too_old_says_so_and_shows_how_things_stand(
    page: Page, referee: Phone
) -> None:
    page.route("**/post.js", later)
    visit(page, "/")
    seen(page, TOO_OLD)
    shows_how_things_stand(page, referee)
    assert loads(page) == 1


def test_a_page_that_came_in_part_is_fetched_anew(page: Page) -> None:
    """The network was cut: in a script, in one that this needs, and in the page's style."""
    page.route("**/live.js", at_first(1))
    page.route("**/post.js", at_first(2))
    page.route("**/wall.css", at_first(3))
    visit(page, "/")
    is_whole(page)
    holds(page, f"() => ({ALIVE})() === 'live'")
    expect(page.locator("#toast")).to_be_empty()
    assert loads(page) == TRIES + 1


def test_a_page_is_fetched_anew_only_where_the_table_answers(page: Page) -> None:
    looks: list[Route] = []

    def cut(route: Route) -> None:
        looks.append(route)
        route.continue_() if len(looks) == 1 or len(looks) > 3 else never(route)

    page.route("**/live.js", at_first(1))
    page.route("**/join", cut)
    visit(page, "/join")
    seen(page, ANEW)
    is_whole(page)
    assert len(looks) == 5  # it came, was asked for in vain twice, was there, and came


@pytest.mark.parametrize("lost", ["live.js", "wall.css"])
def test_what_never_comes_is_not_waited_for(page: Page, referee: Phone, lost: str) -> None:
    """Some programs that keep advertisements away take it for one."""
    page.route(f"**/{lost}", never)
    visit(page, "/")
    seen(page, IN_PART)
    assert loads(page) == TRIES + 1
    shows_how_things_stand(page, referee)


def test_a_page_whose_scripts_are_on_their_way_is_not_live(page: Page) -> None:
    held: list[Route] = []
    page.route(re.compile("/(live|once_more).js"), lambda route: held.append(route))
    page.goto(f"{page.base}/", wait_until="commit")  # type: ignore[attr-defined]
    holds(page, f"() => ({ALIVE})() === 'Loading…'")
    live, other = sorted(held, key=lambda route: route.request.url)
    live.continue_()
    holds(page, "() => document.getElementById('live').dataset.shown")
    page.evaluate(WAITS)  # for what is still on its way it is as live as any
    assert page.evaluate(ALIVE) == "live"
    other.continue_()


def test_a_page_without_scripts_comes_anew_by_itself(companion: Companion, referee: Phone) -> None:
    """Live ones alone: elsewhere somebody may be reading."""
    for path in ("/", "/referee", "/tabletop"):
        assert '<noscript><meta http-equiv="refresh"' in referee.get(path)[1]
    for path in ("/rules", "/new", "/history"):
        assert 'http-equiv="refresh"' not in referee.get(path)[1]
