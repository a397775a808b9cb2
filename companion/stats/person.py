"""What somebody did, summed up over games that are alike: figures with their doubt, as pictures.

Unlike games, ways of playing and sensors are never put together. Below twenty there are dots, and
nothing is compared.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from companion.evening.poster import Stroke, Words
from companion.say import duration
from companion.stats.scales import Scale, scale_of
from companion.stats.spans import FEW, median_span, share_span

WIDE, HIGH = 400, 62
LEFT, RIGHT = 14, 380
LINE_Y, TEXT_Y = 22, 54
COLOUR: Final = "currentColor"  # of the page, in every light
ALL: Final = 100
TICKS: Final = 4


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


@dataclass(frozen=True, slots=True)
class FigureShown:
    """A figure: what it is, what it says, and its picture."""

    title: str
    said: str
    beside: str
    strokes: tuple[Stroke, ...]
    words: tuple[Words, ...]
    wide: int = WIDE
    high: int = HIGH


@dataclass(frozen=True, slots=True)
class GroupShown:
    """Figures of games that are alike: which game, and the way of playing where there are more."""

    title: str
    way: str
    figures: tuple[FigureShown, ...]


def figures_shown(did: Iterable[Did]) -> tuple[FigureShown, ...]:
    """Figures of games that are alike, each sort summed up by what was felt with."""
    sorts: dict[tuple[str, str], list[Did]] = {}
    for one in did:
        sorts.setdefault((one.said, one.felt_with), []).append(one)
    return tuple(shown for some in sorts.values() for shown in _shown(some))


def _shown(some: list[Did]) -> Iterator[FigureShown]:
    k, n, every = (sum(getattr(one, field) for one in some) for field in ("k", "n", "every"))
    took_us = [us for one in some for us in one.took_us]
    felt_with = FELT_WITH.get(some[0].felt_with, some[0].felt_with)
    title = f"{some[0].said} ({felt_with})" if felt_with else some[0].said
    beside = some[0].beside.format(every=every, n=n)
    if n:
        yield _share(title, k, n, beside)
    if took_us:
        yield _times(title, took_us)


FELT_WITH: Final = {
    "gpio": "touch modules",
    "board": "touch board",
    "tablet": "tablet",
    "": "",
}


def _share(title: str, k: int, n: int, beside: str) -> FigureShown:
    if n < FEW:
        dots = tuple(_dot(_nth(at), at < k) for at in range(n))
        return FigureShown(title, f"{k} of {n}.", beside, dots, (), high=2 * LINE_Y)
    low, high = (round(ALL * end) for end in share_span(k, n))
    said = f"{k} of {n}. In the long run: {low} to {high} of {ALL}."
    scale, ticks = scale_of(0, ALL, TICKS, LEFT, RIGHT)
    marks = _axis(scale), _span(scale, low, high), _dot(scale.at(round(ALL * k / n)), True)
    return FigureShown(title, said, beside, marks, tuple(_numbers(scale, ticks)))


def _times(title: str, took_us: list[int]) -> FigureShown:
    took_ms = [round(us / 1000) for us in took_us]
    scale, ticks = scale_of(0, max(took_ms), TICKS, LEFT, RIGHT)
    dots = tuple(_dot(scale.at(ms), False) for ms in sorted(took_ms))
    words = tuple(_numbers(scale, ticks, " ms"))
    span = median_span(took_us)
    if len(took_us) < FEW or span is None:
        often = "once" if len(took_us) == 1 else f"{len(took_us)} times"
        return FigureShown(title, f"Felt {often}.", "", (_axis(scale), *dots), words)
    low, high = span
    said = (
        f"{len(took_us)} times. Half of them within {duration(round(median(took_us)))}; "
        f"in the long run {duration(int(low))} to {duration(int(high))}."
    )
    over = _span(scale, round(low / 1000), round(high / 1000))
    return FigureShown(title, said, "", (_axis(scale), over, *dots), words)


# --- marks ------------------------------------------------------------------------------------


def _nth(at: int) -> float:
    return LEFT + at * (RIGHT - LEFT) / FEW


def _dot(x: float, full: bool) -> Stroke:
    """A dot, or a ring."""
    ring = f"M{x - 6:g} {LINE_Y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"
    return Stroke(f"M{x:g} {LINE_Y}h.01" if full else ring, COLOUR, 14 if full else 2)


def _axis(scale: Scale) -> Stroke:
    return Stroke(f"M{scale.start:g} {LINE_Y}H{scale.end:g}", COLOUR, 1, 0.5)


def _span(scale: Scale, low: int, high: int) -> Stroke:
    return Stroke(f"M{scale.at(low):g} {LINE_Y}H{scale.at(high):g}", COLOUR, 22, 0.25)


def _numbers(scale: Scale, ticks: Iterable[int], unit: str = "") -> Iterator[Words]:
    first, *_, last = ticks
    yield Words(str(first), scale.at(first) - 4, TEXT_Y, 16, COLOUR)
    yield Words(f"{last}{unit}", scale.at(last) + 6, TEXT_Y, 16, COLOUR, "end")
