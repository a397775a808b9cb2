"""Whether a figure has changed with time, or chance alone may well have done it. Pure arithmetic.

Games change places with each other by chance; what they tell in their own order is a trend only if
hardly any other order tells as much, all that a page says taken together (S. Holm's way).
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

SURE: Final = 0.01  # of pages of mere chance at most so many say that there is a trend
ORDERS: Final = 4999  # that games are put into
NEWEST: Final = 60  # games that are looked at
_SCREEN: Final = 3.0  # what is nearer to chance than that (in normal deviations) needs no orders

Game = tuple[float, float]
"""How much there was in a game, and of how many."""


def chance(games: Sequence[Game]) -> tuple[float, int]:
    """How likely mere chance tells as much of games in their order; and 1 for more, -1 for less."""
    games = games[-NEWEST:]
    total, weight = sum(one for one, _ in games), sum(of for _, of in games)
    if len(games) < 2 or not weight:
        return 1.0, 0
    off = [one - of * total / weight for one, of in games]
    middle = (len(games) - 1) / 2
    places = [place - middle for place in range(len(games))]
    found = _told(places, off)
    wide = sqrt(sum(p * p for p in places) * sum(one * one for one in off) / (len(games) - 1))
    if abs(found) <= _SCREEN * wide:
        return 1.0, 0
    rng, as_much = Random(len(games)), 1
    for _ in range(ORDERS):
        rng.shuffle(off)
        as_much += abs(_told(places, off)) >= abs(found) - 1e-9
    return as_much / (ORDERS + 1), 1 if found > 0 else -1


def trends(figures: Sequence[Sequence[Game]]) -> tuple[int, ...]:
    """Of all figures of a page: 1 for more with time, -1 for less, 0 where it may be chance."""
    found = [chance(games) for games in figures]
    said = [0] * len(found)
    for rank, at in enumerate(sorted(range(len(found)), key=lambda at: found[at][0])):
        likely, way = found[at]
        if likely >= SURE / (len(found) - rank):
            break
        said[at] = way
    return tuple(said)


def _told(places: Sequence[float], off: Sequence[float]) -> float:
    return sum(place * one for place, one in zip(places, off, strict=True))
