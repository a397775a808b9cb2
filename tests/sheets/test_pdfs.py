"""The PDFs that lie in the package: of today's sheets, as many pages, as large, inside the margin.

What is printed is measured on the pixels; most of them in long runs.
"""

import re
import subprocess
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from companion.sheets.paper import HEAD, MARGIN, PAPERS, Oblong, PaperSize, Sprite, Stamp, pdf_name
from companion.sheets.svg import svg
from companion.web.press import all_sides, sum_of
from companion.web.sheets import PDFS
from tests.sheets.read import SHEETS, named

A4 = next(iter(PAPERS.values()))
DPI = 100
PT, INCH = 72.0, 25.4
INK = 250  # what is darker is printed
LEANS_MM = 1.0  # of a letter, before its begin
SLIP_MM = 0.6  # of one side to the other, two pixels


def told() -> dict[str, str]:
    lines = (PDFS / "sums").read_text(encoding="utf-8").splitlines()
    return {name: one for one, name in (line.split() for line in lines)}


def test_pdfs_are_those_of_today_s_sheets() -> None:
    assert told() == {name: sum_of(sides) for name, sides in all_sides()}, "say: make sheets"
    assert {path.name for path in PDFS.glob("*.pdf")} == {*told()}


@cache
def info(name: str) -> tuple[int, float, float]:
    """How many pages a PDF has, and how large these are in mm."""
    said = subprocess.run(["pdfinfo", PDFS / name], capture_output=True, text=True, check=True)
    pages = re.search(r"Pages: +(\d+)", said.stdout)
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", said.stdout)
    assert pages and size
    return int(pages[1]), float(size[1]) / PT * INCH, float(size[2]) / PT * INCH


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda one: one.key)
def test_a_pdf_has_a_page_a_side_on_its_paper(paper: PaperSize) -> None:
    for kind, sheet in SHEETS:
        sides = sum(1 + bool(leaf.back) for leaf in sheet.draws(paper))
        for is_grey in (False, True):
            pages, wide, high = info(pdf_name(kind, sheet.key, paper, is_grey))
            assert pages == sides
            assert (wide, high) == pytest.approx((paper.wide, paper.high), abs=0.1)


class Picture:
    """A page as grey pixels."""

    def __init__(self, name: str, page: int, folder: Path) -> None:
        file = folder / "page"
        words = ["pdftoppm", "-gray", "-r", str(DPI), "-f", str(page), "-l", str(page)]
        subprocess.run([*words, "-singlefile", PDFS / name, file], check=True)
        head, size, most, pixels = file.with_suffix(".pgm").read_bytes().split(b"\n", 3)
        assert (head, most) == (b"P5", b"255")
        self.wide, self.high = map(int, size.split())
        self.rows = [pixels[n * self.wide : (n + 1) * self.wide] for n in range(self.high)]

    def inked(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all ink, in mm from each edge."""
        rows = [n for n, row in enumerate(self.rows) if min(row) < INK]
        darkest = [min(column) for column in zip(*self.rows, strict=True)]
        columns = [n for n, one in enumerate(darkest) if one < INK]
        ends = columns[0], rows[0], self.wide - 1 - columns[-1], self.high - 1 - rows[-1]
        left, top, right, low = (n / DPI * INCH for n in ends)
        return left, top, right, low


def inside(name: str, page: int, folder: Path) -> None:
    assert min(Picture(name, page, folder).inked()) >= MARGIN - LEANS_MM, (name, page)


@pytest.mark.parametrize(("kind", "sheet"), SHEETS, ids=named)
def test_nothing_lies_where_no_printer_prints(kind: str, sheet: object, tmp_path: Path) -> None:
    inside(pdf_name(kind, named(sheet), A4, False), 1, tmp_path)


@pytest.mark.soak
def test_nothing_of_any_page_lies_where_no_printer_prints(tmp_path: Path) -> None:
    for name in told():
        for page in range(1, info(name)[0] + 1):
            inside(name, page, tmp_path)


def cuts(picture: Picture) -> list[float]:
    """Where upright cut lines are, in mm: read above the cards, where nothing else is."""
    top = round((MARGIN + HEAD - 2.7) / INCH * DPI)
    band = picture.rows[top : top + round(2 / INCH * DPI)]
    darkest = [min(column) for column in zip(*band, strict=True)]
    dark = [n for n, one in enumerate(darkest) if one < INK]
    firsts = [n for n in dark if n - 1 not in dark]
    return [n / DPI * INCH for n in firsts]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda one: one.key)
def test_backs_lie_behind_their_fronts(paper: PaperSize, tmp_path: Path) -> None:
    both = [
        pdf_name(kind, sheet.key, paper, False)
        for kind, sheet in SHEETS
        if any(leaf.back for leaf in sheet.draws(paper)) and sheet.key != "card"
    ]
    assert both
    for name in both:
        front, back = (cuts(Picture(name, page, tmp_path)) for page in (1, 2))
        turned = sorted(paper.wide - at for at in back)
        assert len(front) >= 4
        assert turned == pytest.approx(front, abs=SLIP_MM)


class _Nothing:
    """No pictures."""

    def sprite(self, sprite: Sprite) -> Element:
        raise NotImplementedError

    def stamp(self, stamp: Stamp) -> list[Element]:
        raise NotImplementedError

    def wax(self) -> Element:
        raise NotImplementedError


def test_what_lies_in_the_margin_is_seen(tmp_path: Path) -> None:
    mark = Oblong(MARGIN / 4, MARGIN * 2, 9, 9)
    (tmp_path / "bad.svg").write_text(svg(A4, (mark,), "", _Nothing()))
    made = ["rsvg-convert", "-f", "pdf", "-o", tmp_path / "bad.pdf", tmp_path / "bad.svg"]
    subprocess.run(made, check=True)
    with pytest.raises(AssertionError):
        inside(str(tmp_path / "bad.pdf"), 1, tmp_path)
