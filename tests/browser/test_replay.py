"""A finished or running game again, moment by moment, in real Chromium."""

import json

from playwright.sync_api import Browser, expect

from companion.runtime import Companion
from tests.browser.screens import holds, phone, seen, tap, visit, wall
from tests.web.house import leader, referee_phone, until


def play(companion: Companion) -> None:
    """One round with a photo finish, and the next one dealt."""
    told = leader(companion, "Ana", "Ben", "Cy", "Dee")
    told.answer("start", "deal")
    until(lambda: companion.referee.clock.now_us() > 1_000_000)
    now = companion.referee.clock.now_us() - 300_000
    for pad, after_us in ((0, 0), (2, 84_000), (1, 131_000)):
        told.grab(pad, now + after_us)
    until(lambda: len(told.state()["view"]["order"]) == 3, "three touches")
    told.answer("yes", "verdict")
    told.answer("seat:3", "holders")
    told.home(0, 1, 2)
    told.answer("start", "deal")


def test_a_replay_is_scrubbed_and_asks_what_if(screens: Browser, companion: Companion) -> None:
    play(companion)
    big = wall(screens, companion.address.port, "light")
    visit(big, "/replay/1")
    seen(big, "Nothing was told yet.")
    scrub = big.locator("#again-at")
    scrub.fill("4")
    seen(big, "Moment 4 of")
    expect(big.locator(".row .box.full")).to_have_count(0)
    expect(big.locator("svg.strip .t-mark")).to_have_count(3)
    big.get_by_role("link", name="One on").click()
    seen(big, "Good grab!")
    big.get_by_role("link", name="judge again without this").nth(1).click()
    seen(big, "What if this had not been told?")
    big.get_by_role("link", name="Back to how it was").click()
    expect(big.get_by_text("What if this had not been told?")).to_have_count(0)
    assert big.problems == []  # type: ignore[attr-defined]


def test_a_replay_plays_from_the_beginning_and_goes_a_step_by_a_thumb(
    screens: Browser, companion: Companion
) -> None:
    play(companion)
    page = phone(screens, companion.address.port)
    visit(page, "/replay/1")
    in_sight = """() => ["again-back", "again-play", "again-on", "again-at"].every((id) => {
      const box = document.getElementById(id).getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight && box.height >= 44 && box.width >= 44; })"""
    assert page.evaluate(in_sight)
    tap(page, "Play")
    holds(page, "Number(document.getElementById('again-at').value) >= 2")
    tap(page, "Stop")
    at = int(page.locator("#again-at").input_value())
    page.locator("#again-on").click()
    seen(page, f"Moment {at + 1} of")
    page.locator("#again-back").click()
    seen(page, f"Moment {at} of")
    page.locator(".again-list").scroll_into_view_if_needed()
    assert page.evaluate(in_sight)
    small = """() => [...document.querySelectorAll(".again-list a")]
      .map((link) => link.getBoundingClientRect())
      .filter(({ width, height }) => width < 44 || height < 44).length"""
    assert page.evaluate(small) == 0
    assert page.problems == []  # type: ignore[attr-defined]


def test_the_last_moment_is_the_game_as_it_stands_and_each_moment_is_a_fold(
    companion: Companion,
) -> None:
    play(companion)
    told = referee_phone(companion)
    letters = []
    last = json.loads(told.get("/api/replay/1")[1])["seq"]
    for at in range(last + 1):
        html = json.loads(told.get(f"/api/replay/1?at={at}")[1])["html"]
        letters.append(html.count("of 6 letters: S"))
    assert letters[0] == 0
    assert letters[-1] == 3  # Ana, Ben and Cy hold a dolphin
    assert sorted(letters) == letters


def test_a_silent_thief_is_not_betrayed_by_a_replay(companion: Companion) -> None:
    told = leader(companion, "Ana", "Ben", "Cy", announce_first_touch=False)
    told.answer("start", "deal")
    before = told.get("/api/replay/1")[1]
    told.grab(0, companion.referee.clock.now_us())
    rows = companion.referee.journal
    until(lambda: any("touched" in row.facts for row in rows.rows(1)), "the touch in the journal")
    assert told.get("/api/replay/1")[1] == before


def test_what_is_no_replay_is_said(companion: Companion) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    for path, status in (
        ("/replay/9", 404),
        ("/replay/x", 404),
        ("/replay/1?at=-1", 400),
        ("/replay/1?without=77", 409),
        ("/api/replay/9", 404),
    ):
        assert told.get(path)[0] == status, path
