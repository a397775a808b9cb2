"""What a table did, summed up over games that are alike: each figure of all its pads together, and
of each of them, with its doubt.

That one part stands out is said only where that is hardly chance. Knows no page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Final

from companion.frozen import dataclass, replace
from companion.say import duration
from companion.stats.person import EVENINGS_MOST, Did, EveningRow, FigureShown, figures_shown
from companion.stats.sensors import FELT_WITH
from companion.stats.spans import FEW, Z_SURE, median_span, share_span

ALL: Final = 100
TOLD: Final = "what people told"


@dataclass(frozen=True, slots=True)
class TableDid:
    """A figure of one game: of all together, or of one `part`, which is a pad or a sort."""

    said: str
    k: int = 0
    n: int = 0
    part: str = ""
    took_us: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    felt_with: str = ""
    evening: str = ""


@dataclass(frozen=True, slots=True)
class PartRow:
    """A line of the table by parts: which, how often, and within what the truth lies."""

    part: str
    said: str
    span: str


@dataclass(frozen=True, slots=True)
class TableFigureShown:
    """A figure of a table: its picture, its parts, which of them stands out, and what to do."""

    figure: FigureShown
    parts: tuple[PartRow, ...]
    stands_out: str
    advice: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """What the table did in games that are alike: which game, and what it felt with."""

    title: str
    way: str
    figures: tuple[TableFigureShown, ...]


def tables_shown(
    title: str, did: Iterable[TableDid], advice: Mapping[str, str]
) -> Iterator[TableShown]:
    """Of one game's figures, the newest first: by what they were felt with, last what was told."""
    kinds: dict[str, dict[str, list[TableDid]]] = {}
    for one in did:
        kinds.setdefault(one.felt_with, {}).setdefault(one.said, []).append(one)
    for felt_with, sorts in sorted(kinds.items(), key=lambda kind: not kind[0]):
        shown = (_shown(some, advice.get(said, "")) for said, some in sorts.items())
        way = FELT_WITH.get(felt_with, felt_with) or TOLD
        if found := tuple(one for one in shown if one is not None):
            yield TableShown(title, way, found)


def _shown(some: Sequence[TableDid], advice: str) -> TableFigureShown | None:
    whole = [one for one in some if not one.part]
    figures = figures_shown(map(_as_did, whole))
    parts: dict[str, list[TableDid]] = {}
    for one in some:
        if one.part:
            parts.setdefault(one.part, []).append(one)
    if not figures:
        return None
    lines = tuple(filter(None, (_part(part, of) for part, of in parts.items())))
    figure = replace(figures[0], rows=tuple(_by_evening(whole)))
    return TableFigureShown(figure, lines, standing_out(_shares(parts)), advice)


def _as_did(one: TableDid) -> Did:
    return Did(
        one.said,
        one.k,
        one.n,
        took_us=one.took_us,
        counts=one.counts,
        each="game",
        evening=one.evening,
    )


def _part(part: str, some: Sequence[TableDid]) -> PartRow | None:
    k, n = sum(one.k for one in some), sum(one.n for one in some)
    took_us = [us for one in some for us in one.took_us]
    counts = [count for one in some for count in one.counts]
    if n:
        low, high = (round(ALL * end) for end in share_span(k, n))
        return PartRow(part, f"{k} of {n}", f"{low} to {high} of {ALL}" if n >= FEW else "")
    if took_us:
        span = median_span(took_us) if len(took_us) >= FEW else None
        times = "one touch" if len(took_us) == 1 else f"{len(took_us)} touches"
        said = f"{duration(round(median(took_us)))} ({times})"
        return PartRow(part, said, " to ".join(duration(int(us)) for us in span or ()))
    return PartRow(part, str(sum(counts)), "") if counts else None


def _by_evening(some: Sequence[TableDid]) -> Iterator[EveningRow]:
    evenings: dict[str, list[TableDid]] = {}
    for one in some:
        evenings.setdefault(one.evening, []).append(one)
    newest = list(evenings.items())[:EVENINGS_MOST]
    before = [one for then in list(evenings.values())[EVENINGS_MOST:] for one in then]
    for evening, then in (*newest, (f"{len(evenings) - len(newest)} before", before)):
        if (row := _part(evening, then)) is not None:
            yield EveningRow(evening, row.said)


def _shares(parts: Mapping[str, Sequence[TableDid]]) -> dict[str, tuple[int, int]]:
    return {
        part: (sum(one.k for one in some), sum(one.n for one in some))
        for part, some in parts.items()
    }


def standing_out(shares: Mapping[str, tuple[int, int]]) -> str:
    """Which parts had it more often than all others together, where that is hardly chance."""
    found = list(_standing_out(shares))
    if not found:
        return ""
    return f"{' and '.join(found)}: more often than the others. That is hardly chance."


def _standing_out(shares: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    all_k, all_n = (sum(of) for of in zip(*shares.values(), strict=True)) if shares else (0, 0)
    for part, (k, n) in shares.items():
        if n >= FEW and all_n - n >= FEW:
            low, _ = share_span(k, n, Z_SURE)
            _, others = share_span(all_k - k, all_n - n, Z_SURE)
            if low > others:
                yield part
