"""The little book on real screens: whole, readable, searched and printed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.games import GAMES
from companion.runtime import Companion
from tests.browser.looks import cut_off, findings_by_day_and_dusk, small_targets, unfold, wear
from tests.browser.screens import NAME, PHONE, WALL, holds, screen, visit
from tests.web.house import running

NARROW = {"width": 195, "height": 422}  # a phone at 200 %
# Text over text: each line of words has a box, and no two of the page's own boxes meet.
OVERLAPS = """() => {
  const boxes = [];
  const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || node.parentElement.closest("svg, .skip, .unseen, [hidden]")) continue;
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(node.parentElement).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) boxes.push([box, node]);
  }
  boxes.sort(([one], [other]) => one.top - other.top);
  const said = [];
  boxes.forEach(([one, node], n) => {
    for (const [other, near] of boxes.slice(n + 1)) {
      if (other.top > one.bottom - 3) break;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (near !== node && wide > 2) said.push(`${node.data.trim()} | ${near.data.trim()}`);
    }
  });
  return said;
}"""


@pytest.fixture(scope="module")
def book(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    house: Companion = running(tmp_path_factory.mktemp("book"), names=(NAME,))
    page = screen(screens, house.address.port, PHONE)
    yield page
    house.close()


@pytest.mark.soak  # one is looked at in test_axe.py, and only pictures and sentences differ
@pytest.mark.parametrize("kind", GAMES)
def test_a_book_is_clean(book: Page, kind: str) -> None:
    visit(book, f"/rules/{kind}")
    unfold(book)
    assert findings_by_day_and_dusk(book) == []


@pytest.mark.parametrize("kind", GAMES)
def test_a_book_is_whole(book: Page, kind: str) -> None:
    visit(book, f"/rules/{kind}")
    unfold(book)
    book.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert small_targets(book) == []
    for size in (PHONE, NARROW, WALL):
        book.set_viewport_size(size)  # type: ignore[arg-type]
        assert cut_off(book) == [], size
        assert book.evaluate(OVERLAPS) == [], size
    assert not book.problems  # type: ignore[attr-defined]


@pytest.mark.parametrize(("wide", "high"), [(320, 568), (390, 844), (844, 390), (1280, 720)])
def test_the_way_to_each_book_is_seen(book: Page, wide: int, high: int) -> None:
    """On a phone a game's picture is all that its button shows."""
    book.set_viewport_size({"width": wide, "height": high})
    visit(book, "/rules")
    icons = book.locator(".shelf-of-games .game-icon")
    assert [one.is_visible() for one in icons.all()] == [True] * len(GAMES)
    assert cut_off(book) == []
    book.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})


def test_words_over_words_are_seen(book: Page) -> None:
    visit(book, "/rules/split")
    book.evaluate("document.querySelector('.goal .big').style.marginBottom = '-5rem'")
    assert book.evaluate(OVERLAPS) != []


def test_what_is_looked_for_is_found_and_nothing_else(book: Page) -> None:
    visit(book, "/rules/party_splash")
    all_tiles = book.locator("[data-find]").count()
    book.get_by_label("Find").fill("claw hand")
    holds(book, f"document.querySelectorAll('[data-find][hidden]').length > {all_tiles // 2}")
    assert book.locator("#tile-card-7").is_visible()
    assert not book.locator("#tile-card-3").is_visible()
    assert not book.locator("#turn").is_visible()  # a part without a hit is left out
    book.get_by_label("Find").fill("ring a bell")
    assert "Nothing" in book.locator("#found").inner_text()
    book.get_by_label("Find").fill("")
    holds(book, "document.querySelectorAll('[data-find][hidden]').length === 0")


def test_paper_has_all_of_it(book: Page) -> None:
    visit(book, "/rules/dolphin_splash")
    wear(book, "dark")
    book.get_by_label("Find").fill("fake")  # what was looked for changes nothing
    book.emulate_media(media="print")
    try:
        hidden = book.evaluate(
            """() => [...document.querySelectorAll("main > section [data-find]")]
              .filter((one) => !one.checkVisibility()).map((one) => one.id)"""
        )
        assert hidden == []
        book.evaluate("dispatchEvent(new Event('beforeprint'))")
        reasons = book.locator("#rulings details.why > p")
        assert reasons.count() == 20
        assert all(reasons.nth(n).is_visible() for n in range(reasons.count()))
        ink = book.evaluate("getComputedStyle(document.body).color")
        assert ink == "rgb(6, 36, 63)"  # by day, for paper is white
        parted = book.evaluate(
            """() => [...document.querySelectorAll(".rulebook section > .quiet, .tile")]
              .filter((one) => one.checkVisibility())
              .filter((one) => getComputedStyle(one).breakInside !== "avoid")
              .map((one) => one.textContent)"""
        )
        assert parted == []  # no sheet ends inside what a part begins with
        for part in (".foot", ".shelf-of-games", "#contents"):
            assert not book.locator(part).is_visible()
    finally:
        book.emulate_media(media="screen")
