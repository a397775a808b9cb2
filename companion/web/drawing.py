"""Where words and marks go in drawings: the arithmetic that templates ask for. Pure."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Any, Final

from companion.evening.lettering import clusters, cut, is_tall, width
from companion.evening.lettering import fitted as in_room
from companion.evening.lettering import lines as broken
from companion.frozen import dataclass
from companion.names import NBSP, SHORT_MOST, alone, isolated
from companion.say import Names, parted, say
from companion.web.wire import You
from companion.words import Text

LINE_MOST = 16  # letters of the first of two lines
TITLE, TITLE_LONG, SECOND_MOST = 28, 22, 20  # a title's letters, and where its second line is long
TITLE_SMALL, TITLE_LEAST, TITLE_LINES, TITLE_STEP = 20, 13, 3, 34  # in three lines; and of two
EMS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 30)  # as page.css has them
BROAD_LEAST = 8  # ems that few short names have
ABREAST = 3  # names on one line of the referee's phone
LETTER_LEAST = 0.55  # of the size that is wanted: smaller letters nobody reads
PAIR, HALVES = 0.5, (-1.05, 0.35)  # two lines for one: their size, and how far down they are in it
LEVEL_HIGH, BAR_LONG = 100, 300  # of the marks of a calibration
NOBODY: Final = Names()
_SENTENCE_END = re.compile(r"\. ")
_MEASURE = re.compile(r"(?<=\d) (?=(?:ms|[kMG]B|m?[VA]|%)(?!\w))")


def said(text: Text) -> str:
    """What a game calls a thing of its own."""
    return say(text, NOBODY)


def is_childs(you: You) -> bool:
    """Whether a small child looks."""
    return you.person is not None and you.person.child


def unsaid(question: str, headline: str, names: Iterable[str]) -> str:
    """What a question asks beyond the sentence that it shares with what is said beside it."""
    first, rest = parted(question, _SENTENCE_END, names)
    return rest if rest and f"{first}." in headline else question


def unasked(headline: str, question: str) -> str:
    """What was said last, without the question that it ends in where that is asked beside it."""
    return headline.removesuffix(question).rstrip() or headline


def once(said: Sequence[str], lead: str, question: str = "") -> tuple[str, str, str]:
    """What was said last, what before it, and what leads to a question; each thing stands once."""
    newest, before = (*said[:2], "", "")[:2]
    told = newest.rstrip(".!")
    if lead and lead == before:
        return lead, "", ""
    if told and lead.startswith(told):  # it says so, too, and perhaps more
        newest, lead = (newest if lead.rstrip(".!") == told else lead), ""
    known = before.rstrip(".!")  # as a question, or what leads to it, goes on to say
    is_said = before in newest or lead.startswith(known) or question.startswith(known)
    return newest, "" if is_said else before, lead


def two_lines(text: str, most: int = LINE_MOST) -> tuple[str, str]:
    """A text in two lines at most, broken at a word; the second takes what is left."""
    first, second = "", ""
    for word in text.split(" "):
        if not second and len(f"{first} {word}") <= most:
            first = f"{first} {word}".strip()
        else:
            second = f"{second} {word}".strip()
    return first, second


def ems(text: str) -> int:
    """How wide a name is in its letters' size, at the most: its class for styles."""
    wide = width(text)
    return next((most for most in EMS if wide <= most), EMS[-1])


def words_ems(texts: Sequence[str]) -> int:
    """The same of the widest word of several texts."""
    return max((ems(word) for text in texts for word in text.split()), default=EMS[0])


def broad(text: str) -> bool:
    """Whether a name is short, and yet as wide as a long one, as pictures are: it wants a place."""
    return ems(text) >= BROAD_LEAST and len(list(clusters(text))) <= SHORT_MOST


def lines(names: Iterable[str]) -> int:
    """How many lines names take where there is little room, each on the first that has some: three
    go on one, and a broad one takes two places.
    """
    taken: list[int] = []
    for places in (2 if broad(name) else 1 for name in names):
        fits = (at for at, so_many in enumerate(taken) if so_many + places <= ABREAST)
        at = next(fits, len(taken))
        if at == len(taken):
            taken.append(0)
        taken[at] += places
    return len(taken)


def fitted(text: str, room: float, most: float, least: float = LETTER_LEAST) -> tuple[str, float]:
    """A text in a drawing and its size: smaller where it is long, to the `least` share of `most`,
    and then its end is left out.
    """
    return in_room(text, room, most, most * least)


@dataclass(frozen=True, slots=True)
class Lettered:
    """A line of letters in a drawing: how far down, and how large."""

    words: str
    y: float
    size: float


def lettered(
    text: str, y: float, room: float, most: float, least: float = LETTER_LEAST
) -> tuple[Lettered, ...]:
    """A text in a drawing, `fitted`; of a short name nothing is left out: it is smaller still, or
    where it is all pictures its halves stand above and below that line.
    """
    said, size = fitted(text, room, most, least)
    if said == text or not broad(text):
        return (Lettered(said, y, size),)
    parts = list(clusters(text))
    if not all(unicodedata.category(part[0]) == "So" for part in parts):
        return (Lettered(text, y, round(room / width(text), 1)),)
    half = ceil(len(parts) / 2)
    both = "".join(parts[:half]), "".join(parts[half:])
    size = round(min(most * PAIR, room / width(both[0])), 1)
    return tuple(
        Lettered(words, round(y + size * down, 1), size)
        for words, down in zip(both, HALVES, strict=True)
    )


def titled(text: str, y: float, room: float) -> tuple[Lettered, ...]:
    """A title in a drawing, in two lines from there on or in one between them; a long one in three
    smaller ones, and what has no room even then is left out.
    """
    one, two = two_lines(text)
    sizes = TITLE, TITLE_LONG if len(two) > SECOND_MOST else TITLE
    if all(width(line) * size <= room for line, size in zip((one, two), sizes, strict=True)):
        if not two:
            return (Lettered(one, y + TITLE_STEP / 2, TITLE),)
        return Lettered(one, y, TITLE), Lettered(two, y + TITLE_STEP, sizes[1])
    small = range(TITLE_SMALL, TITLE_LEAST, -1)
    size = next((s for s in small if broken(text, room, s, TITLE_LINES)), TITLE_LEAST)
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and (len(found) == TITLE_LINES or width(longer) * size <= room):
            found[-1] = longer
        else:
            found.append(word)
    said = (cut(line, room, size) for line in found)
    return tuple(Lettered(line, nth(n, y, TITLE_SMALL), size) for n, line in enumerate(said))


def ms(us: int) -> str:
    """A time between touches: "0.4 ms", "84 ms", "1.3 s", on one line."""
    n = us / 1000
    if n >= 999.5:
        return f"{n / 1000:.1f}{NBSP}s"
    return f"{n:.1f}{NBSP}ms" if n < 10 and not n.is_integer() else f"{n:.0f}{NBSP}ms"


def measures(sentence: str) -> str:
    """A sentence that a terminal has, too, with each number on one line with its unit."""
    return _MEASURE.sub(NBSP, sentence)


def seconds(ms: int) -> str:
    """A pace: "1.8"."""
    return f"{ms / 1000:.1f}"


# --- things side by side ----------------------------------------------------------------------


def edge(middle: float, size: int) -> float:
    """Where a thing of this size begins whose middle lies there."""
    return middle - size / 2


def nth(n: int, first: float, step: float) -> float:
    """Where one of several things lies, each a step further on; the first is number 0."""
    return first + n * step


def abreast(count: int, middle: int, step: int) -> tuple[float, ...]:
    """Where so many things begin, each a step wide, that have their middle there."""
    return tuple(nth(n, middle - count * step // 2, step) for n in range(count))


def spread(count: int, middle: int, step: int) -> tuple[float, ...]:
    """The middles of so many things, a step from each other, that have their middle there."""
    return tuple(middle + (n - (count - 1) / 2) * step for n in range(count))


POOL_WIDE, BESIDE, NAME_WIDE = 1000, 30, 300  # a pool, what is free beside it, and a name
NAME_HIGH, NAME_ON_WALL = 44, 36  # its letters where there is room, and the least that a wall can
BESIDE_ON_WALL = 100  # what a wall has more beside a pool

# --- dolphins in their pool -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Swims:
    """Where one dolphin lies: its angle and size, the middle of its name, and how that is tilted
    as seen from the dolphin's side of a flat table.
    """

    angle: int
    size: float
    x: int
    y: int
    tilt: int

    @property
    def high(self) -> float:
        """Its height, below 0 where it swims to the left and would lie on its back."""
        return self.size if -91 < self.angle < 90 else -self.size

    @property
    def room(self) -> int:
        """How wide its name may be: not over the edge, nor over the dolphin of the other side."""
        return min(2 * min(self.x, POOL_WIDE - self.x) + BESIDE, NAME_WIDE)

    def grows(self, name: str) -> bool:
        """Whether a wall, which has room beside the pool, writes this name larger."""
        _, size = fitted(name, self.room, NAME_HIGH)
        on_wall = fitted(name, self.room + BESIDE_ON_WALL, NAME_ON_WALL)
        return size < NAME_ON_WALL and on_wall == (name, NAME_ON_WALL)


@dataclass(frozen=True, slots=True)
class Pool:
    """Dolphins nose to nose, clockwise as they lie, and the part of the drawing that they need."""

    crop: str
    places: tuple[Swims, ...]


_POOLS: Final = {
    1: Pool("0 70 1000 620", (Swims(0, 1.15, 790, 205, -124),)),
    2: Pool("0 70 1000 620", (Swims(0, 1.2, 790, 200, -125), Swims(180, 1.2, 210, 200, 125))),
    3: Pool(
        "0 70 1000 760",
        (Swims(-30, 1.04, 905, 365, -95), Swims(90, 1.0, 690, 735, -30),
         Swims(210, 1.04, 95, 365, 95)),
    ),
    4: Pool(
        "0 62 1000 676",
        (Swims(-35, 1.08, 922, 312, -102), Swims(35, 1.08, 922, 516, -75),
         Swims(145, 1.08, 78, 516, 75), Swims(215, 1.08, 78, 312, 102)),
    ),
    5: Pool(
        "0 0 1000 770",
        (Swims(-90, 0.94, 690, 138, -144), Swims(-17, 0.94, 925, 442, -84),
         Swims(52, 0.94, 885, 642, -58), Swims(128, 0.94, 115, 642, 58),
         Swims(197, 0.94, 75, 442, 84)),
    ),
}  # fmt: skip # a table of numbers


def pool(dolphins: int) -> Pool:
    """The pool with so many dolphins in it; none, or more than it has room for, are as five."""
    return _POOLS.get(dolphins, _POOLS[5])


# --- what a touch board felt ------------------------------------------------------------------


def level(pf: float, bar_pf: float) -> float:
    """How high the bar of what is felt stands."""
    return min(LEVEL_HIGH * pf / bar_pf, LEVEL_HIGH)


def bar(pf: float, longest_pf: float) -> float:
    """How long the mark of what was felt is, beside the longest one."""
    return BAR_LONG / longest_pf * pf


_NAMES = (alone, ems, words_ems, broad, is_tall, lines, lettered)
_WORDS = (said, unsaid, unasked, once, two_lines, titled, *_NAMES, ms, measures, seconds)
_ASKED_FOR = (is_childs, isolated, *_WORDS, edge, nth, abreast, spread, pool, level, bar)
FILTERS: Final[dict[str, Callable[..., Any]]] = {
    **{one.__name__: one for one in (*_ASKED_FOR, zip)},
}
