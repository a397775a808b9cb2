"""What a bench found: figures, ratios beside a floor, and whether the goal was reached."""

import json
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TextIO

RATIOS = 5  # the median of so many, taken in turns: a machine's speed drifts within minutes


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `ratio` is ours divided by the floor's, None where nothing is beside.

    `most` and `least` are the goal, of the ratio where there is one, else of `ours`.
    """

    name: str
    unit: str
    ours: float
    floor: float | None = None
    ratio: float | None = None
    most: float | None = None
    least: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal was reached; None where there is none."""
        value = self.ours if self.ratio is None else self.ratio
        if self.most is None and self.least is None:
            return None
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


def beside(
    name: str,
    unit: str,
    pairs: Sequence[tuple[float, float]],
    *,
    most: float | None = None,
    least: float | None = None,
    note: str = "",
) -> Figure:
    """The median of the ratios of (ours, floor) pairs, each taken in turns."""
    ours = statistics.median(ours for ours, _ in pairs)
    floor = statistics.median(floor for _, floor in pairs)
    ratio = statistics.median(ours / floor for ours, floor in pairs)
    return Figure(name, unit, ours, floor, ratio, most, least, note)


def in_turns(
    ours: Callable[[], float], floor: Callable[[], float], turns: int = RATIOS
) -> list[tuple[float, float]]:
    """Take both in turns, the floor first in every other one."""
    pairs = []
    for turn in range(turns):
        if turn % 2:
            first = ours()
            pairs.append((first, floor()))
        else:
            first = floor()
            pairs.append((ours(), first))
    return pairs


def percentile(values: Iterable[float], percent: float) -> float:
    """The value that `percent` of all do not exceed (nearest rank)."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]


def show(figures: Sequence[Figure], out: TextIO) -> None:
    """The table."""
    width = max(len(figure.name) for figure in figures)
    print(f"{'':{width}}  {'ours':>11} {'floor':>11} {'ratio':>8} {'goal':>9}", file=out)
    for figure in figures:
        print(f"{figure.name:{width}}  {_row(figure)}", file=out)


def as_json(figures: Sequence[Figure], machine: str) -> str:
    """The same for programs."""
    rows = [{**asdict(figure), "met": figure.met} for figure in figures]
    return json.dumps({"machine": machine, "figures": rows}, indent=2)


def _row(figure: Figure) -> str:
    floor = "" if figure.floor is None else _number(figure.floor)
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}x"
    goal = ""
    if figure.most is not None:
        goal = f"<= {figure.most:g}"
    elif figure.least is not None:
        goal = f">= {figure.least:g}"
    verdict = {True: "met", False: "MISSED", None: ""}[figure.met]
    cells = f"{_number(figure.ours):>11} {floor:>11} {ratio:>8} {goal:>9}"
    return f"{cells} {verdict:6} {figure.unit}{'; ' + figure.note if figure.note else ''}".rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
