"""The evening's poster in a real browser: its real letters, and the picture that a phone keeps."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from playwright.sync_api import Browser, Page, Route, expect

import companion
from companion.evening.lettering import width
from companion.evening.poster import Words, poster
from companion.runtime import Companion
from tests.browser.screens import holds, phone, visit, wall
from tests.evening.test_poster import evening
from tests.web.house import referee_phone, until, win
from tests.web.test_good_night import SURE

TEMPLATES = Path(companion.__file__).parent / "web" / "templates"
BOXES = """() => [...document.querySelectorAll("text")].map((one) => {
  const { x, y, width, height } = one.getBBox();
  return [x, y, x + width, y + height];
})"""

WIDTHS = """(names) => names.map((name) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = "bold 100px DejaVu Sans, sans-serif";
  return pen.measureText(name).width / 100;
})"""
LETTERS = (
    "Maximilian Alexander", "Жанна Щукина", "Μαρία", "عبدالرحمن الزهراء بن", "ضياء", "شمس",
    "אברהם יצחק", "🇩🇪🇫🇷", "1️⃣2️⃣", "©️", "👩‍👩‍👧", "🐬🦈",
)  # fmt: skip


def drawn(words: int, games: int) -> tuple[str, tuple[Words, ...]]:
    loader = FileSystemLoader(TEMPLATES)
    pages = Environment(loader=loader, undefined=StrictUndefined, autoescape=True)
    found = poster(evening(words, games))
    return pages.get_template("poster.html").render(poster=found), found.words


@pytest.mark.parametrize(("people", "games"), [(4, 1), (8, 30)])
def test_real_letters_take_no_more_room_than_was_reckoned(
    screens: Browser, people: int, games: int
) -> None:
    svg, words = drawn(people, games)
    page = screens.new_page()
    page.set_content(svg)
    boxes = page.evaluate(BOXES)
    for one, (left, top, right, bottom) in zip(words, boxes, strict=True):
        room = one.box
        assert room[0] - 1 <= left and right <= room[2] + 1, (one.text, room, left, right)
        assert room[1] - 0.2 * one.size <= top and bottom <= room[3] + 0.2 * one.size, one.text


def test_a_name_is_as_wide_as_is_reckoned_or_less(screens: Browser) -> None:
    page = screens.new_page()
    for name, wide in zip(LETTERS, page.evaluate(WIDTHS, LETTERS), strict=True):
        joined = 1.5 * name.count("\u200d")  # an old screen draws each of them
        assert wide <= width(name) <= 1.5 * wide + joined, name


def test_a_phone_keeps_it_as_a_picture_and_prints_it_alone(
    screens: Browser, companion: Companion
) -> None:
    told = referee_phone(companion)
    win(told, 0)
    told.post("/api/good_night", SURE)
    page = phone(screens, companion.address.port)
    visit(page, "/join")
    with page.expect_download() as kept:
        page.get_by_role("link", name="Keep this picture").click()
    until(lambda: companion.access.household.posters(), "the table knows that it was kept")
    assert kept.value.suggested_filename == "splash.png"
    png = Path(kept.value.path()).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (2000, 2828)
    page.emulate_media(media="print")
    assert page.locator(".poster").is_visible()
    assert not page.get_by_role("heading").first.is_visible()
    assert not page.get_by_role("link", name="Keep this picture").is_visible()
    assert page.problems == []  # type: ignore[attr-defined]


PRINTS = "() => { window.printed = 0; window.print = () => { window.printed += 1; }; }"
BOX = """() => {
  const box = document.querySelector(".poster")?.getBoundingClientRect();
  return box ? [box.width, box.height] : [0, 0];
}"""


@pytest.mark.parametrize("screen_of", [phone, wall])
def test_a_poster_that_has_not_come_yet_has_its_place_and_is_waited_for(
    screens: Browser, companion: Companion, screen_of: Callable[[Browser, int], Page]
) -> None:
    """What was printed meanwhile was an empty sheet."""
    told = referee_phone(companion)
    win(told, 0)
    page, held = screen_of(screens, companion.address.port), list[Route]()
    page.route("**/poster.svg*", lambda route: held.append(route))
    visit(page, "/join" if screen_of is phone else "/")
    page.evaluate(PRINTS)
    told.post("/api/good_night", SURE)  # the page is open, and its picture is on its way
    page.locator(".poster").wait_for(state="attached")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        wide, high = page.evaluate(BOX)
        assert wide > 100 and high > 100, (media, wide, high)
    page.emulate_media(media="screen")
    if screen_of is phone:
        page.get_by_role("button", name="Print it").click()
        page.wait_for_timeout(100)  # so long nothing is printed
        assert page.evaluate("window.printed") == 0 and not companion.access.household.posters()
        for route in held:
            route.continue_()
        holds(page, "window.printed === 1")
        until(companion.access.household.posters, "the table knows that it was printed")


def test_a_poster_that_cannot_come_is_said_and_not_printed(
    screens: Browser, companion: Companion
) -> None:
    told = referee_phone(companion)
    win(told, 0)
    told.post("/api/good_night", SURE)
    page = phone(screens, companion.address.port)
    page.route("**/poster.svg*", lambda route: route.abort())
    visit(page, "/join")
    page.evaluate(PRINTS)
    for button in (
        page.get_by_role("button", name="Print it"),
        page.get_by_role("link", name="Keep this picture"),
    ):
        page.evaluate("() => { document.getElementById('toast').textContent = ''; }")
        button.click()
        expect(page.locator("#toast")).to_contain_text("The picture has not come.")
    assert page.evaluate("window.printed") == 0 and not companion.access.household.posters()
    page.unroute("**/poster.svg*")  # the Wi-Fi is on again: once more, as was said
    page.get_by_role("button", name="Print it").click()
    holds(page, "window.printed === 1")
    assert page.evaluate("document.querySelector('.poster').naturalWidth") > 0
