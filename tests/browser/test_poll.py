"""With all live places taken a page asks now and then, stays current, and says so truthfully."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.referee.hub import FEEDS_MOST
from companion.runtime import Companion
from tests.browser.screens import PATIENCE_MS, holds, phone, seen, stand_still, visit
from tests.web.house import leader, until

POLL_MS = 1_500
STALE_MS = 2_000
LOOK_MS = 500  # the corner looks at its age twice a second
STEP_MS = 100
# Notes each poll and those without an answer, and what the corner says when the newest is how old.
WATCH = """() => {
  const asking = window.fetch;
  window.polls = [];
  window.waiting = 0;
  window.said = [];
  let heard = performance.now();
  window.fetch = async (what, ...more) => {
    const poll = String(what).includes("/api/fragment");
    if (poll) window.polls.push(performance.now());
    window.waiting += 1;
    try {
      const answer = await asking(what, ...more);
      if (poll && answer.ok) heard = performance.now();
      return answer;
    } finally {
      window.waiting -= 1;
    }
  };
  const corner = document.querySelector(".alive");
  new MutationObserver(() => window.said.push([corner.textContent, performance.now() - heard]))
    .observe(corner, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def crowd(companion: Companion) -> Iterator[ExitStack]:
    """So many screens that no live place is left; closing it sends them away."""
    with ExitStack() as screens:
        hub = companion.referee.hub
        for n in range(FEEDS_MOST):
            screens.callback(hub.unsubscribe, hub.subscribe(f"phone {n}"))
        yield screens


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Page:
    page = phone(screens, companion.address.port)
    stand_still(page)
    page.asked = []  # type: ignore[attr-defined]
    page.on("response", lambda got: page.asked.append((got.status, got.url)))  # type: ignore[attr-defined]
    return page


def asked(page: Page, what: str) -> list[int]:
    """The statuses of what the page asked for."""
    return [status for status, url in page.asked if what in url]  # type: ignore[attr-defined]


def polled(page: Page, times: int) -> None:
    """Wait until the page asked so often; looking at it lets its news in."""
    until(lambda: page.title() and len(asked(page, "/api/fragment")) >= times, f"{times} polls")


def watched(page: Page) -> None:
    """The wall, which has asked once."""
    visit(page, "/")
    polled(page, 1)
    page.evaluate(WATCH)


def passes(page: Page, ms: int) -> None:
    """So much time of the page goes by; every question gets its answer at once."""
    for _ in range(0, ms, STEP_MS):
        page.clock.run_for(STEP_MS)
        holds(page, "window.waiting === 0")


def is_truthful(page: Page) -> bool:
    """Whether the corner said "stale" when the newest answer was old, and only then."""
    said: list[tuple[str, float]] = page.evaluate("window.said")
    return all(
        age_ms > STALE_MS if words.startswith("No connection") else age_ms <= STALE_MS + LOOK_MS
        for words, age_ms in said
    )


def test_a_page_without_a_place_polls_and_stays_current(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    told = leader(companion, "Ana", "Ben", "Cy")
    watched(page)
    assert asked(page, "/api/events") == [503]
    told.answer("start", "deal")
    told.answer("grab", "grab")
    passes(page, POLL_MS)
    seen(page, "Four of a kind?")
    told.answer("yes", "verdict")
    passes(page, POLL_MS)
    seen(page, "Who is left without a dolphin?")
    passes(page, POLL_MS)
    assert page.locator(".alive").inner_text() == "live"
    polls = page.evaluate("window.polls")
    assert {later - one for one, later in pairwise(polls)} == {POLL_MS}
    assert is_truthful(page)


def test_a_polling_page_says_when_it_is_stale_and_comes_back(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    watched(page)
    passes(page, POLL_MS)
    page.route("**/api/fragment*", lambda route: route.abort())
    passes(page, STALE_MS + LOOK_MS)
    assert page.locator(".alive").inner_text() == "No connection for 2\u00a0s"
    page.unroute("**/api/fragment*")
    passes(page, POLL_MS)
    assert page.locator(".alive").inner_text() == "live"
    assert is_truthful(page)


def test_a_place_that_comes_free_is_taken(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    visit(page, "/")
    polled(page, 1)
    crowd.close()
    until(lambda: len(companion.referee.hub) == 0, "the end of all other streams")
    page.clock.fast_forward(16_000)
    until(lambda: len(companion.referee.hub) == 1, "a stream of its own")
    expect(page.locator(".alive")).to_have_text("live", timeout=PATIENCE_MS)
