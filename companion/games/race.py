"""How a game went, round by round, in numbers that all games have in common.

Pure arithmetic on what a game hands it; knows no game, and nothing that did not stand at the end.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from companion.frozen import dataclass
from companion.words import Seat, Seats, Text

Score = int | Fraction
StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Race:
    """A line for each side, from how it began to how it stood after every round."""

    title: Text  # what is counted
    every: Text  # what one step is: a round, a turn
    sides: tuple[tuple[Seat, ...], ...]  # whose lines they are
    scores: tuple[tuple[Score, ...], ...]  # how it began, and after each step: by side
    pivot: int = 0  # the step that turned it, if any
    said: Text | None = None  # what that was; or how it ended, where nothing did


@dataclass(frozen=True, slots=True)
class Course:
    """The lines of a race alone, as small as they are kept: by side its height after each step."""

    sides: tuple[tuple[Seat, ...], ...]
    heights: tuple[tuple[int, ...], ...]  # 0 is the lowest score of all and none, FULL the highest


FULL = 1000


def course_of(race: Race) -> Course | None:
    """The lines of a race; None where nobody scored."""
    every = [score for now in race.scores for score in now]
    low, high = min(0, *every, 0), max(0, *every, 0)
    if low == high or len(race.scores) < 2:
        return None
    by_side = zip(*race.scores, strict=True)
    heights = (tuple(round(FULL * (at - low) / (high - low)) for at in side) for side in by_side)
    return Course(race.sides, tuple(heights))


def last_of_each(states: Sequence[StateT], number: Callable[[StateT], object]) -> Iterator[StateT]:
    """How every round was left, by the number of the round that a state is in."""
    for _, of_one in groupby(states, key=number):
        *_, last = of_one
        yield last


def level_at_first(scores: Sequence[Sequence[Score]], sides: int) -> tuple[tuple[Score, ...], ...]:
    """The same of so many sides, with nobody having anything before; who came later had nothing."""
    return ((0,) * sides, *((*now, *(0,) * (sides - len(now))) for now in scores))


def decided(
    title: Text,
    every: Text,
    sides: tuple[tuple[Seat, ...], ...],
    scores: tuple[tuple[Score, ...], ...],
    won: Collection[Seat],
) -> Race:
    """A race that whoever has most wins: it turned when those who have won were ahead for good."""
    first = [side for side, seats in enumerate(sides) if set(seats) & set(won)]
    if not first or len(first) == len(sides):
        return Race(title, every, sides, scores)
    steps = len(scores) - 1
    ahead = [_lead(now, first) > 0 for now in scores]
    pivot = 1 + max((step for step, led in enumerate(ahead) if not led), default=-1)
    winners = Seats(tuple(sorted(seat for side in first for seat in sides[side])))
    if pivot > steps:
        level = _lead(scores[-1], first) == 0
        end = Text("It was level at the very end.") if level else None
        return Race(title, every, sides, scores, 0, end)
    if pivot == steps:
        said = Text("{seats} came out ahead only at the very end.", seats=winners)
    else:
        said = Text("from here on nobody caught up with {seats}.", seats=winners)
    return Race(title, every, sides, scores, pivot, said)


def _lead(now: Sequence[Score], first: Collection[int]) -> Score:
    """How far the last of these is ahead of the best of all others."""
    best = max(score for side, score in enumerate(now) if side not in first)
    return min(now[side] for side in first) - best
