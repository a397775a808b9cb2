"""A ruling is questioned and put right on the referee's page, in real Chromium."""

from playwright.sync_api import Browser, expect

from companion.runtime import Companion
from tests.browser.looks import unfold
from tests.browser.screens import lose, phone, seen, tap, visit, wall
from tests.web.house import leader, until


def test_a_wrong_verdict_is_questioned_and_put_right(
    screens: Browser, companion: Companion
) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    told.answer("start", "deal")
    told.grab(0, companion.referee.clock.now_us())
    until(lambda: told.phase() == "grab", "the grab")
    told.answer("yes", "verdict")
    told.answer("seat:2", "holders")
    told.home(0)
    told.answer("start", "deal")

    big, page = wall(screens, companion.address.port), phone(screens, companion.address.port)
    visit(big, "/")
    visit(page, f"/join#t={companion.access.sessions.referee_key()}")
    page.wait_for_url("**/referee")
    until(lambda: companion.caller.running, "PASS")
    tap(page, "Wait!")
    seen(big, "Nothing counts yet.")
    until(lambda: not companion.caller.running, "silence under review")
    tap(page, "It stays")
    until(lambda: companion.caller.running, "PASS going on")

    unfold(page)
    line = page.locator(".said details", has_text="Good grab!").first
    line.get_by_role("link", name="That was wrong").click()
    page.wait_for_url("**/amend/*")
    tap(page, "Too soon!")
    expect(page.get_by_text("Then it would be so:")).to_be_visible()
    expect(page.get_by_text("No longer possible, so it falls")).to_be_visible()
    page.get_by_role("checkbox", name="Ana").first.check()
    tap(page, "These touched")
    expect(page.get_by_role("button", name="Agreed")).to_be_visible()
    lose(page, "/api/amend")
    tap(page, "Agreed")
    seen(page, "Not sent: is the Wi-Fi on?")
    tap(page, "Agreed")
    page.wait_for_url("**/referee")
    until(lambda: told.state()["view"]["letters"] == [0, 1, 1], "the letters put right")
    seen(page, "Put right")
    assert told.phase() == "live"  # the next deal still counts
    assert page.problems == []  # type: ignore[attr-defined]
    undo = companion.referee.picture.undo
    assert undo is not None
    page.locator(f"[data-undo='{undo.seq}']").first.click()
    until(lambda: told.state()["view"]["letters"] == [1, 1, 0], "the amendment undone")
