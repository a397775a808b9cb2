"""The header on paper: as large as a Pi's, and each name beside the pin that the map gives it."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.table.pinout import Wire, pinout
from hardware.papers import header, sheets
from hardware.papers.paper import COLOURS

PAPERS = Path(__file__).resolve().parents[2] / "hardware" / "papers"
SHEET = ElementTree.fromstring(sheets.sheets()["6-header.svg"])
RASTER_MM, POINT_MM = 2.54, 25.4 / 72
WIRES = sorted({*pinout().with_modules, *pinout().with_levers}, key=lambda wire: wire.place)
DRAWN = range(2)  # the whole board, and the card
Spot = tuple[float, float]


def number(of: ElementTree.Element, name: str) -> float:
    return float(of.get(name, "nan"))


def on_the_sheet() -> list[Spot]:
    return [
        (number(of, "cx"), number(of, "cy"))
        for of in SHEET.findall(".//{*}circle")
        if number(of, "r") == header.PIN
    ]


def in_the_pdf() -> list[Spot]:
    """The middles of such circles on all pages of the PDF, in mm."""
    found = []
    pdf = (PAPERS / "sheets.pdf").read_bytes()
    for start in re.finditer(rb"/FlateDecode\s*>>\s*stream\r?\n", pdf):
        drawn = zlib.decompressobj().decompress(pdf[start.end() :])
        for path in re.findall(
            rb"([\d.]+ [\d.]+ m(?:\s+[\d.]+){6} c(?:(?:\s+[\d.]+){6} c){3} h)", drawn
        ):
            told = [float(one) * POINT_MM for one in re.findall(rb"[\d.]+", path)]
            (left, *_, right), (up, *_, down) = sorted(told[::2]), sorted(told[1::2])
            if abs(right - left - 2 * header.PIN) < 0.01 > abs(down - up - 2 * header.PIN):
                found.append(((left + right) / 2, (up + down) / 2))
    return found


def headers(spots: list[Spot]) -> list[dict[int, Spot]]:
    """Each drawn header's forty middles by their places, the upper one first: place 1 is at the
    top left, place 2 right of it, as on a Pi whose USB sockets are towards you."""
    rows = sorted(set(spots), key=lambda spot: (round(spot[1], 1), spot[0]))
    assert len(rows) == 40 * len(DRAWN)
    return [dict(enumerate(rows[at : at + 40], 1)) for at in (0, 40)]


@pytest.mark.parametrize("spots", [on_the_sheet, in_the_pdf])
def test_pins_are_as_far_apart_as_a_header_s(spots: Callable[[], list[Spot]]) -> None:
    for places in headers(spots()):
        x, y = places[1]
        for place, spot in places.items():
            row, column = divmod(place - 1, 2)
            there = (x + column * RASTER_MM, y + row * RASTER_MM)
            assert spot == pytest.approx(there, abs=0.02), place


@pytest.mark.parametrize("drawn", DRAWN)
def test_the_first_pin_is_the_square_one(drawn: int) -> None:
    squares = {
        (number(of, "x") + number(of, "width") / 2, number(of, "y") + number(of, "height") / 2)
        for of in SHEET.findall(".//{*}rect")
        if number(of, "width") == number(of, "height") < RASTER_MM
    }
    assert len(squares) == len(DRAWN)
    assert any(spot == pytest.approx(headers(on_the_sheet())[drawn][1]) for spot in squares)


def test_the_header_lies_on_the_board_as_its_drawing_says() -> None:
    """By Raspberry Pi's: the middle of all pins is 3.5 mm from the long edge, and 32.5 mm from the
    edge without USB."""
    board = next(of for of in SHEET.findall(".//{*}rect") if number(of, "height") == 85)
    assert number(board, "width") == 56
    places = headers(on_the_sheet())[0]
    (x1, y1), (x2, y2) = places[1], places[40]
    assert number(board, "x") + 56 - (x1 + x2) / 2 == pytest.approx(3.5)
    assert (y1 + y2) / 2 - number(board, "y") == pytest.approx(32.5)


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: f"{wire.place}-{wire.setting}")
def test_a_wire_has_its_name_and_its_colour_at_its_pin(wire: Wire) -> None:
    colour = COLOURS.get(wire.what, sheets.WATER)
    texts = [
        of for of in SHEET.findall(".//{*}text") if re.search(rf"\b{wire.what}\b", of.text or "")
    ]
    board, card = sorted(texts, key=lambda of: number(of, "y"))
    assert f"(place {wire.place}, GPIO {wire.bcm})" in str(board.text)
    assert f"({wire.place})" in str(card.text)
    fills = {
        (number(of, "cx"), number(of, "cy")): of.get("fill") for of in SHEET.findall(".//{*}circle")
    }
    for places, text in zip(headers(on_the_sheet()), (board, card), strict=True):
        x, y = places[wire.place]
        assert text.get("fill") == fills[x, y] == colour
        assert (number(text, "x") > x) == (wire.place % 2 == 0), "on its own side"
        assert number(text, "y") == pytest.approx(y + 1, abs=6)
    assert number(card, "y") == pytest.approx(places[wire.place][1] + 0.8), "in its pin's own line"


def test_what_gets_no_wire_is_empty_and_5_v_is_crossed_out() -> None:
    filled = {wire.place for wire in WIRES} | {1, 6}  # the strips' two
    assert {end.place for end in header.ends()} == filled
    fills = {
        (number(of, "cx"), number(of, "cy")): of.get("fill") for of in SHEET.findall(".//{*}circle")
    }
    crosses = [
        [float(one) for one in re.findall(r"[\d.]+", of.get("points", ""))]
        for of in SHEET.findall(".//{*}polyline")
        if of.get("stroke") == "#a3141b"
    ]
    for places in headers(on_the_sheet()):
        for place, spot in places.items():
            assert (fills[spot] == "#ffffff") == (place not in filled), place
            here = [
                cross
                for cross in crosses
                if ((cross[0] + cross[2]) / 2, (cross[1] + cross[3]) / 2) == pytest.approx(spot)
            ]
            assert len(here) == (2 if pinout().header[place - 1] == "5 V" else 0), place
