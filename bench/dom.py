"""How soon a ruling that is written stands on a page: real Chromium beside the floor's page.

A touch settles for 30 ms before it is ruled on, so that an earlier one still under way can
overtake it: that is part of what people see, and shown; a person's word waits for nothing.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.driven import Driven
from bench.figures import Figure, beside, in_turns
from companion.table.settle import WINDOW_US

WORDS = 30  # a turn
ROUND_TRIPS = 40  # the quickest of them says how far apart the two clocks are
WATCH = """(mark) => {
  const there = () => document.querySelector(mark)?.textContent;
  let was = there();
  window.benchSeen = [];
  new MutationObserver(() => {
    if (there() === was) return;
    was = there();
    window.benchSeen.push(performance.now());
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def figures(folder: Path, chromium: str) -> Iterator[Figure]:
    """Rulings and words on a page, beside the floor's."""
    floor = Driven("bench.floor", folder / "dom-floor.sqlite")
    ours = Driven("bench.table", folder / "dom")
    ours.ask("live")
    with _pages(chromium, ours.port, floor.port) as (our_page, floor_page):
        our_page.evaluate(WATCH, "[data-asked]")
        floor_page.evaluate(WATCH, "#ruled")

        def floor_turn() -> float:
            return median(_seen(floor, floor_page, lambda n: floor.ask("touch", n % 5)))

        pairs = in_turns(lambda: median(_words(ours, our_page)), floor_turn)
        yield beside("a person's word, durable -> on a page, p50", "ms", pairs, most=2.0)
        pairs = in_turns(lambda: median(_touches(ours, our_page)), floor_turn)
        settled = WINDOW_US / 1000
        note = f"of these {settled:g} ms are the settling"
        yield beside("a touch ruled, durable -> on a page, p50", "ms", pairs, most=2.0, note=note)
        pairs = [(ours_ms - settled, floor_ms) for ours_ms, floor_ms in pairs]
        yield beside("… without the settling", "ms", pairs, most=2.0)
    floor.close()
    ours.close()


def _words(ours: Driven, page: Page) -> list[float]:
    def word(n: int) -> int:
        if ours.ask("phase") == "live":
            ours.ask("live")
            _seen(ours, page, lambda _: ours.ask("touch", 0), 1)
        at_ns: int = ours.ask("word")
        return at_ns

    return [ms for _ in range(WORDS // 3) for ms in _seen(ours, page, word, 2)]


def _touches(ours: Driven, page: Page) -> list[float]:
    def touch(n: int) -> int:
        ours.ask("live")
        page.wait_for_timeout(60)
        page.evaluate("window.benchSeen = []")
        at_ns: int = ours.ask("touch", n % 5)
        return at_ns

    return _seen(ours, page, touch)


def _seen(table: Driven, page: Page, act: Callable[[int], int], count: int = WORDS) -> list[float]:
    """Milliseconds from each act to the page's change."""
    taken = []
    offset_ns = _offset_ns(page)
    for n in range(count):
        page.evaluate("window.benchSeen = []")
        at_ns = act(n)
        seen_ms = _first_seen(page)
        taken.append((seen_ms * 1e6 + offset_ns - at_ns) / 1e6)
        page.wait_for_timeout(40)
    return taken


def _first_seen(page: Page) -> float:
    for _ in range(500):
        seen: list[float] = page.evaluate("window.benchSeen")
        if seen:
            return seen[0]
        page.wait_for_timeout(5)
    raise TimeoutError("the page shows nothing new")


def _offset_ns(page: Page) -> float:
    """This machine's monotonic clock minus the page's, from the quickest of many round trips."""
    best = (1 << 62, 0.0)
    for _ in range(ROUND_TRIPS):
        sent_ns = time.monotonic_ns()
        page_ms = page.evaluate("performance.now()")
        got_ns = time.monotonic_ns()
        best = min(best, (got_ns - sent_ns, (sent_ns + got_ns) / 2 - page_ms * 1e6))
    return best[1]


@contextmanager
def _pages(chromium: str, *ports: int) -> Iterator[tuple[Page, ...]]:
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-timer-throttling"]
        arguments += [
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
        ]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        opened: list[Any] = []
        for port in ports:
            page = browser.new_context().new_page()
            page.goto(f"http://127.0.0.1:{port}/")
            page.wait_for_timeout(700)
            opened.append(page)
        yield tuple(opened)
        browser.close()
