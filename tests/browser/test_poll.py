"""With all live places taken a page asks now and then, stays current, and says so truthfully."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.referee.hub import FEEDS_MOST
from companion.runtime import Companion
from tests.browser.screens import phone, visit
from tests.web.house import Phone, begin, referee_phone, until

SOON_MS = 6_000  # two polls
STALE_MS = 2_000
LATE_MS = 700  # the corner looks at its age twice a second
# Notes each poll, and what the corner says when the newest answer is how old.
WATCH = """() => {
  const asking = window.fetch;
  window.polls = [];
  window.said = [];
  let heard = performance.now();
  window.fetch = async (what, ...more) => {
    const poll = String(what).includes("/api/fragment");
    if (poll) window.polls.push(performance.now());
    const answer = await asking(what, ...more);
    if (poll && answer.ok) heard = performance.now();
    return answer;
  };
  const corner = document.querySelector(".alive");
  new MutationObserver(() => window.said.push([corner.textContent, performance.now() - heard]))
    .observe(corner, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def crowd(companion: Companion) -> Iterator[ExitStack]:
    """So many screens that no live place is left; closing it sends them away."""
    with ExitStack() as screens:
        for _ in range(FEEDS_MOST):
            live = Phone(companion.address.port).live()
            assert live.status == 200
            screens.callback(live.close)
        yield screens


@pytest.fixture
def page(screens: Browser, companion: Companion) -> Iterator[Page]:
    page = phone(screens, companion.address.port)
    page.asked = []  # type: ignore[attr-defined]
    page.on("response", lambda got: page.asked.append((got.status, got.url)))  # type: ignore[attr-defined]
    yield page
    page.context.close()


def asked(page: Page, what: str) -> list[int]:
    """The statuses of what the page asked for."""
    return [status for status, url in page.asked if what in url]  # type: ignore[attr-defined]


def polled(page: Page, times: int) -> None:
    """Wait until the page asked so often; looking at it lets its news in."""
    until(lambda: page.title() and len(asked(page, "/api/fragment")) >= times, f"{times} polls")


def is_truthful(page: Page) -> bool:
    """Whether the corner said "stale" when the newest answer was old, and only then."""
    said: list[tuple[str, float]] = page.evaluate("window.said")
    return all(
        age_ms > STALE_MS - LATE_MS if words.startswith("stale") else age_ms < STALE_MS + LATE_MS
        for words, age_ms in said
    )


def test_a_page_without_a_place_polls_and_stays_current(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    told = referee_phone(companion)
    begin(told, "Ana", "Ben", "Cy")
    visit(page, "/")
    page.evaluate(WATCH)
    polled(page, 2)
    assert asked(page, "/api/events") == [503]
    told.answer("start", "deal")
    told.answer("grab", "grab")
    expect(page.get_by_text("Four of a kind?").first).to_be_visible(timeout=SOON_MS)
    told.answer("yes", "verdict")
    expect(page.get_by_text("Who is left without a dolphin?").first).to_be_visible(timeout=SOON_MS)
    expect(page.locator(".alive")).to_have_text("live")
    polls = page.evaluate("window.polls")
    assert min(later - one for one, later in pairwise(polls)) < STALE_MS
    assert is_truthful(page)


def test_a_polling_page_says_when_it_is_stale_and_comes_back(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    visit(page, "/")
    page.evaluate(WATCH)
    polled(page, 1)
    page.route("**/api/fragment*", lambda route: route.abort())
    expect(page.locator(".alive")).to_contain_text("stale since", timeout=SOON_MS)
    page.unroute("**/api/fragment*")
    expect(page.locator(".alive")).to_have_text("live", timeout=SOON_MS)
    assert is_truthful(page)


def test_a_place_that_comes_free_is_taken(
    companion: Companion, crowd: ExitStack, page: Page
) -> None:
    page.clock.install()
    visit(page, "/")
    polled(page, 1)
    crowd.close()
    until(lambda: len(companion.referee.hub) == 0, "the end of all other streams")
    page.clock.fast_forward(16_000)
    until(lambda: len(companion.referee.hub) == 1, "a stream of its own")
    expect(page.locator(".alive")).to_have_text("live", timeout=SOON_MS)
