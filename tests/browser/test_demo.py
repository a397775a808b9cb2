"""A demo in real Chromium: the wall of a shop window, and a visitor's phone with its cards."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets
from tests.browser.screens import NAME, PATIENCE_MS, holds, phone, seen, visit, wall
from tests.demo.stage import stage
from tests.web.house import until

SPEED = 4  # slow enough to tap a card before it goes
TAP = """() => {
    if (document.querySelector("[data-card][aria-pressed=true]")) return true;
    document.querySelector("[data-card]:not([disabled])")?.click();
    return false;
}"""


def test_a_visitor_takes_a_robot_s_seat_and_plays_its_cards(
    screens: Browser, tmp_path: Path
) -> None:
    with stage(tmp_path, SPEED, names=(NAME,)) as demo:
        port = demo.companion.address.port
        big, ana = wall(screens, port), phone(screens, port)
        visit(big, "/")
        seen(big, "Robots play. Scan and join in!")
        visit(ana, "/join")
        seat = ana.locator("[data-knock]").first
        robot = seat.inner_text().strip()
        seat.dblclick()  # children do: two taps are one knock
        ana.wait_for_url("**/seat", timeout=PATIENCE_MS)
        expect(ana.get_by_role("heading", name=robot, exact=True)).to_be_visible()
        expect(ana.locator("[data-card]")).to_have_count(4, timeout=PATIENCE_MS)
        holds(ana, "!!document.querySelector('[data-card]:not([disabled])')")
        # PASS may come between the tap and its answer: then the next hand is tapped.
        until(lambda: ana.evaluate(TAP), "a card that goes next")
        assert cut_off(ana) == [] and small_targets(ana) == []
        assert findings_by_day_and_dusk(ana) == []
        _is_sent_to_another_robot(screens, port)
        assert big.locator("[data-card]").count() == 0
        assert not [*ana.problems, *big.problems]  # type: ignore[attr-defined]


def _is_sent_to_another_robot(screens: Browser, port: int) -> None:
    """Who wants a seat that somebody plays is told of no referee: there is none."""
    ben = phone(screens, port)
    visit(ben, "/")
    assert cut_off(ben) == []
    visit(ben, "/join")
    ben.locator("[data-knock]").first.click()
    seen(ben, "Somebody plays there. Tap another robot!")
