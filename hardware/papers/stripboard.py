"""The touch board's strip board as data: where the Nano stands, what is cut, what goes where.

Rows are the copper strips, 1 at the USB socket's end; columns are the holes of a strip. All seen
from above, parts before you. Nobody has soldered it: `nets` follows the copper instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.table.pinout import BoardWire, board_wires

ROWS, COLUMNS = 18, 24  # strip board of 5 by 7 cm
LEFT, RIGHT = 12, 18  # the Nano's two rows of pins
# As printed beside the pins, from the USB socket on.
LEFT_PINS = ("D13", "3V3", "REF", *(f"A{pin}" for pin in range(8)), "5V", "RST", "GND", "VIN")
RIGHT_PINS = (*(f"D{pin}" for pin in range(12, 1, -1)), "GND", "RST", "RX0", "TX1")
SEND_ROW, MIDDLES_ROW, GROUND_ROW = 16, 17, 18
MIDDLE_CUT, RING_CUT = 15, 4
CHARGING, SERIES, LINK = "470 kilo-ohm, 1 %", "1 kilo-ohm", "wire"

Hole = tuple[int, int]
"""Row and column, from 1."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is soldered between two holes."""

    kind: str
    start: Hole
    end: Hole


@dataclass(frozen=True, slots=True)
class End:
    """A wire that leaves the board."""

    hole: Hole
    to: str


@dataclass(frozen=True, slots=True)
class Layout:
    """All of the board; `pins` are the Nano's."""

    pins: dict[Hole, str]
    cuts: frozenset[Hole]
    parts: tuple[Part, ...]
    ends: tuple[End, ...]


def layout(wires: tuple[BoardWire, ...] | None = None) -> Layout:
    """The board for these wires, the pin map's if none are named."""
    wires = board_wires() if wires is None else wires
    pins = {(row, LEFT): name for row, name in enumerate(LEFT_PINS, 1)}
    pins |= {(row, RIGHT): name for row, name in enumerate(RIGHT_PINS, 1)}
    row_of = {name: row for (row, _), name in pins.items()}
    pads = [wire for wire in wires if wire.use == "pad"]
    send, presence = (wire.nano for wire in wires if wire.use == "drive")
    cuts = {(row, MIDDLE_CUT) for row in range(1, len(LEFT_PINS) + 1)}
    cuts |= {(row_of[pad.nano], RING_CUT) for pad in pads}
    ground = RIGHT_PINS.index("GND") + 1
    parts = [
        Part(LINK, (row_of[send], 20), (SEND_ROW, 20)),
        Part(SERIES, (row_of[presence], 21), (MIDDLES_ROW, 21)),
        Part(LINK, (ground, 22), (GROUND_ROW, 22)),
        *(
            Part(CHARGING, (row_of[pad.nano], 7 + at), (SEND_ROW, 7 + at))
            for at, pad in enumerate(pads)
        ),
        *(Part(SERIES, (row_of[pad.nano], 6), (row_of[pad.nano], 2)) for pad in pads),
    ]
    return Layout(pins, frozenset(cuts), tuple(parts), tuple(_ends(wires, row_of)))


def nets(of: Layout) -> dict[Hole, int]:
    """The piece of copper that each hole belongs to, wires counted as copper; a hole that was cut
    away is not there."""
    net: dict[Hole, int] = {}
    number = 0
    for row in range(1, ROWS + 1):
        number += 1
        for column in range(1, COLUMNS + 1):
            if (row, column) in of.cuts:
                number += 1
            else:
                net[row, column] = number
    for part in of.parts:
        if part.kind == LINK:
            old, new = net[part.end], net[part.start]
            net = {hole: new if was == old else was for hole, was in net.items()}
    return net


def _ends(wires: tuple[BoardWire, ...], row_of: dict[str, int]) -> Iterator[End]:
    for at, wire in enumerate(wire for wire in wires if wire.use == "pad"):
        yield End((row_of[wire.nano], 1), f"ring {wire.what}")
        yield End((MIDDLES_ROW, 1 + at), f"middle {wire.what}")
    for wire in wires:
        if wire.use == "button":
            yield End((row_of[wire.nano], COLUMNS), wire.what)
    yield End((GROUND_ROW, 1), "foil")
    yield End((GROUND_ROW, COLUMNS), "buttons’ other legs")
