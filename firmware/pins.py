"""Writes src/pins.h from the pin map: the touch board's part of hardware/pinout.toml.

Must not be edited around: a test holds the committed header against what this prints. It is run
by itself (python3 firmware/pins.py > firmware/src/pins.h) and needs nothing but the project.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def header() -> str:
    """The whole header file.

    Raises ValueError where the map does not fit the program: pads off bits 0 to 4 of one port,
    the two drives on different ports, a gap between the buttons.
    """
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    sys.path.insert(0, str(ROOT))
    from companion.table.pinout import board_wires

    wires = board_wires()
    pads = [wire for wire in wires if wire.use == "pad"]
    drives = {wire.name: wire for wire in wires if wire.use == "drive"}
    buttons = [wire for wire in wires if wire.use == "button"]
    if [wire.port for wire in pads] != [f"C{bit}" for bit in range(len(pads))]:
        raise ValueError("the pads are read with one instruction: port C, bits 0, 1, 2 ...")
    if {wire.port[0] for wire in drives.values()} != {"D"}:
        raise ValueError("SEND and PRESENCE rise with one instruction: both on port D")
    places = [wire.bit + 8 * "DB".index(wire.port[0]) for wire in buttons]
    first = places[0]
    if places != list(range(first, first + len(buttons))):
        raise ValueError("the buttons are read as one word: D and then B, without a gap")
    yield "// Which wire is where. Made from hardware/pinout.toml by firmware/pins.py: do not edit."
    yield "#ifndef PINS_H"
    yield "#define PINS_H"
    yield ""
    yield f"#define PAD_COUNT {len(pads)}u // port C, bits 0 to {len(pads) - 1}: A0 is the first"
    for wire in drives.values():
        yield f"#define PIN_{wire.name} {wire.bit}u // port D: {wire.nano}, {wire.what}"
    yield f"#define BUTTON_COUNT {len(buttons)}u // ports D and B side by side, from bit {first} up"
    yield f"#define BUTTON_FIRST_BIT {first}u"
    for number, wire in enumerate(buttons):
        yield f"#define BUTTON_{wire.name} {number}u // {wire.nano}"
    yield ""
    yield "#endif"


if __name__ == "__main__":
    sys.stdout.write(header())
