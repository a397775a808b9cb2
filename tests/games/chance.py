"""Chance for tests, always from a seeded generator: values of any annotation, and random robots.

Knows no game: facts come from a game's own annotations, answers from what it asks.
"""

from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from random import Random
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

from companion import codec
from companion.words import Ask, Between, Choice, Hardware, Judged, Refused, Ruling, Slot

FAR_OUT = (-(10**15), -9, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 99, 10**15)
RARE = ("crayon", "seatings", "redeal", "agree")  # offers that would drown a game if always told
WORDS = ("", "stuck", "unplugged", "{", "{seat}", "O'Neill; --", "Z\u00fcrich \U0001f42c")


@dataclass(frozen=True, slots=True)
class Step:
    """One fact of a game as it was judged."""

    before: Any
    fact: Any
    after: Any
    rulings: tuple[Ruling, ...]


def any_value(form: Any, rng: Random) -> Any:
    """A value that the annotation allows, sensible or not."""
    if isinstance(form, NewType):  # a seat or a pad: often of this table, sometimes of none
        return rng.choice(FAR_OUT) if rng.random() < 0.15 else rng.randrange(6)
    origin, args = get_origin(form), get_args(form)
    if origin is Annotated:
        bounds = next((note for note in args[1:] if isinstance(note, Between)), None)
        if bounds is None:
            return any_value(args[0], rng)
        return rng.choice((bounds.least, bounds.most, rng.randint(bounds.least, bounds.most)))
    if origin in (Union, UnionType):
        return any_value(rng.choice(args), rng)
    if origin is tuple:
        return tuple(any_value(args[0], rng) for _ in range(rng.choice((0, 1, 1, 2, 3, 6))))
    if origin is frozenset:
        return frozenset(any_value(args[0], rng) for _ in range(rng.randrange(4)))
    if is_dataclass(form):
        return form(**{name: any_value(hint, rng) for name, hint in _fields(form)})
    if isinstance(form, type) and issubclass(form, Enum):
        return rng.choice(list(form))
    if form is int:
        return rng.choice(FAR_OUT)
    return {bool: rng.random() < 0.5, str: rng.choice(WORDS), NoneType: None}[form]


@cache
def _fields(form: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(form, include_extras=True)
    return tuple((f.name, hints[f.name]) for f in fields(form))


def any_facts(game: ModuleType, rng: Random) -> list[Any]:
    """One random fact of every kind that the game knows."""
    return [any_value(kind, rng) for kind in codec.kinds(codec.fact_of(game.judge))]


def any_setup(game: Any, rng: Random, **given: Any) -> Any:
    """A random setup that the game takes."""
    while True:
        setup = replace(any_value(game.Setup, rng), **given)
        try:
            game.start(setup)
        except Refused:
            continue
        return setup


def fill(choice: Choice, rng: Random) -> Any:
    """The fact of a choice with legal picks in its slots."""
    return replace(choice.fact, **{slot.field: _pick(slot, rng) for slot in choice.slots})


def answer(asks: tuple[Ask, ...], rng: Random, musts: float) -> Any:
    """A random answer to a random ask; where there is a must, it is one with that chance."""
    needed = [ask for ask in asks if ask.must]
    among = needed if needed and rng.random() < musts else asks
    (ask,) = rng.choices(among, [1 if ask.topic in RARE else 8 for ask in among])
    return fill(rng.choice(ask.choices), rng)


def felt(game: ModuleType, rng: Random) -> Any:
    """A random word of hardware, or None in a game that has no sensors."""
    kinds = [k for k in codec.kinds(codec.fact_of(game.judge)) if k in get_args(Hardware)]
    return any_value(rng.choice(kinds), rng) if kinds else None


def play(
    game: ModuleType,
    setup: Any,
    rng: Random,
    most: int,
    musts: float = 0.8,
    sensors: float = 0.1,
    until: str = "",  # the phase to stop at, as the view names it
) -> list[Step]:
    """The steps of a game that robots without cards or sense play, in up to `most` turns."""
    state, steps = game.start(setup), []
    for _ in range(most):
        asks = game.asks(state)
        if not asks or (until and game.view(state).phase == until):
            break
        sensed = felt(game, rng) if rng.random() < sensors else None
        fact = sensed or answer(asks, rng, musts)
        try:
            judged: Judged[Any] = game.judge(state, fact)
        except Refused:
            assert sensed is None, f"{fact} is hardware's word and was refused"
            continue
        steps.append(Step(state, fact, judged.state, judged.rulings))
        state = judged.state
    return steps


def _pick(slot: Slot, rng: Random) -> Any:
    number = rng.randint(slot.least, min(slot.most, len(slot.options)))
    places = sorted(rng.sample(range(len(slot.options)), number))
    picked = tuple(slot.options[place] for place in places)
    return picked if slot.many else (picked[0] if picked else None)
