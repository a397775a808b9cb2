"""Letting people in and saying good night, in real Chromium: phones, a referee's phone, a wall."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.access.secret import renew_key
from companion.runtime import Companion
from companion.table.signals import Kind, Signal
from tests.browser.screens import keep, phone, seen, tap, visit, wall
from tests.web.house import Phone, begin, referee_phone, until

# The page's own asking, with every answer held until a second has come.
ANSWERS_IN_TWOS = """() => {
  const ask = window.fetch, held = [];
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (!String(asked[0]).includes("/api/knock")) return answer;
    return new Promise((give) => {
      held.push(() => give(answer));
      if (held.length === 2) held.splice(0).forEach((let_go) => let_go());
    });
  };
}"""


@dataclass
class Hall:
    """A house with a game on, and screens that are closed in the end."""

    house: Companion
    screens: Browser
    told: Phone  # the referee over plain HTTP
    pages: list[Page] = field(default_factory=list)

    def phone(self, path: str, scheme: str = "light") -> Page:
        """A new phone at this page."""
        return self._visit(phone(self.screens, self.house.address.port, scheme), path)

    def wall(self) -> Page:
        """The TV."""
        return self._visit(wall(self.screens, self.house.address.port), "/")

    def referee(self, scheme: str = "light") -> Page:
        """A phone that came by the referee's link."""
        page = self.phone(f"/join#t={self.house.access.sessions.referee_key()}", scheme)
        page.wait_for_url("**/referee")
        return page

    def _visit(self, page: Page, path: str) -> Page:
        self.pages.append(page)
        visit(page, path)
        return page

    def problems(self) -> list[str]:
        """What any console complained of, but for pages that a phone may not see any more."""
        said = [problem for page in self.pages for problem in page.problems]  # type: ignore[attr-defined]
        return [problem for problem in said if "403" not in problem]

    def hold_start(self) -> None:
        """A hand on START for five seconds."""
        at_us = self.house.referee.clock.now_us()
        self.house.referee.feel(Signal(Kind.HELD, at_us, button="start"))


@pytest.fixture
def hall(screens: Browser, companion: Companion) -> Iterator[Hall]:
    told = referee_phone(companion)
    begin(told, "Ana", "Ben", "Cy")
    made = Hall(companion, screens, told)
    yield made
    for page in made.pages:
        page.context.close()


def pad_of(page: Page, hall: Hall) -> int:
    """The dolphin that a waiting phone names."""
    name = page.locator("#touch-name")
    expect(name).to_be_visible()
    return next(p["pad"] for p in hall.told.state()["pads"] if p["name"] == name.inner_text())


def test_a_phone_is_let_in_by_touching_its_dolphin_and_put_out_again(hall: Hall) -> None:
    ana, ben, referee = hall.phone("/join"), hall.phone("/join", "dark"), hall.referee()
    tap(ana, "Ana")
    tap(ben, "Ben")
    of_ana, of_ben = pad_of(ana, hall), pad_of(ben, hall)
    assert of_ana != of_ben
    keep(ana, "join-touch")
    keep(ben, "join-touch-dark")
    keep(referee, "referee-two-knocks")
    hall.told.sim("touch", pad=of_ana)
    ana.wait_for_url("**/seat")
    expect(ben.locator("#knock-words")).to_be_visible()

    hall.told.home(of_ana)
    hall.told.answer("start", "deal")
    expect(ben.locator("#how-touch")).to_be_hidden()
    hall.told.sim("touch", pad=of_ben)
    until(lambda: hall.told.phase() == "grab", "the grab")
    tap(referee, "No", exact=True)
    expect(ben.get_by_text("the referee said no")).to_be_visible()
    keep(ben, "join-no")
    expect(ben.get_by_role("button", name="Cy")).to_be_visible()

    referee.locator("#phones > summary").click()
    keep(referee, "referee-phones")
    expect(referee.get_by_text("this phone")).to_be_visible()
    referee.get_by_role("button", name="Put out: Ana").click()
    expect(ana.get_by_text("The referee has put it out")).to_be_visible()
    keep(ana, "seat-put-out")
    ana.get_by_role("link", name="Ask again").click()
    seen(ana, "just ask again")
    tap(ana, "Ana")
    expect(ana.locator("#knock-words")).to_be_visible()
    assert hall.problems() == []


def test_a_phone_comes_in_by_a_link_that_the_referee_shows(hall: Hall) -> None:
    referee = hall.referee()
    referee.locator("#phones > summary").click()
    with referee.expect_response("**/api/invite") as given:
        referee.get_by_role("button", name="Give a phone to Ben").click()
    expect(referee.locator("#gift svg")).to_be_visible()
    keep(referee, "referee-gift")
    link = given.value.json()["link"]
    ben = hall.phone(f"/join#{link.partition('#')[2]}")
    ben.wait_for_url("**/seat")
    expect(ben.get_by_role("heading", name="Ben")).to_be_visible()
    expect(referee.locator("#gift")).to_be_hidden()
    seen(referee, "Ben’s phone is in.")
    other = hall.phone(f"/join#{link.partition('#')[2]}")
    seen(other, "not valid any more")
    assert "#" not in other.url
    assert hall.problems() == []


def test_a_phone_that_waits_still_waits_after_a_reload(hall: Hall) -> None:
    ana = hall.phone("/join")
    tap(ana, "Ana")
    words = ana.locator("#knock-words")
    expect(words).not_to_be_empty()
    said = words.inner_text()
    ana.reload()
    expect(words).to_have_text(said)
    (knock,) = hall.told.state()["knocks"]
    hall.told.post("/api/let_in", {"knock": knock["id"], "yes": True})
    ana.wait_for_url("**/seat")


def test_two_answers_that_come_at_once_are_one_way_in(hall: Hall) -> None:
    ana = hall.phone("/join")
    tap(ana, "Ana")
    expect(ana.locator("#knock-words")).not_to_be_empty()
    ana.evaluate(ANSWERS_IN_TWOS)
    ways_in: list[str] = []
    ana.on("request", lambda sent: ways_in.append(sent.url) if sent.url.endswith("/seat") else None)
    (knock,) = hall.told.state()["knocks"]
    hall.told.post("/api/let_in", {"knock": knock["id"], "yes": True})
    ana.wait_for_url("**/seat")
    assert len(ways_in) == 1


def test_a_lost_referee_is_found_by_holding_start(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    big, found = hall.wall(), hall.phone("/join")
    tap(found, "I am the referee")
    words = found.locator("#knock-words")
    expect(words).not_to_be_empty()
    keep(found, "join-referee")
    seen(big, f"Hold START to make “{words.inner_text()}” the referee.")
    keep(big, "wall-hold")
    monkeypatch.setattr(hall.house.access, "now_s", lambda: time.monotonic() + 5)
    hall.hold_start()
    found.wait_for_url("**/referee")
    expect(big.get_by_text("Hold START")).to_have_count(0)
    assert hall.problems() == []


def test_the_old_referees_screen_says_that_its_link_was_renewed(hall: Hall) -> None:
    referee = hall.referee()
    renew_key(hall.house.referee.journal.path.parent)
    seen(referee, "link was renewed")
    keep(referee, "referee-renewed")


def test_good_night_on_every_screen(hall: Hall) -> None:
    ana, big, referee = hall.phone("/join"), hall.wall(), hall.referee("dark")
    tap(ana, "Ana")
    tap(referee, "Let in")
    ana.wait_for_url("**/seat")
    for _ in range(3):
        hall.told.answer("correct", "crayon", seat=0, points=2)
    seen(big, "Ana wins")
    begin(hall.told, "Ana", "Ben", "Cy")
    referee.locator("#good-night > summary").click()
    keep(referee, "referee-good-night-asked")
    tap(referee, "Yes, good night")
    for page in (ana, big, referee):
        seen(page, "Ana won tonight")
        expect(page.get_by_text(re.compile("left for another day"))).to_be_visible()
    keep(big, "wall-good-night")
    keep(ana, "seat-good-night")
    keep(referee, "referee-good-night")
    light = hall.wall()
    light.get_by_role("button", name="Light").click()
    keep(light, "wall-good-night-light")
    referee.get_by_role("link", name="New game").click()
    referee.wait_for_url("**/new")
    tap(referee, "SPLASH!")
    expect(referee.get_by_text("Ben").first).to_be_visible()  # names are remembered
    begin(hall.told, "Ana", "Ben", "Cy")
    expect(big.get_by_text("Good night!")).to_have_count(0)
    assert hall.problems() == []


def test_holding_start_asks_on_the_wall_first(hall: Hall) -> None:
    for _ in range(3):
        hall.told.answer("correct", "crayon", seat=1, points=2)
    big = hall.wall()
    seen(big, "Ben wins")
    hall.hold_start()
    seen(big, "Hold START again to say good night.")
    keep(big, "wall-good-night-asked")
    hall.hold_start()
    seen(big, "Ben won tonight")
    assert hall.problems() == []
