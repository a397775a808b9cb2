"""The tablet in the middle, in real Chromium: two fingers whose stamps are known to the ms."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from companion.table.lateness import HELD_UP, LATE_MOST_US
from companion.table.signals import Kind, Signal
from tests.browser.looks import cut_off, findings, findings_by_day_and_dusk, small_targets, wear
from tests.browser.moments import PEOPLE
from tests.browser.screens import (
    NAME,
    PHONE,
    holds,
    phone,
    screen,
    seen,
    tap,
    up_to_date,
    visit,
    wear_cookie,
)
from tests.web.house import (
    Phone,
    begin,
    leader,
    let_in_as_table,
    on_a_tablet,
    referee_phone,
    until,
    win,
)

TABLET = {"width": 1280, "height": 800}
SIZES = {"tablet": TABLET, "small tablet": {"width": 1024, "height": 768}, "phone": PHONE}
LIMIT = "companion.table.lateness.LATE_MOST_US"
APART_S = 0.010
STAMP_US = 200  # a browser's stamps are whole tenths of a ms


@dataclass
class Fingers:
    """Fingers on a page, each where and when a test says."""

    page: Page
    cdp: Any
    down: dict[int, dict[str, float]] = field(default_factory=dict)
    known: dict[int, dict[str, float]] = field(default_factory=dict)  # dolphins that stay there

    def touch(self, finger: int, pad: int, at_s: float) -> None:
        """Lay a finger on a dolphin, stamped `at_s` (seconds of the day)."""
        self.down[finger] = {**(self.known.get(pad) or self.middle(pad)), "id": finger}
        self._send("touchStart", at_s)

    def stroke(self, finger: int, by_px: int, at_s: float) -> None:
        """Move a finger."""
        self.down[finger]["x"] += by_px
        self._send("touchMove", at_s)

    def lift(self, finger: int, at_s: float) -> None:
        """Take a finger off."""
        del self.down[finger]
        self._send("touchEnd", at_s)

    def lift_all(self, at_s: float) -> None:
        """Take all fingers off."""
        self.down.clear()
        self._send("touchEnd", at_s)

    def cancel(self) -> None:
        """Lose all fingers, as to a gesture of the system's."""
        self.down.clear()
        self._send("touchCancel", time.time())

    def grab(self, first: int, second: int, apart_s: float) -> None:
        """Two hands come down `apart_s` after one another, a moment ago."""
        now_s = time.time() - apart_s
        self.touch(0, first, now_s)
        self.touch(1, second, now_s + apart_s)

    def middle(self, pad: int) -> dict[str, float]:
        """Where the dolphin is fattest."""
        box = self.page.locator(f"#toy-{pad} .d-sticker, #toy-{pad} use").first.bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def _send(self, what: str, at_s: float) -> None:
        points = list(self.down.values())
        told = {"type": what, "touchPoints": points, "timestamp": at_s}
        self.cdp.send("Input.dispatchTouchEvent", told)


@dataclass
class Flat:
    """A table whose dolphins are on a tablet, and what it felt."""

    house: Companion
    referee: Phone
    device: Phone
    page: Page
    fingers: Fingers
    felt: list[Signal] = field(default_factory=list)

    def feel(self, signal: Signal) -> None:
        self.felt.append(signal)
        self.house.referee.feel(signal)

    def touches(self) -> list[Signal]:
        return [signal for signal in self.felt if signal.kind is Kind.TOUCH]

    def settle(self) -> None:
        """Wait until no finger is felt any more, and forget what was."""
        until(lambda: not any(pad.touched for pad in self.house.table.pads()), "free dolphins")
        self.felt.clear()


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, nothing is too late, but where a test is about that."""
    monkeypatch.setattr(LIMIT, 20 * LATE_MOST_US)


@pytest.fixture(scope="module")
def table(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flat]:
    house = on_a_tablet(tmp_path_factory.mktemp("flat"), names=(NAME,))
    referee, device = referee_phone(house), Phone(house.address.port, source="127.0.6.1")
    let_in_as_table(device, referee)
    page = screen(screens, house.address.port, TABLET, has_touch=True, cookie=device.cookie)
    cdp = page.context.new_cdp_session(page)
    flat = Flat(house, referee, device, page, Fingers(page, cdp))
    house.table._feel = flat.feel  # type: ignore[union-attr]
    yield flat
    house.close()


@pytest.fixture
def flat(table: Flat) -> Flat:
    """The table with its page loaded and known, no game on, and nobody's finger on it."""
    table.referee.post("/api/good_night", {"sure": True})
    show(table)
    return table


@pytest.fixture(scope="module")
def plain(table: Flat, screens: Browser) -> Page:
    """A page that has nothing to do with the table, for trying its modules."""
    page = phone(screens, table.house.address.port)
    visit(page, "/history")
    return page


def show(table: Flat) -> None:
    """Load the page anew and wait until the table knows it."""
    tablet = table.house.table
    was = tablet._visit  # type: ignore[union-attr]
    visit(table.page, "/tabletop")
    if table.fingers.down:
        table.fingers.lift_all(time.time())  # Chromium's own fingers outlive a page
    until(lambda: tablet._visit != was and not tablet.trouble(), "the page")  # type: ignore[union-attr]
    table.house.look()
    table.fingers.known.clear()
    table.settle()


# --- who was first ----------------------------------------------------------------------------


def bursts(table: Flat, pairs: list[tuple[int, int]], apart_s: float) -> None:
    """Two touches each, told by the page, felt by the table."""
    table.fingers.known = {pad: table.fingers.middle(pad) for pad in range(5)}
    for n, (first, second) in enumerate(pairs, 1):
        table.fingers.grab(first, second, apart_s)
        table.fingers.lift_all(time.time())
        if n % 20 == 0:
            until(lambda n=n: len(table.touches()) >= 2 * n, f"{2 * n} touches")
    until(lambda: len(table.touches()) == 2 * len(pairs), "all touches")
    table.fingers.known.clear()


def around(times: int) -> list[tuple[int, int]]:
    """Any two of five dolphins, in both directions, in turn."""
    pairs = list(permutations(range(5), 2))
    return list(islice(pairs * (times // len(pairs) + 1), times))


def test_ten_ms_apart_come_out_in_order_a_hundred_times(flat: Flat) -> None:
    pairs = around(100)
    bursts(flat, pairs, APART_S)
    touches = flat.touches()
    right = 0
    for (first, second), one, two in zip(pairs, touches[::2], touches[1::2], strict=True):
        assert (one.pad, two.pad) == (first, second)
        assert abs(two.at_us - one.at_us - APART_S * 1e6) <= STAMP_US
        right += two.at_us - one.at_us > two.uncertain_us
    assert right == 100
    assert not [s for s in flat.felt if s.kind not in (Kind.TOUCH, Kind.RELEASE)]


def test_closer_than_the_glass_can_tell_is_never_called(flat: Flat) -> None:
    bursts(flat, around(20), 0.007)
    touches = flat.touches()
    for one, two in zip(touches[::2], touches[1::2], strict=True):
        assert 0 < two.at_us - one.at_us <= two.uncertain_us


def play(table: Flat, first: int, second: int, apart_s: float) -> list[dict[str, Any]]:
    """A round of a new game up to the grab: who was where."""
    begin(table.referee, "Ana", "Ben", "Cy", "Dee", "Eli", "Flo")
    table.referee.answer("start", "deal")
    until(lambda: table.referee.phase() == "live", "the round")
    up_to_date(table.page, table.referee)  # a hand is told with the deal that its page shows
    holds(table.page, "document.querySelectorAll('.flat-pool .toy[data-state=home]').length === 5")
    table.fingers.grab(first, second, apart_s)
    until(lambda: len(table.referee.state()["view"]["order"]) == 2, "the grab")
    table.fingers.lift_all(time.time())
    order: list[dict[str, Any]] = table.referee.state()["view"]["order"]
    return order


@pytest.mark.parametrize(("first", "second"), [(0, 3), (3, 0), (4, 1), (1, 2)])
def test_a_round_knows_who_was_ten_ms_before(flat: Flat, first: int, second: int) -> None:
    order = play(flat, first, second, APART_S)
    assert [(mark["pad"], mark["place"], mark["close"]) for mark in order] == [
        (first, 1, False),
        (second, 2, False),
    ]
    assert 4_000 <= order[1]["uncertain_us"] <= 9_000
    seen(flat.page, "first by")
    flat.settle()


def test_a_round_of_touches_too_close_is_the_tables_to_settle(flat: Flat) -> None:
    order = play(flat, 2, 4, 0.004)
    assert [(mark["place"], mark["close"]) for mark in order] == [(1, True), (1, True)]
    flat.settle()


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_thousand_rounds_know_who_was_ten_ms_before(flat: Flat) -> None:
    for first, second in around(1000):
        order = play(flat, first, second, APART_S)
        assert [(m["pad"], m["close"]) for m in order] == [(first, False), (second, False)]
        flat.settle()


# --- fingers that get lost --------------------------------------------------------------------


def pads_down(table: Flat) -> list[int]:
    return [pad.pad for pad in table.house.table.pads() if pad.touched]


def test_the_last_finger_on_a_dolphin_lets_go(flat: Flat) -> None:
    flat.fingers.grab(1, 1, 0.02)
    until(lambda: pads_down(flat) == [1], "the touch")
    flat.fingers.lift(0, time.time())
    flat.fingers.touch(2, 3, time.time())
    until(lambda: pads_down(flat) == [1, 3], "another dolphin")
    flat.fingers.lift_all(time.time())
    until(lambda: not pads_down(flat), "free dolphins")
    assert [(s.kind, s.pad) for s in flat.felt if s.pad == 1] == [
        (Kind.TOUCH, 1),
        (Kind.RELEASE, 1),
    ]


def test_a_cancelled_finger_has_left(flat: Flat) -> None:
    flat.fingers.grab(0, 2, 0.02)
    until(lambda: pads_down(flat) == [0, 2], "two hands")
    flat.fingers.cancel()
    until(lambda: not pads_down(flat), "free dolphins")


def test_a_page_loaded_again_holds_nothing(flat: Flat) -> None:
    flat.fingers.grab(0, 2, 0.02)
    until(lambda: pads_down(flat) == [0, 2], "two hands")
    show(flat)
    assert not pads_down(flat)


def test_a_page_that_is_left_is_told_at_once_and_found_again(flat: Flat) -> None:
    flat.fingers.touch(0, 2, time.time())
    until(lambda: pads_down(flat) == [2], "a hand")
    visit(flat.page, "/history")
    until(lambda: not pads_down(flat), "free dolphins")
    flat.house.look()
    words = "The tablet shows something else"
    until(lambda: words in str(flat.house.referee.picture.trouble), "the trouble")
    flat.page.go_back()
    until(lambda: not flat.house.table.trouble(), "the tablet")


def test_a_second_page_of_the_tablet_takes_over(flat: Flat, screens: Browser) -> None:
    other = screen(screens, flat.house.address.port, TABLET, has_touch=True)
    visit(other, "/tabletop", flat.device.cookie)
    seen(flat.page, "Another page is the table now.")
    flat.fingers.touch(0, 2, time.time())
    flat.fingers.lift_all(time.time())
    other.context.close()
    until(flat.house.table.trouble, "its end")
    assert flat.touches() == []


def test_what_could_not_be_told_is_told_again_in_order(flat: Flat) -> None:
    flat.page.route("**/api/tablet", lambda route: route.abort())
    flat.fingers.grab(3, 1, APART_S)
    flat.fingers.lift_all(time.time())
    assert flat.felt == []
    flat.page.unroute("**/api/tablet")
    until(lambda: len(flat.felt) == 4, "both hands, and that they left")
    assert [s.pad for s in flat.touches()] == [3, 1]
    flat.page.problems.clear()  # type: ignore[attr-defined]  # the network's, which was meant


def test_a_finger_that_the_network_held_up_for_a_second_is_not_felt(
    flat: Flat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMIT, LATE_MOST_US)
    flat.page.route("**/api/tablet", lambda route: route.abort())
    flat.fingers.touch(0, 3, time.time())
    flat.fingers.lift_all(time.time())
    table_us = flat.house.referee.clock.now_us
    late_us = table_us() + LATE_MOST_US
    until(lambda: flat.page.title() and table_us() > late_us, "a second")
    flat.page.unroute("**/api/tablet")
    seen(flat.page, HELD_UP)
    monkeypatch.setattr(LIMIT, 20 * LATE_MOST_US)
    flat.fingers.touch(0, 1, time.time())
    until(flat.touches, "the next touch")
    assert [s.pad for s in flat.touches()] == [1]
    flat.fingers.lift_all(time.time())
    flat.settle()
    flat.page.problems.clear()  # type: ignore[attr-defined]  # the network's, which was meant


def test_a_post_that_hangs_is_told_again_while_it_counts(flat: Flat) -> None:
    hanging: list[Any] = []
    flat.page.route("**/api/tablet", lambda route: hanging.append(route), times=1)
    flat.fingers.grab(3, 1, APART_S)
    flat.fingers.lift_all(time.time())
    # The page's own beat may be what hangs: then the hands come after it.
    until(lambda: flat.page.title() and len(flat.felt) == 4, "both hands, and that they left")
    assert [s.pad for s in flat.touches()] == [3, 1]
    assert len(hanging) == 1
    hanging[0].abort()
    flat.page.unroute("**/api/tablet")
    flat.page.problems.clear()  # type: ignore[attr-defined]  # the network's, which was meant


# The table hears at once, and each answer is under way for longer than the page first waits.
SLOW = """() => {
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    await new Promise((go, no) => {
      setTimeout(go, 700);
      asked[1]?.signal?.addEventListener("abort", () => no(new TypeError("given up")));
    });
    return answer;
  };
}"""


def test_a_slow_network_holds_up_no_hand_for_ever(flat: Flat) -> None:
    flat.page.evaluate(SLOW)
    flat.fingers.grab(3, 1, APART_S)
    flat.fingers.lift_all(time.time())
    until(lambda: flat.page.title() and len(flat.felt) == 4, "both hands, and that they left")
    assert [s.pad for s in flat.touches()] == [3, 1]


# --- what the glass can tell ------------------------------------------------------------------


def test_moving_fingers_show_how_quick_the_glass_is(flat: Flat) -> None:
    now_s = time.time() - 0.1
    flat.fingers.touch(0, 0, now_s)
    for n in range(1, 13):
        flat.fingers.stroke(0, 2 if n % 2 else -2, now_s + n * 0.005)
    flat.fingers.lift_all(now_s + 0.08)
    flat.settle()
    flat.fingers.touch(0, 1, time.time())
    until(flat.touches, "a touch")
    assert 4_900 <= flat.touches()[0].uncertain_us <= 5_000 + STAMP_US
    flat.fingers.lift_all(time.time())
    flat.settle()


GRAIN = """async ([gap_ms, moves, each]) => {
  const { Grain } = await import("/static/grain.js");
  const grain = new Grain(100, each);
  grain.moved(1, Array.from({ length: moves + 1 }, (_, n) => n * gap_ms));
  return grain.uncertain_us;
}"""


@pytest.mark.parametrize(
    ("gap_ms", "moves", "each", "uncertain_us"),
    [
        (5, 7, True, 8_100),  # too few to tell
        (5, 8, True, 5_100),
        (5, 8, False, 5_100),
        (1, 50, True, 4_100),  # quicker than any glass is
        (16.7, 50, False, 8_100),  # the screen's own pace says nothing of the glass
        (16.7, 50, True, 16_800),  # but every look at the glass does
        (33, 50, False, 33_100),
    ],
)
def test_the_doubt_is_what_was_seen(
    plain: Page, gap_ms: float, moves: int, each: bool, uncertain_us: int
) -> None:
    assert plain.evaluate(GRAIN, [gap_ms, moves, each]) == uncertain_us


def test_gaps_are_of_one_finger_and_not_over_its_leaving(plain: Page) -> None:
    assert (
        plain.evaluate(
            """async () => {
              const { Grain } = await import("/static/grain.js");
              const grain = new Grain(100, true);
              for (let n = 0; n < 20; n += 1) {
                grain.moved(1, [n * 9]);
                grain.moved(2, [n * 9 + 1]);
              }
              grain.gone(1);
              grain.moved(1, [19 * 9 + 2]);
              return grain.uncertain_us;
            }"""
        )
        == 9_100
    )


@pytest.mark.parametrize("step_ms", [0.1, 1, 16.667, 100])
def test_a_coarse_clock_is_seen(plain: Page, step_ms: float) -> None:
    seen_us = plain.evaluate(
        """async (step) => {
          const { clockStep } = await import("/static/grain.js");
          let looks = 0;
          return clockStep(() => Math.floor((looks += 1) / 50) * step);
        }""",
        step_ms,
    )
    assert abs(seen_us - step_ms * 1000) <= 1


# --- the page ---------------------------------------------------------------------------------


def test_a_tablet_asks_and_the_referee_says_yes(flat: Flat, screens: Browser) -> None:
    table, port = flat, flat.house.address.port
    new, referee = screen(screens, port, TABLET, has_touch=True), phone(screens, port)
    visit(referee, "/referee", table.referee.cookie)
    visit(new, "/tabletop")
    seen(new, "let its screen stay on".capitalize())  # plain http: no browser keeps it on for us
    tap(new, "Yes, draw them here")
    words = new.locator("#knock-words")
    expect(words).not_to_be_empty()
    seen(referee, words.inner_text())
    tap(referee, "Let in")
    new.wait_for_url("**/tabletop")
    expect(new.locator(".flat-pool .toy")).to_have_count(5)
    until(lambda: not table.house.table.trouble(), "the new tablet")
    # The tablet that was the table is asked anew by its own page, as soon as it tells something.
    visit(table.page, "/tabletop")
    seen(table.page, "Should the dolphins be here?")
    new.context.close()
    referee.context.close()
    let_in_as_table(table.device, table.referee)
    wear_cookie(table.page, table.device.cookie)
    show(table)
    assert new.problems == []  # type: ignore[attr-defined]
    table.page.problems.clear()  # type: ignore[attr-defined]  # it was put out, as was meant


def test_who_leads_and_has_no_other_phone_asks_nobody(screens: Browser, tmp_path: Path) -> None:
    house = on_a_tablet(tmp_path, names=(NAME,))
    referee = leader(house, *PEOPLE)
    page = phone(screens, house.address.port)
    visit(page, "/tabletop", referee.cookie)
    seen(page, "START, YES and NO are on it then")
    tap(page, "Yes, draw them here")
    expect(page.locator(".flat-pool .toy")).to_have_count(len(PEOPLE) - 1)
    until(lambda: not house.table.trouble(), "the tablet")
    tap(page, "START")
    until(lambda: house.referee.picture.state.phase.value == "live", "the round")
    assert page.problems == []  # type: ignore[attr-defined]
    house.close()


def test_by_keyboard_a_button_starts_and_a_dolphin_is_touched(flat: Flat) -> None:
    begin(flat.referee, *PEOPLE[:3])
    button = flat.page.get_by_role("button", name="START").last
    until(lambda: button.press("Enter") or flat.referee.phase() == "live", "the round")
    up_to_date(flat.page, flat.referee)
    flat.page.get_by_role("button", name="Touch Blue").press("Enter")
    until(lambda: flat.referee.phase() == "grab", "the grab")
    flat.settle()


def test_hands_move_nothing_but_dolphins(flat: Flat) -> None:
    """No menu, no selection, no scrolling; what is tapped twice is not zoomed in on."""
    still = flat.page.evaluate(
        """() => ["contextmenu", "selectstart", "dragstart", "gesturestart",
            "touchmove"].map((name) => !document.querySelector(".toy").dispatchEvent(
            new Event(name, { bubbles: true, cancelable: true })))"""
    )
    assert still == [True] * 5
    styles = flat.page.evaluate(
        """() => [document.documentElement, document.body, document.querySelector(".toy"),
            document.querySelector(".flat-grid .button")].map((one) => {
          const style = getComputedStyle(one);
          return [style.touchAction, style.userSelect];
        })"""
    )
    assert styles == [["none", "none"]] * 4
    roots = "document.documentElement, body"
    assert flat.page.evaluate(
        f"[...document.querySelectorAll({roots.replace('document.documentElement', 'html')!r})]"
        ".map((one) => getComputedStyle(one).overscrollBehaviorY)"
    ) == ["none", "none"]


def moments(table: Flat) -> Iterator[str]:
    """What the page looks like before a game, in a round, after a grab, with trouble, without."""
    yield "resting"
    begin(table.referee, *PEOPLE, "Eli", "Flo")
    table.referee.answer("start", "deal")
    yield "live"
    table.fingers.grab(1, 3, APART_S)
    until(lambda: len(table.referee.state()["view"]["order"]) == 2, "the grab")
    table.fingers.lift_all(time.time())
    yield "grab"
    table.house.referee.note_trouble("test", "Blue's wire is loose: look under the table.")
    yield "trouble"
    table.house.referee.note_trouble("test", "")
    win(table.referee, 1)
    yield "won"
    begin(table.referee, *PEOPLE, kind="party_splash")
    yield "asked, and no dolphin means anything"


COVERED = """() => {  // words of the table under a caption
  const caption = document.getElementById("caption");
  const was = caption.textContent;
  caption.textContent = "♪ Too close to call";
  const over = caption.getBoundingClientRect();
  caption.textContent = was;
  return [...document.querySelectorAll(".edge p, .edge h1, .flat-grid button")].some((one) => {
    const range = new Range();
    range.selectNodeContents(one);
    const at = range.getBoundingClientRect();
    const beside = at.left >= over.right || at.right <= over.left;
    return at.width && !beside && at.top < over.bottom && at.bottom > over.top;
  });
}"""


def test_the_page_is_clean_and_whole_in_every_size_and_light(flat: Flat) -> None:
    for moment in moments(flat):
        up_to_date(flat.page, flat.referee)
        for size, viewport in SIZES.items():
            flat.page.set_viewport_size(viewport)
            assert cut_off(flat.page) == [], (moment, size)
            assert small_targets(flat.page) == [], (moment, size)
            high = flat.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert high <= 0, (moment, size)
            assert size == "phone" or not flat.page.evaluate(COVERED), (moment, size)
        flat.page.set_viewport_size(TABLET)
        holds(flat.page, "document.getElementById('caption').textContent === ''")  # it floats
        assert findings_by_day_and_dusk(flat.page) == [], moment
    assert flat.page.problems == []  # type: ignore[attr-defined]


def test_the_page_that_asks_is_clean(flat: Flat, screens: Browser) -> None:
    asks = phone(screens, flat.house.address.port)
    for theme in ("light", "dark"):
        visit(asks, "/tabletop")
        wear(asks, theme)
        assert findings(asks) == []
    assert cut_off(asks) == []
    assert small_targets(asks) == []
