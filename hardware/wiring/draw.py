"""Writes what is drawn from the pin map: WireViz's YAML for each build, and the Pi's header.

`python -m hardware.wiring.draw` writes it anew; `make wiring` has WireViz draw the YAML, too.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.table.pinout import BoardWire, Pinout, Wire, board_wires, pinout

HARDWARE = Path(__file__).resolve().parent.parent
PLUS_PLACE, GROUND_PLACE = 1, 6  # where the two strips get their current from
YELLOW, RED, BLACK = "YE", "RD", "BK"


@dataclass(frozen=True, slots=True)
class Part:
    """A part at the other end of a wire: its contacts in the order in which they are drawn."""

    type: str
    notes: str
    signal: str
    ground: str
    plus: str = ""

    @property
    def contacts(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.signal, self.plus, self.ground)))


PARTS = {
    "touch": Part("touch module (TTP223)", "", "I/O", "GND", "VCC"),
    "switch": Part("lever switch", "NC stays empty", "NO", "COM"),
    "buttons": Part("push button", "", "one leg", "other leg"),
    "buzzer": Part("active buzzer module, 3.3 V", "", "I/O", "GND", "VCC"),
}


def drawings(of: Pinout) -> dict[Path, str]:
    """Every file that is made from the pin map, with its content."""
    return {
        HARDWARE / "wiring" / "modules.yml": yaml("with touch modules", of.header, of.with_modules),
        HARDWARE / "wiring" / "levers.yml": yaml("with lever switches", of.header, of.with_levers),
        HARDWARE / "pictures" / "header.svg": header_svg(of.header, of.with_modules),
    }


def part_of(wire: Wire) -> Part:
    """What a wire of the usual nine goes to."""
    kind = "touch" if wire.setting.endswith("touch") else wire.setting.split("[")[0].split(".")[0]
    return PARTS["switch" if kind == "pads" else kind]


def board_drawings(wires: tuple[BoardWire, ...]) -> dict[Path, str]:
    """The same of the touch board."""
    return {HARDWARE / "wiring" / "board.yml": board_yaml(wires)}


def yaml(title: str, header: tuple[str, ...], wires: tuple[Wire, ...]) -> str:
    """One build in WireViz's language. All texts are quoted: YAML reads a bare NO as false."""
    connectors, bill = _connectors(header, wires), _bill(wires)
    return _yaml(title, connectors, _cables(wires), _connections(wires), bill)


def _yaml(title: str, *parts: Iterator[str]) -> str:
    connectors, cables, connections, bill = parts
    return "\n".join(
        (
            "# Made from companion/table/pinout.toml: change that, then say `make wiring`.",
            "metadata:",
            f"  title: {_q(f'The table {title}')}",
            "options:",
            '  fontname: "DejaVu Sans"',
            "  color_mode: full",
            "  mini_bom_mode: true",
            "connectors:",
            *connectors,
            "cables:",
            *cables,
            "connections:",
            *connections,
            "additional_bom_items:",
            *bill,
            "",
        )
    )


def _connectors(header: tuple[str, ...], wires: tuple[Wire, ...]) -> Iterator[str]:
    places = [wire.place for wire in wires]
    yield from _connector("Pi", "the header: pin, place", places, header)
    for wire in wires:
        part = part_of(wire)
        yield f"  {_q(wire.what)}:"
        yield f"    type: {_q(part.type)}"
        if part.notes:
            yield f"    notes: {_q(part.notes)}"
        yield f"    pins: {json.dumps(part.contacts)}"
        yield "    show_pincount: false"
    yield from _strip(
        "Plus strip", PLUS_PLACE, header, [wire.what for wire in wires if part_of(wire).plus]
    )
    yield from _strip("Ground strip", GROUND_PLACE, header, [wire.what for wire in wires])


def _connector(name: str, kind: str, places: list[int], header: tuple[str, ...]) -> Iterator[str]:
    yield f"  {_q(name)}:"
    yield f"    type: {_q(kind)}"
    yield "    ignore_in_bom: true"
    yield "    show_pincount: false"
    yield f"    pins: {json.dumps(places)}"
    yield f"    pinlabels: {json.dumps([header[place - 1] for place in places])}"


def _strip(name: str, place: int, header: tuple[str, ...], ends: list[str]) -> Iterator[str]:
    """A rail; its own wire to the header is told in words, or it would cross the whole picture."""
    own = f"header, place {place} ({header[place - 1]})"
    yield f"  {_q(name)}:"
    yield '    type: "a long rail of the breadboard"'
    yield "    ignore_in_bom: true"
    yield "    show_pincount: false"
    yield f"    pins: {json.dumps([own, *ends])}"


def _cables(wires: tuple[Wire, ...]) -> Iterator[str]:
    yield from _bundle("Signals", YELLOW, len(wires))
    yield from _bundle("Plus", RED, sum(bool(part_of(wire).plus) for wire in wires))
    yield from _bundle("Ground", BLACK, len(wires))


def _bundle(name: str, colour: str, count: int, kind: str = "jumper wire") -> Iterator[str]:
    yield f"  {_q(name)}:"
    yield "    category: bundle"
    yield f"    type: {_q(kind)}"
    yield "    ignore_in_bom: true"
    yield f"    colors: {json.dumps([colour] * count)}"


def _connections(wires: tuple[Wire, ...]) -> Iterator[str]:
    plus = [wire for wire in wires if part_of(wire).plus]
    for number, wire in enumerate(wires, 1):
        yield from _connection("Pi", wire.place, "Signals", number, wire.what, part_of(wire).signal)
    for number, wire in enumerate(plus, 1):
        contact = part_of(wire).plus
        yield from _connection(wire.what, contact, "Plus", number, "Plus strip", wire.what)
    for number, wire in enumerate(wires, 1):
        contact = part_of(wire).ground
        yield from _connection(wire.what, contact, "Ground", number, "Ground strip", wire.what)


def _bill(wires: tuple[Wire, ...]) -> Iterator[str]:
    """What WireViz does not count: pieces of wire, and what nothing is wired to."""
    plus = sum(bool(part_of(wire).plus) for wire in wires)
    colours = (("yellow", len(wires)), ("black", len(wires) + 1), ("red", plus + 1))
    rest = ("Raspberry Pi with 40-pin header", 1), ("half-size breadboard with two long rails", 1)
    pieces = [(f"jumper wire, 30 cm, {colour}", count) for colour, count in colours]
    for what, count in (*pieces, *rest):
        yield f"  - description: {_q(what)}"
        yield f"    qty: {count}"


def _connection(
    left: str, contact: str | int, cable: str, number: int, right: str, there: str | int
) -> Iterator[str]:
    yield f"  - - {_q(left)}: [{json.dumps(contact)}]"
    yield f"    - {_q(cable)}: [{number}]"
    yield f"    - {_q(right)}: [{json.dumps(there)}]"


def _q(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# --- the touch board --------------------------------------------------------------------------

STRIP, FOIL, GROUND = "Resistor strip", "Ground foil", "GND"
CHARGING, SERIES = "470 kilo-ohm", "1 kilo-ohm"  # docs/firmware.md
BUTTONS = ("START", "YES", "NO")  # those of hardware/companion-board.toml; seats are more of them


def board_yaml(wires: tuple[BoardWire, ...]) -> str:
    """The touch board's build: the Nano, a strip with the resistors, the split pads, buttons."""
    by_use = {use: [wire for wire in wires if wire.use == use] for use in ("pad", "drive")}
    pads, (send, presence) = by_use["pad"], by_use["drive"]
    buttons = [wire for wire in wires if wire.name in BUTTONS]
    connectors = _board_connectors(pads, send, presence, buttons)
    cables, connections = _board_cables(pads), _board_connections(pads, send, presence, buttons)
    return _yaml("on a touch board", connectors, cables, connections, _board_bill(pads))


def _board_connectors(
    pads: list[BoardWire], send: BoardWire, presence: BoardWire, buttons: list[BoardWire]
) -> Iterator[str]:
    nano = [*(wire.nano for wire in (*pads, send, presence, *buttons)), GROUND]
    yield from _board_part("Nano", "Arduino Nano (ATmega328P, 16 MHz)", nano, "A5 stays empty")
    to_nano = [wire.nano for wire in (*pads, send, presence)]
    notes = (
        f"{CHARGING} from {send.nano}\nto each of {pads[0].nano} to {pads[-1].nano};\n"
        f"{SERIES} from each of these\nto its ring, and from {presence.nano}\nto the middles"
    )
    ends = [*(_ring(pad) for pad in pads), "middles"]
    yield from _board_part(STRIP, "strip board with the resistors", [*to_nano, *ends], notes)
    for pad in pads:
        yield from _board_part(pad.what, "split pad", ["ring", "middle"], "under 0.1 mm of film")
    for button in buttons:
        yield from _board_part(button.what, "push button", ["one leg", "other leg"])
    yield from _board_part(FOIL, "kitchen foil under the board", ["foil"])


def _board_part(name: str, kind: str, pins: list[str], notes: str = "") -> Iterator[str]:
    yield f"  {_q(name)}:"
    yield f"    type: {_q(kind)}"
    if notes:
        yield f"    notes: {_q(notes)}"
    yield f"    pins: {json.dumps(pins)}"
    yield "    show_pincount: false"


THIN = "thin wire, 20 cm at most"


def _board_cables(pads: list[BoardWire]) -> Iterator[str]:
    yield from _bundle("To the strip", YELLOW, len(pads) + 2)
    yield from _bundle("Rings", RED, len(pads), THIN)
    yield from _bundle("Middles", "BU", len(pads), THIN)
    yield from _bundle("Buttons", YELLOW, len(BUTTONS))
    yield from _bundle("Ground", BLACK, len(BUTTONS) + 1)


def _board_connections(
    pads: list[BoardWire], send: BoardWire, presence: BoardWire, buttons: list[BoardWire]
) -> Iterator[str]:
    for number, wire in enumerate((*pads, send, presence), 1):
        yield from _connection("Nano", wire.nano, "To the strip", number, STRIP, wire.nano)
    for number, pad in enumerate(pads, 1):
        yield from _connection(STRIP, _ring(pad), "Rings", number, pad.what, "ring")
        yield from _connection(STRIP, "middles", "Middles", number, pad.what, "middle")
    for number, button in enumerate(buttons, 1):
        yield from _connection("Nano", button.nano, "Buttons", number, button.what, "one leg")
        yield from _connection("Nano", GROUND, "Ground", number, button.what, "other leg")
    yield from _connection("Nano", GROUND, "Ground", len(buttons) + 1, FOIL, "foil")


def _board_bill(pads: list[BoardWire]) -> Iterator[str]:
    """What WireViz does not count: the strip's resistors, and the middles' one."""
    for what, count in ((f"{CHARGING}, 1 %", len(pads)), (SERIES, len(pads) + 1)):
        yield f"  - description: {_q(f'resistor, {what}')}"
        yield f"    qty: {count}"


def _ring(pad: BoardWire) -> str:
    return f"ring {pad.what}"


# --- the header -------------------------------------------------------------------------------

ROW, TOP, LEFT, RIGHT = 27, 96, 300, 340
FILL = {"3.3 V": "#c62828", "5 V": "#ffffff", "ground": "#222222"}


def header_svg(header: tuple[str, ...], wires: tuple[Wire, ...]) -> str:
    """The forty places as they lie, with the usual nine wires and the strips' two."""
    ends = {wire.place: f"{wire.what}" for wire in wires}
    ends |= {PLUS_PLACE: "plus strip (3.3 V)", GROUND_PLACE: "ground strip"}
    height = TOP + 20 * ROW + 62
    rows = "\n".join(
        _place(place, header[place - 1], ends.get(place, "")) for place in range(1, 41)
    )
    names = ", ".join(f"{place} {name}" for place, name in sorted(ends.items()))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img"
 aria-label="The Pi's header with eleven wires: {names}." font-family="sans-serif" font-size="15">
<!-- Made from companion/table/pinout.toml: change that, then say `make wiring`. -->
<rect width="640" height="{height}" fill="#ffffff"/>
<text x="320" y="30" text-anchor="middle" font-size="20" font-weight="bold">Eleven wires on the \
Pi's header</text>
<text x="320" y="54" text-anchor="middle">The Pi lies before you, header on the right, USB sockets \
towards you.</text>
<text x="320" y="76" text-anchor="middle">Place 1 is at the top left.</text>
<rect x="{LEFT - 20}" y="{TOP - 14}" width="80" height="{20 * ROW + 2}" rx="6" fill="#eeeeee" \
stroke="#777777"/>
{rows}
<text x="320" y="{TOP + 20 * ROW + 18}" text-anchor="middle">USB sockets on this side</text>
<text x="320" y="{TOP + 20 * ROW + 42}" text-anchor="middle" fill="#a3141b">White with a cross: \
5 V. Nothing of ours goes there.</text>
</svg>
"""


def _place(place: int, name: str, end: str) -> str:
    """One place: a dot, its number, and a label outside; bold where a wire goes."""
    odd = place % 2 == 1
    x, y = (LEFT if odd else RIGHT), TOP + (place - 1) // 2 * ROW
    fill = FILL.get(name, "#f4b400" if end else "#ffffff")
    text = "#ffffff" if name in ("3.3 V", "ground") else "#222222"
    parts = [
        f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#555555"/>',
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{text}">{place}'
        "</text>",
    ]
    if name == "5 V":
        parts[1] = (
            f'<path d="M{x - 6} {y - 6}l12 12m0 -12l-12 12" stroke="#a3141b" stroke-width="2"/>'
        )
    anchor, at, way = ("end", x - 80, -1) if odd else ("start", x + 80, 1)
    if end:
        line = "#c62828" if name == "3.3 V" else "#222222" if name == "ground" else "#b07d00"
        parts.append(
            f'<path d="M{x + 11 * way} {y}H{at - 8 * way}" stroke="{line}" stroke-width="3"/>'
        )
        label = end if name in ("3.3 V", "ground") else f"{end} ({name})"
        weight = ' font-weight="bold"'
    else:
        label, weight, at = name, ' fill="#767676" font-size="12"', x + 30 * way
    parts.append(f'<text x="{at}" y="{y + 5}" text-anchor="{anchor}"{weight}>{label}</text>')
    return "".join(parts)


def main() -> None:
    for path, text in {**drawings(pinout()), **board_drawings(board_wires())}.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
