"""The printed sheets and parts: copper leads where wires should, and nothing is out of date."""

import re
from collections import Counter, defaultdict
from hashlib import sha256
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from struct import iter_unpack
from xml.etree import ElementTree

import pytest

from companion.cli import main
from companion.table.pinout import board_wires
from hardware.papers import bill, sheets, stl
from hardware.papers.paper import HEIGHT, PITCH, WIDTH
from hardware.papers.stripboard import (
    CHARGING,
    COLUMNS,
    LEFT,
    LEFT_PINS,
    LINK,
    RIGHT,
    RIGHT_PINS,
    ROWS,
    SERIES,
    Layout,
    layout,
    nets,
)

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
PADS = [wire for wire in board_wires() if wire.use == "pad"]
BUTTONS = [wire for wire in board_wires() if wire.use == "button"]
SEND, PRESENCE = (wire.nano for wire in board_wires() if wire.use == "drive")


def resistors(of: Layout) -> set[tuple[str, frozenset[int]]]:
    net = nets(of)
    return {
        (part.kind, frozenset((net[part.start], net[part.end])))
        for part in of.parts
        if part.kind != LINK
    }


def named(of: Layout) -> dict[str, int]:
    """The copper of each pin that is used, and of each wire that leaves."""
    net = nets(of)
    used = {wire.nano for wire in board_wires()}
    pins = {name: net[hole] for hole, name in of.pins.items() if name in used}
    return pins | {end.to: net[end.hole] for end in of.ends}


def test_the_copper_of_the_strip_board_joins_what_the_pin_map_wires() -> None:
    of, at = layout(), named(layout())
    wanted = {(CHARGING, frozenset((at[SEND], at[pad.nano]))) for pad in PADS}
    wanted |= {(SERIES, frozenset((at[pad.nano], at[f"ring {pad.what}"]))) for pad in PADS}
    wanted |= {(SERIES, frozenset((at[PRESENCE], at["middle Red"])))}
    assert resistors(of) == wanted
    assert len({at[f"middle {pad.what}"] for pad in PADS}) == 1
    for button in BUTTONS:
        assert at[button.nano] == at[button.what]
    grounds = {nets(of)[hole] for hole, name in of.pins.items() if name == "GND"}
    assert {at["foil"], at["buttons’ other legs"]} <= grounds


def test_nothing_else_meets_on_the_strip_board() -> None:
    """Each pin of the Nano has copper of its own, but for its two grounds and resets."""
    of = layout()
    net = nets(of)
    on: dict[int, set[str]] = defaultdict(set)
    for hole, name in of.pins.items():
        on[net[hole]].add(name)
    assert all(len(names) == 1 for names in on.values()), on
    ends: dict[int, set[str]] = defaultdict(set)
    for end in of.ends:
        ends[net[end.hole]].add(end.to.split()[0])
    assert all(len(names) == 1 or names == {"foil", "buttons’"} for names in ends.values()), ends
    a5 = next(net[hole] for hole, name in of.pins.items() if name == "A5")
    assert a5 not in {net[hole] for part in of.parts for hole in (part.start, part.end)}


def test_the_strip_board_s_sheet_says_what_each_colour_is_and_numbers_its_strips() -> None:
    drawn = sheets.strip().svg
    keys = dict(re.findall(r'fill="(#\w+)" data-key="([^"]+)"', drawn))
    assert set(keys.values()) == {CHARGING, SERIES, LINK}
    for fill, kind in keys.items():
        assert f">{kind}</text>" in drawn
        parts = drawn.count(f'"{fill}"') - 1
        assert parts == sum(part.kind == kind for part in layout().parts), kind
    numbers = re.findall(r'font-size="2.3"[^>]*>(\d+)</text>', drawn)
    assert numbers == [str(row) for row in range(1, ROWS + 1)]


def test_no_wire_crosses_copper_that_is_not_its_own() -> None:
    """On the pads' sheet, which is laid on the wood and drilled through."""
    paper = ElementTree.fromstring(sheets.pads().svg)
    squares = [
        [float(of.get(name, 0)) for name in ("x", "y", "width")]
        for of in paper.findall(".//{*}rect")
        if of.get("width") == of.get("height")
    ]
    rings, openings, middles = squares[:15:3], squares[1:15:3], squares[2:15:3]

    def on(x: float, y: float) -> set[str]:
        def inside(square: list[float]) -> bool:
            left, top, side = square
            return 0 < x - left < side and 0 < y - top < side

        ring = any(map(inside, rings)) and not any(map(inside, openings))
        return {
            name for name, is_so in (("ring", ring), ("middle", any(map(inside, middles)))) if is_so
        }

    wires = [
        [float(number) for number in re.findall(r"[\d.]+", of.get("points", ""))]
        for of in paper.findall(".//{*}polyline")
        if of.get("stroke") == sheets.QUIET
    ]
    assert len(wires) == 2 * len(PADS)
    for x1, y1, x2, y2 in wires:
        way = [(x1 + (x2 - x1) * n / 20, y1 + (y2 - y1) * n / 20) for n in range(1, 21)]
        assert not set().union(*(on(x, y) for x, y in way)), "neither it nor its hole"


def test_a_hole_holds_one_thing_and_is_there() -> None:
    of = layout()
    holes = [*of.pins, *of.cuts, *(end.hole for end in of.ends)]
    holes += [hole for part in of.parts for hole in (part.start, part.end)]
    assert len(holes) == len(set(holes))
    assert all(1 <= row <= ROWS and 1 <= column <= COLUMNS for row, column in holes)


def test_parts_do_not_lie_over_each_other() -> None:
    parts = [part for part in layout().parts if part.start[1] == part.end[1]]  # upright ones
    for one, other in combinations(parts, 2):
        if one.start[1] == other.start[1]:
            first, second = (
                sorted((one.start[0], one.end[0])),
                sorted((other.start[0], other.end[0])),
            )
            assert first[1] < second[0] or second[1] < first[0]


@pytest.mark.parametrize("name", sorted(sheets.sheets()))
def test_a_sheet_is_up_to_date_and_in_true_size(name: str) -> None:
    drawn = sheets.sheets()[name]
    assert (HARDWARE / "papers" / name).read_text(encoding="utf-8") == drawn, "say: make papers"
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height")) == (f"{WIDTH}mm", f"{HEIGHT}mm")
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"


def test_the_way_s_commands_can_be_said_and_its_pages_are_there() -> None:
    for step in sheets.STEPS:
        for said in filter(None, (step.command, step.also)):
            companion, name, *words = said.split()
            assert companion == "companion"
            main.commands[name].make_context(name, words)  # raises where it cannot be said
        for page in re.findall(r"\S+\.md", step.words):
            assert (HARDWARE / page).exists(), page
        for file in re.findall(r"hardware/\S+\.toml", f"{step.words} {step.command}"):
            assert (HARDWARE.parent / file).exists(), file


def test_a_sheet_that_is_named_can_be_found_in_a_pile_of_paper() -> None:
    there = {name[0]: drawn for name, drawn in sheets.sheets().items()}
    for number, drawn in there.items():
        assert f">sheet {number}</text>" in drawn
    named = re.findall(r"Sheet (\d)", " ".join(step.words for step in sheets.STEPS))
    assert sorted(named) == ["2", "3", "4"]


def test_pads_are_as_large_as_the_page_says() -> None:
    page = (HARDWARE / "touch-board.md").read_text(encoding="utf-8")
    said = re.findall(r"(ring|opening|middle): +(\d+) by (\d+) mm", page)
    sizes = {"ring": sheets.RING, "opening": sheets.OPENING, "middle": sheets.MIDDLE}
    assert {name: (int(wide), int(high)) for name, wide, high in said} == {
        name: (size, size) for name, size in sizes.items()
    }
    pad = sheets.sheets()["2-pads.svg"]
    assert pad.count(f'width="{sheets.RING}" height="{sheets.RING}"') == len(PADS)


def test_pads_are_as_far_apart_on_all_papers() -> None:
    page = (HARDWARE / "touch-board.md").read_text(encoding="utf-8")
    assert f"{sheets.APART // 10} cm from middle to middle" in page
    plate = (HARDWARE / "print" / "stand.scad").read_text(encoding="utf-8")
    assert f"side = {sheets.APART};" in plate, "plates lie side by side"
    paper = sheets.sheets()["2-pads.svg"]
    rings = re.findall(r'<rect x="(\S+)" y="(\S+)" width="40" height="40"', paper)
    middles = [(float(x), float(y)) for x, y in rings]
    assert len(middles) == len(PADS)
    assert all(dist(one, other) >= sheets.APART for one, other in combinations(middles, 2))


def test_the_bill_has_what_the_sheets_take() -> None:
    of = {page.file: page for page in bill.pages()}["touch-board.md"]
    many = {part.what: part.many[0] for part in of.parts}
    (tape,) = (what for what in many if what.startswith(f"copper tape, {sheets.TAPE} mm wide"))
    ring = 2 * sheets.RING + 2 * (sheets.RING - 2 * sheets.TAPE)
    wide, long = sheets.SLEEVE
    each = ring + sheets.TAPE + wide / sheets.TAPE * long
    (metres,) = re.findall(r"(\d+) m$", tape)
    assert len(PADS) * each <= int(metres) * 1000 <= 2 * len(PADS) * each
    socket = f"socket strip, {len(LEFT_PINS)} holes, for the Nano"
    assert many[socket] == 2 and len(LEFT_PINS) == len(RIGHT_PINS)


@pytest.mark.parametrize("page", bill.pages(), ids=lambda page: page.file)
def test_each_page_has_the_one_bill(page: bill.Page) -> None:
    text = (HARDWARE / page.file).read_text(encoding="utf-8")
    assert bill.written(text, page) == text, "say: make papers"


def test_a_total_is_that_of_what_a_build_takes() -> None:
    parts = (
        bill.Part("Pi", (1, 1), (40, 100)),
        bill.Part("module", (5, 0), (3, 8)),
        bill.Part("lever", (0, 5), (5, 15)),
        bill.Part("paper", (1, 1), (0, 0)),
        bill.Part("screen", (1, 1), (0, 300), counted=False),
    )
    page = bill.Page("page.md", ("Modules", "Levers"), parts)
    assert (bill.total(page, 0), bill.total(page, 1)) == ((43, 108), (45, 115))
    assert bill.table(page)[-1] == f"| {bill.TOTAL} | 43 to 108 | 45 to 115 | | without screen |"


@pytest.mark.parametrize("folder", ["papers", "print"])
def test_what_is_made_was_made_of_what_is_there(folder: str) -> None:
    lines = (HARDWARE / folder / "sums").read_text(encoding="utf-8").splitlines()
    told = dict(reversed(line.split(maxsplit=1)) for line in lines)
    made = {
        f"./{path.name}"
        for path in (HARDWARE / folder).iterdir()
        if path.suffix in (".svg", ".scad", ".stl")
    }
    assert made <= set(told), "say: make papers"
    for name, told_sum in told.items():
        there = sha256((HARDWARE / folder / name).read_bytes()).hexdigest()
        assert there == told_sum, f"{name}: say: make papers"


Point = tuple[float, float, float]


def triangles(name: str) -> list[tuple[Point, Point, Point]]:
    """A binary STL: 80 bytes, the count, then 50 bytes a triangle, its normal first."""
    binary = (HARDWARE / "print" / f"{name}.stl").read_bytes()
    told = [row[3:12] for row in iter_unpack("<12fH", binary[84:])]
    assert len(told) == int.from_bytes(binary[80:84], "little")
    return [(row[0:3], row[3:6], row[6:9]) for row in told]


@pytest.mark.parametrize("name", ["stand", "box", "lid"])
def test_a_printed_part_is_the_same_bytes_in_whatever_order_it_came(name: str) -> None:
    shipped = (HARDWARE / "print" / f"{name}.stl").read_bytes()
    facets = [shipped[at : at + stl.FACET] for at in range(stl.HEAD, len(shipped), stl.FACET)]
    Random(1).shuffle(facets)
    assert stl.in_order(shipped[: stl.HEAD] + b"".join(facets)) == shipped, "say: make papers"


@pytest.mark.parametrize("name", ["stand", "box", "lid"])
def test_a_printed_part_is_watertight(name: str) -> None:
    """Each edge is walked once one way and once the other, by two triangles."""
    walked = Counter(
        (triangle[at], triangle[(at + 1) % 3]) for triangle in triangles(name) for at in range(3)
    )
    assert walked and all(
        count == 1 and walked[end, start] == 1 for (start, end), count in walked.items()
    )


def test_the_cable_s_plug_goes_into_the_box() -> None:
    """On boards whose holes lie in the middle of their length, and on those that begin at its end.
    By usual sizes: a socket 8.5 mm high, the Nano's pins 2.5, both boards 1.6, a plug 11 by 8."""
    source = (HARDWARE / "print" / "box.scad").read_text(encoding="utf-8")
    said = re.findall(r"^(\w+) = \[?([\d., ]+)\]?;", source, re.MULTILINE)
    is_ = {name: [float(one) for one in of.split(",")] for name, of in said}
    (wide, high), [at], [up] = is_["usb"], is_["usb_at"], is_["usb_up"]
    column = (LEFT + RIGHT) / 2
    margin = (is_["board"][0] - (COLUMNS - 1) * PITCH) / 2
    for middle in (margin + (column - 1) * PITCH, column * PITCH):
        assert at - wide / 2 <= middle - 5.5 and middle + 5.5 <= at + wide / 2
    socket = 1.6 + 8.5 + 2.5 + 1.6 + 2  # its middle, from below the board
    assert up <= socket - 4 and socket + 4 <= up + high <= is_["high"][0] - is_["lip"][0]


def test_the_plate_has_its_holes_where_the_pads_sheet_has_them() -> None:
    """As the copper lies, seen from above: the plate's y goes up, a sheet's down."""
    paper = ElementTree.fromstring(sheets.pads().svg)
    first = next(of for of in paper.findall(".//{*}rect") if of.get("width") == str(sheets.RING))
    middle = [float(first.get(name, 0)) + sheets.RING / 2 for name in ("x", "y")]
    drawn = {
        (float(of.get("cx", 0)) - middle[0], middle[1] - float(of.get("cy", 0)))
        for of in paper.findall(".//{*}circle")[:2]
    }
    assert holes_of("stand") == drawn


def holes_of(name: str) -> set[tuple[float, float]]:
    """The middles of what goes through a part: loops on its bottom, z = 0, but for the outline."""
    ground = {
        (start[:2], end[:2])
        for triangle in triangles(name)
        for start, end in zip(triangle, (*triangle[1:], triangle[0]), strict=True)
        if all(corner[2] == 0 for corner in triangle)
    }
    after = {start: end for start, end in ground if (end, start) not in ground}
    loops: list[list[tuple[float, ...]]] = []
    while after:
        start, at = after.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = after.pop(at)
        loops.append(loop)
    loops.sort(key=lambda loop: max(x for x, _ in loop) - min(x for x, _ in loop))
    return {
        tuple(round((min(axis) + max(axis)) / 2, 3) for axis in zip(*loop, strict=True))  # type: ignore[misc]  # two axes
        for loop in loops[:-1]
    }


@pytest.mark.parametrize(
    ("name", "size"), [("stand", (80, 80, 5)), ("box", (75.2, 55.2, 32)), ("lid", (75.2, 55.2, 5))]
)
def test_a_printed_part_is_as_large_as_its_parameters(
    name: str, size: tuple[float, float, float]
) -> None:
    corners = [corner for triangle in triangles(name) for corner in triangle]
    spans = [max(axis) - min(axis) for axis in zip(*corners, strict=True)]
    assert spans == pytest.approx(size, abs=0.05)
