"""A page left open beside the table says when another game begins, and leads back to it."""

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import phone, visit, wear_cookie
from tests.web.house import Phone, begin, leader, wins

READ = ("/rules/split", "/history", "/game/1", "/records", "/sheets", "/sheets/split/board")
THUMB = 44
SMALL = {"width": 320, "height": 568}


@pytest.fixture
def told(companion: Companion) -> Phone:
    referee = leader(companion, "Ana", "Ben", "Cy")
    wins(referee, 0)
    return referee


@pytest.fixture
def page(screens: Browser, companion: Companion, told: Phone) -> Page:
    page = phone(screens, companion.address.port)
    page.set_viewport_size(SMALL)
    page.clock.install()
    wear_cookie(page, told.cookie)
    return page


@pytest.mark.parametrize("path", READ)
def test_a_page_that_was_left_open_leads_to_the_next_game(
    page: Page, told: Phone, path: str
) -> None:
    line = page.locator("#on-now")
    with page.expect_response("**/api/state"):
        visit(page, path)
    expect(line).to_be_empty()
    begin(told, "Ana", "Ben", "Cy", kind="split")
    page.clock.run_for(11_000)
    expect(line).to_have_text("A game is on: back to it")
    box = line.get_by_role("link").bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= THUMB
    line.get_by_role("link").click()
    page.wait_for_url("**/referee")


def test_whoever_reads_while_they_play_is_told_nothing(page: Page, told: Phone) -> None:
    begin(told, "Ana", "Ben", "Cy")
    with page.expect_response("**/api/state"):
        visit(page, "/rules/dolphin_splash")
    with page.expect_response("**/api/state"):
        page.clock.run_for(11_000)
    expect(page.locator("#on-now")).to_be_empty()
    wins(told, 1)
    begin(told, "Ana", "Ben", "Cy")
    page.clock.run_for(11_000)
    expect(page.locator("#on-now")).not_to_be_empty()
    wins(told, 1)
    page.clock.run_for(11_000)
    expect(page.locator("#on-now")).to_be_empty()


def test_a_referee_whose_hand_is_on_the_phone_goes_back_to_it(page: Page, told: Phone) -> None:
    assert told.post("/api/me", {"name": "Ana", "known": True})[0] == 200
    with page.expect_response("**/api/state"):
        visit(page, "/rules/split")
    begin(told, "Ana", "Ben", "Cy", cards="phones")
    page.clock.run_for(11_000)
    page.locator("#on-now").get_by_role("link").click()
    page.wait_for_url("**/seat")
    visit(page, "/rules/dolphin_splash")
    page.get_by_label("Back").first.click()
    page.wait_for_url("**/seat")
