"""Things to print on real screens: pages are whole, letters fit their room, each side is a page."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.runtime import Companion
from companion.sheets.paper import PAPERS, Lettering, Marks, PaperSize, Spun
from companion.web.press import Press, environment, sides_of
from tests.browser.looks import cut_off, small_targets
from tests.browser.screens import NAME, PHONE, WALL, screen, visit
from tests.sheets.read import SHEETS
from tests.web.house import running

# A line that is wider than its room would lie on something else: by this browser's own fonts.
WIDTHS = """() => [...document.querySelectorAll("svg > text, svg > g > text")]
  .filter((one) => !one.parentElement.closest("svg svg"))
  .map((one) => [one.textContent, one.getBBox().width])"""
SLIP_MM = 0.3
FRAME = 4  # lines of words at most: what it is, how to turn it, whose it is, its number
PRINTED = {"dolphin_splash/dolphins": 2, "split/board": 1}


@pytest.fixture(scope="module")
def page(screens: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    house: Companion = running(tmp_path_factory.mktemp("sheets"), names=(NAME,))
    shown = screen(screens, house.address.port, PHONE)
    yield shown
    house.close()


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(environment())


@pytest.mark.parametrize("path", ["/sheets", "/sheets/animal_splash/pad?ink=grey"])
def test_pages_are_whole_and_for_thumbs(page: Page, path: str) -> None:
    for size in (PHONE, {"width": 195, "height": 422}, WALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        visit(page, path)
        assert cut_off(page) == [], size
        if size == PHONE:
            assert small_targets(page) == []
    assert not page.problems  # type: ignore[attr-defined]


def lettered(marks: Marks) -> list[Lettering]:
    inner = [one.marks if isinstance(one, Spun) else (one,) for one in marks]
    return [mark for some in inner for mark in some if isinstance(mark, Lettering)]


def has_words(side: Marks) -> bool:
    """Besides what stands on every side."""
    return len(lettered(side)) > FRAME


def test_letters_fit_their_room(page: Page, press: Press) -> None:
    paper = next(iter(PAPERS.values()))
    for kind, sheet in SHEETS:
        told = {n: side for n, side in enumerate(sides_of(sheet, paper)) if has_words(side)}
        drawn = [press.side(kind, sheet, paper, n + 1) for n in told]
        page.evaluate("(drawn) => { document.body.innerHTML = drawn }", "".join(drawn))
        wide = page.evaluate(WIDTHS)
        marks = [mark for side in told.values() for mark in lettered(side)]
        assert [text for text, _ in wide] == [mark.text for mark in marks]
        for mark, (text, mm) in zip(marks, wide, strict=True):
            assert mm <= mark.room + SLIP_MM, (kind, sheet.key, text)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda one: one.key)
def test_each_side_is_printed_on_a_page_of_its_own(
    page: Page, paper: PaperSize, tmp_path: Path
) -> None:
    for path, pages in PRINTED.items():
        visit(page, f"/sheets/{path}?paper={paper.key}")
        assert page.get_by_role("button", name="Print").is_visible()
        page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True, print_background=True)
        words = ["pdfinfo", tmp_path / "page.pdf"]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", said)
        assert re.search(rf"Pages: +{pages}\n", said), (path, said)
        assert size and float(size[1]) / 72 * 25.4 == pytest.approx(paper.wide, abs=0.5)
