"""Who sits where changes nothing: a game that is told with all seats turned is the same one."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product, takewhile
from random import Random
from types import ModuleType
from typing import Any, NewType, get_args, get_origin, get_type_hints

import pytest

from companion import codec
from companion.games import GAMES
from companion.games.animal_splash.facts import Setup as SeaSetup
from companion.games.animal_splash.facts import Variant as SeaVariant
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.party_splash.facts import Setup as PartySetup
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.split.facts import Setup as SplitSetup
from companion.games.split.robot.family import SplitFamily
from companion.games.twisted_fish.facts import Setup as FishSetup
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper
from companion.say import Names, say
from companion.words import Ask, Joined, Refused, Seat, Text
from tests.games.chance import Step, any_setup, play
from tests.games.shelf import RULES

EVENINGS, STEPS_MOST, FACTS_MOST = 4, 100, 300
NO_ROBOTS = {"dolphin_splash": {"robots": 0}}  # D-S18 they sit in the last seats
SEATS_OF: dict[str, Callable[[Any], int]] = {  # those that ever were at the table
    "dolphin_splash": lambda state: len(state.letters),
    "party_splash": lambda state: len(state.kids),
    "twisted_fish": lambda state: len(state.base),
}
GROWS = {"dolphin_splash", "party_splash", "twisted_fish"}  # one more chair can be brought
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def of_setup(state: Any) -> int:
    """A game that nobody joins but in a seat that somebody left."""
    seats: int = state.setup.seats
    return seats


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
    """What is said and asked after each fact, word by word, in whatever order people are named;
    and what would have been said of it, had it been about somebody else."""
    names = Names({Seat(seats[n]): PEOPLE[n] for n in seats})

    def words(text: Text | None) -> list[str]:
        return sorted(re.findall(r"[\w']+", say(text, names))) if text else []

    def choices(ask: Ask) -> list[Any]:
        who = sorted(names.seat(seat) for seat in ask.seats)
        return [who, ask.must, sorted(words(choice.label) for choice in ask.choices)]

    def judged(fact: Any) -> tuple[Any, list[Any]]:
        try:
            found = game.judge(state, turned(fact, type(fact), seats))
        except Refused as refused:
            numbered = refused.text.template.startswith("Seat {n}")  # for who has no name here
            return state, ["refused", words(None if numbered else refused.text)]
        return found.state, sorted(words(ruling.text) for ruling in found.rulings)

    state = game.start(turned(setup, type(setup), seats))
    for fact in facts:
        others = [judged(replace(fact, **{n: s})) for n in seats_in(fact) for s in seats]
        state, said = judged(fact)
        asks = game.asks(state)
        asked = [(ask.topic, words(ask.lead), words(ask.text), choices(ask)) for ask in asks]
        yield [said, sorted(asked), [others_said for _, others_said in others]]


FAMILIES: dict[str, Callable[[Random], Any]] = {  # who know what they do come to what is rare
    "animal_splash": lambda rng: AnimalFamily(SeaSetup(3, SeaVariant.FULL), rng),
    "party_splash": lambda rng: PartyFamily(PartySetup(6), rng),
    "split": lambda rng: SplitFamily(SplitSetup(4), rng),
    "twisted_fish": lambda rng: TwistedFishFamily(FishSetup(4), rng, ZINGING),
}
ZINGING = Temper(lies=0.05, sees_through=0.02, zings=0.3)


def stories(kind: str) -> Iterator[tuple[Any, list[Any]]]:
    """Setups, and what is told of a game with each."""
    for seed in range(EVENINGS):
        setup, steps = some_steps(kind, seed)
        # Who joins has the last seat, wherever the others sit.
        told = (step.fact for step in steps)
        yield setup, [*takewhile(lambda fact: not isinstance(fact, Joined), told)]
    if kind in FAMILIES:
        family = FAMILIES[kind](Random(1))
        yield family.setup, [*islice(family.game(), FACTS_MOST)]


@pytest.mark.parametrize("kind", RULES)
def test_who_sits_where_changes_nothing(kind: str) -> None:
    for setup, facts in stories(kind):
        seats = range(setup.seats)
        by = 1 if kind != "split" else setup.seats // 2 if setup.seats > 3 else 0  # the same side
        as_they_sat = told(RULES[kind], setup, facts, {seat: seat for seat in seats})
        others = told(RULES[kind], setup, facts, {s: (s + by) % setup.seats for s in seats})
        for one, other in zip(as_they_sat, others, strict=True):
            assert one == other


@pytest.mark.parametrize("kind", RULES)
def test_who_sits_nowhere_tells_nothing(kind: str) -> None:
    """The same facts of the seat after the last one, or before the first: refused, each of them."""
    game, refused = RULES[kind], 0
    may_join = Joined in codec.kinds(codec.fact_of(game.judge))
    for steps in (some_steps(kind, seed)[1] for seed in range(EVENINGS)):
        for step in steps:
            seats = SEATS_OF.get(kind, of_setup)(step.before)
            for name, nobody in product(seats_in(step.fact), (-1, seats, seats + 1)):
                with pytest.raises(Refused):
                    game.judge(step.before, replace(step.fact, **{name: nobody}))
                refused += 1
            for nobody in (-1, seats + (kind in GROWS)) if may_join else ():
                with pytest.raises(Refused):
                    game.judge(step.before, Joined(Seat(nobody)))
    assert refused > 99


@pytest.mark.parametrize("kind", RULES)
def test_who_deals_first_sits_at_the_table_and_all_fit_round_it(kind: str) -> None:
    setup, of = some_steps(kind, 0)[0], GAMES[kind].seats
    for dealer in range(-2, setup.seats + 3) if hasattr(setup, "dealer") else ():
        changed = replace(setup, dealer=dealer)
        if 0 <= dealer < setup.seats:
            RULES[kind].start(changed)
            continue
        with pytest.raises(Refused):
            RULES[kind].start(changed)
    for seats in (*range(-1, min(of)), *range(max(of) + 1, max(of) + 3)):
        with pytest.raises(Refused):
            RULES[kind].start(RULES[kind].Setup(seats))


def seats_in(fact: Any) -> list[str]:
    """The fields that name one seat."""
    hints = get_type_hints(type(fact)) if not isinstance(fact, Joined) else {}
    named = {name for name, form in hints.items() if form is Seat or Seat in get_args(form)}
    return sorted(name for name in named if isinstance(getattr(fact, name), int))
