"""Divers around the grid: spots, the lines they look along, steps, and what a move costs.

Knows no cards and no turns.
"""

from collections.abc import Collection
from typing import Final

SPOTS: Final = 12
PLACES: Final = 9
_SIDE = 3


def line(spot: int) -> tuple[int, ...]:
    """The three places of the row or column that a spot looks along, the nearest first."""
    side, n = divmod(spot, _SIDE)
    # A-Q2 Clockwise from above the left column: three spots on each side.
    lines = (
        (n, n + 3, n + 6),
        (3 * n + 2, 3 * n + 1, 3 * n),
        (8 - n, 5 - n, 2 - n),
        (6 - 3 * n, 7 - 3 * n, 8 - 3 * n),
    )
    return lines[side]


def steps_to(spot: int, diver: int, others: Collection[int]) -> int:
    """How many steps it is from a diver's spot clockwise to another one; a lap to its own."""
    # A-Q5 A whole lap, back to its own spot, is a move too.
    way = (spot - diver - 1) % SPOTS + 1
    # A-R3 Spots with other divers are skipped.
    # A-Q6 Whoever is jumped over makes no step of it: it may well be one step, and give oxygen.
    skipped = sum((diver + n) % SPOTS in others for n in range(1, way))
    return way - skipped


def lap(others: int) -> int:
    """The most steps of a move, with so many other divers around the grid."""
    # A-Q5 Once around.
    return SPOTS - others


def breath(steps: int) -> int:
    """What a move of so many steps gives in oxygen, or takes."""
    # A-R3 One step gives one, two are free, and each one beyond takes one.
    return 2 - steps
