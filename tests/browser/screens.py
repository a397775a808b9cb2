"""Real Chromium screens for tests: phones of 390x844 and a wall, on a plain-http LAN name."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from companion.runtime import Companion
from tests.web.house import PATIENCE_S, Phone, until

NAME = "table.local"  # not localhost: browsers give a LAN name fewer rights
PHONE = {"width": 390, "height": 844}
WALL = {"width": 1920, "height": 1080}
PATIENCE_MS = 1000 * PATIENCE_S
LATE_MS = int(os.environ.get("SCREENS_LATE_MS", "0"))  # as on a busy machine


@contextmanager
def browser(chromium: dict[str, Any]) -> Iterator[Browser]:
    """Chromium in which the table's LAN name leads here, and no other name anywhere."""
    with sync_playwright() as playwright, launched(playwright.chromium, chromium) as started:
        yield started


@contextmanager
def launched(kind: BrowserType, chromium: dict[str, Any], *more: str) -> Iterator[Browser]:
    """Such a Chromium, with more arguments, by a Playwright that runs already."""
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1, EXCLUDE 127.0.0.1"
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    arguments = [*chromium["args"], rules, *quiet, "--no-first-run", "--disable-quic", *more]
    started = kind.launch(**{**chromium, "args": arguments})
    started_contexts: list[BrowserContext] = started.contexts
    yield started
    for context in started_contexts:
        context.close()
    started.close()


def phone(browser: Browser, port: int, scheme: str = "light", cookie: str = "") -> Page:
    """A phone of its own; with a cookie it is one that was let in (`wear_cookie`)."""
    return screen(browser, port, PHONE, cookie, has_touch=True, color_scheme=scheme)


def wall(browser: Browser, port: int, scheme: str = "dark") -> Page:
    """The TV."""
    return screen(browser, port, WALL, color_scheme=scheme)


def screen(
    browser: Browser, port: int, viewport: dict[str, int], cookie: str = "", **more: Any
) -> Page:
    """A screen of any size, a dot a pixel, of somebody who asks for less motion: else it would be
    drawn sixty times a second for nobody. `lively` is all others'."""
    page = _page(browser.new_context(viewport=viewport, reduced_motion="reduce", **more), port)
    if cookie:
        wear_cookie(page, cookie)
    return page


def lively(*pages: Page) -> None:
    """Let whatever moves move on these screens, as it does for most people."""
    for page in pages:
        page.emulate_media(reduced_motion="no-preference")


def calm(*pages: Page) -> None:
    """From now on as for somebody who asks for less motion."""
    for page in pages:
        page.emulate_media(reduced_motion="reduce")


def wear_cookie(page: Page, cookie: str) -> None:
    """Make the screen the one of a phone that was let in: `name=value`."""
    name, _, value = cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "domain": NAME, "path": "/"}])


def _page(context: BrowserContext, port: int) -> Page:
    context.set_default_timeout(PATIENCE_MS)
    if LATE_MS:
        context.add_init_script(f"({COMES_LATE})({LATE_MS})")
    page = context.new_page()
    page.problems = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on(
        "console",
        lambda said: page.problems.append(said.text) if said.type == "error" else None,
    )
    page.base = f"http://{NAME}:{port}"  # type: ignore[attr-defined]
    return page


COMES_LATE = """(late_ms) => {
  const wait = setTimeout; // a clock that stands holds back no picture
  const ask = fetch;
  window.fetch = (...what) => new Promise((go) => wait(go, late_ms)).then(() => ask(...what));
  const Stream = EventSource;
  window.EventSource = class {
    static CLOSED = Stream.CLOSED;
    #heard = [];
    #stream = null;
    #opening;
    constructor(url) {
      this.#opening = wait(() => {
        this.#stream = new Stream(url);
        for (const on of ["onopen", "onerror"]) this.#stream[on] = (event) => this[on]?.(event);
        for (const hears of this.#heard) this.#stream.addEventListener(...hears);
      }, late_ms);
    }
    get readyState() { return this.#stream?.readyState ?? Stream.CONNECTING; }
    addEventListener(name, hear) {
      const later = (event) => wait(() => hear(event), late_ms);
      const hears = [name, name === "state" ? later : hear];
      this.#stream?.addEventListener(...hears) ?? this.#heard.push(hears);
    }
    close() { clearTimeout(this.#opening); this.#stream?.close(); }
  };
}"""


HOLDS = """(what) => {
  const ask = window.fetch;
  let held = false;
  window.give = null;
  window.fetch = async (...asked) => {
    const is_it = !held && String(asked[0]).includes(what);
    held ||= is_it;
    const answer = await ask(...asked);
    if (!is_it) return answer;
    const { status } = answer;
    const text = await answer.text();
    await new Promise((go) => { window.give = go; });
    return new Response(text, { status });
  };
}"""
LOSES = """(what) => {
  const ask = window.fetch;
  let lost = false;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (lost || !String(asked[0]).includes(what)) return answer;
    lost = true;
    throw new TypeError("lost on its way");
  };
}"""


def hold(page: Page, what: str) -> None:
    """From now on the answer to the page's next question of this address is under way until it is
    given, and whatever is asked later is answered before it."""
    page.evaluate(HOLDS, what)


def is_held(page: Page) -> None:
    """Wait until the table has answered what is held."""
    holds(page, "window.give !== null")


def give(page: Page) -> None:
    """Let the page have what was held, and do with it what it does."""
    page.evaluate(
        """async () => {
          window.give();
          for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done));
        }"""
    )


def lose(page: Page, what: str) -> None:
    """The table hears the page's next word to this address, and its answer is lost."""
    page.evaluate(LOSES, what)


def count_taps(page: Page) -> None:
    """From its next page on: every hand on this screen is counted, and every page of the visit. A
    hand that Playwright holds back, for what was under it moved away, never reaches the page."""
    page.context.add_init_script(
        """addEventListener("pointerdown", ({ isTrusted }) => {
          if (isTrusted) sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0);
        });
        sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0);"""
    )


def loads(page: Page) -> int:
    """How many pages it has opened meanwhile."""
    return int(page.evaluate("Number(sessionStorage.loads ?? 0)"))


def taps(page: Page) -> int:
    """How many taps those were."""
    return int(page.evaluate("Number(sessionStorage.taps ?? 0)"))


def stand_still(page: Page) -> None:
    """Before its first visit: the page's time passes only when told (`page.clock.run_for`)."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def holds(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until an expression holds on the page. (`wait_for_function` would need `eval`.)"""
    until(lambda: page.evaluate(expression, arg), expression)


def up_to_date(page: Page, told: Phone) -> None:
    """Wait until the page shows what is so by now. What counts is not yet on every screen, and a
    hand on a question that is over marks nothing of the next one."""
    holds(page, UP_TO_DATE, told.state()["seq"])


UP_TO_DATE = "(seq) => Number(document.getElementById('live').dataset.shown) >= seq"


def visit(page: Page, path: str, cookie: str = "") -> None:
    """Open a page of the table, from now on as the phone that has this cookie."""
    if cookie:
        wear_cookie(page, cookie)
    page.goto(f"{page.base}{path}", wait_until="load")  # type: ignore[attr-defined]


def shows_pictures(house: Companion) -> None:
    """Wait until a live screen is the wall: how soon it asks first is the browser's affair."""
    until(lambda: house.evening.look() or house.access.door.now().pictures, "the door's pictures")
    house.evening.look()


def darken(*pages: Page) -> None:
    """Let screens show nothing of the table, so that nothing is drawn for them."""
    for page in pages:
        if page.url != "about:blank":
            page.goto("about:blank")


def tap(page: Page, words: str, exact: bool = False) -> None:
    """Tap the button that says this."""
    page.get_by_role("button", name=words, exact=exact).first.click()


def mark(page: Page, words: str, exact: bool = False) -> None:
    """Mark the first of these picks, as a thumb does: on its picture, once it lies still."""
    pick = page.get_by_label(words, exact=exact)
    page.locator("label.pick").filter(has=pick).first.click()
    expect(pick.first).to_be_checked()


def decide(page: Page, game: str, effort: str) -> None:
    """Choose the game on the page that begins one, and how much the companion does."""
    tap(page, game)
    tap(page, effort)


def start_instead(page: Page) -> None:
    """Start the new game, and say that the one that is on may end."""
    tap(page, "Start", exact=True)
    tap(page, "End it, and begin the new one")
    page.wait_for_url("**/referee")
    problems = page.problems  # type: ignore[attr-defined]
    problems[:] = [said for said in problems if "status of 409" not in said]  # the question


def seen(page: Page, words: str) -> Locator:
    """These words are on the screen, or soon will be."""
    found = page.get_by_text(words).first
    expect(found).to_be_visible(timeout=PATIENCE_MS)
    return found
