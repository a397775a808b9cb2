"""Whom somebody met over all games, and how often they were ahead of them.

The one thing that is counted over unlike games, so it is no rating. Knows no page and no journal.
"""

from collections.abc import Iterable
from typing import Final

from companion.frozen import dataclass
from companion.stats.spans import FEW, share_span

MET_MOST: Final = 20  # people with a row of their own
_ALL: Final = 100


@dataclass(frozen=True, slots=True)
class Meeting:
    """Somebody else in one game, by number, and whether one came in ahead of them."""

    number: int
    name: str
    ahead: bool


@dataclass(frozen=True, slots=True)
class MetShown:
    """Somebody else: how often one met them, and how often one was ahead."""

    name: str
    met: str
    ahead: str


def met_shown(meetings: Iterable[Meeting]) -> tuple[MetShown, ...]:
    """Each of the others once, who was met most often first; at most MET_MOST."""
    by: dict[int, list[Meeting]] = {}
    for one in meetings:
        by.setdefault(one.number, []).append(one)
    most = sorted(by.values(), key=lambda some: (-len(some), some[0].name))
    return tuple(_shown(some) for some in most[:MET_MOST])


def _shown(some: list[Meeting]) -> MetShown:
    n, ahead = len(some), sum(one.ahead for one in some)
    said = _times(ahead)
    if n >= FEW:
        low, high = (round(_ALL * share) for share in share_span(ahead, n))
        said = f"{said} ({low} to {high}\u00a0%)"
    return MetShown(some[0].name, _times(n), said)


def _times(n: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(n, f"{n} times")
