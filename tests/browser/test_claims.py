"""A round that claims alone ended, on real pages: what may be said of it stands in the open."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.moments import claimed
from tests.browser.screens import phone, tap, visit
from tests.web.house import Phone, referee_phone, seated, until


@pytest.fixture
def told(house: Companion) -> Phone:
    return referee_phone(house)


def page_of(screens: Browser, house: Companion, path: str, cookie: str) -> Page:
    page = phone(screens, house.address.port)
    visit(page, path, cookie)
    return page


@pytest.mark.parametrize("who", ["referee", "seat"])
def test_two_taps_say_that_it_was_not_four_of_a_kind(
    screens: Browser, house: Companion, told: Phone, who: str
) -> None:
    claimed(house, told)
    letters = told.state()["view"]["letters"]
    cookie = told.cookie if who == "referee" else seated(house, told, 3).cookie
    page = page_of(screens, house, f"/{who}", cookie)
    beside = page.locator("[data-topic='late_foul']")
    expect(beside).to_contain_text("was first")
    button = beside.get_by_role("button", name="It was not four of a kind")
    expect(button).to_be_visible()
    expect(button).to_have_text("It was not four of a kind: Ana, Ben and Cy")
    assert page.locator("details[open]").count() == 0, "nothing had to be opened"
    beside.get_by_role("checkbox", name="Ben").uncheck()  # he had not touched
    expect(button).to_have_text("It was not four of a kind: Ana and Cy")
    button.click()
    until(lambda: told.phase() == "reset", "the round taken back")
    taken = [had - 1 if seat < 3 else had for seat, had in enumerate(letters)]
    assert told.state()["view"]["letters"] == [
        had + (seat in (1, 3)) for seat, had in enumerate(taken)
    ]


def test_the_referee_sees_one_question_with_names(
    screens: Browser, house: Companion, told: Phone, tmp_path: Path
) -> None:
    claimed(house, told)
    page = page_of(screens, house, "/referee", told.cookie)
    offers = page.locator("[data-topic='bonus']")
    expect(offers).to_have_count(1)
    page.locator("#drawer-game > summary").click()
    offers.locator("summary", has_text="Who had four SPLASH! cards?").click()
    expect(offers.get_by_role("button")).to_have_text(["Ana", "Ben", "Cy"])
    offers.get_by_role("button", name="Ben").click()
    until(lambda: told.state()["view"]["bonus"] == 1, "the letter for Ben")


def test_a_holders_own_phone_has_one_tap(screens: Browser, house: Companion, told: Phone) -> None:
    claimed(house, told)
    page = page_of(screens, house, "/seat", seated(house, told, 2).cookie)
    tap(page, "I had four SPLASH! cards")
    until(lambda: told.state()["view"]["bonus"] == 2, "the letter for Cy")
