"""How a day and an hour are said, and which evening a moment belongs to: one rule for all rooms."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

AFTER_MIDNIGHT = timedelta(hours=6)  # that long an evening goes on


def at(wall_ms: int) -> datetime:
    """A moment as clocks on the wall here show it."""
    return datetime.fromtimestamp(wall_ms / 1000)


def hour(wall_ms: int) -> str:
    """Such as "20:15"."""
    return f"{at(wall_ms):%H:%M}"


def day(wall_ms: int) -> str:
    """Such as "5 November 2026", however long ago."""
    return said(at(wall_ms))


def evening(wall_ms: int) -> date:
    """The day of the evening that a moment belongs to, also after midnight."""
    return (at(wall_ms) - AFTER_MIDNIGHT).date()


def turn(wall_ms: int) -> str:
    """The evening that a moment belongs to, in words."""
    return said(evening(wall_ms))


def said(when: date) -> str:
    """A day in words."""
    return f"{when.day} {when:%B %Y}"


def turns(moments_ms: Sequence[int]) -> tuple[str, ...]:
    """For each of these moments the evening, where it is another than the one before; nothing
    where all are of one."""
    is_one = len({evening(one) for one in moments_ms}) < 2
    return ("",) * len(moments_ms) if is_one else firsts(moments_ms)


def firsts(moments_ms: Sequence[int]) -> tuple[str, ...]:
    """The same, and always at the first one."""
    evenings = [evening(one) for one in moments_ms]
    before = (None, *evenings)
    return tuple(
        "" if one == was else said(one) for was, one in zip(before, evenings, strict=False)
    )
