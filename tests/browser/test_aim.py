"""Children tap twice: what came under the finger between the two taps is not told.

Real Chromium, and touches whose stamps a test gives: a slow machine does not part a double tap.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from companion import games
from companion.runtime import Companion
from tests.browser.screens import holds, phone, seen, visit
from tests.web.house import Phone, begin, referee_phone

DOUBLE_S, RESTS_S = 0.2, 1.0
TAPS = 3
LIVE = "() => document.querySelector('.alive')?.textContent === 'live'"
AT_ONCE_S, LONG_S = 0.1, 0.6
# A browser that makes no click of a long press.
NO_CLICKS = """addEventListener("click", (event) => {
  if (event.isTrusted) event.stopImmediatePropagation();
}, true)"""
# One that makes its click after the page has waited for it.
CLICKS_LATE = """const later = setTimeout;
window.setTimeout = (act, ms, ...told) => ms === 100 ? act(...told) : later(act, ms, ...told);"""
# From a moment on clicks come without a pointer, as a screen reader's do.
NO_POINTERS = """for (const what of ["pointerdown", "pointerup"]) {
  addEventListener(what, (event) => window.read && event.stopImmediatePropagation(), true);
}"""
COUNTED = "window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true)"
DRAWN = """() => document.addEventListener("table:state", () => {
  window.drawn_ms = performance.timeOrigin + performance.now();
}, { once: true })"""
# However long a page takes to come: the tap on what led to it was this long before it.
CAME_AT_ONCE = """
  const tapped = JSON.parse(sessionStorage.getItem("tapped"));
  if (tapped) tapped.at_ms = performance.timeOrigin - 100;
  sessionStorage.setItem("tapped", JSON.stringify(tapped));
"""
# Where something tells at one tap: whole on the screen, and nothing over it.
READY = """() => [...document.querySelectorAll("button[data-ask]:enabled")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return width && one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}).find(Boolean)"""
ASKED = "() => document.querySelector('button[data-ask]')?.dataset.ask"


@dataclass
class Finger:
    """One finger on a page, and what the page told since."""

    page: Page
    cdp: Any
    at_s: float = field(default_factory=time.time)
    told: list[Any] = field(default_factory=list)

    def tap(self, place: tuple[float, float], after_s: float, for_s: float = 0.0) -> None:
        """Tap there, so long after the tap before, and wait until the page has taken it."""
        before = self.page.evaluate("taps")
        self.leave(place, after_s, for_s)
        holds(self.page, f"() => taps > {before}")

    def leave(self, place: tuple[float, float], after_s: float, for_s: float = 0.0) -> None:
        """Tap there on what leads to another page."""
        rested = after_s >= RESTS_S  # then after all that came meanwhile, too
        self.at_s = (max(self.at_s, time.time()) if rested else self.at_s) + after_s
        x, y = place
        self.send("touchStart", [{"x": x, "y": y}])
        self.at_s += for_s
        self.send("touchEnd", [])

    def send(self, what: str, points: list[dict[str, float]]) -> None:
        """What fingers do now, as the browser hears it."""
        told = {"type": what, "touchPoints": points, "timestamp": self.at_s}
        self.cdp.send("Input.dispatchTouchEvent", told)

    def posted(self, request: Request) -> None:
        """Note what the page tells."""
        if request.method == "POST":
            self.told.append(request.post_data_json)


@pytest.fixture
def finger(screens: Browser, companion: Companion) -> Iterator[Finger]:
    page = phone(screens, companion.address.port)
    page.add_init_script(COUNTED)
    made = Finger(page, page.context.new_cdp_session(page))
    page.on("request", made.posted)
    yield made
    assert not page.problems  # type: ignore[attr-defined]


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def referees(finger: Finger, companion: Companion, kind: str = "animal_splash") -> Phone:
    """Begin a game, and make the page the referee's, with what is asked first."""
    page, referee = finger.page, referee_phone(companion)
    begin(referee, "Ana", "Ben", "Cy", "Di", kind=kind)
    visit(page, "/referee", referee.cookie)
    holds(page, LIVE)
    return referee


@pytest.mark.parametrize("kind", games.GAMES)
def test_two_taps_answer_no_question_that_came_between(
    finger: Finger, companion: Companion, kind: str
) -> None:
    page = finger.page
    referees(finger, companion, kind)
    for taps in range(TAPS):
        place = page.evaluate(READY)
        if place is None:
            break
        asked = page.evaluate(ASKED)
        finger.tap(place, RESTS_S)
        holds(page, f"() => ({ASKED})() !== '{asked}'")  # until then both taps mean the same
        finger.tap(place, DOUBLE_S)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert len(finger.told) == taps + 1, finger.told[-2:]
    assert finger.told


def test_two_taps_on_a_way_in_neither_ask_on_the_next_page_nor_go_back(
    finger: Finger, companion: Companion
) -> None:
    """Each stands where the one before it was."""
    page, referee = finger.page, referee_phone(companion)
    begin(referee, "Ana", "Ben", "Cy")
    page.add_init_script(CAME_AT_ONCE)
    visit(page, "/")
    place = middle(page.get_by_role("link", name="Take a seat"))
    finger.leave(place, RESTS_S)
    page.wait_for_url("**/join")
    asks = page.get_by_role("button", name="Ask to come in")
    holds(page, "() => live.dataset.shown > 0")
    finger.at_s = page.evaluate("performance.timeOrigin") / 1000
    finger.tap(place, AT_ONCE_S)
    assert finger.told == []
    place = middle(asks)
    finger.tap(place, RESTS_S)
    back = page.locator("#knock-again")
    expect(back).to_be_visible()
    # How high it stands depends on how long the words are that chance chose.
    page.evaluate(f"waiting.style.marginTop = '{place[1] - middle(back)[1]}px'")
    finger.tap(place, DOUBLE_S)
    expect(back).to_be_visible()
    finger.tap(place, RESTS_S)
    expect(back).to_be_hidden()


def test_no_answer_counts_to_a_question_that_has_just_come(
    finger: Finger, companion: Companion
) -> None:
    """Another phone answered while the finger came down."""
    page, referee = finger.page, referees(finger, companion)
    page.evaluate(DRAWN)
    referee.answer("start")
    holds(page, "() => window.drawn_ms && document.querySelectorAll('button[data-ask]').length > 1")
    place = page.evaluate(READY)
    finger.at_s = page.evaluate("drawn_ms") / 1000
    finger.tap(place, AT_ONCE_S)
    seen(page, "This has just come.")
    assert finger.told == []
    finger.tap(place, RESTS_S)
    assert len(finger.told) == 1


@pytest.mark.parametrize("clicks", [True, False])
def test_who_presses_long_has_tapped(finger: Finger, companion: Companion, clicks: bool) -> None:
    """A small child does. Some browsers make no click of it."""
    page = finger.page
    if not clicks:
        page.add_init_script(NO_CLICKS)
    referees(finger, companion)
    asked = page.evaluate(ASKED)
    finger.tap(page.evaluate(READY), RESTS_S, LONG_S)
    holds(page, f"() => ({ASKED})() !== '{asked}'")
    assert len(finger.told) == 1


def test_a_long_press_of_which_a_click_comes_late_is_one(
    finger: Finger, companion: Companion
) -> None:
    page = finger.page
    page.add_init_script(CLICKS_LATE)
    begin(referee_phone(companion), "Ana", "Ben", "Cy")
    visit(page, "/rules/dolphin_splash")
    more = page.locator("details:not([open]) > summary:visible").first
    more.scroll_into_view_if_needed()
    finger.tap(middle(more), RESTS_S, LONG_S)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.locator("details[open]").count() == 1


def test_a_finger_that_lies_on_what_changes_has_not_tapped(
    finger: Finger, companion: Companion
) -> None:
    page = finger.page
    referees(finger, companion)
    page.evaluate("""() => document.addEventListener("pointerdown", ({ target }) => {
      target.closest("button").dataset.ask = "1.0";
    })""")
    finger.tap(page.evaluate(READY), RESTS_S, LONG_S)
    finger.tap(page.evaluate(READY), RESTS_S)
    assert [told["ask"] for told in finger.told] == ["1.0"]


def test_what_clicks_without_a_finger_tells_what_it_clicks(
    finger: Finger, companion: Companion
) -> None:
    """As a screen reader does, whatever a finger was on before."""
    page = finger.page
    page.add_init_script(NO_POINTERS)
    referees(finger, companion)
    x, y = middle(page.locator("summary").first)
    finger.at_s = time.time()
    for what, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y - 200}]),
        ("touchEnd", []),
    ):
        finger.send(what, points)
    asked = page.evaluate(ASKED)
    page.evaluate("() => { scrollTo(0, 0); window.read = true; }")
    page.mouse.click(*page.evaluate(READY))
    holds(page, f"() => ({ASKED})() !== '{asked}'")
    assert len(finger.told) == 1


@pytest.mark.parametrize(("rests_s", "tells"), [(0.5, 1), (0.05, 0)])
def test_a_finger_taps_beside_a_hand_that_rests_but_a_palm_does_not(
    finger: Finger, companion: Companion, rests_s: float, tells: int
) -> None:
    """The hand that holds a tablet lies on its edge, or another's does; a palm comes at once."""
    page = finger.page
    referees(finger, companion)
    x, y = page.evaluate(READY)
    asked = page.evaluate(ASKED)
    hand, tip = {"x": 385.0, "y": 800.0, "id": 0}, {"x": x, "y": y, "id": 1}
    for what, points, after_s in (
        ("touchStart", [hand], RESTS_S),
        ("touchStart", [hand, tip], rests_s),
        ("touchEnd", [tip], 0.05),
    ):
        finger.at_s += after_s
        finger.send(what, points)
    if tells:
        holds(page, f"() => ({ASKED})() !== '{asked}'")
    finger.at_s += RESTS_S
    finger.send("touchEnd", [])
    page.evaluate("() => new Promise((over) => setTimeout(over, 200))")  # after the page's own
    assert len(finger.told) == tells
