"""The touch board's page says what the pin map, the program and the configuration say."""

import re
from pathlib import Path

import yaml

from companion.table import config
from companion.table.board.calibration.margins import Measured, full, gone, result_of
from companion.table.board.calibration.sentences import emptier, wrong
from companion.table.pinout import board_wires
from companion.words import Pad
from hardware.papers.bill import TOTAL
from hardware.wiring import draw

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
PAGE = (HARDWARE / "touch-board.md").read_text(encoding="utf-8")
WIRES = board_wires()
PADS = [wire for wire in WIRES if wire.use == "pad"]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_of_wires_is_the_map_s() -> None:
    told = {what: nano for what, nano, *_ in rows("Wiring")}
    seats = [wire for wire in WIRES if wire.name.startswith("SEAT_")]
    assert told.pop("the ground foil") == "GND"
    assert told.pop("Seat 1 to 6, if you like") == f"{seats[0].nano} to {seats[-1].nano}"
    assert told == {wire.what: wire.nano for wire in WIRES if wire not in seats}


def test_resistors_are_those_of_the_firmware_s_page_and_counted_right() -> None:
    design = (ROOT / "docs" / "firmware.md").read_text(encoding="utf-8")
    assert (
        "through 1 kilo-ohm to its ring of copper, and through 470 kilo-ohm, 1 %, to D2" in design
    )
    count = {part: int(many) for part, many, *_ in rows("Parts") if part != TOTAL}
    assert count[f"resistor, {draw.CHARGING}, 1 %"] == len(PADS)
    assert count[f"resistor, {draw.SERIES}"] == len(PADS) + 1
    assert count["push button"] == len(draw.BUTTONS)
    tree = yaml.safe_load((HARDWARE / "wiring" / "board.yml").read_text(encoding="utf-8"))
    cables = {name: len(cable["colors"]) for name, cable in tree["cables"].items()}
    assert count["thin wire, each 20 cm at most, for rings and middles"] == (
        cables.pop("Rings") + cables.pop("Middles")
    )
    assert count["jumper wire"] == sum(cables.values())
    bill = {item["description"]: item["qty"] for item in tree["additional_bom_items"]}
    assert bill == {part: many for part, many in count.items() if part.startswith("resistor")}


def test_every_wire_is_in_the_wiring() -> None:
    tree = yaml.safe_load((HARDWARE / "wiring" / "board.yml").read_text(encoding="utf-8"))
    ends = {
        tuple((end, pins[0]) for step in line for end, pins in step.items() if end not in CABLES)
        for line in tree["connections"]
    }
    for pad in PADS:
        assert (("Nano", pad.nano), (draw.STRIP, pad.nano)) in ends
        assert ((draw.STRIP, f"ring {pad.what}"), (pad.what, "ring")) in ends
        assert ((draw.STRIP, "middles"), (pad.what, "middle")) in ends
    for wire in WIRES:
        if wire.name in draw.BUTTONS:
            assert (("Nano", wire.nano), (wire.what, "one leg")) in ends
    assert (("Nano", "GND"), (draw.FOIL, "foil")) in ends


CABLES = ("To the strip", "Rings", "Middles", "Buttons", "Ground")


def test_what_is_drawn_from_the_map_is_up_to_date() -> None:
    for path, text in draw.board_drawings(WIRES).items():
        assert path.read_text(encoding="utf-8") == text, "say: make wiring"


def test_pads_and_foil_lie_where_all_papers_say() -> None:
    """The rings lie on the board, under film; the foil lies under the board."""
    papers = [*HARDWARE.rglob("*.md"), *HARDWARE.rglob("*.svg"), *HARDWARE.rglob("*.yml")]
    papers += [*(ROOT / "companion" / "table").rglob("*.py"), *(ROOT / "docs").glob("*.md")]
    papers += [*(ROOT / "companion" / "doctor").glob("*.py"), *HARDWARE.rglob("*.tsv")]
    said = {
        path: path.read_text(encoding="utf-8").replace('"\n            "', "") for path in papers
    }
    found = {
        (path.name, where)
        for path, text in said.items()
        for where in re.findall(r"foil\s+under\s+the\s+(\w+)", text)
    }
    assert {"touch-board.md", "board.yml", "board.svg", "board.bom.tsv"} <= {n for n, _ in found}
    assert {where for _, where in found} <= {"board", "wood"}, found
    kinds = {name: cable["type"] for name, cable in _cables().items()}
    thin = next(part for part, *_ in rows("Parts") if part.startswith("thin wire"))
    for name, kind in kinds.items():
        assert thin.startswith(kind.split(",")[0]) == (name in ("Rings", "Middles")), name


def _cables() -> dict[str, dict[str, str]]:
    tree = yaml.safe_load((HARDWARE / "wiring" / "board.yml").read_text(encoding="utf-8"))
    cables: dict[str, dict[str, str]] = tree["cables"]
    return cables


def test_the_drawing_has_all_texts_of_the_wiring() -> None:
    drawing = (HARDWARE / "wiring" / "board.svg").read_text(encoding="utf-8")
    words = re.sub(r"&#160;|\s+", " ", re.sub(r"<[^>]+>", " ", drawing))
    tree = yaml.safe_load((HARDWARE / "wiring" / "board.yml").read_text(encoding="utf-8"))
    for name, part in tree["connectors"].items():
        assert f" {name} " in words
        assert all(f" {pin} " in words for pin in part["pins"])


def test_the_configuration_is_as_the_page_says() -> None:
    there = config.load(HARDWARE / "companion-board.toml")
    assert there.table.sensor is config.Sensor.BOARD
    assert there.board.lifts, "all papers show split pads"
    assert {name.upper() for name in there.board.buttons} == set(draw.BUTTONS)
    assert [pad.name for pad in there.pads] == [pad.what for pad in PADS]


WEAK = Measured(Pad(0), 120.0, 9.0, 6.0, None, 4.0, Pad(1), False)
SAID = (
    *result_of(WEAK).why,
    full(Pad(0)).said,
    gone(Pad(0)).said,
    emptier([Pad(0)]),
    wrong(Pad(0), Pad(1)),
)


def test_the_page_knows_what_the_calibration_says() -> None:
    told = [re.findall(r"\*(.*?)\*", row[0])[0] for row in rows("Calibrating")]
    said = [re.sub(r"\{\w+\}", "…", text.template) for text in SAID]
    for words in told:
        assert any(sentence.startswith(words) for sentence in said), words
    assert len(told) == len(said)
