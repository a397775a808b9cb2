"""A family's own game at its edge: what it raises or gives amiss is a refusal with a sentence.

So the table never has a state of it that cannot be asked and shown. Ours are held by their tests.
"""

import inspect
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial, wraps
from pathlib import Path
from random import Random
from typing import Any, cast, get_type_hints

from companion import codec
from companion.annotations import called, faults_within, fits
from companion.codec import shown
from companion.frozen import dataclass
from companion.games.figure import Figure, TableFigure
from companion.games.game import Game
from companion.games.highlight import Highlight
from companion.games.race import Race
from companion.games.record import Best
from companion.games.view import NEEDED, CommonView
from companion.held_hands import HeldHands
from companion.in_time import Frames, InTime, TooLong, WouldExit, is_inside
from companion.own_games import said, where
from companion.robots import Live, robots_of
from companion.say import Names, complaint, say, spoken
from companion.words import (
    SEATS_MOST,
    Ask,
    Choice,
    Judged,
    Refused,
    Ruling,
    Seat,
    Slot,
    Text,
)

SEATED = ("present", "winners", "joining", "tied", "dealer", "turn")  # what a view says of seats
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

SHOWN_MOST = 200_000  # letters of what is shown or asked at one moment, as JSON
SAID_MOST = 2_000  # letters of one sentence
SEEN_MOST = 4  # states of which it is known what they ask and show
PATIENCE_S = 6.0  # so long a game may keep the table waiting
USUAL_S = 0.1  # and this much more with each thing that it is asked
STUCK = "it has kept the table waiting too often, and is not asked any more."


class Stumbled(Refused):
    """A game does not know how to go on: why, and where that is written."""

    def __init__(self, game: Game, why: str, place: str, lasts: bool = True) -> None:
        words = "{game} does not know how to go on from that: {why} ({place}) {remedy}"
        remedy = Text("Tell something else, or begin another game.")
        super().__init__("", Text(words, game=game.title, why=why, place=place, remedy=remedy))
        self.why, self.place, self.lasts = why, place, lasts


@dataclass(frozen=True, slots=True)
class _Seen:
    """A state that was looked at: what it asks, and what each seat sees."""

    state: Any
    asks: tuple[Ask, ...]
    views: Mapping[Seat | None, CommonView]


class HeldGame:
    """The rules of one game, each held. Raises Refused, and nothing else, and in time."""

    def __init__(self, game: Game, folder: Path, threads: InTime) -> None:
        self._game, self._folder, self._threads = game, folder, threads
        self._rules = game.start, game.judge, game.asks, game.view
        self._facts = codec.fact_of(game.judge)
        self._said: set[str] = set()
        self._seen: tuple[_Seen, ...] = ()  # the newest first
        self._patience_s, self._late = PATIENCE_S, ""

    def install(self) -> None:
        """Let the game on the shelf be this one from now on."""
        rules = {
            name: _like(getattr(self._game, name), getattr(self, name))
            for name in ("start", "judge", "asks", "view")
        }
        for name in TOLD:
            tells = getattr(self._game, name)
            if tells is not None:
                rules[name] = self._telling(name, tells)
        vars(self._game).update(rules, fresh=self._held(self._game.fresh))
        if self._game.recalls:
            vars(self._game)["recalled"] = self._recalling(self._game.recalled)
        vars(self._game)["takes"] = tuple(
            replace(one, checked=self._held(one.checked), merge=one.merge and self._held(one.merge))
            for one in self._game.takes
        )
        if (robots := robots_of(self._game.kind)) is not None:
            held = replace(robots, family=partial(self._family, robots.family))
            vars(sys.modules[f"{self._game.package}.robot"])["ROBOTS"] = held
        if self._game.hands is not None:
            vars(self._game)["hands"] = HeldHands(self._game.hands, self._fitting)
        book = self._game.book
        if book is not None and book.beside is not None:
            vars(self._game)["book"] = replace(book, beside=self._beside(book.beside))
        for made in self._made_with_care():
            made.__post_init__ = self._held(made.__post_init__)

    def start(self, setup: Any) -> Any:
        """As the game's, where the state can be asked and shown."""
        return self._in_time(partial(self._started, setup))

    def judge(self, state: Any, fact: Any) -> Judged[Any]:
        """As the game's, where all that comes of it can be said, asked and shown."""
        judged: Judged[Any] = self._in_time(partial(self._judged, state, fact))
        return judged

    def asks(self, state: Any) -> tuple[Ask, ...]:
        """As the game's."""
        known = self._known(state)
        asks: tuple[Ask, ...] = known.asks if known else self._in_time(partial(self._asked, state))
        return asks

    def view(self, state: Any, seat: Seat | None = None) -> CommonView:
        """As the game's."""
        known = self._known(state)
        if known is not None and seat in known.views:
            return known.views[seat]
        view: CommonView = self._in_time(partial(self._views, state, seat))
        return view

    # --- inside -------------------------------------------------------------------------------

    def _made_with_care(self) -> list[Any]:
        """Its classes that do something as one is made: the journal's reader makes them, too."""
        package = f"{self._game.package}."
        # Listed first: another game that was given up may still be loading.
        loaded = list(sys.modules.items())
        own = {name: one for name, one in loaded if f"{name}.".startswith(package)}
        parts = [part for module in own.values() for part in list(vars(module).values())]
        made = {one for one in parts if isinstance(one, type)}
        return [one for one in made if one.__module__ in own and "__post_init__" in vars(one)]

    def _started(self, setup: Any) -> Any:
        state = self._rules[0](setup)
        self._look(state)
        return state

    def _judged(self, state: Any, fact: Any) -> Judged[Any]:
        judged, place = self._rules[1](state, fact), self._place(self._rules[1])
        if not isinstance(judged, Judged):
            raise Stumbled(
                self._game, f"its judge should give a Judged, not {shown(judged)}.", place
            )
        if not fits(judged.rulings, tuple[Ruling, ...]):
            whole = f"its judge should give rulings, and gives {shown(judged.rulings)}."
            why = next(faults_within(judged.rulings, "its judge"), whole)
            raise Stumbled(self._game, why, place)
        for ruling in judged.rulings:
            self._say(ruling.text, place)
        self._look(judged.state)
        return judged

    def _family(self, sit_down: Callable[..., Live], setup: Any, rng: Random) -> Live:
        """Robots that are held like the rules."""
        return cast(Live, HeldFamily(self._held(sit_down)(setup, rng), self._robot))

    def _fitting(self, name: str, work: Callable[..., Any], form: Any) -> Callable[..., Any]:
        """A function of its hands.py, which gives what it should or is refused."""

        def fitting(*told: Any) -> Any:
            given = work(*told)
            if not fits(given, form):
                why = f"its {name} should give {called(form)}, and gives {shown(given)}."
                raise Stumbled(self._game, why, self._place(work))
            return given

        return self._held(fitting)

    def _robot(self, name: str, work: Callable[..., Any], *told: Any) -> Any:
        """What a robot does, or says."""
        given = self._held(work)(*told)
        form = get_type_hints(getattr(Live, name))["return"]
        if not fits(given, form):
            why = f"its robots' {name} should give {called(form)}, and gives {shown(given)}."
            raise Stumbled(self._game, why, self._place(work))
        return given

    def _known(self, state: Any) -> _Seen | None:
        return next((seen for seen in self._seen if seen.state is state), None)

    def _look(self, state: Any) -> None:
        if self._known(state) is not None:
            return
        asks, view = self._asked(state), self._views(state, None)
        views: dict[Seat | None, CommonView] = {None: view}
        views |= {seat: self._views(state, seat) for seat in view.present}
        self._seen = (_Seen(state, asks, views), *self._seen[: SEEN_MOST - 1])

    def _asked(self, state: Any) -> tuple[Ask, ...]:
        asks: tuple[Ask, ...] = self._rules[2](state)
        self._first(self._faults_of_asks(asks), self._rules[2])
        return asks

    def _views(self, state: Any, seat: Seat | None) -> CommonView:
        view: CommonView = self._rules[3](state, seat)
        self._first(faults_of_view(view), self._rules[3])
        place = self._place(self._rules[3])
        try:
            drawn = json.dumps(
                codec.plain(spoken(view, _NOBODY)), ensure_ascii=False, allow_nan=False
            )
            self._room_for(len(drawn.encode()), "shows", place)
        except Refused:
            raise
        except Exception as problem:  # whatever a stranger's text may raise
            raise Stumbled(self._game, _unsaid(problem), place) from problem
        return view

    def _room_for(self, letters: int, does: str, place: str) -> None:
        if letters > SHOWN_MOST:
            why = f"it {does} {letters} letters at once, and {SHOWN_MOST} are the most."
            raise Stumbled(self._game, why, place)

    def _faults_of_asks(self, asks: Any) -> Iterator[str]:
        if not fits(asks, tuple[Ask, ...]):
            yield from faults_within(asks, "its asks")
            yield f"its asks should give questions (Ask, …), and gives {shown(asks)}."
            return
        place, letters = self._place(self._rules[2]), 0
        for ask in asks:
            slots = [slot for choice in ask.choices for slot in choice.slots]
            labels = [choice.label for choice in ask.choices]
            texts = [*filter(None, (ask.lead, ask.text)), *labels]
            texts += [label for slot in slots for label in slot.labels]
            letters += sum(self._say(text, place) for text in texts)
            letters += sum(len(str(option)) for slot in slots for option in slot.options)
            self._room_for(letters, "asks", place)
            keys = [choice.key for choice in ask.choices]
            if twice := next((key for key in keys if keys.count(key) > 1), None):
                yield f'its question "{ask.topic}" has two answers "{twice}": no tap tells which.'
            for choice in ask.choices:
                yield from self._faults_of_choice(choice)

    def _faults_of_choice(self, choice: Choice) -> Iterator[str]:
        about = f'its choice "{choice.key}"'
        kinds = codec.kinds(self._facts)
        if not isinstance(choice.fact, kinds):
            yield f"{about} should tell a fact of the game, and tells {shown(choice.fact)}."
            return
        fact: Any = choice.fact
        names = {field.name for field in fields(fact)}
        for slot in choice.slots:
            if slot.field not in names:
                yield f'{about} fills "{slot.field}", which is no field of {type(fact).__name__}.'
            elif len(set(slot.options)) < len(slot.options):
                yield f'{about} offers the same twice for "{slot.field}": no tap tells which.'
            elif slot.labels and len(slot.labels) != len(slot.options):
                yield f'{about} should have a label for each option of "{slot.field}".'
            else:
                yield from self._faults_of_picks(choice, slot, about)

    def _faults_of_picks(self, choice: Choice, slot: Slot, about: str) -> Iterator[str]:
        """The first and the last pick, as the journal would keep them."""
        for option in (*slot.options[:1], *slot.options[-1:]):
            fact = replace(choice.fact, **{slot.field: (option,) if slot.many else option})
            try:
                codec.loads(self._facts, codec.dumps(fact))
            except ValueError as problem:
                yield f'{about} offers {shown(option)} for "{slot.field}": {problem}'

    def _first(self, faults: Iterator[str], function: Callable[..., Any]) -> None:
        for fault in faults:
            raise Stumbled(self._game, fault, self._place(function))

    def _say(self, text: Text, place: str) -> int:
        """How many letters a sentence has that can be said."""
        try:
            letters = len(say(text, _NOBODY).encode())
        except Exception as problem:  # a value that is missing, a brace that is alone
            raise Stumbled(self._game, _unsaid(problem), place) from problem
        if letters > SAID_MOST:
            why = f"one of its sentences has {letters} letters, and {SAID_MOST} are the most."
            raise Stumbled(self._game, why, place)
        return letters

    def _in_time(self, work: Callable[[], Any]) -> Any:
        """What comes of it. Raises Refused."""
        if is_inside():  # of something that was asked, and has its time
            return self._refusing(work)
        if self._patience_s <= 0:
            raise Stumbled(self._game, STUCK, self._late, lasts=False)
        begun_s = time.monotonic()
        try:
            return self._threads.done(self._refusing, work)
        except Refused:
            raise
        except TooLong as problem:
            self._late = led_to(problem.frames, self._folder)
            raise Stumbled(self._game, f"{problem}.", self._late, lasts=False) from None
        except WouldExit as problem:
            raise self._raised(problem) from problem
        finally:
            left_s = self._patience_s + USUAL_S - (time.monotonic() - begun_s)
            self._patience_s = min(left_s, PATIENCE_S)

    def _refusing(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Stumbled:
            raise
        except Refused as refused:
            place = where(refused, self._folder)
            if not fits(refused.rule, str):
                why = f"it should refuse by a rule's id, and does by {shown(refused.rule)}."
                raise Stumbled(self._game, why, place) from refused
            self._say(refused.text, place)
            raise
        except Exception as problem:  # whatever a stranger's rules may raise
            raise self._raised(problem) from problem

    def _raised(self, problem: Exception) -> Stumbled:
        return Stumbled(self._game, said(problem), where(problem, self._folder))

    def _held(self, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def held(*told: Any, **more: Any) -> Any:
            return self._in_time(partial(work, *told, **more))

        return held

    def _telling(self, name: str, tells: Callable[..., Any]) -> Callable[..., Any]:
        """What is told of a game that is over is left out where it cannot be told."""
        form, nothing = TOLD[name]

        def fitting(*of: Any) -> Any:
            given = tells(*of)
            if not fits(given, form):
                why = f"it should give {called(form)}, not {shown(given)}."
                raise Stumbled(self._game, why, self._place(tells))
            said = json.dumps(
                codec.plain(spoken(given, _NOBODY)), ensure_ascii=False, allow_nan=False
            )
            self._room_for(len(said.encode()), "tells", self._place(tells))
            return given

        @wraps(tells)
        def told(*of: Any) -> Any:
            try:
                return self._in_time(partial(fitting, *of))
            except Stumbled as problem:
                return self._left_out(name, problem.why, problem.place, nothing)
            except Refused as problem:
                return self._left_out(name, complaint(problem), self._place(tells), nothing)

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
    hints = {
        **get_type_hints(CommonView, include_extras=True),
        **get_type_hints(type(view), include_extras=True),
    }
    for name in own:
        value, form = getattr(view, name), hints[name]
        if not fits(value, form):
            there = shown(value)
            yield f'its View says that "{name}" is {called(form)}, and its view shows {there}.'
    for name in SEATED:
        seats = getattr(view, name)
        for seat in seats if isinstance(seats, tuple) else (seats,):
            if type(seat) is int and not 0 <= seat < SEATS_MOST:
                yield f'its view shows seat {seat} for "{name}": seats are 0 to {SEATS_MOST - 1}.'
    if view.stage not in STAGES:
        yield f"its view shows the stage {shown(view.stage)}: there are {', '.join(STAGES)}."


def led_to(frames: Frames, folder: Path) -> str:
    """The inmost of these lines that is a game's own; or its first."""
    own = (
        f"{frame.f_code.co_filename}, line {line}"
        for frame, line in frames
        if Path(frame.f_code.co_filename).is_relative_to(folder)
    )
    return next(own, f"{folder / '__init__.py'}, line 1")


def place_of(function: Any, first: Path) -> str:
    """Where a function is written; or a game's first file."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else f"{first}, line 1"


def _like(model: Callable[..., Any], work: Callable[..., Any]) -> Callable[..., Any]:
    """The same as a function with the model's annotations."""

    @wraps(model)
    def held(*told: Any, **more: Any) -> Any:
        return work(*told, **more)

    return held


def _unsaid(problem: Exception) -> str:
    what = f"has no {problem}" if isinstance(problem, KeyError) else str(problem).rstrip(".")
    return f"one of its sentences {what}." if isinstance(problem, KeyError) else f"{what}."
