"""What was measured of a pad while it was calibrated: its margins, its mark, and its settings.

Pure. Judged from the design's figures, not measured on hardware. Must not ask for anything.
"""

from collections.abc import Iterator
from enum import Enum
from math import ceil, isfinite

from companion.frozen import dataclass
from companion.table.board.health import PF_A_SAMPLE, SAMPLE
from companion.table.frames import Field
from companion.words import Pad, Pads, Text

TOUCH_LEAST = 9.0  # samples (5 pF): the smallest contact that the board always feels
STEP_USUAL, SOFT_USUAL, OFF_USUAL = 5, 37, 5  # as firmware/src/settings.c begins
SAMPLES = 127  # what the board can count to
NEAR_LEAST, NEAR_MOST = 24, 96  # 1/32 sample: 0.4 to 1.6 pF, as a mean over 70 ms
HEAVY, FULL = 111.0, 126.0  # samples of an empty pad: 60 pF leave little room, 68 none

GOOD_TIMES, WEAK_TIMES = 6.0, 3.0  # a touch, in the largest swing of the empty pad
GOOD_STEPS = 2.0  # a touch, in what a contact has to jump
GOOD_SHARE, WEAK_SHARE = 0.25, 0.5  # of a hand on this pad, felt by another


class Mark(Enum):
    """How a pad came out."""

    GOOD = "good"
    WEAK = "weak"
    """It plays, and leaves more to the table than it should."""
    BAD = "bad"
    LEFT_OUT = "left out"
    """Its settings stay as they were."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One pad. All in samples (0.54 pF); `hover` and `lifted` are None where nobody waited."""

    pad: Pad
    empty: float
    noise: float  # the largest swing of a single reading, hands off
    grip: float  # what a hand adds
    hover: float | None = None
    echo: float = 0.0  # what the pad that felt it most of the others had of that hand
    echoed: Pad | None = None
    lifted: bool | None = None

    @property
    def times(self) -> float:
        """A touch, in the pad's noise; what is below a sample cannot be seen."""
        return self.grip / max(1.0, self.noise)

    @property
    def needed(self) -> float:
        """What a hand should add at least, for this pad's noise and step."""
        usual = GOOD_STEPS * settings_of(self)[Field.STEP]
        return max(TOUCH_LEAST, usual, GOOD_TIMES * max(1.0, self.noise))

    @property
    def share(self) -> float:
        """How much of the hand another pad felt."""
        return max(0.0, self.echo) / self.grip if self.grip > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Result:
    """One pad's outcome; `why` are sentences, each with what to do."""

    pad: Pad
    mark: Mark
    said: Text
    why: tuple[Text, ...] = ()
    measured: Measured | None = None


def result_of(measured: Measured) -> Result:
    """The mark, in words, and what to do about it."""
    mark = _mark(measured)
    said = Text(
        "{pad}: touch is {n} times its noise: {mark}.",
        pad=Pads((measured.pad,)),
        n=int(measured.times),
        mark=_WORDS[mark],
    )
    why = tuple(_reasons(measured))
    return Result(measured.pad, mark, said, why, measured)


def left_out(pad: Pad) -> Result:
    """A pad that nobody calibrated."""
    return Result(pad, Mark.LEFT_OUT, Text("{pad} stays as it was.", pad=Pads((pad,))))


def full(pad: Pad) -> Result:
    """A pad that never charges to its end: nothing of it can be measured."""
    said = Text("{pad} feels nothing: it is full all the time.", pad=Pads((pad,)))
    return Result(pad, Mark.BAD, said, (_no_end(pad),))


def gone(pad: Pad) -> Result:
    """A pad whose dolphin never came back."""
    said = Text("{pad} is off its pad all the time.", pad=Pads((pad,)))
    why = Text(
        "Put {pad} back. If it lies there: has the wire of its pad come off?", pad=Pads((pad,))
    )
    return Result(pad, Mark.BAD, said, (why,))


def settings_of(measured: Measured) -> dict[Field, int]:
    """What the board is to store of this pad; always within what it takes.

    PRESENT is not told anew: the board's stream has no reading of a pad's middle.
    """
    grip = min(max(1.0, measured.grip), SAMPLES)
    noise = ceil(min(measured.noise, SAMPLES))
    hover = min(max(0.0, measured.hover or 0.0), SAMPLES)
    step = _within(max(STEP_USUAL, noise + 3), STEP_USUAL, int(grip / 2))
    soft = max(min(SOFT_USUAL, round(0.6 * grip)), min(ceil(3 * hover), int(0.8 * grip)), step + 2)
    off = _within(max(OFF_USUAL, noise + 2), 1, min(soft - 2, int(grip / 3)))
    near = {}
    if measured.hover is not None:
        near = {Field.NEAR: _within(round(hover * 16), NEAR_LEAST, NEAR_MOST)}  # half of it
    base = _within(round(measured.empty * SAMPLE), 1, SAMPLES * SAMPLE - 1)
    return {Field.BASE: base, Field.STEP: step, Field.SOFT: soft, Field.OFF: off, **near}


def in_pf(samples: float) -> float:
    """Samples in picofarad."""
    return samples * PF_A_SAMPLE


def pf(samples: float) -> str:
    """Samples in words."""
    told = in_pf(samples)
    return f"{told:.0f}\u00a0pF" if told >= 9.5 else f"{told:.1f}\u00a0pF"


_WORDS = {Mark.GOOD: "good", Mark.WEAK: "weak", Mark.BAD: "too little"}


def _mark(m: Measured) -> Mark:
    if not all(map(isfinite, (m.empty, m.noise, m.grip, m.echo))):
        return Mark.BAD
    if m.grip < TOUCH_LEAST or m.times < WEAK_TIMES or m.share >= WEAK_SHARE or m.empty >= FULL:
        return Mark.BAD
    good = m.grip >= m.needed and m.share < GOOD_SHARE
    return Mark.GOOD if good and m.empty < HEAVY and m.lifted is not False else Mark.WEAK


def _reasons(m: Measured) -> Iterator[Text]:
    pad, step = Pads((m.pad,)), settings_of(m)[Field.STEP]
    if m.noise > m.grip / GOOD_TIMES and m.noise > 2:
        yield Text(
            "{pad} is restless. Is its wire loose, or a charger or a mains cable beside it?",
            pad=pad,
        )
    if m.grip < max(TOUCH_LEAST, GOOD_STEPS * step):
        yield Text(
            "A hand on {pad} adds only {pf}. Let the copper come up both flanks to where fingers "
            "land, and lay the ground foil under the board.",
            pad=pad,
            pf=pf(max(0.0, m.grip)),
        )
    if m.share >= GOOD_SHARE and m.echoed is not None:
        yield Text(
            "{other} feels the hand on {pad}, too. Lay their wires and copper a finger apart.",
            pad=pad,
            other=Pads((m.echoed,)),
        )
    if m.empty >= HEAVY:
        yield Text(
            "{pad} weighs {pf} when nobody touches it: little room is left. Take a shorter wire, "
            "or less copper, and keep both away from the ground foil.",
            pad=pad,
            pf=pf(m.empty),
        )
    if m.lifted is False:
        yield Text(
            "{pad} was not felt being lifted. Is the middle of its pad wired to D3?", pad=pad
        )


def _no_end(pad: Pad) -> Text:
    return Text(
        "Take all hands off {pad}. If that does not help, its wire or its copper touches ground, "
        "its wire is far too long, or its 470 kilo-ohm resistor is not there.",
        pad=Pads((pad,)),
    )


def _within(value: int, least: int, most: int) -> int:
    """The nearest that is allowed; where nothing is, the least."""
    return max(least, min(value, most))
