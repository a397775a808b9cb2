"""The first start as one page: what the screen, the lights and the buzzer say, in their order.

`STEPS` is what `tests/test_first_start.py` walks through; a buzzer's word is a sound of
`companion/sounds.py`, drawn as its rhythm.
"""

from dataclasses import dataclass
from textwrap import wrap

from companion.sounds import COMMON
from hardware.papers.paper import INK, MARGIN, QUIET, WATER, WIDTH, Paper

COLUMNS = (("The screen says", 34), ("Lights", 104), ("Buzzer", 146))
LETTERS = (34, 20, 22)  # that have room in a column's line
SIZE, LINE = 3.3, 4.5
MS = 0.04  # mm of a rhythm's millisecond


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of the first start, and what somebody does then."""

    name: str
    do: str
    screen: str
    lights: str
    buzzer: str = ""
    sound: str = ""


STEPS = (
    Step(
        "plug",
        "Plug in the screen, the table, and at last the power.",
        "The Pi’s own lines, then “The table is waking up”.",
        "The Pi’s: red on, green flickers. The dolphins’: dark.",
        "Nothing yet",
    ),
    Step(
        "awake",
        "Wait: half a minute, or two.",
        "“First, every wire once.”",
        "The dolphin that is asked for.",
        "It is awake:",
        "awake",
    ),
    Step(
        "alone",
        "No network? A cable into the Pi, or its Wi-Fi (below). It notices by itself.",
        "“No phone can find this table yet.” The line goes when there is a network.",
        "",
        "Awake, but without a network:",
        "alone",
    ),
    Step(
        "wires",
        "Touch the dolphin that is lit, one after another; then press START, YES, NO.",
        "“Touch the dolphin Red.”",
        "The next dolphin.",
        "At each part:",
        "felt",
    ),
    Step(
        "miswired",
        "Something is not right? Do what the screen says, and check again.",
        "Which wire, and where it belongs.",
        "None.",
        "Look at the wires:",
        "miswired",
    ),
    Step(
        "wired",
        "All is well: breathe.",
        "“All wires are right!” A minute later: “Who plays?”",
        "None.",
        "All wires are right:",
        "wired",
    ),
    Step(
        "referee",
        "Scan “The referee” with the first phone, the other code with the others.",
        "Two codes; then only one.",
        "None.",
        "",
    ),
    Step(
        "game",
        "On the first phone: New game.",
        "“Shuffle and deal.” The dolphins, nose to nose.",
        "The dolphins of this round.",
        "",
    ),
    Step(
        "pass",
        "Press START, and pass your cards.",
        "Rings on the water.",
        "The same.",
        "Here we go, then PASS on the beat:",
        "start",
    ),
)
BELOW = (
    "The Pi’s Wi-Fi: Raspberry Pi Imager asks for its name and key as it writes the card.",
    "Nothing to hear two minutes after the plug? The table did not start: the screen says why.",
    "Green flickers on, red blinks: too little power. No light at all: no power.",
)


def start() -> Paper:
    """The page."""
    paper = Paper("The first start", "What screen, lights and buzzer say, up to the first PASS.", 5)
    told = "Of a Pi with no keyboard and no mouse. What you hear and see, in this order:"
    paper.text(MARGIN, 28, told, 3.8)
    for title, x in COLUMNS:
        paper.text(x, 37, title, SIZE, bold=True, fill=WATER)
    y = 42.0
    for at, step in enumerate(STEPS, 1):
        y = _row(paper, at, step, y)
    y += 4
    for words in BELOW:
        y = paper.lines(MARGIN, y + 2, wrap(words, 96), SIZE)
    seen = "Walked through on pretended pins; nobody has seen it on a Pi."
    paper.text(MARGIN, 290, seen, fill=QUIET)
    return paper


def _row(paper: Paper, at: int, step: Step, y: float) -> float:
    paper.line((MARGIN, y), (WIDTH - MARGIN, y), stroke="#c9d3da", thick=0.25)
    paper.circle(MARGIN + 5, y + 6.5, 4.2, WATER)
    paper.text(MARGIN + 5, y + 8, str(at), 4.2, "middle", bold=True, fill="#ffffff")
    paper.text(COLUMNS[0][1], y + 6, step.do, SIZE, bold=True, fill=INK)
    ends = [y + 10]
    said = (step.screen, step.lights, step.buzzer)
    for (_, x), letters, words in zip(COLUMNS, LETTERS, said, strict=True):
        ends.append(paper.lines(x, y + 11, wrap(words, letters), SIZE))
    if step.sound:
        x, under = COLUMNS[2][1], ends[-1]
        for on_ms, off_ms in next(one.rhythm for one in COMMON if one.name == step.sound):
            paper.rect(x, under - 2, on_ms * MS, 2.6, INK, round_=0.6)
            x += (on_ms + off_ms) * MS
        ends.append(under + LINE)
    return max(ends) + 2
