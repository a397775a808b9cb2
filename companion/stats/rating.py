"""Who is ahead of whom in games that are alike, by openskill: from places and sides, with doubt.

An order is told only where the spans of two do not overlap; all else is too close to call, and of
few games nothing is told. Unlike games have no rating together. Knows no page and no journal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Final

from openskill.models import PlackettLuce

from companion.evening.lettering import fitted
from companion.evening.poster import Stroke, Words
from companion.frozen import dataclass
from companion.names import isolated
from companion.say import Names, listed
from companion.stats.scales import Scale, scale_of
from companion.stats.spans import FEW

NEWEST: Final = 300  # games that count: people change
SURE: Final = 0.99  # of spans hold the truth: a page has many pairs of people
WIDE, LEFT, RIGHT = 400, 14, 386
ROW_HIGH, NAME_DOWN, BAR_DOWN = 50, 18, 34
LETTER, LEAST = 16, 11
COLOUR: Final = "currentColor"  # of the page, in every light
TICKS: Final = 4
NOBODY: Final = "–"
_EITHER_WAY: Final = NormalDist().inv_cdf((1 + SURE) / 2)  # sigmas from the middle to the ends


@dataclass(frozen=True, slots=True)
class Finish:
    """A game that is over: its sides, each of people by number, and where each side came in."""

    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    def of(self, numbers: Iterable[int]) -> "Finish":
        """The same of these people alone; sides of nobody are left out."""
        kept, wanted = [], set(numbers)
        for side, place in zip(self.sides, self.places, strict=True):
            if some := tuple(number for number in side if number in wanted):
                kept.append((some, place))
        return Finish(tuple(side for side, _ in kept), tuple(place for _, place in kept))


@dataclass(frozen=True, slots=True)
class Skill:
    """Where somebody stands: the truth lies from `low` to `high`, SURE of all times."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RatedShown:
    """Somebody's line: out of how many games, its span in round numbers, and who is behind."""

    name: str
    games: int
    low: int
    high: int
    ahead_of: str


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The rating of games that are alike: which, what it says, its picture, and its table.

    `waiting` are those who have played too little, each with how many games.
    """

    title: str
    way: str
    said: tuple[str, ...]
    people: tuple[RatedShown, ...]
    strokes: tuple[Stroke, ...]
    words: tuple[Words, ...]
    waiting: tuple[tuple[str, int], ...] = ()
    wide: int = WIDE
    least: int = FEW  # games before anything is told of somebody
    newest: int = NEWEST

    @property
    def high(self) -> int:
        """How high the picture is."""
        return ROW_HIGH * len(self.people)


def skills(finishes: Sequence[Finish]) -> dict[int, Skill]:
    """Of games that are alike, the first the first: where each of their people stands."""
    model = PlackettLuce(gamma=_undamped)
    found = {number: model.rating() for one in finishes for side in one.sides for number in side}
    for one in finishes:
        if len(one.sides) > 1:
            teams = [[found[number] for number in side] for side in one.sides]
            rated = model.rate(teams, ranks=[float(place) for place in one.places])
            for side, team in zip(one.sides, rated, strict=True):
                found.update(zip(side, team, strict=True))
    return {
        number: Skill(one.mu - _EITHER_WAY * one.sigma, one.mu + _EITHER_WAY * one.sigma)
        for number, one in found.items()
    }


def _undamped(*_: object) -> float:
    """Doubt shrinks as R. C. Weng and C.-J. Lin reckon it: what dampens that by default hides, as
    families of pretended people show, what three hundred games know."""
    return 1.0


def behind(number: int, known: Mapping[int, Skill]) -> tuple[int, ...]:
    """Who is surely behind somebody: whose span ends before theirs begins."""
    return tuple(other for other, one in known.items() if one.high < known[number].low)


def rating_shown(
    title: str, way: str, finishes: Sequence[Finish], names: Mapping[int, str]
) -> RatingShown:
    """The rating of games that are alike, the newest first; who has no name is not in it."""
    told = [one.of(names) for one in finishes[:NEWEST]]
    games = Counter(number for one in told for side in one.sides for number in side)
    told = [one for one in told if len(one.sides) > 1]
    met = Counter(number for one in told for side in one.sides for number in side)
    enough = {number for number, n in met.items() if n >= FEW}
    known = {n: one for n, one in skills(told[::-1]).items() if n in enough}
    before = {n: sum(n in behind(other, known) for other in known) for n in known}
    order = sorted(known, key=lambda n: (before[n], names[n]))
    people = tuple(_rated(n, known, met[n], names) for n in order)
    waiting = sorted((names[n], met[n]) for n in games if n not in enough)
    strokes, words = _picture([known[n] for n in order], [names[n] for n in order])
    return RatingShown(
        title, way, _said(order, known, names), people, strokes, words, tuple(waiting)
    )


def _rated(
    number: int, known: Mapping[int, Skill], games: int, names: Mapping[int, str]
) -> RatedShown:
    one = known[number]
    others = [names[other] for other in sorted(behind(number, known), key=lambda n: names[n])]
    said = listed(others, Names()) if others else NOBODY
    return RatedShown(names[number], games, round(one.low), round(one.high), said)


def _said(
    order: Sequence[int], known: Mapping[int, Skill], names: Mapping[int, str]
) -> tuple[str, ...]:
    """The order in sentences, as far as there is one."""
    if len(order) < 2:
        return (f"Nothing yet: that takes two people with {FEW} games each against others.",)
    pairs = len(order) * (len(order) - 1) // 2
    told, sentences = 0, []
    for number in order:
        if others := behind(number, known):
            told += len(others)
            whom = listed(sorted(names[other] for other in others), Names())
            sentences.append(f"{isolated(names[number])} is surely ahead of {whom}.")
    if not sentences:
        return ("Too close to call.",)
    rest = ("All else is too close to call.",) if told < pairs else ()
    return (*sentences, *rest)


def _picture(
    known: Sequence[Skill], names: Sequence[str]
) -> tuple[tuple[Stroke, ...], tuple[Words, ...]]:
    if not known:
        return (), ()
    low, high = min(one.low for one in known), max(one.high for one in known)
    scale, _ = scale_of(round(low), round(high), TICKS, LEFT, RIGHT)
    strokes = (mark for at, one in enumerate(known) for mark in _bar(scale, one, at))
    return tuple(strokes), tuple(_name(name, at) for at, name in enumerate(names))


def _bar(scale: Scale, one: Skill, at: int) -> Iterator[Stroke]:
    y = at * ROW_HIGH + BAR_DOWN
    left, right = scale.at(round(one.low)), scale.at(round(one.high))
    yield Stroke(f"M{LEFT} {y}H{RIGHT}", COLOUR, 1, 0.5)
    yield Stroke(f"M{left:g} {y}H{right:g}", COLOUR, 12, 0.35)
    yield Stroke(f"M{(left + right) / 2:g} {y}h.01", COLOUR, 12)


def _name(name: str, at: int) -> Words:
    text, size = fitted(name, RIGHT - LEFT, LETTER, LEAST)
    return Words(text, LEFT, at * ROW_HIGH + NAME_DOWN, size, COLOUR)
