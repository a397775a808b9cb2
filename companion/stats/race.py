"""A game as one picture, round by round: a line for each, which tells itself apart in grey, too.

Computes where all of it lies; a template draws it with attributes alone. Knows no game.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.evening.lettering import fitted
from companion.evening.poster import INK, INKS, SOFT, Stroke, Symbol, Words, crayon_line
from companion.frozen import dataclass
from companion.looks import Look
from companion.names import isolated
from companion.points import in_letters
from companion.stats.scales import Number, Scale, scale_of, ticks

WIDE: Final = 400
LEFT, RIGHT = 46, 322  # of the lines
TOP, BOTTOM = 60, 240
PAPER_LINE: Final = "#d8cba6"
LEVEL: Final = 3  # lines that lie on each other are drawn so far apart
LETTER, LEAST = 15, 11
TICKS_HIGH, TICKS_WIDE = 5, 7
SHAPE, SHAPE_X = 16, 332
SCORE_X, APART = 352, 21  # scores at the lines' ends
UNDER, EVERY_WIDE = 268, 60  # the numbers of the steps, and what they are before them
KEY_TOP, KEY_HIGH, KEY_NAME = 300, 26, 72
HERE: Final = "here"


@dataclass(frozen=True, slots=True)
class Runner:
    """Who has a line, perhaps with others of a side."""

    name: str
    look: Look


@dataclass(frozen=True, slots=True)
class LineTold:
    """Whose line it is, and their names in one; at its end is the first one's shape."""

    name: str
    people: tuple[Runner, ...]

    @property
    def look(self) -> Look:
        """How it looks."""
        return self.people[0].look


@dataclass(frozen=True, slots=True)
class RaceTold:
    """All that the picture tells: see `companion.games.race.Race`, in words."""

    title: str
    every: str
    lines: tuple[LineTold, ...]
    scores: tuple[tuple[Number, ...], ...]
    pivot: int = 0
    said: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """Whose column of the table it is."""

    name: str
    shape: str
    colour: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """A line of the table behind the picture: a step, and what each had after it."""

    step: int
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RacePicture:
    """Where everything lies, the same in a sentence, and as a table."""

    strokes: tuple[Stroke, ...]
    symbols: tuple[Symbol, ...]
    words: tuple[Words, ...]
    high: int
    title: str
    every: str
    said: str
    spoken: str
    heads: tuple[Head, ...]
    rows: tuple[StepRow, ...]
    left_out: bool  # whether there are steps in which nothing changed
    wide: int = WIDE


def race_picture(told: RaceTold) -> RacePicture | None:
    """The picture; None where nothing was scored yet."""
    if len(told.scores) < 2 or not told.lines:
        return None
    every = [score for now in told.scores for score in now]
    up, levels = scale_of(min(0, *every), max(0, *every), TICKS_HIGH, BOTTOM, TOP)
    along = Scale(0, len(told.scores) - 1, LEFT, RIGHT)
    places = [_spread(now, up) for now in told.scores]
    ends = apart(places[-1], APART, TOP, BOTTOM + LEVEL)
    rows = tuple(_table(told.scores))
    said = f"{told.every} {told.pivot}: {told.said}" if told.pivot else told.said
    return RacePicture(
        strokes=(
            *_ground(levels, up),
            *_turn(told.pivot, along),
            *_lines(told.lines, places, along, ends),
            *_samples(told.lines),
        ),
        symbols=(*_shapes(told.lines, ends), *_key_shapes(told.lines)),
        words=(
            _title(told.title),
            *_numbers(told, levels, up, along),
            *_scores(told.scores[-1], ends),
            *_key_names(told.lines),
        ),
        high=KEY_TOP + KEY_HIGH * (_rows(told.lines) - 1) + 18,
        title=told.title,
        every=told.every,
        said=said,
        spoken=" ".join([f"{told.title}: {_standing(told)}.", *([said] if said else [])]),
        heads=tuple(Head(one.name, one.look.shape, one.look.colour) for one in told.lines),
        rows=rows,
        left_out=len(rows) < len(told.scores) - 1,
    )


def _title(title: str) -> Words:
    text, size = fitted(title, WIDE - 12, LETTER + 2, LEAST)
    return Words(text, 6, 22, size, INK)


def apart(places: Sequence[float], least: float, top: float, bottom: float) -> tuple[float, ...]:
    """The same places in the same order, no two nearer than `least`, as far as there is room."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    found, floor = dict[int, float](), top
    for n in order:
        found[n] = max(places[n], floor)
        floor = found[n] + least
    ceiling = bottom
    for n in reversed(order):
        found[n] = min(found[n], ceiling)
        ceiling = found[n] - least
    return tuple(round(found[n], 1) for n in range(len(places)))


# --- the lines --------------------------------------------------------------------------------


def _spread(now: Sequence[Number], up: Scale) -> tuple[float, ...]:
    """How high each line is; those that are level lie side by side."""
    found = []
    for side, score in enumerate(now):
        level = [other for other, same in enumerate(now) if same == score]
        off = (level.index(side) - (len(level) - 1) / 2) * LEVEL
        found.append(round(up.at(score) + off, 1))
    return tuple(found)


def _lines(
    lines: Sequence[LineTold],
    places: Sequence[Sequence[float]],
    along: Scale,
    ends: Sequence[float],
) -> Iterator[Stroke]:
    for side, (line, end) in enumerate(zip(lines, ends, strict=True)):
        points = [f"{along.at(step):g} {now[side]:g}" for step, now in enumerate(places)]
        leads = f"M{RIGHT} {places[-1][side]:g}L{SHAPE_X} {end:g}"
        yield Stroke(leads, SOFT, 1, 0.5)
        yield crayon_line(side, line.look, f"M{'L'.join(points)}")


def _shapes(lines: Sequence[LineTold], ends: Sequence[float]) -> Iterator[Symbol]:
    for line, y in zip(lines, ends, strict=True):
        yield _shape(line.look, SHAPE_X, y - SHAPE / 2)


def _shape(look: Look, x: float, y: float) -> Symbol:
    colour = INKS[look.colour][0]
    return Symbol(f"shape-{look.shape}", x, y, SHAPE, SHAPE, colour, of=look.colour)


def _scores(last: Sequence[Number], ends: Sequence[float]) -> Iterator[Words]:
    for score, y in zip(last, ends, strict=True):
        text, size = fitted(in_letters(score), WIDE - SCORE_X, LETTER, LEAST - 2)
        yield Words(text, SCORE_X, y + 5, size, INK)


# --- the ground -------------------------------------------------------------------------------


def _ground(levels: Sequence[int], up: Scale) -> Iterator[Stroke]:
    for level in levels:
        yield Stroke(f"M{LEFT} {up.at(level):g}H{RIGHT}", PAPER_LINE, 1 if level else 2)


def _turn(pivot: int, along: Scale) -> Iterator[Stroke]:
    if pivot:
        yield Stroke(f"M{along.at(pivot):g} {TOP - 8}V{BOTTOM}", SOFT, 1.5, dash="4 4")


def _numbers(told: RaceTold, levels: Sequence[int], up: Scale, along: Scale) -> Iterator[Words]:
    for level in levels:
        text, size = fitted(str(level), LEFT - 10, LETTER - 2, LEAST - 2)
        yield Words(text, LEFT - 8, up.at(level) + 5, size, SOFT, "end")
    for step in ticks(0, along.high, TICKS_WIDE):
        if 0 < step <= along.high:
            yield Words(str(step), along.at(step), UNDER, LETTER - 2, SOFT, "middle")
    text, size = fitted(told.every, EVERY_WIDE, LETTER - 2, LEAST - 2)
    yield Words(text, 6, UNDER, size, SOFT)
    if told.pivot:
        yield Words(HERE, along.at(told.pivot), TOP - 14, LETTER - 1, INK, "middle")


# --- whose lines they are ---------------------------------------------------------------------

Key = tuple[int, Runner]  # a line's number, and one of those whose it is


def _people(lines: Sequence[LineTold]) -> list[Key]:
    return [(side, one) for side, line in enumerate(lines) for one in line.people]


def _rows(lines: Sequence[LineTold]) -> int:
    people = len(_people(lines))
    return people if _one_column(lines) else -(-people // 2)


def _one_column(lines: Sequence[LineTold]) -> bool:
    """Whether some name is too long for a half of the paper."""
    room = WIDE / 2 - KEY_NAME - 6
    return any(
        fitted(one.name, room, LETTER, LEAST + 2)[0] != one.name for _, one in _people(lines)
    )


def _keys(lines: Sequence[LineTold]) -> Iterator[tuple[Key, float, float]]:
    """Each with its place; two of them side by side where they have room."""
    rows = _rows(lines)
    for n, key in enumerate(_people(lines)):
        yield key, 6 + WIDE / 2 * (n // rows), KEY_TOP + KEY_HIGH * (n % rows)


def _key_shapes(lines: Sequence[LineTold]) -> Iterator[Symbol]:
    for (_, one), x, y in _keys(lines):
        yield _shape(one.look, x + KEY_NAME - SHAPE - 12, y - SHAPE / 2 - 5)


def _samples(lines: Sequence[LineTold]) -> Iterator[Stroke]:
    for (side, _), x, y in _keys(lines):
        yield crayon_line(side, lines[side].look, f"M{x:g} {y - 5:g}h{KEY_NAME - SHAPE - 20}")


def _key_names(lines: Sequence[LineTold]) -> Iterator[Words]:
    wide = WIDE if _one_column(lines) else WIDE / 2
    for (_, one), x, y in _keys(lines):
        text, size = fitted(one.name, wide - KEY_NAME - 6, LETTER, LEAST)
        yield Words(text, x + KEY_NAME - 6, y, size, INK)


# --- for who does not see it ------------------------------------------------------------------


def _standing(told: RaceTold) -> str:
    return ", ".join(
        f"{isolated(line.name)} {in_letters(score)}"
        for line, score in zip(told.lines, told.scores[-1], strict=True)
    )


def _table(scores: Sequence[Sequence[Number]]) -> Iterator[StepRow]:
    """The steps after which somebody had more or less, and the last one."""
    for step, (then, now) in enumerate(zip(scores, scores[1:], strict=False), start=1):
        if then != now or step == len(scores) - 1:
            yield StepRow(step, tuple(map(in_letters, now)))
