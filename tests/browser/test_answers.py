"""Answers that come late, out of their order or never: no page loses or doubles anything by it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import (
    HOLDS,
    NAME,
    PATIENCE_MS,
    PHONE,
    give,
    hold,
    holds,
    is_held,
    lose,
    phone,
    screen,
    seen,
    tap,
    visit,
    wear_cookie,
)
from tests.browser.test_joining import phone_named
from tests.web.house import Phone, begin, patient, referee_phone, running, until

ROOT = Path(__file__).resolve().parents[2]
# Every stream of the page, oldest first; one that is dead says nothing any more.
STREAMS = """
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...more) { super(...more); streams.push(this); }
    addEventListener(name, hear) {
      super.addEventListener(name, (event) => this.dead || hear(event));
    }
  };
"""
# The network is away for the first thing that is told here.
AWAY_AT_FIRST = """(what) => {
  const ask = window.fetch;
  let tried = false;
  window.fetch = async (...asked) => {
    if (tried || !String(asked[0]).includes(what)) return ask(...asked);
    tried = true;
    throw new TypeError("no network");
  };
}"""
# The first word to this address is held up until `go()`; `heard` are those that were answered.
HELD_UP = """(what) => {
  const ask = window.fetch;
  let first = true;
  window.heard = 0;
  window.fetch = async (...asked) => {
    if (!String(asked[0]).includes(what)) return ask(...asked);
    const waits = first;
    first = false;
    if (waits) await new Promise((go) => { window.go = go; });
    const answer = await ask(...asked);
    window.heard += 1;
    return answer;
  };
}"""
# Whatever is asked there has no answer ever, while the page's own time goes on.
HANGS = """(what) => {
  const ask = window.fetch;
  AbortSignal.timeout = (ms) => {
    const gives_up = new AbortController();
    setTimeout(() => gives_up.abort(), ms);
    return gives_up.signal;
  };
  window.hung = 0;
  window.fetch = (...asked) => {
    if (!String(asked[0]).includes(what)) return ask(...asked);
    window.hung += 1;
    return new Promise((_, no) => {
      asked[1]?.signal?.addEventListener("abort", () => no(new TypeError("given up")));
    });
  };
}"""
SLIDES = """(every_ms) => {
  const every = document.getElementById("every");
  every.value = every_ms;
  every.dispatchEvent(new Event("change", { bubbles: true }));
}"""
HANGS_MS = 25_000
STALE_MS = 9_000


@pytest.fixture(scope="module")
def told(house: Companion) -> Phone:
    """The referee's phone over plain HTTP, of a table at which three are."""
    patient(house)
    for number, name in enumerate(("Ana", "Ben", "Cy")):
        phone_named(house, name, number)
    return referee_phone(house)


@pytest.fixture
def page(screens: Browser, house: Companion, told: Phone) -> Page:
    """The referee's phone in Chromium."""
    page = phone(screens, house.address.port, cookie=told.cookie)
    return page


@pytest.fixture
def guest(screens: Browser, house: Companion, told: Phone) -> Page:
    """A phone that nobody knows yet."""
    page = phone(screens, house.address.port)
    return page


# --- a new game ---------------------------------------------------------------------------------


def test_who_came_last_stays_where_an_older_page_comes_later(page: Page, house: Companion) -> None:
    page.add_init_script(STREAMS)
    page.clock.install()
    visit(page, "/new")
    faces = page.locator("#faces")
    expect(faces).to_contain_text("Cy")
    hold(page, "/new")
    phone_named(house, "Dee", 3)
    is_held(page)
    phone_named(house, "Eve", 4)
    expect(faces).to_contain_text("Eve")
    give(page)
    expect(faces).to_contain_text("Eve")
    page.evaluate("streams.at(-1).dead = true")  # its network went without a word
    phone_named(house, "Flo", 5)
    page.clock.fast_forward(STALE_MS)
    expect(faces).to_contain_text("Flo")
    assert page.evaluate("streams.length") == 2


def test_a_game_is_begun_once_however_often_its_answer_is_lost(
    page: Page, house: Companion, told: Phone
) -> None:
    visit(page, "/new")
    tap(page, "Other people or rules")
    tap(page, "SPLASH!")
    page.locator("[data-next]").click()
    lose(page, "/api/game")
    tap(page, "Start", exact=True)
    seen(page, "Not sent: is the Wi-Fi on?")
    begun = told.state()["game"]
    assert begun is not None
    tap(page, "Start", exact=True)
    page.wait_for_url("**/referee")
    assert told.state()["game"] == begun
    page.evaluate(HELD_UP, "/api/caller")  # and the tempo that was set last is the tempo
    page.evaluate(SLIDES, 2000)
    page.evaluate(SLIDES, 2500)
    holds(page, "window.go !== undefined")
    page.evaluate("go()")
    holds(page, "heard === 2")
    assert told.state()["caller"]["every_ms"] == 2500


# --- who comes in -------------------------------------------------------------------------------


def test_a_link_works_as_soon_as_the_network_does(guest: Page, house: Companion) -> None:
    guest.add_init_script(f"({AWAY_AT_FIRST})('/api/redeem')")
    visit(guest, f"/join#t={house.access.sessions.invite(None)}")
    guest.wait_for_url("**/me")


def test_a_name_that_is_told_before_the_page_can_tell_it_stays_there(
    screens: Browser, house: Companion
) -> None:
    early = screen(screens, house.address.port, PHONE, java_script_enabled=False)
    link = house.access.sessions.invite(None)
    newcomer = Phone(house.address.port, source="127.0.8.90")
    assert newcomer.post("/api/redeem", {"t": link})[0] == 200
    visit(early, "/me", newcomer.cookie)
    early.get_by_label("My name").fill("Gus")
    early.get_by_role("button", name="That's me").click()
    early.wait_for_load_state()
    expect(early).to_have_url(re.compile("/me$"))
    expect(early.get_by_label("My name")).to_have_value("Gus")


def test_no_page_posts_a_form_or_leaves_for_one() -> None:
    pages = (ROOT / "companion").rglob("*.html")
    forms = [
        form for page in pages for form in re.findall(r"<form\b[^>]*", page.read_text("utf-8"))
    ]
    assert forms and all('method="dialog"' in form for form in forms), forms


def test_a_phone_waits_on_where_an_older_answer_knows_of_no_knock(guest: Page) -> None:
    guest.add_init_script(f"({HOLDS})('/api/knock')")
    visit(guest, "/join")
    is_held(guest)
    tap(guest, "Ask to come in")
    words = guest.locator("#knock-words")
    expect(words).to_be_visible()
    give(guest)
    expect(words).to_be_visible()


def test_who_asks_for_a_name_stays_where_it_is_while_the_network_is_away(
    guest: Page, house: Companion
) -> None:
    other = phone_named(house, "Gus", 6)
    mine = phone_named(house, "Hal", 7)
    wear_cookie(guest, mine.cookie)
    guest.clock.install()
    visit(guest, "/me?pass=1")
    guest.get_by_label("My name", exact=True).fill("Gus")
    tap(guest, "That's me")
    expect(guest.locator("#toast")).not_to_be_empty()
    guest.context.set_offline(True)
    failed: list[str] = []
    guest.on("requestfailed", lambda request: failed.append(request.url))
    guest.clock.fast_forward(3_000)
    until(lambda: guest.evaluate("1") and failed, "a question that nobody heard")
    assert failed[0].endswith("/api/state")
    guest.context.set_offline(False)
    (claim,) = other.state()["claims"]
    assert other.post("/api/vouch", {"claim": claim["id"], "yes": True})[0] == 200
    guest.clock.fast_forward(3_000)
    guest.wait_for_url("**/seat")
    expect(guest.get_by_role("heading", name="Gus", exact=True)).to_be_visible()


# --- another table beneath ----------------------------------------------------------------------


def test_a_page_follows_a_table_that_was_started_anew_and_counts_from_less(
    screens: Browser, tmp_path: Path
) -> None:
    """As a demo does, and who has restored an older copy."""
    before = running(tmp_path / "before", names=(NAME,))
    port = before.address.port
    page = phone(screens, port)
    for name in ("Ana", "Ben"):  # a version far on
        begin(referee_phone(before), name, "Cy", "Dee")
    visit(page, "/")
    seen(page, "Ben")
    before.close()
    after = running(tmp_path / "after", names=(NAME,), port=port)
    expect(page.get_by_text("Ben")).to_have_count(0, timeout=PATIENCE_MS)
    assert page.locator(".alive").inner_text() == "live"
    after.close()


# --- what the network holds up ------------------------------------------------------------------


def test_a_word_that_hangs_is_given_up_and_its_button_is_there_again(page: Page) -> None:
    page.clock.install()
    visit(page, "/boards/new")
    page.evaluate(HANGS, "/api/")
    page.locator("#file").evaluate("(part) => { part.open = true; }")
    page.locator("#open").set_input_files(
        {"name": "b.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    holds(page, "hung === 1")
    page.clock.fast_forward(HANGS_MS)
    seen(page, "Not sent: is the Wi-Fi on?")
