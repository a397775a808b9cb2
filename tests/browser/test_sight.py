"""A new question comes into sight by itself, but not under a finger; a long name is said whole."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import holds, lively, phone, visit, wear_cookie
from tests.web.house import Phone, begin, referee_phone, seated

PEOPLE = ("Ana", "Ben", 20 * "W")
BOTTOM = "scrollTo(0, document.body.scrollHeight)"
IN_SIGHT = """() => {
  const question = document.querySelector("[data-question]")?.getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  return question && question.top >= bar.bottom - 1 && question.top < innerHeight / 3;
}"""
ASKED = "() => document.querySelector('[data-question]') !== null"


@pytest.fixture
def told(companion: Companion) -> Phone:
    referee = referee_phone(companion)
    begin(referee, *PEOPLE, kind="twisted_fish", variant="refereed")
    return referee


@pytest.fixture
def ben(screens: Browser, companion: Companion, told: Phone) -> Iterator[Page]:
    """The phone of who will be asked next; its page was scrolled down."""
    page = phone(screens, companion.address.port)
    wear_cookie(page, seated(companion, told, 1).cookie)
    visit(page, "/seat")
    holds(page, "() => document.querySelector('.alive').textContent === 'live'")
    page.evaluate("document.querySelector('#live').style.paddingBottom = '100vh'")
    page.evaluate(BOTTOM)
    yield page
    page.context.close()


@pytest.mark.parametrize("moves", [False, True])
def test_a_new_question_comes_into_sight(ben: Page, told: Phone, moves: bool) -> None:
    """Whole, also where it arrives with a little leap: it does not hide what it begins with."""
    if moves:
        lively(ben)
    assert not ben.evaluate(IN_SIGHT)
    told.answer("start", "deal")
    holds(ben, IN_SIGHT)


def test_nothing_moves_under_a_finger(ben: Page, told: Phone) -> None:
    ben.mouse.move(10, 400)
    ben.mouse.down()
    before = ben.evaluate("scrollY")
    told.answer("start", "deal")
    holds(ben, "() => document.querySelector('[data-topic=ask]') !== null")
    assert ben.evaluate("scrollY") == before
    ben.mouse.up()
    holds(ben, IN_SIGHT)


def test_a_name_that_is_cut_is_said_whole(ben: Page) -> None:
    name = ben.locator(".row .name", has_text=20 * "W")
    ben.set_viewport_size({"width": 240, "height": 800})
    name.click()
    expect(ben.locator("#toast")).to_have_text(20 * "W")
