"""Records: the best of each sort, and all whose span overlaps the best one's.

What was felt otherwise, or played otherwise, is another record. Knows no page.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from companion.frozen import dataclass
from companion.say import duration
from companion.stats.sensors import FELT_WITH

HOLDERS_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class Tried:
    """A try at a record in one game: who it was, and which moment of its replay tells it."""

    said: str
    seats: tuple[int, ...]
    low: int
    high: int
    unit: str
    felt_with: str
    evening: str
    game: int
    moment: int


@dataclass(frozen=True, slots=True)
class HolderShown:
    """Who has a record: how much it was, when, and where to see it again."""

    who: str
    said: str
    evening: str
    game: int
    moment: int


@dataclass(frozen=True, slots=True)
class RecordShown:
    """A record, and all who share it: the newest, and how many others."""

    title: str
    holders: tuple[HolderShown, ...]
    others: int = 0


@dataclass(frozen=True, slots=True)
class RecordsShown:
    """The records of games that are alike: which game, and the way of playing."""

    title: str
    way: str
    records: tuple[RecordShown, ...]


def records_shown(tries: Iterable[Tried], who: Callable[[Tried], str]) -> tuple[RecordShown, ...]:
    """The records of games that are alike, the newest first; `who` is asked of holders alone."""
    sorts: dict[tuple[str, str, str], list[Tried]] = {}
    for one in tries:
        sorts.setdefault((one.said, one.unit, one.felt_with), []).append(one)
    return tuple(_shown(some, who) for some in sorts.values())


def _shown(some: list[Tried], who: Callable[[Tried], str]) -> RecordShown:
    felt_with = FELT_WITH.get(some[0].felt_with, some[0].felt_with)
    title = f"{some[0].said} ({felt_with})" if felt_with else some[0].said
    best = holders(some)
    told = (
        HolderShown(who(one), _said(one), one.evening, one.game, one.moment)
        for one in best[:HOLDERS_MOST]
    )
    return RecordShown(title, tuple(told), max(0, len(best) - HOLDERS_MOST))


def holders(some: Sequence[Tried]) -> list[Tried]:
    """The best, and all that may be as good: their spans overlap the best one's."""
    if some[0].unit:
        best = max(some, key=lambda one: one.low)
    else:
        best = min(some, key=lambda one: one.high)
    return [one for one in some if one.low <= best.high and one.high >= best.low]


def _said(one: Tried) -> str:
    if one.unit:
        return f"{one.low} {one.unit}"
    if duration(one.low) == duration(one.high):
        return duration(one.low)
    return f"{duration(one.low)} to {duration(one.high)}"
