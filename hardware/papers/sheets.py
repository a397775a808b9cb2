"""What a builder prints: pads in their true size, the strip board, a dolphin cut through, the way.

Sizes are worked out, not measured; nothing of it has been built.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.table.pinout import board_wires
from hardware.papers import header, starting
from hardware.papers.paper import (
    COLOURS,
    COMMAND,
    COPPER,
    INK,
    MARGIN,
    PITCH,
    QUIET,
    WATER,
    WIDTH,
    WOOD,
    Paper,
)
from hardware.papers.stripboard import (
    CHARGING,
    COLUMNS,
    LEFT,
    LINK,
    RIGHT,
    ROWS,
    SERIES,
    Hole,
    Layout,
    layout,
)

RING, OPENING, MIDDLE, TAPE = 40, 20, 8, 10  # mm
APART = 80  # mm from the middle of a pad to the middle of the next, at least
SLEEVE = (40, 120)  # mm of copper on a dolphin: how wide, and up one flank and down the other
FILM, WOOD_THICK = 0.1, 5  # mm
NOT_BUILT = "Worked out, not measured: nobody has built it yet."


def sheets() -> dict[str, str]:
    """Every sheet by its file's name."""
    drawn = {"1-way": way(), "2-pads": pads(), "3-strip": strip(), "4-dolphin": dolphin()}
    drawn |= {"5-start": starting.start(), "6-header": header.header()}
    return {f"{name}.svg": paper.svg for name, paper in drawn.items()}


FILLS = {CHARGING: "#7fb7d6", SERIES: "#f2c94c", LINK: "#c62828"}
"""The colours of the strip board's parts."""
Place = Callable[[Hole], tuple[float, float]]
"""Where a hole lies on the paper, in mm."""


# --- the pads ---------------------------------------------------------------------------------


def pads() -> Paper:
    """Five pads in their true size, to be laid on the wood and cut along."""
    paper = Paper("The five pads, in their true size", "Five square pads of 40 mm to print 1:1.", 2)
    paper.lines(MARGIN, 27, _PADS_WORDS, 3.6)
    paper.rule(MARGIN, 40)
    names = [wire.what for wire in board_wires() if wire.use == "pad"]
    for at, name in enumerate(names):
        _pad(paper, 22 + (at % 2) * 92, 52 + (at // 2) * 80, name)
    _cutting(paper, 114, 212)
    paper.text(MARGIN, 290, NOT_BUILT, fill=QUIET)
    return paper


_PADS_WORDS = (
    "Print without scaling (100 %). Cut the five apart, and glue each where its dolphin will lie,",
    f"{APART // 10} cm or more from middle to middle. Then copper tape, wherever it says copper.",
)
WIRES_GO = ("Circles are holes:", "each wire goes", "down its own,", "no copper on it.")


def _pad_alone(paper: Paper, x: float, y: float) -> None:
    inset, middle = (RING - OPENING) / 2, (RING - MIDDLE) / 2
    paper.rect(x, y, RING, RING, "#f3dcc8", COPPER, 0.4)
    paper.rect(x + inset, y + inset, OPENING, OPENING, "#ffffff", COPPER, 0.4)
    paper.rect(x + middle, y + middle, MIDDLE, MIDDLE, "#f3dcc8", COPPER, 0.4)


def _pad(paper: Paper, x: float, y: float, name: str) -> None:
    inset, middle = (RING - OPENING) / 2, (RING - MIDDLE) / 2
    _pad_alone(paper, x, y)
    for wire, hole in (((x + RING, y + 20), (x + RING + 4, y + 20)), _middles_wire(x, y)):
        paper.line(wire, hole, stroke=QUIET)
        paper.circle(*hole, 1, "#ffffff", INK)
    paper.text(x + RING + 6.5, y + 21.2, "hole for the ring’s wire", 3)
    paper.text(x + RING / 2 + 2, y + middle + MIDDLE + 4.1, "its wire", 1.9)
    paper.text(x, y - 2.5, name, 5, bold=True, fill=COLOURS.get(name, INK))
    paper.text(x + RING / 2, y + RING + 5, f"ring {RING} x {RING}", 3, "middle", fill=QUIET)
    paper.text(x + RING / 2, y + 6.2, "copper", 3, "middle")
    paper.text(x + RING / 2, y + inset + 4, "no copper", 3, "middle", fill=QUIET)


def _middles_wire(x: float, y: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """From the middle to its hole, in the opening: it would touch the ring on its way out."""
    below = y + (RING + MIDDLE) / 2
    return (x + RING / 2, below), (x + RING / 2, below + 3)


def _cutting(paper: Paper, x: float, y: float) -> None:
    paper.text(x, y - 2.5, "One ring, from 10 mm tape", 4, bold=True)
    for dx, dy, width, height in (
        (0, 0, RING, TAPE),
        (0, RING - TAPE, RING, TAPE),
        (0, TAPE, TAPE, OPENING),
        (RING - TAPE, TAPE, TAPE, OPENING),
    ):
        paper.rect(x + dx, y + dy, width, height, "#f3dcc8", COPPER, 0.5)
    for dx in (TAPE / 2, RING - TAPE / 2):
        for dy in (TAPE, RING - TAPE):
            paper.circle(x + dx, y + dy, 1.2, "#9aa4ab")
    paper.lines(
        x + RING + 4,
        y + 8,
        ("two of 40,", "two of 20 mm;", "solder where", "they meet", "", *WIRES_GO),
        3.4,
    )


# --- the strip board --------------------------------------------------------------------------


def strip() -> Paper:
    """The strip board: once twice as large with its parts, once as large as it is, from below."""
    paper = Paper("The strip board", "The strip board with the Nano, resistors, wires and cuts.", 3)
    of = layout()
    paper.text(
        MARGIN, 28, f"{ROWS} strips of {COLUMNS} holes (5 by 7 cm). From above, twice as large:"
    )
    _board(paper, of, 40, 36, 2.0, mirrored=False)
    paper.text(MARGIN, 148, "From below, the copper before you, in its true size (lay it on):")
    _board(paper, of, 30, 154, 1.0, mirrored=True)
    _key(paper, 112, 160)
    paper.rule(MARGIN, 212)
    paper.lines(MARGIN, 222, _strip_words(of), 3.6)
    paper.text(MARGIN, 290, NOT_BUILT, fill=QUIET)
    return paper


def _key(paper: Paper, x: float, y: float) -> None:
    """What the colours of the parts mean, and the crosses."""
    for at, (kind, fill) in enumerate(FILLS.items()):
        paper.key(x, y + at * 8, kind, fill)
    below = y + len(FILLS) * 8
    _cross(paper, x + 5, below, 2.1)
    paper.text(x + 13, below + 1.3, "cut")


def _strip_words(of: Layout) -> Iterator[str]:
    yield f"1. Cut the copper at the {len(of.cuts)} crosses (a 3 mm drill between your fingers)."
    yield "    Hold it against the light: no hair of copper may be left."
    yield "2. Solder two sockets for the Nano, to lift it out again; its USB socket at strip 1."
    yield "3. Then the three at the right (two wires, one resistor), and the ten resistors."
    yield "4. Wires last: rings and middles left, buttons right, the foil at the bottom."
    yield "5. Without the Nano measure: 470 kilo-ohm from strip 16 to each of A0 to A4;"
    yield "    1 kilo-ohm from each of these to its ring, and from D3 to strip 17."
    yield "    Anything else is a bridge."
    yield "A5 (between A4 and A6) stays empty. Bare legs that cross a strip stand clear of it."


def _board(
    paper: Paper,
    of: Layout,
    x: float,
    y: float,
    scale: float,
    *,
    mirrored: bool,
    labels: bool = True,
) -> None:
    pitch = PITCH * scale

    def at(hole: Hole) -> tuple[float, float]:
        row, column = hole
        across = COLUMNS + 1 - column if mirrored else column
        return x + across * pitch, y + row * pitch

    paper.rect(x, y, (COLUMNS + 1) * pitch, (ROWS + 1) * pitch, WOOD, QUIET, 0.3, 1)
    for row in range(1, ROWS + 1):
        left, right = x + 0.5 * pitch, x + (COLUMNS + 0.5) * pitch
        shade = COPPER if mirrored else "#d9b48c"
        paper.line(
            (left, y + row * pitch), (right, y + row * pitch), stroke=shade, thick=0.7 * pitch
        )
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            paper.circle(*at((row, column)), 0.16 * pitch, "#ffffff")
    if not mirrored:
        _nano(paper, of, at, pitch)
        _parts(paper, of, at)
    for cut in sorted(of.cuts):
        _cross(paper, *at(cut), 0.42 * pitch)
    if labels and not mirrored:
        _ends(paper, of, at)
    elif labels:
        for row in (1, ROWS):
            paper.text(x - 2, y + row * pitch + 1.2, str(row), 3, "end")


def _nano(paper: Paper, of: Layout, at: Place, pitch: float) -> None:
    x, y = at((1, LEFT))
    width = (RIGHT - LEFT + 1) * pitch
    paper.rect(x - pitch / 2, y - pitch, width, 16.5 * pitch, "#0f4d7acc", INK, 0.4, 1)
    paper.rect(x + 2 * pitch, y - 1.9 * pitch, 2 * pitch, 2.4 * pitch, "#c9ced2", INK, 0.3, 0.5)
    for hole, name in of.pins.items():
        left = hole[1] == LEFT
        px, py = at(hole)
        paper.circle(px, py, 0.3 * pitch, "#f4d35e", INK)
        anchor, dx = ("start", 0.5) if left else ("end", -0.5)
        paper.text(px + dx * pitch, py + 1.1, name, 3, anchor, fill="#ffffff")


def _parts(paper: Paper, of: Layout, at: Place) -> None:
    for part in of.parts:
        (x1, y1), (x2, y2) = at(part.start), at(part.end)
        fill = FILLS[part.kind]
        if part.kind == LINK:
            paper.line((x1, y1), (x2, y2), stroke=fill, thick=1)
            continue
        paper.line((x1, y1), (x2, y2), stroke="#3c4650", thick=0.5)
        middle_x, middle_y, long, wide = (x1 + x2) / 2, (y1 + y2) / 2, 10, 3.2
        width, height = (long, wide) if y1 == y2 else (wide, long)
        paper.rect(middle_x - width / 2, middle_y - height / 2, width, height, fill, INK, 0.3, 1.2)


def _cross(paper: Paper, x: float, y: float, size: float) -> None:
    paper.circle(x, y, size, "#ffffff")
    paper.line((x - size, y - size), (x + size, y + size), stroke="#b00020", thick=0.5)
    paper.line((x - size, y + size), (x + size, y - size), stroke="#b00020", thick=0.5)


def _ends(paper: Paper, of: Layout, at: Place) -> None:
    for row in range(1, ROWS + 1):
        (x1, y), (x2, _) = at((row, 1)), at((row, 2))
        paper.text((x1 + x2) / 2, y + 0.8, str(row), 2.3, "middle")
    middles = [end for end in of.ends if end.to.startswith("middle ")]
    for end in of.ends:
        x, y = at(end.hole)
        paper.circle(x, y, 0.9, WATER)
        if end in middles:
            continue
        left = end.hole[1] < COLUMNS / 2
        to = x - 7 if left else x + 7
        paper.line((x, y), (to, y), stroke=WATER, thick=0.5)
        paper.text(to + (-1 if left else 1), y + 1.2, end.to, 3.2, "end" if left else "start")
    x, y = at(middles[0].hole)
    paper.line((x, y), (x - 7, y), stroke=WATER, thick=0.5)
    paper.text(x - 8, y + 1.2, f"{len(middles)} middles", 3.2, "end")


# --- a dolphin cut through --------------------------------------------------------------------


def dolphin() -> Paper:
    """The dolphin on its pad, cut through: what is copper, what is bare, what is under film."""
    paper = Paper(
        "A dolphin on its pad, cut through", "A cut through dolphin, sleeve, pad and wood.", 4
    )
    paper.text(MARGIN, 28, "Not to scale: what is thin is drawn thick.")
    x, y = 50, 120
    _cut_through(paper, x, y)
    paper.text(x + 50, y - 30, "dolphin", 5, "middle")
    for dx, name in ((12, "ring"), (50, "middle"), (87, "ring")):
        paper.text(x + dx, y + 19.1, name, 2.6, "middle")
    _pointers(paper, x, y)
    paper.lines(MARGIN, 200, _dolphin_words(), 4)
    paper.text(MARGIN, 290, NOT_BUILT, fill=QUIET)
    return paper


def _cut_through(paper: Paper, x: float, y: float) -> None:
    """All its layers; the dolphin stands on y, from x to x + 100."""
    paper.path(
        f"M{x} {y}C{x - 14} {y - 22} {x + 8} {y - 58} {x + 50} {y - 58}"
        f"C{x + 92} {y - 58} {x + 114} {y - 22} {x + 100} {y}Z",
        "#9ecbe0",
    )
    paper.path(
        f"M{x - 5} {y - 22}C{x - 7} {y - 10} {x - 3} {y - 2} {x} {y + 3}H{x + 100}"
        f"C{x + 103} {y - 2} {x + 107} {y - 10} {x + 105} {y - 22}",
        "none",
        "#fff1cf",
        3,
    )
    paper.path(
        f"M{x - 8} {y - 24}C{x - 10} {y - 9} {x - 6} {y} {x - 3} {y + 6}H{x + 103}"
        f"C{x + 106} {y} {x + 110} {y - 9} {x + 108} {y - 24}",
        "none",
        COPPER,
        2,
    )
    paper.rect(x - 8, y + 9, 116, 3, "#cfe8f5", QUIET)
    paper.rect(x - 25, y + 20, 150, 12, WOOD, QUIET)
    paper.rect(x - 25, y + 34, 150, 2.5, "#c9ced2", QUIET)
    for dx, width in ((0, 25), (40, 20), (75, 25)):
        paper.rect(x + dx, y + 13, width, 3.5, COPPER, INK)


def _pointers(paper: Paper, x: float, y: float) -> None:
    for start, end in (((107.5, -16), (116, -26)), ((-6, -17), (-16, -40)), ((60, 10.5), (116, 8))):
        paper.line((x + start[0], y + start[1]), (x + end[0], y + end[1]), stroke=QUIET)
    paper.text(x + 117, y - 27, "copper, BARE:", 4, bold=True)
    paper.lines(x + 117, y - 21.5, ("fingers land", "on it"), 4)
    paper.text(x - 16, y - 41, "paper sleeve", 4, "middle")
    paper.text(x + 117, y + 7, f"film, {FILM} mm", 4)
    paper.text(x + 50, y + 28, f"wood, {WOOD_THICK} mm, not less than 4", 4, "middle")
    paper.text(
        x + 50, y + 43, "ground foil, wired to GND, 4 mm from the pads at least", 4, "middle"
    )


def _dolphin_words() -> Iterator[str]:
    yield "• The copper comes up both flanks, as high as fingers grip, and lies under the belly."
    yield "• No tape, film or varnish over it: a finger on film is felt late, or not at all."
    yield "• Its edges are folded back by 3 mm and pressed flat, so that they cut nobody."
    wide, long = SLEEVE[0] // TAPE, SLEEVE[1] // 10
    yield "• Copper on the paper sleeve, never on the dolphin itself."
    yield f"• {wide} strips of tape, {long} cm long, side by side and soldered where they meet; or"
    yield "one piece of kitchen foil, glued on."
    yield "• The film lies over ring and middle: bare copper never meets bare copper."
    yield "• A pad with its dolphin, and no hand, should weigh 45 pF or less."


# --- the way ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way; `picture` draws it with its corner at the origin, `scale` is for it."""

    title: str
    words: str
    command: str = ""
    picture: Callable[[Paper], None] | None = None
    scale: float = 1.0
    also: str = ""
    """A second command."""


def way() -> Paper:
    """The quick start: ten steps on one page."""
    paper = Paper(
        "The touch board, from box to table", "Ten steps to a table with a touch board.", 1
    )
    paper.text(MARGIN, 28, NOT_BUILT, fill=QUIET)
    for number, step in enumerate(STEPS, 1):
        y = 33 + (number - 1) * 25.3
        paper.rect(MARGIN, y, WIDTH - 2 * MARGIN, 23.5, "#f4f8fa", QUIET, 0.3, 3)
        paper.circle(MARGIN + 12, y + 11.7, 7, WATER)
        paper.text(MARGIN + 12, y + 14.3, str(number), 7, "middle", True, "#ffffff")
        paper.text(MARGIN + 24, y + 8, step.title, 5, bold=True)
        paper.text(MARGIN + 24, y + 14, step.words, 3.6)
        paper.text(MARGIN + 24, y + 20, step.command, 3.6, fill=WATER, font=COMMAND)
        paper.text(MARGIN + 74, y + 20, step.also, 3.6, fill=WATER, font=COMMAND)
        if step.picture is not None:
            small = Paper("", "", 0)
            step.picture(small)
            place = f'<g transform="translate(158 {y + 1.3}) scale({step.scale})">'
            paper.parts.append("".join((place, *small.parts, "</g>")))
    return paper


def _parts_alone(paper: Paper) -> None:
    paper.circle(8, 10, 9, COPPER, INK)
    paper.circle(8, 10, 4, "#f4f8fa", INK)
    for y, fill in ((5, FILLS[CHARGING]), (15, FILLS[SERIES])):
        paper.line((21, y), (41, y), stroke="#3c4650", thick=0.5)
        paper.rect(26, y - 1.6, 10, 3.2, fill, INK, 0.3, 1.2)


def _laptop(paper: Paper) -> None:
    paper.rect(11, 0, 28, 16, "#c9ced2", INK, 0.4, 1.5)
    paper.rect(13, 2, 24, 12, "#0f4d7a", INK, 0.3)
    paper.text(25, 9, "companion", 3, "middle", fill="#ffffff", font=COMMAND)
    paper.path("M7 19L11 16H39L43 19Z", "#9aa4ab")


def _board_alone(paper: Paper) -> None:
    _board(paper, layout(), 0, 0, 2.0, mirrored=False, labels=False)


def _one_pad(paper: Paper) -> None:
    _pad_alone(paper, 20, 0)


def _nano_alone(paper: Paper) -> None:
    paper.rect(-26, 8, 30, 4, INK, INK, 0.3, 2)
    paper.rect(0, 5, 10, 10, "#c9ced2", INK, 0.4, 1)
    paper.rect(6, 0, 43, 20, "#0f4d7a", INK, 0.4, 1)
    for at in range(15):
        paper.circle(9.5 + at * PITCH, 2, 0.8, "#f4d35e")
        paper.circle(9.5 + at * PITCH, 18, 0.8, "#f4d35e")


def _dolphin_alone(paper: Paper) -> None:
    _cut_through(paper, 30, 62)


def _foil(paper: Paper) -> None:
    paper.rect(0, 4, 44, 5, WOOD, QUIET)
    paper.rect(0, 11, 44, 1.5, "#c9ced2", QUIET)
    for x in (8, 20, 32):
        paper.rect(x - 4, 2.5, 8, 1.5, COPPER, INK)
    paper.line((40, 12), (40, 17), thick=0.6)
    for below, half in ((0, 4), (2, 2.5), (4, 1)):
        paper.line((40 - half, 17 + below), (40 + half, 17 + below), thick=0.6)


STEPS = (
    Step("Buy", "touch-board.md has the list, with what all of it costs.", "", _parts_alone, 0.9),
    Step(
        "Get the companion",
        "touch-board.md has the lines for a laptop or a Pi.",
        "",
        _laptop,
        0.85,
    ),
    Step("Program", "Plug in the USB cable and say:", "companion flash", _nano_alone, 0.65),
    Step(
        "Try one pad first",
        "One pad, one dolphin, three resistors, no glue:",
        "companion doctor --pad 0",
        _one_pad,
        0.5,
    ),
    Step("Strip board", "Sheet 3: cut, solder, measure, then the Nano.", "", _board_alone, 0.21),
    Step("Pads", "Sheet 2: print, cut, glue on the wood, tape, solder, film.", "", _one_pad, 0.5),
    Step("Foil and wires", "Foil to GND. Wires 20 cm at most, a finger apart.", "", _foil, 0.85),
    Step("Dolphins", "Sheet 4: a paper sleeve with bare copper.", "", _dolphin_alone, 0.19),
    Step(
        "Calibrate, then accept",
        "Say both with the file of step 10. A child’s hand is the best one.",
        "companion calibrate",
        also="companion doctor --accept sheet.html",
    ),
    Step(
        "Play",
        "Scan the code that the wall shows.",
        "companion run --config hardware/companion-board.toml",
    ),
)
