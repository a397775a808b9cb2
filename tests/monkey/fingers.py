"""Fingers on real screens: whatever is in sight is tapped, filled in or turned, by chance.

Where `monkey.py` reads pages as they are sent, here they run in a browser, with their scripts, for
as long as an evening: what one tap leaves behind meets the next.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Dialog, ElementHandle, Page, Request, Response
from playwright.sync_api import Error as Failed

from companion.runtime import Companion
from tests.browser.lacks import LACKS
from tests.browser.screens import screen, visit, wear_cookie
from tests.web.house import Phone, seated, until

PHONES: Final = ((390, 844), (320, 568), (844, 390), (360, 640))
WALLS: Final = ((1920, 1080), (1280, 720), (1024, 768))
TABLET: Final = (1024, 768)
NAMES: Final = ("Ana", "Oma Gisela", "<b>Leo</b>", "👩‍👩‍👧", "Maximilian-Alex", " ", "3", "ليلى")
PLACES: Final = (
    "/new", "/me", "/boards", "/decks", "/history", "/records", "/figures", "/people", "/ratings",
    "/sheets", "/machine", "/join", "/tabletop", "/rules",
)  # fmt: skip
LIVE: Final = ("/", "/seat", "/referee", "/tabletop")
GOES_HOME, GOES_ELSEWHERE, ANSWERS = 0.06, 0.06, 0.5  # chances at each step, and of a button
STAYS_MS = 1500  # so long a tap is tried: who was covered by what passes is not any more
PATIENCE_S = 20.0
NOT_UNDERSTOOD: Final = (400, 404, 405, 411, 413, 415, 422)
SAID: Final = ("/api/me",)  # a name without a letter is told, and answered with a sentence
WEIGHTS: Final = {"BUTTON": 8, "LABEL": 5, "A": 1}
ELSE: Final = 2

THERE: Final = """() => [...document.querySelectorAll(
  "button, a[href], summary, input, select, textarea, label, [data-pad], [tabindex='0']"
)].filter((one) => {
  if (one.disabled || one.matches(".skip") || one.closest("[inert]")) return false;
  if (!(document.querySelector("dialog:modal") ?? document).contains(one)) return false;
  if (one.type === "file" || one.target || one.hasAttribute("download")) return false;
  const box = one.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && one.checkVisibility({
    opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true,
  });
})"""
IS_ANSWER: Final = (
    "(one) => one.closest('[data-ask], [data-confirm], label.pick, form .field') !== null"
)
HOW: Final = """(one) => ({
  tag: one.tagName, type: one.type ?? "", options: [...one.options ?? []].map(({ value }) => value),
  words: one.outerHTML.slice(0, 160).replace(/\\s+/g, " "),
})"""
ASIDE: Final = "() => document.documentElement.scrollWidth - innerWidth"
SHOWN: Final = "(seq) => Number(document.getElementById('live')?.dataset.shown ?? seq) >= seq"
# What the table says: sound wants a tap after each visit, a pick that nobody told is a hand's, what
# came of a tap passes, and time goes on meanwhile.
TEXT: Final = """() => {
  const live = document.querySelector("#live")?.cloneNode(true);
  const passing = "#sound, #sound-offer, #caption, #toast, [data-confirm], script";
  live?.querySelectorAll(passing).forEach((one) => one.remove());
  const words = live?.textContent.replace(/\\s+/g, " ").trim() ?? null;
  return words?.replace(/(?<=PASS ?)\\d+/g, "") ?? null;
}"""


@dataclass(eq=False)
class Screen:
    """One screen, where it begins, what it lacks, and what is under way on it."""

    name: str
    page: Page
    home: str
    lack: str = ""  # of what its browser has or allows
    busy: set[Request] = field(default_factory=set)
    answered: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        def begins(request: Request) -> None:
            if request.resource_type not in ("eventsource", "document"):
                self.busy.add(request)

        def ends(request: Request) -> None:
            self.busy.discard(request)

        def dismiss(dialog: Dialog) -> None:
            dialog.dismiss()

        def hear(response: Response) -> None:
            self.answered.append(response)

        self.page.on("request", begins)
        self.page.on("requestfinished", ends)
        self.page.on("requestfailed", ends)
        self.page.on("response", hear)
        self.page.on("dialog", dismiss)
        self.page.add_init_script("window.print = () => {}")

    @property
    def path(self) -> str:
        """Where it is."""
        return urlsplit(self.page.url).path


class Fingers:
    """All that lie on the screens of one table, and what they found: by sort, place and words."""

    def __init__(self, screens: Browser, house: Companion, told: Phone, rng: Random) -> None:
        self._screens, self._house, self._told, self._rng = screens, house, told, rng
        self._on: list[Screen] = []
        self._newest = "nothing"
        self.faults: dict[tuple[str, str, str], str] = {}
        self.done = Counter[str]()

    def sit_down(self, seats: int) -> None:
        """A wall, the referee's phone, two at seats, a stranger's, and a tablet in the middle."""
        self._add("wall", "/", WALLS)
        self._add("referee", "/referee", PHONES, self._told.cookie)
        for seat in range(min(seats, 2)):
            cookie = seated(self._house, self._told, seat).cookie
            self._add(f"seat {seat}", "/seat", PHONES, cookie)
        self._add("stranger", "/", PHONES)
        self._add("tablet", "/tabletop", (TABLET,), self._told.cookie)

    def _add(
        self, name: str, home: str, sizes: tuple[tuple[int, int], ...], cookie: str = ""
    ) -> None:
        wide, high = self._rng.choice(sizes)
        lack = self._rng.choice(("", *LACKS))
        page = screen(
            self._screens,
            self._house.address.port,
            {"width": wide, "height": high},
            has_touch=name != "wall",
            color_scheme=self._rng.choice(("light", "dark")),
        )
        if cookie:
            wear_cookie(page, cookie)
        if lack:
            page.context.add_init_script(LACKS[lack])
        self._on.append(Screen(name, page, home, lack))
        visit(page, home)

    def close(self) -> None:
        """Take them off."""
        for one in self._on:
            one.page.context.close()

    # --- what they do -------------------------------------------------------------------------

    def step(self) -> None:
        """One thing on one screen, and a look at what came of it."""
        one, chance = self._rng.choice(self._on), self._rng.random()
        if chance < GOES_HOME:
            self._go(one, one.home)
        elif chance < GOES_HOME + GOES_ELSEWHERE:
            self._go(one, self._rng.choice(PLACES))
        else:
            self._use(one)
        self._look(one)

    def _go(self, one: Screen, path: str) -> None:
        self._newest = f"{one.name} goes to {path}"
        _tried(lambda: visit(one.page, path))  # a page that is leaving already leaves for another

    def _use(self, one: Screen) -> None:
        chosen = _tried(lambda: self._choose(one))
        if chosen is None:
            self._go(one, one.home)
            return
        how = chosen.evaluate(HOW)
        self._newest = f"{one.name} at {one.path} uses {how['words']}"
        try:
            self._act(one, chosen, how)
            self.done["used"] += 1
        except Failed as problem:
            self.done["missed"] += 1  # it went away meanwhile, or:
            for sort in ("intercepts pointer events", "outside of the viewport"):
                at = [line.strip() for line in str(problem).splitlines() if sort in line]
                if at and _tried(lambda: chosen.evaluate("(one) => one.isConnected")):
                    self._note(one, sort, f"{how['words']}: {at[-1][:200]}")

    def _choose(self, one: Screen) -> ElementHandle | None:
        handles = one.page.evaluate_handle(THERE).get_properties().values()
        kinds: dict[str, list[ElementHandle]] = {}
        for found in filter(None, (each.as_element() for each in handles)):
            kinds.setdefault(found.evaluate("(one) => one.tagName"), []).append(found)
        if not kinds:
            return None
        tags = sorted(kinds)
        (tag,) = self._rng.choices(tags, [WEIGHTS.get(each, ELSE) for each in tags])
        asked = [each for each in kinds[tag] if each.evaluate(IS_ANSWER)]
        return self._rng.choice(asked if asked and self._rng.random() < ANSWERS else kinds[tag])

    def _act(self, one: Screen, chosen: ElementHandle, how: dict[str, Any]) -> None:
        if how["tag"] == "SELECT":
            chosen.select_option(self._rng.choice(how["options"]), timeout=STAYS_MS)
        elif how["tag"] == "TEXTAREA" or how["type"] in ("text", "search"):
            chosen.fill(self._rng.choice(NAMES), timeout=STAYS_MS)
        elif how["type"] == "range":
            chosen.press(self._rng.choice(("ArrowLeft", "ArrowRight", "Home", "End")))
        elif one.name == "wall":
            chosen.click(timeout=STAYS_MS)
        else:
            chosen.tap(timeout=STAYS_MS)

    # --- what is so then ----------------------------------------------------------------------

    def _look(self, one: Screen) -> None:
        """Everything was understood and answered, no script fell, and the page is no wider."""
        try:
            until(lambda: _tried(lambda: not one.page.evaluate("0")) and not one.busy)
        except AssertionError:
            waits = ", ".join(f"{request.method} {request.url}" for request in one.busy)
            self._note(one, "no answer", waits or "the page")
            one.busy.clear()
        for answer in one.answered:
            path = urlsplit(answer.url).path
            said = answer.status == 400 and path in SAID
            if answer.status >= 500 or (answer.status in NOT_UNDERSTOOD and not said):
                told = answer.request.post_data
                self._note(one, str(answer.status), f"{answer.request.method} {path} {told}")
        one.answered.clear()
        problems: list[str] = one.page.problems  # type: ignore[attr-defined]
        for words in problems:
            if "Failed to load resource" not in words:  # its number was looked at
                self._note(one, "script", words[:300])
        problems.clear()
        aside = _tried(lambda: one.page.evaluate(ASIDE)) or 0
        if aside > 1:
            self._note(one, "wide", f"{aside} px more than {one.page.viewport_size}")

    def read_anew(self) -> None:
        """A page that came to be by many small changes is the one that is opened anew."""
        for one in (one for one in self._on if one.path in LIVE):
            newest = self._told.state()["seq"]
            until(lambda: one.page.evaluate(SHOWN, newest), f"{one.name}'s newest", PATIENCE_S)  # noqa: B023
            was = one.page.evaluate(TEXT)
            at = one.path
            one.page.reload(wait_until="load")
            now = one.page.evaluate(TEXT)
            if was != now and at == one.path:  # who was put out is told so where it comes in
                self._note(one, "another page", " / ".join(_apart(was or "", now or "")))
            self.done["read anew"] += 1
            self._look(one)

    def _note(self, one: Screen, sort: str, what: str) -> None:
        told = f"{one.name} {one.path} {one.lack}, {sort}: {what} (after {self._newest})"
        self.faults.setdefault((sort, one.path, what[:60]), told)


def _apart(was: str, now: str) -> Iterator[str]:
    """Where two texts part."""
    pairs = enumerate(zip(was, now, strict=False))
    at = next((n for n, (one, other) in pairs if one != other), min(len(was), len(now)))
    return (text[max(0, at - 60) : at + 60] for text in (was, now))


def _tried(does: Callable[[], Any]) -> Any:
    """What it gives; None where the page is just being left."""
    try:
        return does()
    except Failed:
        return None
