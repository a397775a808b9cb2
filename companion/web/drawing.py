"""Where words and marks go in drawings: the arithmetic that templates ask for. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LINE_MOST = 16  # letters of the first of two lines
EDGE = 70  # left of the first mark on a line of time, which has as much and more at its right
WORDS_WIDE, DISC_WIDE, STEM_LEAST = 150, 56, 24  # how close two marks may come


def two_lines(text: str, most: int = LINE_MOST) -> tuple[str, str]:
    """A text in two lines at most, broken at a word; the second takes what is left."""
    first, second = "", ""
    for word in text.split(" "):
        if not second and len(f"{first} {word}") <= most:
            first = f"{first} {word}".strip()
        else:
            second = f"{second} {word}".strip()
    return first, second


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A touch on a line of time: what it is, where, and how long its uncertainty is.

    `low` and `high` are the rows of its words below and its place above, so that none lies on
    another; `stem` is how far its stem goes down, none through the words of the one before.
    """

    touch: Mapping[str, Any]
    x: float
    bar: float
    low: int
    high: int
    stem: int


def time_line(order: Sequence[Mapping[str, Any]], wide: int) -> tuple[TimeMark, ...]:
    """The touches of a photo finish from the first to the last, on a line so wide."""
    first_slack = order[0]["uncertain_us"]
    slack = max(touch["uncertain_us"] for touch in order)
    span = max(max(touch["after_us"] for touch in order) + first_slack, slack * 3, 1000)
    scale = (wide - 160) / span
    marks: list[TimeMark] = []
    before, low, high = -999.0, 0, 0
    for touch in order:
        x = round(EDGE + (touch["after_us"] + first_slack) * scale, 1)
        gap, before = x - before, x
        low = (low + 1) % 3 if gap < WORDS_WIDE else 0
        high = (high + 1) % 3 if gap < DISC_WIDE else 0
        bar = max(touch["uncertain_us"] * scale, 6)
        marks.append(TimeMark(touch, x, bar, low, high, 0 if gap < STEM_LEAST else low))
    return tuple(marks)


FILTERS: Final[dict[str, Callable[..., Any]]] = {"two_lines": two_lines, "time_line": time_line}
