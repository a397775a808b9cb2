"""What a game declares of itself: all that the frame shows and offers of it before it begins.

Words and numbers, and the way to its rules, which are loaded when somebody plays by them; what an
option does and what a sound means is the game's own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated, Any

from companion.frozen import dataclass
from companion.games.book import Book
from companion.games.figure import Figure, TableFigure
from companion.games.highlight import Highlight
from companion.games.race import Race
from companion.games.record import Best
from companion.games.view import CommonView
from companion.sheets.paper import PrintSheet
from companion.sounds import Sound
from companion.words import SEATS_MOST, Between

COUNTED = 1_000_000  # what is more than that nobody counts
People = Annotated[int, Between(1, SEATS_MOST)]
Minutes = Annotated[int, Between(0, 600)]


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: the field of Setup, the words beside it, and what it may be.

    A "number" has bounds; of a "choice" each value has words of its own.
    """

    key: str
    label: str
    kind: str = "bool"
    least: Annotated[int, Between(-COUNTED, COUNTED)] = 0
    most: Annotated[int, Between(-COUNTED, COUNTED)] = 0
    values: tuple[tuple[str, str], ...] = ()
    only: str = ""  # the way of playing in which it matters; in all, where nothing is said
    drawn: bool = False  # by the game's own part of the page, not among the house rules


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the companion does in a way of playing, and how much it is told for that."""

    variant: str
    words: str
    says: str  # a sentence to that
    taps: Annotated[int, Between(0, 30)]  # a turn of all phones together, more or less
    more: str = ""  # what is tapped besides


@dataclass(frozen=True, slots=True)
class Boxless:
    """How a game is played without its box: what it is called then, what it takes instead, and the
    option that says so, with its value. Where it can be played in one way only, that is `variant`.
    """

    title: str
    takes: str
    option: str
    value: str
    variant: str = ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Content:
    """What a family copies from its printed box once, and picks where it begins a game.

    `form` is a tuple, or a frozen dataclass that has its name as `title`. Of what is of that form
    `checked` makes what is kept, or refuses it with its first fault.
    """

    word: str  # what one is called; the field of Setup that is filled with one
    many: str
    form: Any
    checked: Callable[[Any], Any]
    blank: Any  # what the editor begins with
    part: str  # what a file has to have; how JSON calls one that is a tuple
    rule: str  # which says so
    mark: str  # what a file says that it is
    letters: Annotated[int, Between(1, COUNTED)]  # of a file, at most
    title: str  # of the page with all of them
    why: str  # what stands there
    enter: str
    editor: str  # a template in `pages`
    numbers: tuple[tuple[str, int], ...] = ()  # that it shows
    entries: Annotated[int, Between(0, COUNTED)] = 0  # of one that is a tuple
    formless: str = "That is no {one}: {why}"
    merge: Callable[[Any, Any], Any] | None = None  # what was entered so far, and a part in a file
    unseen: tuple[str, str] | None = None  # why nobody looks at one that is played on, with a rule

    @property
    def is_titled(self) -> bool:
        """Whether it has its name in itself."""
        return is_dataclass(self.form)

    @property
    def told(self) -> str:
        """How JSON calls it beside its name."""
        return "content" if self.is_titled else self.part


@dataclass(frozen=True, eq=False)  # no slots: it keeps what it loaded
class Game:
    """What a game says of itself. Its folder is that of `package`; `rules` is a file in there.

    `Setup` stands in its module `facts`, what its pages draw by is its module `drawing`, and the
    rest of the rules in its module `rules`. Each is loaded when it is first asked for.
    """

    kind: str
    package: str
    title: str
    ages: str
    seats: tuple[int, int]
    variants: tuple[tuple[str, str], ...] = ()  # the first is played where nobody says another
    efforts: tuple[Effort, ...] = ()  # of variants that differ in how much is told, the least first
    options: tuple[Option, ...] = ()
    few: tuple[str, People] | None = None  # the option with which fewer may play, and how few
    never: tuple[People, ...] = ()  # numbers in between that cannot play
    sides: tuple[tuple[People, People], ...] = ()  # of teams: for so many people so many sides
    sounds: tuple[Sound, ...] = ()  # that are its own, beside the table's
    takes: tuple[Content, ...] = ()  # what families may enter for it
    draws: tuple[str, ...] = ()  # topics of offers that its own pages draw
    follows: tuple[str, ...] = ()  # topics that a small child is asked only once all else is told
    boxless: Boxless | None = None
    robots: tuple[str, ...] = ()  # what robots are called that fill seats then
    on_phones: Boxless | None = None  # and with hands of cards on phones, where it can be so played
    guests: tuple[str, ...] = ()  # topics of offers that somebody among robots may take up
    recalls: str = ""  # a module, and the function in it: the newest setup for who begins one anew
    minutes: Minutes = 0  # how long a game takes, more or less; 0: nobody said
    rules: str = "rules.md"

    @cached_property
    def Setup(self) -> Any:
        """What is said before it begins: who plays, and the house options."""
        return self._module("facts").Setup

    @property
    def usual(self) -> dict[str, str]:
        """What stands in its setup unless somebody says otherwise, and is not Setup's to say."""
        return {"variant": self.variants[0][0]} if self.variants else {}

    @property
    def people(self) -> str:
        """How many may play, in words: "3 to 6", "2, 3, 4 or 6", or "2"."""
        least, most = self.seats
        if not self.never and least < most:
            return f"{least} to {most}"
        *others, last = (str(n) for n in range(least, most + 1) if n not in self.never)
        return f"{', '.join(others)} or {last}" if others else last

    @cached_property
    def start(self) -> Callable[..., Any]:
        """The state that a setup begins with."""
        return self._of_rules("start")

    @cached_property
    def fresh(self) -> Callable[[Any], None]:
        """Refuses, where it has that, a setup that no new game begins with; older ones go on."""
        found: Callable[[Any], None] = getattr(self._module("rules"), "fresh", lambda _: None)
        return found

    @cached_property
    def judge(self) -> Callable[..., Any]:
        """What comes of a fact."""
        return self._of_rules("judge")

    @cached_property
    def asks(self) -> Callable[..., Any]:
        """What is asked, and what may be told."""
        return self._of_rules("asks")

    @cached_property
    def view(self) -> Callable[..., CommonView]:
        """What everybody may see."""
        return self._of_rules("view")

    @cached_property
    def drawing(self) -> ModuleType | None:
        """What its own pages draw by: names, and where things lie."""
        there = find_spec(f"{self.package}.drawing")
        return self._module("drawing") if there else None

    @cached_property
    def hands(self) -> ModuleType | None:
        """How hands of cards that are on phones are dealt, passed and judged."""
        there = find_spec(f"{self.package}.hands")
        return self._module("hands") if there else None

    @cached_property
    def highlights(self) -> Callable[[Sequence[Any]], tuple[Highlight, ...]] | None:
        """What was worth telling of a game that is over, by its states as they were told."""
        there = find_spec(f"{self.package}.highlights")
        return self._module("highlights").highlights if there else None

    @cached_property
    def race(self) -> Callable[[Sequence[Any]], Race] | None:
        """How it went, round by round, by its states as they were told."""
        there = find_spec(f"{self.package}.stats")
        return self._module("stats").race if there else None

    @cached_property
    def figures(self) -> Callable[[Sequence[Any]], tuple[Figure, ...]] | None:
        """What everybody did in it, by its states as they were told."""
        there = find_spec(f"{self.package}.stats")
        return getattr(self._module("stats"), "figures", None) if there else None

    @cached_property
    def records(self) -> Callable[[Sequence[Any]], tuple[Best, ...]] | None:
        """The most and the least in it, by its states as they were told."""
        there = find_spec(f"{self.package}.stats")
        return getattr(self._module("stats"), "records", None) if there else None

    @cached_property
    def table(self) -> Callable[[Sequence[Any], Sequence[Any]], tuple[TableFigure, ...]] | None:
        """What the table did in it, by its states and the facts that each came of."""
        there = find_spec(f"{self.package}.stats")
        return getattr(self._module("stats"), "table", None) if there else None

    @property
    def advice(self) -> Mapping[str, str]:
        """What to do about that, by what it is called."""
        return getattr(self._module("stats"), "ADVICE", {}) if self.table else {}

    @cached_property
    def book(self) -> Book | None:
        """Its part of the little book of rules."""
        found = self._module("book").BOOK if find_spec(f"{self.package}.book") else None
        return found if isinstance(found, Book) else None

    @cached_property
    def prints(self) -> bool:
        """Whether it has anything to print: nothing is loaded to say so."""
        return find_spec(f"{self.package}.sheets") is not None

    @cached_property
    def sheets(self) -> tuple[PrintSheet, ...]:
        """What it has to print."""
        found: tuple[PrintSheet, ...] = ()
        if self.prints:
            found = self._module("sheets").SHEETS
        return found

    def recalled(self, setup: Any) -> Any:
        """What its newest setup, if there is one, says to who begins one anew."""
        return getattr(self._module(self.recalls), self.recalls)(setup)

    def load(self) -> None:
        """Load all of it, so that nobody waits for that later, or finds that something is missing.

        Raises what its modules raise.
        """
        declared = ("Setup", "start", "judge", "asks", "view", "drawing", "highlights", "race")
        for name in (*declared, "figures", "records", "table", "book"):
            getattr(self, name)
        if self.recalls:
            self.recalled(None)

    def _of_rules(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(self._module("rules"), name)
        return found

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")
