"""What matters on a seat's page is on its first screen: question, answers, my own letters."""

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from tests.browser.looks import cut_off
from tests.browser.moments import MOMENTS, PEOPLE
from tests.browser.screens import phone, visit
from tests.web.house import Phone

SIZES = ({"width": 390, "height": 844}, {"width": 320, "height": 568})
# What is asked and each answer of one tap, drawn dolphins under a hand, and what is mine so far.
BELOW = """() => [
    ...document.querySelectorAll("[data-question] :is(h2, .button, .pick), .own-state"),
    ...document.querySelectorAll(".pool-card:first-child [data-tap]"),
  ]
  .filter((one) => one.checkVisibility() && !one.closest("details:not([open]), .taught"))
  .filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1)
  .map((one) => one.textContent.trim() || one.className.baseVal)"""
OWN = """() => document.querySelector(".child, .own-state, .pool-card, .hero") !== null"""


@pytest.fixture(scope="module")
def page(screens: Browser, house: Companion) -> Page:
    """Ana's phone, which is at the first seat in each game."""
    ana = Phone(house.address.port, source="127.0.8.1")
    assert ana.post("/api/redeem", {"t": house.access.sessions.invite(None)})[0] == 200
    assert ana.post("/api/me", {"name": PEOPLE[0]})[0] == 200
    page = phone(screens, house.address.port, cookie=ana.cookie)
    return page


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_matters_in_splash_is_on_the_first_screen(
    moment: str, page: Page, house: Companion, referee: Phone
) -> None:
    page.goto("about:blank")
    MOMENTS[moment](house, referee)
    ana = house.referee.picture.names.people[house.referee.picture.view.present[0]]
    for child in (False, True):
        assert referee.post("/api/child", {"person": ana, "child": child})[0] == 200
        for size in SIZES:
            page.set_viewport_size(size)
            visit(page, "/seat")
            assert page.evaluate("scrollY") == 0
            assert page.evaluate(BELOW) == [], (child, size)
            assert page.evaluate(OWN), (child, size)
            assert cut_off(page) == [], (child, size)
