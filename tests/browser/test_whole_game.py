"""A whole game of SPLASH! as a family plays it: phones, a wall, drawn dolphins, real Chromium."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.runtime import Companion
from tests.browser.screens import (
    NAME,
    PATIENCE_MS,
    UP_TO_DATE,
    calm,
    holds,
    lively,
    phone,
    seen,
    stand_still,
    tap,
    visit,
    wall,
)
from tests.web.house import begin as begin_over_http
from tests.web.house import referee_phone, running, until


@dataclass
class Family:
    """Everybody's screens."""

    companion: Companion
    wall: Page
    referee: Page
    ana: Page
    ben: Page

    def letters(self) -> list[int]:
        """What the rules say by now."""
        return list(self.companion.referee.picture.state.letters)

    def phase(self) -> str:
        """What the game is at."""
        return str(self.companion.referee.picture.state.phase.value)

    def problems(self) -> list[str]:
        """What any page's console complained of."""
        pages = (self.wall, self.referee, self.ana, self.ben)
        return [problem for page in pages for problem in page.problems]  # type: ignore[attr-defined]


@pytest.fixture
def family(screens: Browser, companion: Companion) -> Family:
    port = companion.address.port
    big, referee = wall(screens, port), phone(screens, port)
    ana, ben = phone(screens, port), phone(screens, port, "dark")
    lively(big, referee, ana, ben)
    visit(big, "/")
    visit(referee, f"/join#t={companion.access.sessions.referee_key()}")
    referee.wait_for_url("**/referee")
    return Family(companion, big, referee, ana, ben)


def begin(family: Family, *names: str) -> None:
    """The referee begins a game: which, who, in what order, start."""
    referee = family.referee
    referee.get_by_role("link", name="New game").click()
    referee.wait_for_url("**/new")  # loaded: a tap on a page that is still coming is no tap
    tap(referee, "SPLASH!")
    for name in names:
        referee.get_by_label("Another name").fill(name)
        referee.keyboard.press("Enter")
    tap(referee, f"These {len(names)} play")
    tap(referee, "Start", exact=True)
    referee.wait_for_url("**/referee")


def sit(family: Family, page: Page, name: str) -> None:
    """A phone asks to come in, the referee lets it in, and it taps its name."""
    family.companion.evening.look()  # the door shut when the game began
    visit(page, "/")
    page.get_by_role("link", name="Take a seat").click()
    page.wait_for_url("**/join")
    tap(page, "Ask to come in")
    words = page.locator("#knock-words")
    expect(words).not_to_be_empty()
    expect(family.referee.get_by_text(words.inner_text())).to_be_visible()
    tap(family.referee, "Let in")
    page.wait_for_url("**/me")
    tap(page, name)
    page.wait_for_url("**/seat")


def deal(family: Family) -> None:
    """Whoever has the cards taps."""
    tap(family.ana, "Dealt")
    expect(family.ana.locator(".pool[data-tap]")).to_be_visible()
    until(lambda: family.phase() == "live", "the round")


def grab(page: Page, pad: int) -> None:
    """A thumb on a drawn dolphin."""
    page.locator(f".toy[data-pad='{pad}']").click()


def test_a_family_plays_a_whole_game(family: Family) -> None:
    begin(family, "Ana", "Ben", "Cy")
    sit(family, family.ana, "Ana")
    sit(family, family.ben, "Ben")

    deal(family)
    seen(family.wall, "PASS")
    until(lambda: family.companion.caller.calls >= 1, "the first call")
    grab(family.ana, 0)
    until(lambda: not family.companion.caller.running, "silence")
    grab(family.ben, 1)
    # Both claimed what they touched: nobody has to answer anything.
    until(lambda: family.letters() == [1, 1, 0], "the letters")
    seen(family.wall, "Photo finish")
    calm(family.wall, family.referee, family.ana, family.ben)

    deal(family)
    grab(family.ben, 0)
    seen(family.ana, "Four of a kind?")
    tap(family.referee, "Too soon!")
    family.referee.get_by_role("checkbox", name="Ben").first.check()
    tap(family.referee, "These touched")
    until(lambda: family.letters() == [2, 1, 1], "the others' letters")
    seen(family.ana, "All dolphins back")
    tap(family.ana, "Dolphins are back")
    until(lambda: family.phase() == "live", "the same round")
    grab(family.ana, 0)
    tap(family.ana, "Good grab")
    until(lambda: family.phase() == "holders", "who is left without?")
    holds(family.ana, UP_TO_DATE, family.companion.referee.picture.seq)
    tap(family.ana, "Cy")
    until(lambda: family.letters() == [3, 2, 1], "two taps settle a good grab")

    undo = family.companion.referee.picture.undo
    assert undo is not None
    # Once the page knows of the newest word: an older undo would be told to look again.
    family.ana.locator(f"[data-undo='{undo.seq}']").first.click()
    until(lambda: family.letters() == [2, 1, 1], "undo")
    tap(family.referee, "Say again")
    until(lambda: family.letters() == [3, 2, 1], "redo")
    tap(family.ana, "I had four SPLASH! cards")
    until(lambda: family.letters() == [4, 2, 1], "the bonus")

    for _ in range(2):
        deal(family)
        grab(family.ana, 1)
        until(lambda: family.phase() == "grab", "the grab")
        tap(family.referee, "Good grab")
        until(lambda: family.phase() == "holders", "who is left")
        family.referee.locator("[data-key='seat:1']").first.click()
        until(lambda: family.phase() in ("scored", "bonus", "over"), "the letters")
    if family.phase() == "bonus":
        tap(family.referee, "Nobody did")
    until(lambda: family.phase() == "over", "the end")
    seen(family.wall, "Ana wins")
    seen(family.ana, "wins")
    assert family.letters()[0] == 6
    assert family.problems() == []


def test_a_stale_screen_says_so_and_recovers_when_the_table_is_back(
    screens: Browser, tmp_path: Path
) -> None:
    house = running(tmp_path, names=(NAME,))
    port = house.address.port
    begin_over_http(referee_phone(house), "Ana", "Ben", "Cy")
    big = wall(screens, port)
    stand_still(big)
    visit(big, "/")
    alive = big.locator(".alive").first
    expect(alive).to_have_text("live")
    house.close()
    words = set()
    while "No connection for 2\u00a0s" not in words:
        big.clock.run_for(100)
        words.add(alive.inner_text())
        assert words <= {"live", "No connection for 2\u00a0s"}, words
    big.clock.resume()
    again = running(tmp_path, names=(NAME,), port=port)
    try:
        expect(alive).to_have_text("live", timeout=PATIENCE_MS)
        expect(big.get_by_text("Ana", exact=True).first).to_be_visible()
    finally:
        again.close()


def test_scores_can_be_read_without_javascript(screens: Browser, family: Family) -> None:
    begin(family, "Ana", "Ben", "Cy")
    plain = screens.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"http://{NAME}:{family.companion.address.port}/")
    for name in ("Ana", "Ben", "Cy"):
        expect(page.get_by_text(name, exact=True).first).to_be_visible()
    plain.close()
