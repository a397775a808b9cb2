"""What pages of SPLASH! draw by: its letters and cards, and where the marks of a finish lie."""

from collections.abc import Sequence
from typing import Final

from companion.frozen import dataclass
from companion.games.dolphin_splash.cards import BEASTS as BEASTS
from companion.games.dolphin_splash.cards import OTHERS as OTHERS
from companion.games.dolphin_splash.cards import PACK as PACK
from companion.games.dolphin_splash.cards import WHOLE as WHOLE
from companion.games.dolphin_splash.facts import LETTERS as LETTERS
from companion.games.dolphin_splash.facts import Way
from companion.games.view import FinishView

WAYS: Final = {Way.SLOW.value: "like a grandmother", Way.QUICK.value: "like a quick cousin"}
FAN: Final = (("spade", 0), ("heart", 36), ("club", 72), ("diamond", 108))  # four cards of a rank
HANDS: Final = 3  # that wrote each letter with a crayon

EDGE = 70  # left of the first mark on a line of time, which has as much and more at its right
GAP, DISC_WIDE, STEM_LEAST = 10, 56, 24  # how close two marks may come
WORDS_WIDE, WORDS_ON_WALL = 170, 180  # and their words, which a wall shows from afar
TOP, WORDS_HIGH, DISC_HIGH = 82, 76, 54  # the line itself, and rows below and above it
BROAD = 1000  # a wall's line, on which all names have room side by side
ASLANT = 44  # so much lower are words that lie beside their mark: a stem leads to each
BAR_LEAST = 6
DOUBT_MOST_US = 200_000  # drawn beyond all touches; a longer one would press these together


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A touch on a line of time: what it is, where, and how long its uncertainty is.

    It may have been from `left` on, for as long as `bar`: who may have been first by the rules has
    a bar that meets the first one's. `below` and `above` are what its words and its place are
    measured from, so that none lies on another; `stem` is that for the end of its stem, none
    through the words of the one before. `words` and `disc` are where these would have their middle:
    beside `x` where many are close together.
    """

    touch: FinishView
    x: float
    left: float
    bar: float
    below: int
    above: int
    stem: int
    wide: int  # of the whole line
    words: float
    disc: float

    @property
    def room(self) -> int:
        """How wide its name may be."""
        return _words_wide(self.wide) - GAP

    @property
    def middle(self) -> float:
        """Where the middle of its name is: no name lies over the edge."""
        half = self.room / 2
        return max(half, min(self.words, self.wide - half))


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A photo finish: how far down the line lies, the lowest row of words, and the marks."""

    axis: int
    lowest: int
    marks: tuple[TimeMark, ...]


def time_line(order: Sequence[FinishView], wide: int) -> TimeLine:
    """The touches of a photo finish from the first to the last, on a line so wide."""
    doubts = _doubts(order)
    lead = max(back - touch.after_us for touch, (back, _) in zip(order, doubts, strict=True))
    ends = max(touch.after_us + on for touch, (_, on) in zip(order, doubts, strict=True))
    span = max(ends + lead, max(map(max, doubts)) * 3, 1000)
    scale = (wide - 160) / span
    xs = [round(EDGE + (touch.after_us + lead) * scale, 1) for touch in order]
    words_wide = _words_wide(wide)
    low, high = _rows(xs, words_wide), _rows(xs, DISC_WIDE)
    words, discs, lower = xs, xs, 0
    if max(*low, *high) and BROAD <= wide >= len(xs) * words_wide:
        # A wall's line is as low as its band: a second row would make all letters smaller.
        low, high, lower = [0] * len(xs), [0] * len(xs), ASLANT
        words, discs = _apart(xs, words_wide, wide), _apart(xs, DISC_WIDE, wide)
    axis = TOP + max(high) * DISC_HIGH
    marks: list[TimeMark] = []
    for n, (touch, x, (back, on)) in enumerate(zip(order, xs, doubts, strict=True)):
        before = max(back * scale, BAR_LEAST - on * scale)
        below = axis + low[n] * WORDS_HIGH + lower
        near = not lower and n > 0 and x - xs[n - 1] < STEM_LEAST
        above, stem = axis - high[n] * DISC_HIGH, axis if near else below
        left, bar = round(x - before, 1), round(before + on * scale, 1)
        marks.append(TimeMark(touch, x, left, bar, below, above, stem, wide, words[n], discs[n]))
    return TimeLine(axis, axis + max(low) * WORDS_HIGH + lower, tuple(marks))


def _words_wide(wide: int) -> int:
    return WORDS_ON_WALL if wide >= BROAD else WORDS_WIDE


def _doubts(order: Sequence[FinishView]) -> list[tuple[int, int]]:
    """How far before and after its stamp each may have been; what is beyond the line ends there."""
    most_us = max(DOUBT_MOST_US, max(touch.after_us for touch in order))
    return [(min(touch.uncertain_us, most_us), min(touch.early_us, most_us)) for touch in order]


def _rows(xs: Sequence[float], wide: int) -> list[int]:
    """Which row each is in: the first in which it lies on none before it."""
    rows: list[int] = []
    ends: list[float] = []  # of the last in each row
    for x in xs:
        row = next((n for n, end in enumerate(ends) if x >= end), len(ends))
        ends[row : row + 1] = [x + wide]
        rows.append(row)
    return rows


def _apart(xs: Sequence[float], wide: int, room: int) -> list[float]:
    """The places nearest to these, left to right, at which things so wide have room."""
    places: list[float] = []
    for x in xs:
        places.append(max(x, places[-1] + wide if places else wide / 2))
    end = room + wide / 2
    for n in reversed(range(len(places))):
        end = places[n] = min(places[n], end - wide)
    return places


def crayon(seat: int, letter: int) -> int:
    """Which of the hands wrote a letter of this seat."""
    return (seat + letter) % HANDS


def lean(seat: int, letter: int) -> int:
    """How a letter of this seat leans, in degrees."""
    return (seat * 7 + letter * 5) % 11 - 5
