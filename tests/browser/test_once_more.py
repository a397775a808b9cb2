"""A wall plays once more, slowly, how a game was won; then it says who won, and what comes next."""

import re

from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import lively, seen, stand_still, visit, wall
from tests.web.house import Phone, leader, until

CHEER_MS = 3000
LAST_MS = 30_000  # all of it is over by then


def two_hands(companion: Companion, told: Phone) -> None:
    """A round with two touches, the second 84 ms after the first."""
    told.answer("start", "deal")
    until(lambda: companion.referee.clock.now_us() > 1_000_000)
    now = companion.referee.clock.now_us() - 300_000
    for pad, after_us in ((0, 0), (1, 84_000)):
        told.grab(pad, now + after_us)
    until(lambda: len(told.state()["view"]["order"]) == 2, "two touches")


def win(told: Phone) -> None:
    """All six letters, with the pen."""
    for _ in range(3):
        assert told.answer("correct", "crayon", seat=0, points=2)["reply"] == "counts"


def shows(page: Page, words: str) -> None:
    expect(page.locator(".once-words h2")).to_have_text(re.compile(words))


def test_a_wall_plays_the_win_once_and_then_says_who_won(
    screens: Browser, companion: Companion
) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    big = wall(screens, companion.address.port)
    lively(big)
    stand_still(big)
    visit(big, "/")
    two_hands(companion, told)
    win(told)
    seen(big, "Ana wins!")
    big.clock.run_for(CHEER_MS)
    shows(big, "^Red was first\\.$")
    expect(big.get_by_text("Ana wins!", exact=True)).to_be_hidden()
    big.clock.run_for(1000)
    shows(big, "84\u00a0ms before Blue")
    big.clock.run_for(LAST_MS)
    expect(big.locator(".once-words")).to_have_count(0)
    seen(big, "Ana wins!")
    seen(big, "What next?")
    visit(big, "/")  # whoever opens it later was told
    big.clock.run_for(LAST_MS)
    expect(big.locator(".once-words")).to_have_count(0)
    told.post("/api/undo", {"tell": "back", "of": told.state()["undo"]["seq"]})
    expect(big.locator(".once-more")).to_have_count(0)
    assert big.problems == []  # type: ignore[attr-defined]
