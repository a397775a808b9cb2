"""What pages of SPLASH! draw by: its letters and cards, and where the marks of a finish lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.dolphin_splash.facts import LETTERS as LETTERS
from companion.games.view import FinishView

BEASTS: Final = ("Splash", "Fish", "Crab", "Turtle", "Squid", "Star")  # on the cards, by rank
HANDS: Final = 3  # that wrote each letter with a crayon

EDGE = 70  # left of the first mark on a line of time, which has as much and more at its right
WORDS_WIDE, GAP, DISC_WIDE, STEM_LEAST = 170, 10, 56, 24  # how close two marks may come
TOP, WORDS_HIGH, DISC_HIGH = 82, 76, 54  # the line itself, and rows below and above it


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A touch on a line of time: what it is, where, and how long its uncertainty is.

    It may have been from `left` on. `below` and `above` are what its words and its place are
    measured from, so that none lies on another; `stem` is that for the end of its stem, none
    through the words of the one before.
    """

    touch: FinishView
    x: float
    left: float
    bar: float
    below: int
    above: int
    stem: int
    wide: int  # of the whole line

    @property
    def room(self) -> int:
        """How wide its name may be."""
        return WORDS_WIDE - GAP

    @property
    def middle(self) -> float:
        """Where the middle of its name is: no name lies over the edge."""
        half = self.room / 2
        return max(half, min(self.x, self.wide - half))


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A photo finish: how far down the line lies, the lowest row of words, and the marks."""

    axis: int
    lowest: int
    marks: tuple[TimeMark, ...]


def time_line(order: Sequence[FinishView], wide: int) -> TimeLine:
    """The touches of a photo finish from the first to the last, on a line so wide."""
    first_slack = order[0].uncertain_us
    slack = max(touch.uncertain_us for touch in order)
    span = max(max(touch.after_us for touch in order) + first_slack, slack * 3, 1000)
    scale = (wide - 160) / span
    xs = [round(EDGE + (touch.after_us + first_slack) * scale, 1) for touch in order]
    low, high = _rows(xs, WORDS_WIDE), _rows(xs, DISC_WIDE)
    axis = TOP + max(high) * DISC_HIGH
    marks: list[TimeMark] = []
    for n, (touch, x) in enumerate(zip(order, xs, strict=True)):
        bar = max(touch.uncertain_us * scale, 6)
        below = axis + low[n] * WORDS_HIGH
        near = n > 0 and x - xs[n - 1] < STEM_LEAST
        above, stem = axis - high[n] * DISC_HIGH, axis if near else below
        marks.append(TimeMark(touch, x, round(x - bar, 1), round(bar, 1), below, above, stem, wide))
    return TimeLine(axis, axis + max(low) * WORDS_HIGH, tuple(marks))


def _rows(xs: Sequence[float], wide: int) -> list[int]:
    """Which of three rows each is in, none on the one before."""
    rows = [0]
    for before, x in zip(xs, xs[1:], strict=False):
        rows.append((rows[-1] + 1) % 3 if x - before < wide else 0)
    return rows


def crayon(seat: int, letter: int) -> int:
    """Which of the hands wrote a letter of this seat."""
    return (seat + letter) % HANDS


def lean(seat: int, letter: int) -> int:
    """How a letter of this seat leans, in degrees."""
    return (seat * 7 + letter * 5) % 11 - 5
