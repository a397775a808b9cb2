"""What was worth telling of a game that ended, in words that all games have in common.

Pure arithmetic on what a game hands it; knows no game, and nothing that did not stand at the end.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from companion.frozen import dataclass
from companion.words import Seat, Seats, Text

SURE = 1_000_000  # of a finish that was not close at all there is nothing left


class Feat(Enum):
    """What somebody is remembered for."""

    FINISH = "finish"  # the closest finish
    HAND = "hand"  # the fastest hand
    WHOPPER = "whopper"  # the best whopper


@dataclass(frozen=True, slots=True)
class Highlight:
    """One thing worth telling, and whose it was. Of several the greatest value is told."""

    feat: Feat
    value: int
    seats: tuple[Seat, ...]
    said: Text


def closeness(apart: Fraction) -> int:
    """The value of a finish: `apart` is 0 for none at all, and 1 where nobody held their breath.

    A second between two hands is 1, and so is as much as the winner has between two scores.
    """
    return max(0, round(SURE * (1 - apart)))


def by_points(points: Mapping[Seat, int | Fraction]) -> tuple[Highlight, ...]:
    """How close the end of a game of points was; nothing where only one has any."""
    ranked = sorted(points, key=lambda seat: (-points[seat], seat))
    if len(ranked) < 2 or points[ranked[0]] <= 0:
        return ()
    best, next_ = (points[seat] for seat in ranked[:2])
    apart = Fraction(best - next_)
    if not apart:
        level = tuple(seat for seat in ranked if points[seat] == best)
        text = Text("{seats} ended level.", seats=Seats(level))
        return (Highlight(Feat.FINISH, closeness(apart), level, text),)
    first, second = (Seats((seat,)) for seat in ranked[:2])
    said = str(apart.numerator) if apart.denominator == 1 else f"{float(apart):.1f}"
    text = Text("{first} was only {n} ahead of {second}.", first=first, n=said, second=second)
    return (Highlight(Feat.FINISH, closeness(apart / best), tuple(ranked[:2]), text),)
