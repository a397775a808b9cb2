"""A family's own game at its edge: what it raises or gives amiss is a refusal with a sentence.

So the table never has a state of it that cannot be asked and shown. Ours are held by their tests.
"""

import inspect
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial, wraps
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, NewType, Union, cast, get_args, get_origin, get_type_hints

from companion import codec
from companion.games.figure import Figure, TableFigure
from companion.games.game import Game
from companion.games.highlight import Highlight
from companion.games.race import Race
from companion.games.record import Best
from companion.games.view import NEEDED, CommonView
from companion.own_games import said, where
from companion.robots import Live, robots_of
from companion.say import Names, say, spoken
from companion.words import Ask, Choice, Judged, Refused, Ruling, Seat, Slot, Text

STAGES = ("between", "live", "judging", "resting", "over")
# What is told of a game that is over: its form, and what is told where that fails.
TOLD: dict[str, tuple[Any, Any]] = {
    "highlights": (tuple[Highlight, ...], ()),
    "race": (Race, Race(Text(""), Text(""), (), ())),
    "figures": (tuple[Figure, ...], ()),
    "records": (tuple[Best, ...], ()),
    "table": (tuple[TableFigure, ...], ()),
}
_NOBODY = Names()


class Stumbled(Refused):
    """A game does not know how to go on: why, and where that is written."""

    def __init__(self, game: Game, why: str, place: str) -> None:
        words = "{game} does not know how to go on from that: {why} ({place}) {remedy}"
        remedy = Text("Tell something else, or begin another game.")
        super().__init__("", Text(words, game=game.title, why=why, place=place, remedy=remedy))
        self.why, self.place = why, place


class HeldGame:
    """The rules of one game, each held. Raises Refused, and nothing else."""

    def __init__(self, game: Game, folder: Path) -> None:
        self._game, self._folder = game, folder
        self._start, self._judge = self._held(game.start), self._held(game.judge)
        self.asks, self.view = self._held(game.asks), self._held(game.view)
        self._facts = codec.fact_of(game.judge)
        self._said: set[str] = set()
        self._seen: Any = None  # the state that was looked at last

    def install(self) -> None:
        """Let the game on the shelf be this one from now on."""
        rules = {"asks": self.asks, "view": self.view}
        rules |= {"start": _like(self._game.start, self.start)}
        rules |= {"judge": _like(self._game.judge, self.judge)}
        for name in TOLD:
            tells = getattr(self._game, name)
            if tells is not None:
                rules[name] = self._telling(name, tells)
        vars(self._game).update(rules)
        if self._game.recalls:
            vars(self._game)["recalled"] = self._recalling(self._game.recalled)
        vars(self._game)["takes"] = tuple(
            replace(one, checked=self._held(one.checked), merge=one.merge and self._held(one.merge))
            for one in self._game.takes
        )
        if (robots := robots_of(self._game.kind)) is not None:
            held = replace(robots, family=partial(self._family, robots.family))
            vars(sys.modules[f"{self._game.package}.robot"])["ROBOTS"] = held
        book = self._game.book
        if book is not None and book.beside is not None:
            vars(self._game)["book"] = replace(book, beside=self._beside(book.beside))

    def start(self, setup: Any) -> Any:
        """As the game's, where the state can be asked and shown."""
        state = self._start(setup)
        self._look(state)
        return state

    def judge(self, state: Any, fact: Any) -> Judged[Any]:
        """As the game's, where all that comes of it can be said, asked and shown."""
        judged = self._judge(state, fact)
        place = self._place(self._game.judge)
        if not isinstance(judged, Judged):
            raise Stumbled(self._game, f"its judge should give a Judged, not {judged!r}.", place)
        if not fits(judged.rulings, tuple[Ruling, ...]):
            why = f"its judge should give rulings, and gives {judged.rulings!r}."
            raise Stumbled(self._game, why, place)
        for ruling in judged.rulings:
            self._say(ruling.text, place)
        self._look(judged.state)
        return judged

    # --- inside -------------------------------------------------------------------------------

    def _family(self, sit_down: Callable[..., Live], setup: Any, rng: Random) -> Live:
        """Robots that are held like the rules."""
        return cast(Live, HeldFamily(self._held(sit_down)(setup, rng), self._robot))

    def _robot(self, name: str, work: Callable[..., Any], *told: Any) -> Any:
        """What a robot does, or says."""
        given = self._held(work)(*told)
        form = get_type_hints(getattr(Live, name))["return"]
        if not fits(given, form):
            why = f"its robots' {name} should give {_called(form)}, and gives {given!r}."
            raise Stumbled(self._game, why, self._place(work))
        return given

    def _look(self, state: Any) -> None:
        if state is self._seen:
            return
        asks = self.asks(state)
        self._first(self._faults_of_asks(asks), self._game.asks)
        for seat in (None, *self._views(state, None).present):
            self._views(state, seat)
        self._seen = state

    def _views(self, state: Any, seat: Seat | None) -> CommonView:
        view: CommonView = self.view(state, seat)
        self._first(faults_of_view(view), self._game.view)
        try:
            json.dumps(codec.plain(spoken(view, _NOBODY)))
        except Exception as problem:  # whatever a stranger's text may raise
            place = self._place(self._game.view)
            raise Stumbled(self._game, _unsaid(problem), place) from problem
        return view

    def _faults_of_asks(self, asks: Any) -> Iterator[str]:
        if not fits(asks, tuple[Ask, ...]):
            yield f"its asks should give questions (Ask, …), and gives {asks!r}."
            return
        place = self._place(self._game.asks)
        for ask in asks:
            for text in filter(None, (ask.lead, ask.text)):
                self._say(text, place)
            for choice in ask.choices:
                self._say(choice.label, place)
                yield from self._faults_of_choice(choice)

    def _faults_of_choice(self, choice: Choice) -> Iterator[str]:
        about = f'its choice "{choice.key}"'
        kinds = codec.kinds(self._facts)
        if not isinstance(choice.fact, kinds):
            yield f"{about} should tell a fact of the game, and tells {choice.fact!r}."
            return
        fact: Any = choice.fact
        names = {field.name for field in fields(fact)}
        for slot in choice.slots:
            if slot.field not in names:
                yield f'{about} fills "{slot.field}", which is no field of {type(fact).__name__}.'
            elif slot.labels and len(slot.labels) != len(slot.options):
                yield f'{about} should have a label for each option of "{slot.field}".'
            else:
                yield from self._faults_of_picks(choice, slot, about)

    def _faults_of_picks(self, choice: Choice, slot: Slot, about: str) -> Iterator[str]:
        """The first and the last pick, as the journal would keep them."""
        for label in slot.labels:
            self._say(label, self._place(self._game.asks))
        for option in (*slot.options[:1], *slot.options[-1:]):
            fact = replace(choice.fact, **{slot.field: (option,) if slot.many else option})
            try:
                codec.loads(self._facts, codec.dumps(fact))
            except ValueError as problem:
                yield f'{about} offers {option!r} for "{slot.field}": {problem}'

    def _first(self, faults: Iterator[str], function: Callable[..., Any]) -> None:
        for fault in faults:
            raise Stumbled(self._game, fault, self._place(function))

    def _say(self, text: Text, place: str) -> None:
        try:
            say(text, _NOBODY)
        except Exception as problem:  # a value that is missing, a brace that is alone
            raise Stumbled(self._game, _unsaid(problem), place) from problem

    def _held(self, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def held(*told: Any, **more: Any) -> Any:
            try:
                return work(*told, **more)
            except Refused as refused:
                self._say(refused.text, self._place(work))
                raise
            except Exception as problem:  # whatever a stranger's rules may raise
                place = where(problem, self._folder)
                raise Stumbled(self._game, said(problem), place) from problem

        return held

    def _telling(self, name: str, tells: Callable[..., Any]) -> Callable[..., Any]:
        """What is told of a game that is over is left out where it cannot be told."""
        held, (form, nothing) = self._held(tells), TOLD[name]

        @wraps(tells)
        def told(*of: Any) -> Any:
            try:
                given = held(*of)
            except Stumbled as problem:
                return self._left_out(name, problem.why, problem.place, nothing)
            if not fits(given, form):
                why = f"it should give {form}, not {given!r}."
                return self._left_out(name, why, self._place(tells), nothing)
            return given

        return told

    def _recalling(self, recalled: Callable[..., Any]) -> Callable[..., Any]:
        """Where the newest setup cannot say anything, it is as if there were none."""
        held = self._held(recalled)

        def lately(setup: Any) -> Any:
            try:
                return held(setup)
            except Stumbled as problem:
                nothing = held(None)  # that was tried as it was loaded
                return self._left_out(self._game.recalls, problem.why, problem.place, nothing)

        return lately

    def _left_out(self, name: str, why: str, place: str, nothing: Any) -> Any:
        words = f"{self._game.title} is shown without its {name}: {why} ({place})"
        if words not in self._said:  # once, for whoever writes it
            self._said.add(words)
            print(words, file=sys.stderr)
        return nothing

    def _beside(self, beside: Callable[..., tuple[str, ...]]) -> Callable[..., tuple[str, ...]]:
        """Where the book does not know which tiles help, none are shown."""
        held = self._held(beside)

        def shown(*told: Any) -> tuple[str, ...]:
            try:
                keys = held(*told)
            except Stumbled:
                return ()
            return keys if fits(keys, tuple[str, ...]) else ()

        return shown

    def _place(self, function: Any) -> str:
        return place_of(function, self._folder / "__init__.py")


class HeldFamily:
    """A family of robots, each of whose methods is held."""

    def __init__(self, family: Any, held: Callable[..., Any]) -> None:
        self._family, self._held = family, held

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._family, name)
        return partial(self._held, name, found) if callable(found) else found


def faults_of_view(view: Any) -> Iterator[str]:
    """Where a view is not what its class says."""
    if not isinstance(view, CommonView) or not is_dataclass(view):
        yield "its view should be a frozen dataclass of its own, a CommonView."
        return
    own = {field.name for field in fields(view)}
    for name in NEEDED:
        if name not in own:
            yield f'its view should have "{name}".'
    hints = {**get_type_hints(CommonView), **get_type_hints(type(view))}
    for name in own:
        value, form = getattr(view, name), hints[name]
        if not fits(value, form):
            yield f'its View says that "{name}" is {_called(form)}, and its view shows {value!r}.'
    if view.stage not in STAGES:
        yield f"its view shows the stage {view.stage!r}: there are {', '.join(STAGES)}."


def faults_of_fields(data: Any, what: str) -> Iterator[tuple[str, str]]:
    """The fields of a dataclass that do not hold what it says, each with its fault."""
    hints = get_type_hints(type(data))
    for field in fields(data):
        value, form = getattr(data, field.name), hints[field.name]
        if not fits(value, form):
            yield field.name, f'{what} should have "{field.name}" as {_called(form)}: {value!r}.'


def fits(value: Any, form: Any) -> bool:
    """Whether a value is what an annotation says, as far as that can be seen."""
    of: Any = get_origin(form) or form
    args = get_args(form)
    if form is Any or not (isinstance(of, type | NewType) or of in (Union, UnionType)):
        return True
    if isinstance(of, NewType):
        return fits(value, of.__supertype__)
    if of in (Union, UnionType):
        return any(fits(value, one) for one in args)
    if isinstance(of, type) and is_dataclass(of):
        hints = get_type_hints(of)
        return isinstance(value, of) and all(
            fits(getattr(value, name), hints[name]) for name in hints
        )
    whole = isinstance(value, of) and (of is not int or type(value) is int)
    if not (whole and args) or not isinstance(value, tuple | list | set | frozenset | dict):
        return whole
    if of is tuple and args[-1] is not Ellipsis:
        return len(value) == len(args) and all(map(fits, value, args))
    items = value.values() if isinstance(value, dict) else value
    return all(fits(one, args[0] if of is tuple else args[-1]) for one in items)


def place_of(function: Any, first: Path) -> str:
    """Where a function is written; or a game's first file."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else f"{first}, line 1"


def _like(model: Callable[..., Any], work: Callable[..., Any]) -> Callable[..., Any]:
    """The same as a function with the model's annotations."""

    @wraps(model)
    def held(*told: Any) -> Any:
        return work(*told)

    return held


def _unsaid(problem: Exception) -> str:
    what = f"has no {problem}" if isinstance(problem, KeyError) else str(problem).rstrip(".")
    return f"one of its sentences {what}." if isinstance(problem, KeyError) else f"{what}."


def _called(form: Any) -> str:
    return str(getattr(form, "__name__", form)) if not get_args(form) else str(form)
