"""Figures of touch are by simulated hands on simulated pads, and pages that have some say so."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SAID = "othing here has met real copper"
NOT_MEASURED = "What nobody has measured yet"
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "hardware").glob("*.md")])
FIGURE = re.compile(r"\d pF|(touch board|hand).*\d ms")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_with_figures_of_touch_says_that_nothing_was_measured(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not FIGURE.search(text) or SAID in text, FIGURE.search(text)


def test_what_a_first_build_should_measure_stands_in_one_place() -> None:
    sheet = ROOT / "companion" / "doctor" / "acceptance.html"
    files = [*PAGES, *(ROOT / "companion").rglob("*.html")]
    have = [file for file in files if NOT_MEASURED in file.read_text(encoding="utf-8")]
    assert have == [sheet]
    assert "what nobody has measured yet" in (ROOT / "hardware" / "touch-board.md").read_text()
