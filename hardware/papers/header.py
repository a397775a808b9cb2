"""The Pi's header in its true size: a Pi to lay the real one on, and a card to push over its pins.

Pins and names are the pin map's. Must not be mirrored: all of it is seen from above.
"""

from dataclasses import dataclass

from companion.table.pinout import pinout
from hardware.papers.paper import COLOURS, INK, MARGIN, PITCH, QUIET, WATER, Paper
from hardware.wiring.draw import GROUND_PLACE, PLUS_PLACE

BOARD = (56, 85)  # mm, header on the right, USB sockets towards you; so are 2, 3, 4 and 5
HOLE_IN, HOLES_APART = 3.5, (49, 58)  # mm: from the edges, and from each other
FIRST_DOWN = HOLE_IN + 29 - 9.5 * PITCH  # mm from the upper edge: its middle is the holes' middle
PIN, LETTERS = 0.8, 2.2  # mm: a pin's radius on paper, and what fits beside it
APART = 5.0  # mm between the lines of words beside the board
NOT_HELD = "Drawn by the board’s published sizes; nobody has held it against a Pi yet."


@dataclass(frozen=True, slots=True)
class End:
    """What goes to one place of the header."""

    place: int
    name: str
    where: str
    colour: str


def ends() -> tuple[End, ...]:
    """The usual nine wires and those of the two strips, by their places."""
    of = pinout()
    found = [
        End(
            wire.place,
            wire.what,
            f"place {wire.place}, GPIO {wire.bcm}",
            COLOURS.get(wire.what, WATER),
        )
        for wire in of.with_modules
    ]
    for place, name, colour in (
        (PLUS_PLACE, "plus strip", "#c62828"),
        (GROUND_PLACE, "ground strip", INK),
    ):
        found.append(End(place, name, f"place {place}, {of.header[place - 1]}", colour))
    return tuple(sorted(found, key=lambda end: end.place))


def header() -> Paper:
    """The sheet: the whole board above, the card below."""
    about = "The Pi's header 1:1: which pin each of the table's wires goes to."
    paper = Paper("The Pi’s header, in its true size", about, 6)
    paper.lines(MARGIN, 28, _WORDS, 3.6)
    paper.rule(MARGIN, 45)
    _board(paper, 44, 58)
    y = 176.0
    paper.text(MARGIN, y, "A card to push over the pins", 5, bold=True)
    paper.lines(112, y + 12, _CARD_WORDS, 3.6)
    _card(paper, 22, y + 6)
    paper.text(MARGIN, 290, NOT_HELD, fill=QUIET)
    return paper


_WORDS = (
    "Print without scaling (100 %). For touch modules and lever switches: their pins are the same.",
    "Off and unplugged, the Pi lies on its picture or beside it: header right, USB towards you.",
)
_CARD_WORDS = (
    "1. Cut it out along the dashes.",
    "2. Its square goes over place 1: the inner pin,",
    "at the corner away from the USB sockets",
    "(on a Pi Zero: at the SD card’s end).",
    "3. Press: all forty pins come through.",
    "4. Plug each wire where its name stands.",
    "",
    "A cross is 5 V: nothing of ours goes there.",
    "An empty circle stays empty.",
)


def at(place: int, x: float, y: float) -> tuple[float, float]:
    """The middle of a place; `x` is the middle between both rows, `y` that of the first pins."""
    return x + (PITCH / 2 if place % 2 == 0 else -PITCH / 2), y + (place - 1) // 2 * PITCH


def _pins(paper: Paper, x: float, y: float) -> None:
    """All forty, the first one square."""
    colours = {end.place: end.colour for end in ends()}
    for place, name in enumerate(pinout().header, 1):
        px, py = at(place, x, y)
        if place == 1:
            paper.rect(px - 1.1, py - 1.1, 2.2, 2.2, "#ffffff", INK, 0.25)
        paper.circle(px, py, PIN, colours.get(place, "#ffffff"), QUIET)
        if name == "5 V":
            for way in (1, -1):
                paper.line((px - 0.7, py - 0.7 * way), (px + 0.7, py + 0.7 * way), stroke="#a3141b")


def _board(paper: Paper, x: float, y: float) -> None:
    wide, high = BOARD
    paper.rect(x, y, wide, high, "#f2f7f3", QUIET, 0.4, 3)
    for across in (HOLE_IN, HOLE_IN + HOLES_APART[0]):
        for down in (HOLE_IN, HOLE_IN + HOLES_APART[1]):
            paper.circle(x + across, y + down, 1.35, "#ffffff", QUIET)
    for across in (2, 20.5, 39):
        paper.rect(x + across, y + high - 15, 15, 17.5, "#dde3e6", QUIET, 0.3, 0.5)
    paper.text(x + wide / 2, y + high + 7, "USB and network sockets, towards you", 3.6, "middle")
    middle, first = x + wide - HOLE_IN, y + FIRST_DOWN
    paper.rect(middle - PITCH, first - PITCH / 2, 2 * PITCH, 20 * PITCH, "#ffffff", QUIET, 0.2)
    for side in (1, 0):
        _beside(paper, [end for end in ends() if end.place % 2 == side], middle, first)
    _pins(paper, middle, first)
    px, py = at(1, middle, first)
    paper.line((px - 1.2, py - 1.2), (px - 7, y - 2.5), stroke=INK, thick=0.35)
    paper.text(px - 8, y - 3, "place 1: the inner pin at this corner", 3.6, "end", bold=True)


def _beside(paper: Paper, of: list[End], x: float, y: float) -> None:
    """The words of one row of pins, far enough from each other to be read."""
    below = 0.0
    for end in of:
        px, py = at(end.place, x, y)
        way = 1 if px > x else -1
        below = max(py, below)
        bend, to = px + 3 * way, px + 8 * way
        paper.line((px, py), (bend, py), (to, below), stroke=end.colour, thick=0.5)
        anchor = "start" if way > 0 else "end"
        words = _towards(way, end.name, end.where)
        paper.text(to + way, below + 1, words, 2.7, anchor, True, end.colour)
        below += APART


def _towards(way: int, name: str, where: str) -> str:
    """A name beside its pin, and behind it where that is; `way` is 1 right of the pins."""
    return f"{name} ({where})" if way > 0 else f"({where}) {name}"


def _card(paper: Paper, x: float, y: float) -> None:
    wide, high = 76.0, 20 * PITCH + 26
    paper.rect(x, y, wide, high, "#ffffff", INK, 0.3, dash="2 1.5")
    middle, first = x + wide / 2, y + 14
    paper.text(middle, y + 5, "away from the USB sockets", 3, "middle", fill=QUIET)
    paper.text(middle, y + high - 3, "USB sockets on this side", 3, "middle", fill=QUIET)
    named = {end.place: end for end in ends()}
    for place in range(1, len(pinout().header) + 1):
        px, py = at(place, middle, first)
        way, anchor = (1, "start") if px > middle else (-1, "end")
        end = named.get(place)
        words = _towards(way, end.name, str(place)) if end else str(place)
        fill = end.colour if end else QUIET
        paper.text(px + 2 * way, py + 0.8, words, LETTERS, anchor, end is not None, fill)
    _pins(paper, middle, first)
