"""Scales of a picture, and round numbers on them. Pure arithmetic; knows nothing that is drawn."""

from fractions import Fraction

from companion.frozen import dataclass

Number = int | Fraction
_ROUND = (1, 2, 5)  # times ten, a hundred and so on


@dataclass(frozen=True, slots=True)
class Scale:
    """From numbers to places: `low` lies at `start`, `high` at `end`."""

    low: int
    high: int
    start: float
    end: float

    def at(self, value: Number) -> float:
        """Where a number lies."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + (self.end - self.start) * float(share), 1)


def step_of(span: Number, most: int) -> int:
    """The least round step with which so long a span has so many parts at the most."""
    tens = 1
    while True:
        for part in _ROUND:
            if part * tens * most >= span:
                return part * tens
        tens *= 10


def ticks(low: Number, high: Number, most: int) -> tuple[int, ...]:
    """Round numbers around all from `low` to `high`, evenly apart: some `most` and no more."""
    step = step_of(high - low, most)
    first, last = low // step, -(-high // step)
    return tuple(int(n) * step for n in range(int(first), max(int(last), int(first) + 1) + 1))


def scale_of(
    low: Number, high: Number, most: int, start: float, end: float
) -> tuple[Scale, tuple[int, ...]]:
    """A scale that reaches from tick to tick, and these."""
    found = ticks(low, high, most)
    return Scale(found[0], found[-1], start, end), found
