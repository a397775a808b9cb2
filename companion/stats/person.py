"""What somebody did, summed up over games that are alike: figures with their doubt, as pictures.

Unlike games, ways of playing and sensors are never put together. Below twenty there are dots, and
nothing is compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Final

from companion.evening.poster import Stroke, Words
from companion.frozen import dataclass, replace
from companion.say import duration
from companion.stats.records import RecordShown
from companion.stats.scales import Scale, scale_of
from companion.stats.sensors import FELT_WITH
from companion.stats.spans import FEW, median_span, share_span
from companion.stats.trends import Game, trends

WIDE, HIGH = 400, 62
LEFT, RIGHT = 14, 380
LINE_Y, TEXT_Y = 22, 54
COLOUR: Final = "currentColor"  # of the page, in every light
ALL: Final = 100
TICKS: Final = 4
DOT_HIGH: Final = 9
COLUMN_HIGH: Final = 72


@dataclass(frozen=True, slots=True)
class Did:
    """A figure of one game: so often of so many times, or how long each time."""

    said: str
    k: int = 0
    n: int = 0
    every: int = 0
    beside: str = ""
    took_us: tuple[int, ...] = ()
    felt_with: str = ""
    counts: tuple[int, ...] = ()
    each: str = ""
    of: int = 0
    seldom: bool = False
    evening: str = ""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A line of the table behind a picture: an evening, and what was counted then."""

    evening: str
    said: str


@dataclass(frozen=True, slots=True)
class FigureShown:
    """A figure: what it is, what it says, its picture, and the same by evening."""

    title: str
    said: str
    beside: str
    strokes: tuple[Stroke, ...]
    words: tuple[Words, ...]
    rows: tuple[EveningRow, ...] = ()
    sort: str = ""
    games: tuple[Game, ...] = ()
    wide: int = WIDE
    high: int = HIGH


@dataclass(frozen=True, slots=True)
class GroupShown:
    """Figures of games that are alike: which game, and the way of playing where there are more."""

    title: str
    way: str
    figures: tuple[FigureShown, ...]
    records: tuple[RecordShown, ...] = ()


def figures_shown(did: Iterable[Did]) -> tuple[FigureShown, ...]:
    """Figures of games that are alike, each sort summed up by what was felt with."""
    sorts: dict[tuple[str, str, str], list[Did]] = {}
    for one in did:
        sorts.setdefault((one.said, one.felt_with, one.each), []).append(one)
    return tuple(shown for some in sorts.values() for shown in _shown(some))


def with_trends(groups: Sequence[GroupShown]) -> tuple[GroupShown, ...]:
    """The same groups, saying what has changed with time: as sure as a whole page has to be."""
    figures = [figure for group in groups for figure in group.figures]
    found = iter(trends([figure.games for figure in figures]))
    return tuple(
        replace(group, figures=tuple(_changed(figure, next(found)) for figure in group.figures))
        for group in groups
    )


def _changed(figure: FigureShown, way: int) -> FigureShown:
    if not way:
        return figure
    said = CHANGED[figure.sort][way < 0]
    return replace(figure, said=f"{figure.said} {said} That is hardly chance.")


EVENINGS_MOST: Final = 60  # with a row of their own
CHANGED: Final = {
    "share": ("It happens more often by now.", "It happens less often by now."),
    "times": ("It takes longer by now.", "It takes less time by now."),
    "numbers": ("There are more by now.", "There are fewer by now."),
}


def _in_order(games: Iterable[Game]) -> tuple[Game, ...]:
    """How much there was of how many in each game, the first the first; none of too few."""
    found = [(total, of) for total, of in games if of]
    return tuple(reversed(found)) if sum(of for _, of in found) >= FEW else ()


def _shown(some: list[Did]) -> Iterator[FigureShown]:
    k, n, every = (sum(getattr(one, field) for one in some) for field in ("k", "n", "every"))
    took_us = [us for one in some for us in one.took_us]
    counts = [count for one in some for count in one.counts]
    felt_with = FELT_WITH.get(some[0].felt_with, some[0].felt_with)
    title = f"{some[0].said} ({felt_with})" if felt_with else some[0].said
    beside = some[0].beside.format(every=every, n=sum(one.of or one.n for one in some))
    rows = tuple(_by_evening(some))
    if n and (k or not some[0].seldom):
        games = _in_order((one.k, one.n) for one in some)
        yield replace(_share(title, k, n, beside), rows=rows, sort="share", games=games)
    if took_us:
        games = _in_order((sum(one.took_us), len(one.took_us)) for one in some)
        yield replace(_times(title, took_us, beside), rows=rows, sort="times", games=games)
    if counts:
        games = _in_order((sum(one.counts), len(one.counts)) for one in some)
        shown = _numbers_of(title, counts, some[0].each)
        yield replace(shown, rows=rows, sort="numbers", games=games)


def _by_evening(some: list[Did]) -> Iterator[EveningRow]:
    evenings: dict[str, list[Did]] = {}
    for one in some:
        evenings.setdefault(one.evening, []).append(one)
    newest = list(evenings.items())[:EVENINGS_MOST]
    for evening, then in newest:
        found = [duration(us) for one in then for us in sorted(one.took_us)]
        found += [str(count) for one in then for count in one.counts]
        if said := ", ".join((*_of(then), *found)):
            yield EveningRow(evening, said)
    before = [one for then in list(evenings.values())[EVENINGS_MOST:] for one in then]
    if before:
        times = sum(len(one.took_us) + len(one.counts) for one in before)
        rest = [f"{times} times"] if times else []
        yield EveningRow(f"{len(evenings) - len(newest)} before", ", ".join((*_of(before), *rest)))


def _of(some: Sequence[Did]) -> list[str]:
    k, n = sum(one.k for one in some), sum(one.n for one in some)
    return [f"{k} of {n}"] if n else []


def _share(title: str, k: int, n: int, beside: str) -> FigureShown:
    if n < FEW:
        dots = tuple(_dot(_nth(at), at < k) for at in range(n))
        return FigureShown(title, f"{k} of {n}.", beside, dots, (), high=2 * LINE_Y)
    low, high = (round(ALL * end) for end in share_span(k, n))
    said = f"{k} of {n}. In the long run: {low} to {high} of {ALL}."
    scale, ticks = scale_of(0, ALL, TICKS, LEFT, RIGHT)
    marks = _axis(scale), _span(scale, low, high), _dot(scale.at(round(ALL * k / n)), True)
    return FigureShown(title, said, beside, marks, tuple(_numbers(scale, ticks)))


def _times(title: str, took_us: list[int], beside: str) -> FigureShown:
    took_ms = [round(us / 1000) for us in took_us]
    scale, ticks = scale_of(0, max(took_ms), TICKS, LEFT, RIGHT)
    dots = tuple(_dot(x, False) for x in sorted({round(scale.at(ms)) for ms in took_ms}))
    words = tuple(_numbers(scale, ticks, " ms"))
    span = median_span(took_us)
    if len(took_us) < FEW or span is None:
        often = "once" if len(took_us) == 1 else f"{len(took_us)} times"
        return FigureShown(title, f"Felt {often}.", beside, (_axis(scale), *dots), words)
    low, high = span
    said = (
        f"{len(took_us)} times. Half of them within {duration(round(median(took_us)))}; "
        f"in the long run {duration(int(low))} to {duration(int(high))}."
    )
    over = _span(scale, round(low / 1000), round(high / 1000))
    return FigureShown(title, said, beside, (_axis(scale), over, *dots), words)


def _numbers_of(title: str, counts: list[int], each: str) -> FigureShown:
    """How many there were each time: dots upon each other, or from twenty on columns."""
    scale, ticks = scale_of(min(0, *counts), max(1, *counts), TICKS, LEFT, RIGHT)
    often = Counter(counts)
    few, most = len(counts) < FEW, max(often.values())
    down = COLUMN_HIGH if not few else DOT_HIGH * most
    words = tuple(_numbers(scale, ticks, down=down - LINE_Y))
    times = f"{len(counts)} {each}{'' if len(counts) == 1 else 's'}"
    said = f"{times}: {sum(counts)} in all."
    axis, high = _axis(scale, down), HIGH + down - LINE_Y
    if few:
        dots = tuple(
            Stroke(f"M{scale.at(count):g} {down - DOT_HIGH * (up + 0.6):g}h.01", COLOUR, 8)
            for count, times_ in sorted(often.items())
            for up in range(times_)
        )
        return FigureShown(title, said, "", (axis, *dots), words, high=high)
    columns = tuple(
        Stroke(f"M{scale.at(count):g} {down}v{-COLUMN_HIGH * n / most:.1f}", COLOUR, 8)
        for count, n in sorted(often.items())
    )
    span = median_span(counts)
    assert span is not None
    low, top = (int(end) for end in span)
    middle = sorted(counts)[(len(counts) - 1) // 2]
    said += f" The middle one had {middle}; in the long run {low} to {top}."
    over = _span(scale, low, top, down)
    return FigureShown(title, said, "", (axis, over, *columns), words, high=high)


# --- marks ------------------------------------------------------------------------------------


def _nth(at: int) -> float:
    return LEFT + at * (RIGHT - LEFT) / FEW


def _dot(x: float, full: bool) -> Stroke:
    """A dot, or a ring."""
    ring = f"M{x - 6:g} {LINE_Y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"
    return Stroke(f"M{x:g} {LINE_Y}h.01" if full else ring, COLOUR, 14 if full else 2)


def _axis(scale: Scale, y: int = LINE_Y) -> Stroke:
    return Stroke(f"M{scale.start:g} {y}H{scale.end:g}", COLOUR, 1, 0.5)


def _span(scale: Scale, low: int, high: int, y: int = LINE_Y) -> Stroke:
    """Where the truth lies; a mark also where both its ends are one."""
    return Stroke(f"M{scale.at(low) - 1:g} {y}H{scale.at(high) + 1:g}", COLOUR, 22, 0.25)


def _numbers(scale: Scale, ticks: Iterable[int], unit: str = "", down: int = 0) -> Iterator[Words]:
    first, *_, last = ticks
    yield Words(str(first), scale.at(first) - 4, TEXT_Y + down, 16, COLOUR)
    yield Words(f"{last}{unit}", scale.at(last) + 6, TEXT_Y + down, 16, COLOUR, "end")
