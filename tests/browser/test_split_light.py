"""A light game of SPLIT by a few taps: what match it is, where its chips go, and who has won."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets
from tests.browser.screens import (
    decide,
    holds,
    mark,
    phone,
    seen,
    start_instead,
    tap,
    visit,
    wall,
)
from tests.web.house import Phone, leader, seated

ROW = range(50, 59)  # green lacks the last space of the sixth row
SPACE_PX = 36  # ten in a row on a phone: a tap marks one, a button tells it


@pytest.fixture
def told(house: Companion) -> Phone:
    """The referee's phone, and a game in which Ben is one chip from the win."""
    referee = leader(house, "Ana", "Ben", kind="split", variant="light")
    referee.answer("start", "deal")
    for space in ROW:
        referee.answer("lies", "board", space=space, seat=1)
    referee.answer("lies", "board", space=0, seat=0)
    return referee


@pytest.fixture
def ben(screens: Browser, house: Companion, told: Phone) -> Iterator[Page]:
    page = phone(screens, house.address.port)
    visit(page, "/seat", seated(house, told, 1).cookie)
    yield page
    assert page.problems == []  # type: ignore[attr-defined]


def put(page: Page, space: int) -> None:
    """Mark a space of the board, and tell it."""
    row, column = space // 10 + 1, space % 10 + 1
    mark(page, f"row {row}, space {column}")
    tap(page, "Put it here")


WORDS_ON_LINES = """() => {
  const answers = [...document.querySelectorAll(".question .button.huge > span:not([class])")];
  return answers.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [one.innerText, new Set([...range.getClientRects()].map(({ top }) => top)).size];
  });
}"""


def test_what_match_it_is_stands_whole_on_the_narrowest_phone(ben: Page) -> None:
    ben.set_viewport_size({"width": 320, "height": 568})
    assert ben.evaluate(WORDS_ON_LINES) == [["Weak", 1], ["Strong", 1], ["Perfect", 1]]


HERO_IN_SIGHT = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const hero = document.querySelector("#hero")?.getBoundingClientRect();
  return hero && hero.top >= bar.bottom - 1;
}"""


def test_who_has_won_comes_into_sight_where_a_board_was_scrolled(ben: Page) -> None:
    ben.set_viewport_size({"width": 320, "height": 568})
    tap(ben, "Weak")
    put(ben, 59)
    seen(ben, "You win!")
    holds(ben, HERO_IN_SIGHT)


def test_three_taps_from_the_match_to_the_win(
    screens: Browser, house: Companion, told: Phone, ben: Page
) -> None:
    tv = wall(screens, house.address.port)
    visit(tv, "/")
    seen(ben, "What match is it?")
    assert findings_by_day_and_dusk(ben) == [] == cut_off(ben)
    tap(ben, "Strong")
    seen(ben, "Ben places a green chip. Where?")
    expect(ben.get_by_text("practice board", exact=False)).to_have_count(0)
    assert small_targets(ben, SPACE_PX) == []
    put(ben, 59)  # the first of the two wins, and the second is not placed
    expect(ben.locator(".split-hero h2")).to_contain_text("You win!")
    expect(tv.locator(".split-hero h2")).to_contain_text("Ben wins!")
    view = told.state()["view"]
    assert (view["winners"], view["path"]) == ([1], list(range(50, 60)))
    assert [side["supply"] for side in view["sides"]] == [44, 35]


def test_a_perfect_match_first_takes_a_chip_off(told: Phone, ben: Page) -> None:
    tap(ben, "Perfect")
    seen(ben, "Ben removes a chip. Which?")
    mark(ben, "row 1, space 1, a red chip")
    tap(ben, "Take this one off")
    seen(ben, "Ben places a green chip. Where?")
    put(ben, 1)
    expect(ben.locator(".split-due svg")).to_have_count(1)  # one chip is left
    seen(ben, "Where does the next green chip go?")
    put(ben, 2)
    expect(ben.locator(".split-due")).to_have_count(0)
    view = told.state()["view"]
    assert (view["turn"], [side["supply"] for side in view["sides"]]) == (0, [45, 34])


def test_a_hand_without_a_match_is_shown_and_never_a_pass(told: Phone, ben: Page) -> None:
    ben.get_by_text("Other answers").first.click()
    tap(ben, "No match: show the hand")
    seen(ben, "Is there a match in Ben's hand?")
    assert [choice["key"] for choice in told.state()["asks"][0]["choices"]] == [
        "no",
        "yes",
        "spent",
    ]
    tap(ben, "No: new cards")
    seen(ben, "What match is it?")
    assert told.state()["view"]["turn"] == 1


def test_it_begins_without_any_board(screens: Browser, house: Companion, told: Phone) -> None:
    page = phone(screens, house.address.port)
    visit(page, "/new", told.cookie)
    decide(page, "SPLIT", "Only the chips")
    tap(page, "These 2 play")
    expect(page.get_by_label("Which board?")).to_be_hidden()
    start_instead(page)
    view = told.state()["view"]
    assert (view["variant"], view["practice"]) == ("light", False)
