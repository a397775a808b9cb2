"""Hands on phones in real Chromium: what a phone tells of a grab."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import companion.web
from companion.runtime import Companion
from tests.browser.screens import (
    NAME,
    give,
    hold,
    is_held,
    lose,
    phone,
    screen,
    visit,
)
from tests.web.house import (
    Phone,
    begin,
    leader,
    let_in_as_table,
    on_a_tablet,
    referee_phone,
    seated,
    until,
)

TEMPLATES = Path(companion.web.__file__).parent / "templates"
TABLET = {"width": 1024, "height": 768}
# Names of seats that are not wholly within the buttons that they name.
OUTSIDE = """() => [...document.querySelectorAll(".side .button")].filter((button) => {
  const box = button.getBoundingClientRect();
  const name = button.querySelector(".called").getBoundingClientRect();
  const beside = name.left < box.left || name.right > box.right;
  return beside || name.top < box.top || name.bottom > box.bottom;
}).map((button) => button.textContent)"""

HAND = TEMPLATES / "_hand.html"
# How far a page goes beyond its screen, and how high the hand is, for each sentence said of it.
SAID = """(says) => says.map((words) => {
  document.querySelector("#hand h2").textContent = words;
  const aside = document.documentElement.scrollWidth - innerWidth;
  return { words, aside, high: document.getElementById("hand").offsetHeight };
})"""

# How wide the narrowest card is on a screen so large.
ROOMY = {(320, 568): 120, (390, 844): 150, (844, 390): 115, (568, 320): 80, (1920, 1080): 130}
LIES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll("[data-card]")].map((one) => box(one));
  const [first, second] = cards;
  return {
    wide: Math.min(...cards.map((card) => card.width)),
    lifted: second.top - first.top,
    letters: parseFloat(getComputedStyle(document.querySelector("#hand h2")).fontSize),
    high: box(document.getElementById("grab")).bottom - box(document.getElementById("hand")).top,
    room: innerHeight - box(document.querySelector(".bar")).height,
  };
}"""

# Two hands on the dolphin, and between them a finger that moves, each at its told moment.
GRABS = """() => {
  const dolphin = document.getElementById("grab"), now = performance.now();
  const does = (what, place, at) => {
    const event = new PointerEvent(what, { pointerId: 7, pointerType: "touch", bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: at });
    place.dispatchEvent(event);
  };
  does("pointerdown", dolphin, now);
  for (let n = 0; n < 12; n += 1) does("pointermove", document.body, now + 5 * n);
  does("pointerdown", dolphin, now);
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A table without any parts."""
    companion = on_a_tablet(tmp_path_factory.mktemp("pocket"), names=(NAME,))
    yield companion
    companion.close()


@pytest.fixture
def flat(tmp_path: Path) -> Iterator[Companion]:
    """Another one, with nothing on it."""
    companion = on_a_tablet(tmp_path, names=(NAME,))
    yield companion
    companion.close()


@pytest.fixture(scope="module")
def ana(screens: Browser, house: Companion) -> Page:
    """Ana's phone, in a round that is on; no other phone is there, so nobody calls."""
    referee = leader(house, "Ana", "Ben", "Cy", cards="phones")
    own = seated(house, referee, 0, "127.0.7.9")
    referee.answer("start")
    page = phone(screens, house.address.port, cookie=own.cookie)
    return page


def test_moving_fingers_show_how_quick_a_phones_glass_is(ana: Page) -> None:
    asked: list[Request] = []
    ana.on("requestfinished", lambda request: asked.append(request))

    def heard(path: str, count: int) -> bool:
        """Whether so many were answered; the page has to be asked for its events to be told."""
        ana.evaluate("0")
        return sum(path in request.url for request in asked) >= count

    visit(ana, "/seat")
    expect(ana.locator("#grab")).to_be_enabled()
    until(lambda: heard("/api/time", 6), "a set clock")
    ana.evaluate(GRABS)
    until(lambda: heard("/api/grab", 2), "two grabs")
    told = [request.post_data_json for request in asked if "/api/grab" in request.url]
    # 8 ms of any glass, until a finger has shown that this one is looked at each 5 ms.
    assert told[0]["uncertain_us"] - told[1]["uncertain_us"] == 3000
    assert told[0]["at_us"] == told[1]["at_us"]


def test_a_hand_that_was_asked_for_sooner_and_comes_later_is_not_shown(ana: Page) -> None:
    visit(ana, "/seat")
    card = ana.locator("[data-card]").first
    expect(card).to_be_visible()
    hold(ana, "/api/hand")
    ana.evaluate("document.dispatchEvent(new Event('table:hand'))")
    is_held(ana)
    lose(ana, "/api/hand")
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(ana.locator("#toast")).to_be_empty()
    give(ana)
    assert card.get_attribute("aria-pressed") == "true"
    for (wide, high), least in ROOMY.items():
        ana.set_viewport_size({"width": wide, "height": high})
        lies = ana.evaluate(LIES)
        assert lies["wide"] >= least and lies["letters"] >= 20, (wide, lies)
        assert lies["lifted"] >= 8, "the one that goes stands out"
        assert lies["high"] < lies["room"], "the dolphin is at the thumb"


def test_whatever_is_said_of_a_hand_fits_its_phone_and_moves_nothing(ana: Page) -> None:
    visit(ana, "/seat")
    expect(ana.locator("#hand h2")).to_be_visible()
    (said,) = re.findall(r'<h2><span role="status">(.*)</span></h2>', HAND.read_text("utf-8"))
    says = re.findall(r"[A-Z][\w ,:]+[.!](?: Tap[\w ]*!)?", said)
    assert {"A robot plays for you.", "Four of a kind!", "Tap a card to pass it on."} < {*says}
    for wide in (320, 360, 390):
        ana.set_viewport_size({"width": wide, "height": 640})
        shown = ana.evaluate(SAID, says)
        assert [one for one in shown if one["aside"] > 0] == []
        assert len({one["high"] for one in shown}) == 1, shown


def test_the_tablet_shows_the_board_of_a_game_without_a_box_to_both_sides(
    screens: Browser, flat: Companion
) -> None:
    referee, device = referee_phone(flat), Phone(flat.address.port, source="127.0.7.8")
    begin(referee, "Ana", "Ben", "Cy", "Maximilian", kind="split", cards="packs")
    let_in_as_table(device, referee)
    page = screen(screens, flat.address.port, TABLET, has_touch=True)
    visit(page, "/tabletop", device.cookie)
    expect(page.locator(".flat-pool .toy")).to_have_count(0)
    expect(page.locator(".flat-pool svg").first).to_be_visible()
    expect(page.locator(".side .button")).to_have_count(4)
    assert page.evaluate(OUTSIDE) == []
