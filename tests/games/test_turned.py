"""Who sits where changes nothing: a game that is told with all seats turned is the same one."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product, takewhile
from random import Random
from types import ModuleType
from typing import Any, NewType, get_args, get_origin, get_type_hints

import pytest

from companion.say import Names, say
from companion.words import Ask, Joined, Refused, Seat, Text
from tests.games.chance import Step, any_setup, play
from tests.games.shelf import RULES

EVENINGS, STEPS_MOST = 6, 100
NO_ROBOTS = {"dolphin_splash": {"robots": 0}}  # D-S18 they sit in the last seats
SEATS_OF: dict[str, Callable[[Any], int]] = {  # those that ever were at the table
    "animal_splash": lambda state: state.setup.seats,
    "dolphin_splash": lambda state: len(state.letters),
    "party_splash": lambda state: len(state.kids),
    "split": lambda state: state.setup.seats,
    "twisted_fish": lambda state: len(state.base),
}
GROWS = {"dolphin_splash", "party_splash", "twisted_fish"}  # one more chair can be brought
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def some_steps(kind: str, seed: int) -> tuple[Any, list[Step]]:
    """A setup, and the steps of a game that robots played with it."""
    rng = Random(seed)
    setup = any_setup(RULES[kind], rng, **NO_ROBOTS.get(kind, {}))
    return setup, play(RULES[kind], setup, rng, STEPS_MOST, 0.6)


def turned(value: Any, form: Any, seats: Mapping[int, int]) -> Any:
    """The same with others in place of these seats; whatever else it says."""
    if isinstance(form, NewType):
        return seats.get(value, value) if form is Seat else value
    if hasattr(value, "__dataclass_fields__"):
        hints = get_type_hints(type(value), include_extras=True)
        named = {one: hints[one] for one in value.__dataclass_fields__}
        return replace(value, **{n: turned(getattr(value, n), h, seats) for n, h in named.items()})
    args = [one for one in get_args(form) if value is not None or one is type(None)]
    if isinstance(value, tuple | frozenset):
        return type(value)(turned(one, args[0], seats) for one in value)
    for inner in args if get_origin(form) else ():
        value = turned(value, inner, seats)
        if inner is Seat:
            break
    return value


def told(
    game: ModuleType, setup: Any, facts: list[Any], seats: Mapping[int, int]
) -> Iterator[list[Any]]:
    """What is said and asked after each fact, word by word, in whatever order people are named."""
    names = Names({Seat(seats[n]): PEOPLE[n] for n in seats})

    def words(text: Text | None) -> list[str]:
        return sorted(re.findall(r"[\w']+", say(text, names))) if text else []

    def choices(ask: Ask) -> list[Any]:
        who = sorted(names.seat(seat) for seat in ask.seats)
        return [who, ask.must, sorted(words(choice.label) for choice in ask.choices)]

    state = game.start(turned(setup, type(setup), seats))
    for fact in facts:
        try:
            judged = game.judge(state, turned(fact, type(fact), seats))
        except Refused as refused:
            yield words(refused.text)
            continue
        state = judged.state
        asks = game.asks(state)
        asked = [(ask.topic, words(ask.lead), words(ask.text), choices(ask)) for ask in asks]
        yield [sorted(words(ruling.text) for ruling in judged.rulings), sorted(asked)]


@pytest.mark.parametrize("kind", RULES)
def test_who_sits_where_changes_nothing(kind: str) -> None:
    game = RULES[kind]
    for seed in range(EVENINGS):
        setup, steps = some_steps(kind, seed)
        # Who joins has the last seat, wherever the others sit.
        facts = [*takewhile(lambda fact: not isinstance(fact, Joined), (s.fact for s in steps))]
        seats = range(setup.seats)
        by = 1 if kind != "split" else setup.seats // 2 if setup.seats > 3 else 0  # the same side
        as_they_sat = told(game, setup, facts, {seat: seat for seat in seats})
        others = told(game, setup, facts, {seat: (seat + by) % setup.seats for seat in seats})
        for one, other in zip(as_they_sat, others, strict=True):
            assert one == other


@pytest.mark.parametrize("kind", RULES)
def test_who_sits_nowhere_tells_nothing(kind: str) -> None:
    """The same facts of the seat after the last one, or before the first: refused, each of them."""
    game, refused = RULES[kind], 0
    for steps in (some_steps(kind, seed)[1] for seed in range(EVENINGS)):
        for step in steps:
            seats = SEATS_OF[kind](step.before)
            for name, nobody in product(seats_in(step.fact), (-1, seats)):
                with pytest.raises(Refused):
                    game.judge(step.before, replace(step.fact, **{name: nobody}))
                refused += 1
            for nobody in (-1, seats + (kind in GROWS)):
                with pytest.raises(Refused):
                    game.judge(step.before, Joined(Seat(nobody)))
    assert refused > 99


def seats_in(fact: Any) -> list[str]:
    """The fields that name one seat."""
    hints = get_type_hints(type(fact)) if not isinstance(fact, Joined) else {}
    named = {name for name, form in hints.items() if form is Seat or Seat in get_args(form)}
    return sorted(name for name in named if isinstance(getattr(fact, name), int))
