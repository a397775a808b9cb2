"""A family's hands at any engine: they tap what says these words, once it stands still.

Knows nothing of an engine but what `Engine` and `Page` say.
"""

import time
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.sync_api import Browser
from playwright.sync_api import Error as NotNow

from tests.moments.drivers import Chromium, Driver
from tests.web.house import until

PHONE: Final = (390, 844)
LOOKS_S: Final = 0.5  # before a tap: sooner nobody has read a new question, nor tapped twice
FIND: Final = """(words, selector) => {
  const plain = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const one = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length
    && !one.disabled && plain(one).includes(words));
  if (!one) return null;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const whole = one.closest("label") ?? one;
  return whole.contains(top) ? [x, y] : null;
}"""
SAYS: Final = """(words) => [...document.querySelectorAll("body *")].some((one) =>
  one.childElementCount === 0 && one.getClientRects().length && one.textContent.includes(words))"""
SHOWS: Final = "() => { const { shown, seq } = live.dataset; return Number(shown ?? seq); }"


class Page(Driver, Protocol):
    """What a hand needs beside what the crawler does."""

    def tap(self, *places: tuple[float, float]) -> None:
        """A finger for each place, one after another."""

    def back(self) -> None:
        """The browser's own way back."""


class Refused(RuntimeError):
    """An engine says that it cannot do this, or not now: a page is just being left."""


class Engine(Protocol):
    """A browser, whose phones have cookies of their own."""

    def phone(self) -> Page:
        """A new one."""

    def close(self) -> None:
        """Let all go."""


class ChromiumPage(Chromium):
    """A phone of Playwright's Chromium."""

    def tap(self, *places: tuple[float, float]) -> None:
        cdp = self._context.new_cdp_session(self.page)
        down: list[dict[str, float]] = []
        for at, (x, y) in enumerate(places):
            down.append({"x": x, "y": y, "id": at})
            cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": down})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        cdp.detach()

    def back(self) -> None:
        self.page.go_back()


class ChromiumEngine:
    """The Chromium that all tests share."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._phones: list[ChromiumPage] = []

    def phone(self) -> ChromiumPage:
        self._phones.append(ChromiumPage(self._browser))
        return self._phones[-1]

    def close(self) -> None:
        for phone in self._phones:
            phone.close()


class Hand:
    """One person with a screen."""

    def __init__(self, engine: Engine, base: str, size: tuple[int, int] = PHONE) -> None:
        self.page, self.base = engine.phone(), base
        self.page.resize(*size)

    def visit(self, path: str) -> None:
        """Open a page of the table."""
        self.page.open(f"{self.base}{path}")

    def tap(self, words: str, selector: str = "button, a[href]") -> None:
        """Tap what says this."""
        self.tap_at(self.place(words, selector))

    def tap_at(self, place: tuple[float, float]) -> None:
        """Look, then tap there."""
        began_s = time.monotonic()
        until(lambda: time.monotonic() > began_s + LOOKS_S, "a look")
        self.page.tap(place)

    def grab(self, *pads: int) -> None:
        """Lay a finger on each of these dolphins."""
        self.page.tap(*(self.place("", f".toy[data-pad='{pad}']") for pad in pads))

    def place(self, words: str, selector: str) -> tuple[float, float]:
        """Where that is, once it is the same at two looks."""

        def still() -> tuple[float, float] | None:
            first, second = (self.look(FIND, words, selector) for _ in range(2))
            return tuple(first) if first and first == second else None

        found: tuple[float, float] = until(still, f"{words!r} ({selector})")
        return found

    def look(self, script: str, *told: Any) -> Any:
        """What a function of JavaScript gives, or nothing where the page is just being left."""
        try:
            return self.page.run(script, *told)
        except (Refused, NotNow):
            return None

    def sees(self, words: str) -> None:
        """These words are on the screen, or soon will be."""
        until(lambda: self.look(SAYS, words), f"the words {words!r}")

    def is_at(self, path: str) -> None:
        """The browser is led there, and the page has begun."""
        here = "(path) => location.pathname === path && document.readyState === 'complete'"
        until(lambda: self.look(here, path), path)

    def knows(self, seq: int) -> None:
        """This screen shows what the table knows by now."""
        until(lambda: (self.look(SHOWS) or 0) >= seq, f"picture {seq}")

    def holds(self, script: str) -> Any:
        """What a condition of the page gives, once it holds."""
        return until(lambda: self.look(script), script)


def keep(page: Page, folder: Path, name: str) -> Path:
    """What is to be seen, for whoever looks."""
    file = folder / f"{name}.png"
    page.picture(file)
    return file
