"""The evening's poster: who played, what was closest, fastest and best, and every game's winner.

Computes where all of it lies; `poster.svg` draws it, and nothing else does. Knows no game.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from companion.evening.lettering import fitted, lines, width
from companion.frozen import dataclass
from companion.looks import COLOURS, Look
from companion.names import isolated

WIDE, HIGH = 1000, 1414  # as a sheet of paper
EDGE = 64
RIGHT = WIDE - EDGE
INK, SOFT = "#06243f", "#44566a"
LETTERS: Final = "SPLASH"
PEOPLE_MOST = 16  # with a line of their own
KINDS_MOST = 6  # of games
GAMES_MOST = 40  # whose winners have room in one line
TOP, SEA = 352, 1258  # between them all is told
SEA_MOST = 820  # as high up as the dolphin may reach
ABOVE, BELOW = 1.02, 0.34  # of a line's size, from where its letters stand

# By its name: a colour, and its crayon on paper, light and deep; as tokens.css has them.
INKS: Final = {
    "amber": ("#e69f00", "#cf7a00", "#8a4b00"),
    "sky": ("#56b4e9", "#2d87c9", "#0f558c"),
    "green": ("#009e73", "#0b8d68", "#045b43"),
    "yellow": ("#f0e442", "#b19d00", "#685c00"),
    "pink": ("#cc79a7", "#c05c94", "#86305f"),
    "blue": ("#0072b2", "#0a6cab", "#064470"),
    "orange": ("#d55e00", "#d55e00", "#8f3d00"),
    "grey": ("#8a94a0", "#56616d", "#2d353d"),
}


# --- what is told -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PersonTold:
    """Somebody of this evening."""

    name: str
    look: Look
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class FeatTold:
    """What was closest, fastest, or best: what it is called, and the sentence."""

    called: str
    said: str


@dataclass(frozen=True, slots=True)
class LineDrawn:
    """Somebody's line in a game's race, see `companion.games.race.Course`."""

    look: Look
    heights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game: its title, and the looks of who won it; none for nobody."""

    title: str
    won: tuple[Look, ...]
    race: tuple[LineDrawn, ...] = ()


@dataclass(frozen=True, slots=True)
class EveningTold:
    """All that a poster tells; people in the order in which they stand."""

    day: str
    people: tuple[PersonTold, ...]
    feats: tuple[FeatTold, ...]
    games: tuple[GameTold, ...]


# --- what is drawn ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Words:
    """A line of letters. `anchor` is "start", "middle" or "end" of it."""

    text: str
    x: float
    y: float
    size: float
    colour: str = INK
    anchor: str = "start"

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that it can take."""
        wide = width(self.text) * self.size
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.y - ABOVE * self.size, left + wide, self.y + BELOW * self.size


@dataclass(frozen=True, slots=True)
class Symbol:
    """One of the house's own drawings, as wide and as high as it says."""

    name: str
    x: float
    y: float
    wide: float
    high: float
    fill: str = "none"
    line: str = INK
    deep: str = INK
    of: str = ""  # the colour that pages know it by

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x, self.y, self.x + self.wide, self.y + self.high


@dataclass(frozen=True, slots=True)
class Stroke:
    """A crayon's line."""

    d: str
    colour: str
    thick: float
    faint: float = 1.0
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Poster:
    """Where everything lies, and the same in a sentence or two."""

    words: tuple[Words, ...]
    symbols: tuple[Symbol, ...]
    strokes: tuple[Stroke, ...]
    spoken: str
    wide: int = WIDE
    high: int = HIGH


Part = tuple[tuple[Words, ...], tuple[Symbol, ...], tuple[Stroke, ...]]


def poster(told: EveningTold) -> Poster:
    """The poster of an evening; any number of people and games fits."""
    feats, games = told.feats[:3], _by_kind(told.games)
    rows = _rows(len(told.people))
    over = OVER_HIGH if games else 0
    least = len(feats) * FEAT_HIGH + over + len(games) * KIND_HIGH
    races = _with_race(told.games) if _has_room(least, rows) else []
    few = len(games) * KIND_MOST <= 3 * KIND_HIGH
    kind = KIND_MOST if few and not races else KIND_HIGH
    fixed = len(feats) * FEAT_HIGH + over + len(games) * kind + (RACE_HIGH if races else 0)
    room = SEA - TOP - fixed - 2 * GAP
    step = min(ROW_MOST, room / rows) if rows else 0.0
    people_end = TOP + rows * step + (GAP if rows else 0)
    feats_end = people_end + len(feats) * FEAT_HIGH + (GAP if feats else 0) + over
    end = feats_end + len(games) * kind
    parts = (
        _head(told),
        _people(told.people, TOP, step),
        *(_feat(one, people_end + n * FEAT_HIGH) for n, one in enumerate(feats)),
        _over_kinds(told.games, feats_end),
        *(_kind(title, won, feats_end + n * kind, kind) for n, (title, won) in enumerate(games)),
        _races(races, end),
        _sea(max(end + (RACE_HIGH if races else 0), SEA_MOST)),
    )
    words, symbols, strokes = zip(*parts, strict=True)
    return Poster(
        words=tuple(one for some in words for one in some),
        symbols=tuple(one for some in symbols for one in some),
        strokes=(*_frame(), *(one for some in strokes for one in some)),
        spoken=spoken(told),
    )


def spoken(told: EveningTold) -> str:
    """The poster for who hears it."""
    first = [one.name for one in told.people if one.place == 1]
    people = [f"{isolated(one.name)}: {_points(one.points)}." for one in told.people]
    feats = [f"{one.called}: {one.said}" for one in told.feats]
    best = _best(first, len(told.people))
    return " ".join([f"The evening's poster, {told.day}.", best, *people, *feats])


def _points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def _best(first: Sequence[str], of: int) -> str:
    match list(first):
        case []:
            return "The dolphins are asleep."
        case [one]:
            return f"{isolated(one)} splashed best tonight!"
        case [one, other]:
            return f"{isolated(one)} and {isolated(other)} share the evening!"
        case _:
            return _so_many(len(first), of)


def _so_many(first: int, of: int) -> str:
    return f"{'All' if first == of else first} of you share the evening!"


# --- its parts --------------------------------------------------------------------------------

GAP = 22
SMALL = 28  # two names that need smaller letters are not said
ROW_MOST = 120
FEAT_HIGH = 102
KIND_HIGH, KIND_MOST = 46, 68
OVER_HIGH = 34  # what the shapes beside the games are
NAMES_X = 470  # of a kind of game; its winners come to the right of it


def _head(told: EveningTold) -> Part:
    letters = tuple(
        _crayon(n, EDGE + 6 + n * 118, 68 + (n % 2) * 10, 116) for n in range(len(LETTERS))
    )
    size = 148
    moon = Symbol("poster-moon", RIGHT - size, 62, size, size, "#ffd873", "#8a4b00", "#8a4b00")
    said, big = fitted(f"Good night!  {told.day}", RIGHT - EDGE, 42, 20)
    first = [one.name for one in told.people if one.place == 1]
    best, bigger = fitted(_best(first, len(told.people)), RIGHT - EDGE, 46, 20)
    if bigger < SMALL and len(first) > 1:
        best, bigger = fitted(_so_many(len(first), len(told.people)), RIGHT - EDGE, 46, 20)
    words = (Words(said, EDGE, 262, big, SOFT), Words(best, EDGE, 326, bigger))
    return words, (*letters, moon), ()


def _crayon(n: int, x: float, y: float, size: float) -> Symbol:
    _, light, deep = INKS[COLOURS[(2, 1, 4, 5, 6, 0)[n]]]
    return Symbol(f"crayon-0-{n}", x, y, size, size, "none", light, deep)


def _rows(people: int) -> int:
    shown = min(people, PEOPLE_MOST)
    return shown if shown <= PEOPLE_MOST // 2 else (shown + 1) // 2


def _people(people: Sequence[PersonTold], top: float, step: float) -> Part:
    shown = people[:PEOPLE_MOST]
    rows = _rows(len(people))
    two = len(shown) > rows
    wide = (RIGHT - EDGE - GAP) / 2 if two else RIGHT - EDGE
    found = [
        _person(one, EDGE + (n // rows) * (wide + GAP), top + (n % rows) * step, wide, step, two, n)
        for n, one in enumerate(shown)
    ]
    return (
        tuple(word for words, _, _ in found for word in words),
        tuple(symbol for _, symbols, _ in found for symbol in symbols),
        tuple(stroke for _, _, strokes in found for stroke in strokes),
    )


def _person(
    one: PersonTold, x: float, y: float, wide: float, high: float, two: bool, n: int
) -> Part:
    colour, light, deep = INKS[one.look.colour]
    size = high * 0.7
    score = str(one.points) if two else _points(one.points)
    number, big = fitted(score, wide * 0.3, min(high * 0.42, 38), 12)
    name_x, stands = x + size + 18, y + high * 0.6
    room = wide - (name_x - x) - width(number) * big - 24
    name, letters = fitted(one.name, room, high * 0.56, min(20, high * 0.5))
    words = (
        Words(name, name_x, stands, letters, deep),
        Words(number, x + wide, stands, big, INK, "end"),
    )
    shape = Symbol(f"shape-{one.look.shape}", x, y + high * 0.1, size, size, colour, INK, INK)
    line = scribble(name_x, x + wide, y + high * 0.9, high * 0.025, n)
    rub = scribble(name_x + 4, x + wide - 6, y + high * 0.9, high * 0.04, n + 5)
    thick = max(2.0, high * 0.05)
    return words, (shape,), (Stroke(line, light, thick), Stroke(rub, deep, thick * 0.5, 0.6))


def _feat(one: FeatTold, y: float) -> Part:
    """What it is called, small, and below it the sentence, in two lines if it is long."""
    room = RIGHT - EDGE - 40
    called, small = fitted(one.called, room, 22, 14)
    head = Words(called, EDGE + 40, y + 22, small, SOFT)
    star = Symbol("shape-star", EDGE, y + 2, 28, 28, "#ffd873", "#8a4b00", "#8a4b00")
    alone, size = fitted(one.said, room, 34, 27)
    both = None if alone == one.said else _in_two(one.said, room)
    if both is None:
        return (head, Words(alone, EDGE + 40, y + 72, size)), (star,), ()
    small, broken = both
    said = (Words(line, EDGE + 40, y + 57 + n * 35, small) for n, line in enumerate(broken))
    return (head, *said), (star,), ()


def _in_two(text: str, room: float) -> tuple[float, tuple[str, ...]] | None:
    """The largest letters in which the text has room in two lines, and these."""
    found = ((size, lines(text, room, size, 2)) for size in (25.0, 22.0, 19.0, 17.0))
    return next(((size, broken) for size, broken in found if broken), None)


def _by_kind(games: Iterable[GameTold]) -> list[tuple[str, list[tuple[Look, ...]]]]:
    """All games by their titles, in the order in which they came; the last line takes the rest."""
    found: dict[str, list[tuple[Look, ...]]] = {}
    for game in games:
        at = game.title if game.title in found or len(found) < KINDS_MOST - 1 else "And more"
        found.setdefault(at, []).append(game.won)
    return list(found.items())


def _over_kinds(games: Sequence[GameTold], y: float) -> Part:
    """Says above the games what the shapes beside them are."""
    if not games:
        return (), (), ()
    nobody = "" if all(game.won for game in games) else " (a line: nobody)"
    said, size = fitted(f"Who won{nobody}", RIGHT - NAMES_X, 24, 14)
    return (
        (Words("Played tonight", EDGE, y - 8, size, SOFT), Words(said, NAMES_X, y - 8, size, SOFT)),
        (),
        (),
    )


def _kind(title: str, won: Sequence[tuple[Look, ...]], y: float, high: float) -> Part:
    """A line of games: the title, and the shape of whoever won each, a dash for nobody."""
    words, size = fitted(title, NAMES_X - EDGE - 20, high * 0.58, 17)
    shown = won[:GAMES_MOST]
    units = sum(1 + OVERLAP * (max(1, len(some)) - 1) for some in shown)
    cell = min(high - 10, (RIGHT - NAMES_X) / max(1, units))
    x, symbols, strokes = float(NAMES_X), [], []
    for some in shown:
        if not some:
            dash = f"M{x + cell * 0.25:.1f} {y + high * 0.46:.1f}h{cell * 0.4:.1f}"
            strokes.append(Stroke(dash, SOFT, 4))
        for look in some:
            drawn = cell * 0.86
            top = y + 3 + (high - 10 - drawn) / 2
            colour = INKS[look.colour][0]
            symbols.append(Symbol(f"shape-{look.shape}", x, top, drawn, drawn, colour))
            x += cell * OVERLAP
        x += cell * (1 - OVERLAP) if some else cell
    return (Words(words, EDGE, y + high * 0.65, size, INK),), tuple(symbols), tuple(strokes)


OVERLAP = 1.0  # winners of one game stand side by side


RACES_MOST = 3  # side by side: the last of the evening
RACE_HIGH, RACE_TEXT, RACE_LINES = 132, 34, 72
ROW_LEAST = 44  # of a person's line, where there are pictures, too
DASHES: Final = ("", "11 7", "2 7", "15 6 2 6")
THICK, THIN = 4.5, 2.6
BESIDE = 2.7  # so far up lies each more of level lines


def _with_race(games: Iterable[GameTold]) -> list[GameTold]:
    return [game for game in games if game.race][-RACES_MOST:]


def _has_room(fixed: float, rows: int) -> bool:
    return SEA - TOP - fixed - 2 * GAP - RACE_HIGH >= rows * ROW_LEAST


def _races(games: Sequence[GameTold], y: float) -> Part:
    """How the last games went, as lines alone: each with its title below."""
    wide = (RIGHT - EDGE - GAP * (RACES_MOST - 1)) / RACES_MOST
    words, strokes = [], list[Stroke]()
    for n, game in enumerate(games):
        x = EDGE + n * (wide + GAP)
        title, size = fitted(game.title, wide, 24, 14)
        words.append(Words(title, x, y + GAP + RACE_LINES + RACE_TEXT, size, SOFT))
        strokes += small_race(game.race, x, y + GAP, wide, RACE_LINES)
    return tuple(words), (), tuple(strokes)


def small_race(
    lines: Sequence[LineDrawn], x: float, y: float, wide: float, high: float
) -> tuple[Stroke, ...]:
    """The lines of a race in a place of this size, on a ground; level ones lie side by side."""
    ground = Stroke(f"M{x:.1f} {y + high:.1f}h{wide:.1f}", SOFT, 1.5, 0.5)
    return ground, *(_line(lines, side, x, y, wide, high) for side in range(len(lines)))


def _line(
    lines: Sequence[LineDrawn], side: int, x: float, y: float, wide: float, high: float
) -> Stroke:
    heights = lines[side].heights
    points = []
    for step, at in enumerate(heights):
        level = [n for n, other in enumerate(lines) if other.heights[step] == at]
        off = -level.index(side) * BESIDE
        along = x + wide * step / max(1, len(heights) - 1)
        points.append(f"{along:.1f} {y + high * (1 - at / 1000) + off:.1f}")
    return crayon_line(side, lines[side].look, f"M{'L'.join(points)}")


def crayon_line(side: int, look: Look, d: str) -> Stroke:
    """A line of a race: no two of up to eight look alike without their colours."""
    thick = THICK if side < len(DASHES) else THIN
    return Stroke(d, INKS[look.colour][1], thick, dash=DASHES[side % len(DASHES)])


def _sea(top: float) -> Part:
    """The pool at the bottom, and a dolphin that sleeps on it, as large as there is room."""
    surface = HIGH - 110
    high = min(480.0, surface + 40 - top - 12)
    wide = high * 310 / 208
    dolphin = Symbol(
        "dolphin", WIDE / 2 - wide / 2, surface + 40 - high, wide, high, "#f8d98b", "#1d4a6b"
    )
    waves = tuple(
        Stroke(scribble(40, WIDE - 40, surface + 34 + n * 17, 7, n + 11), colour, 9, 0.85)
        for n, colour in enumerate(("#9bd0ea", "#5fb3dc", "#2d87c9"))
    )
    return (), ((dolphin,) if high >= 60 else ()), waves


def _frame() -> tuple[Stroke, ...]:
    sides = (
        scribble(30, WIDE - 30, 30, 4, 1),
        scribble(30, WIDE - 30, HIGH - 30, 4, 2),
        scribble(30, HIGH - 30, 30, 4, 3, upright=True),
        scribble(30, HIGH - 30, WIDE - 30, 4, 4, upright=True),
    )
    return tuple(Stroke(d, "#2d87c9", 8, 0.8) for d in sides)


def scribble(
    begin: float, end: float, level: float, shake: float, seed: int, upright: bool = False
) -> str:
    """A line as a hand draws it, along a level; each seed shakes otherwise, always the same way."""
    steps = max(2, round((end - begin) / 55))
    points = []
    for n in range(steps + 1):
        along = begin + (end - begin) * n / steps
        off = level + shake * ((n * 37 + seed * 53) % 17 / 8 - 1)
        points.append((off, along) if upright else (along, off))
    (x, y), *rest = points
    d = f"M{x:.1f} {y:.1f}"
    for (x, y), (x2, y2) in zip(rest, [*rest[1:], rest[-1]], strict=True):
        d += f"Q{x:.1f} {y:.1f} {(x + x2) / 2:.1f} {(y + y2) / 2:.1f}"
    return d
