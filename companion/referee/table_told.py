"""What a table did in a game, as it is kept: what its game says of the pads, and what people put
right of all that was told.
"""

import json
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import Final

from companion.frozen import dataclass
from companion.games.figure import TableFigure
from companion.journal import Row
from companion.referee.fold import Fold
from companion.referee.secrecy import called
from companion.say import Names, say
from companion.words import Pad, Text, Touched

PUT_RIGHT: Final = Text("Words that were put right or taken back")
COUNTED: Final = Text("From a hand until it counted")
ADVICE: Final = {
    COUNTED.template: "30\u00a0ms of it are on purpose, so that a hand which was earlier and comes "
    "later through its wires is still first. Is it far more? Then the Wi-Fi of a tablet or of "
    "phones is slow, or this machine has other things to do. Who was first is told by the hands, "
    "and not by when they counted.",
    PUT_RIGHT.template: "Everybody taps wrong now and then. Where one word is put right more often "
    "than the others, its question reads badly at your table: read it aloud before it is answered, "
    "and tell us how it should read.",
}
SET_US: Final = 50_000  # words counted at once: by more than this the machine's clock was set
HELD_MOST_US: Final = 10_000_000  # as long as a disk may be full, not as a clock may be wrong
_NOBODY: Final = Names()  # what the frame and the games call these names nobody


@dataclass(frozen=True, slots=True)
class TableTold:
    """A figure of a table in a game: see `TableFigure`; what it was felt with, where it hangs on
    that.
    """

    said: str
    k: int = 0
    n: int = 0
    pad: Pad | None = None
    sort: str = ""
    took_us: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    felt_with: str = ""


def packed(told: Iterable[TableTold]) -> str:
    """Figures of a table as one text: two pages in ten thousand games open it, and others read past
    it in no time.
    """
    return json.dumps([astuple(one) for one in told], ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> Iterator[TableTold]:
    """What was packed; nothing of nothing."""
    for said, k, n, pad, sort, took_us, counts, felt_with in json.loads(text or "[]"):
        yield TableTold(said, k, n, pad, sort, tuple(took_us), tuple(counts), felt_with)


def table_told(fold: Fold, felt_with: str) -> Iterator[TableTold]:
    """Of a game that is over."""
    entries, tells = fold.entries, fold.module.table
    facts = [one.facts if one.standing and one.refused is None else () for one in entries]
    told = tells([entry.after for entry in entries], facts) if tells else ()
    for one in (*told, *_counted(fold), *_put_right(fold)):
        yield TableTold(
            said=say(one.said, _NOBODY),
            k=one.k,
            n=one.n,
            pad=one.pad,
            sort=say(one.sort, _NOBODY) if one.sort else "",
            took_us=one.took_us,
            counts=one.counts,
            felt_with=felt_with if one.felt else "",
        )


def _counted(fold: Fold) -> Iterator[TableFigure]:
    """How long after the hand each touch was written, and counted: of all, and by pad."""
    by: dict[Pad, list[int]] = {}
    for fact, took_us in _took(fold):
        by.setdefault(fact.pad, []).append(took_us)
    if by:
        yield TableFigure(COUNTED, took_us=tuple(us for some in by.values() for us in some))
    for pad, some in sorted(by.items()):
        yield TableFigure(COUNTED, pad=pad, took_us=tuple(some))


def _took(fold: Fold) -> Iterator[tuple[Touched, int]]:
    """A row has its hand's moment by the table's clock, and its own by the machine's. How far those
    two are apart is known from the words before and after it, for a word counts at once; where the
    two words do not agree the machine's clock was set, and nothing is known.
    """
    rows = [entry.row for entry in fold.entries]
    words = [place for place, entry in enumerate(fold.entries) if entry.by_person]
    for place, entry in enumerate(fold.entries):
        if not isinstance(entry.fact, Touched):
            continue
        after = bisect(words, place)
        near = [rows[at] for at in words[max(0, after - 1) : after + 1]]
        apart = [_apart_us(row) for row in near if row.boot == entry.row.boot]
        if apart and max(apart) - min(apart) <= SET_US:
            took_us = _apart_us(entry.row) - min(apart)
            if -SET_US <= took_us <= HELD_MOST_US:
                yield entry.fact, max(0, took_us)


def _apart_us(row: Row) -> int:
    return row.wall_ms * 1_000 - row.table_us


def _put_right(fold: Fold) -> Iterator[TableFigure]:
    """How many of people's words were put right, or taken back: of all, and by what they were."""
    words = [entry for entry in fold.entries if entry.by_person]
    of = Counter(called(entry.fact) for entry in words)
    by = Counter(called(one.fact) for one in words if one.amended or not one.standing)
    if words:
        yield TableFigure(PUT_RIGHT, by.total(), of.total(), felt=False)
    for sort, times in of.items():
        yield TableFigure(PUT_RIGHT, by[sort], times, sort=sort, felt=False)
