"""What is offered counts: no screen offers what the table knows to be impossible.

At every moment of many games each answer is told once, on a copy: nothing came in between, so none
may be refused. Knows no game.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.frozen import replace
from companion.say import Names, say
from companion.words import Ask, Choice, Refused, Seats, Slot
from tests.games.chance import fill
from tests.games.shelf import RULES
from tests.games.test_contract import asked, kind_of, states
from tests.games.test_leaving import moments

TRIES = 200  # random picks beside an option before it counts as impossible
EXCEPTED = {  # what is offered though it may be refused, and why
    ("split", "chip", "place"): "H-S11: where a chip may go is shown only to who wants to see it",
    ("split", "claim", "cards"): "H-C2: seven cards at once, with all that everybody has seen",
    ("animal_splash", "group", "*"): "A-C3: to find groups is the game",
    ("animal_splash", "act", "mission"): "A-C3: so is to find a mission",
}
UNKNOWN = {  # numbers that the table takes from people, however large: it offers some of them
    ("*", "crayon"): "the pen may write any number",
    ("party_splash", "hand"): "who had more cards says so",
    ("animal_splash", "mission"): "what is printed there only people see",
    ("animal_splash", "end_card"): "likewise",
    ("animal_splash", "tally"): "likewise, of what lies there",
    ("animal_splash", "swap"): "at most two pearls come with a card: so the fact itself says",
}
FEW = 3  # times the same number is tried
SOME = 23  # of so many moments one has all its picks told

each_game = pytest.mark.parametrize("game", RULES.values(), ids=RULES)


@each_game
def test_each_answer_without_a_pick_counts(game: ModuleType) -> None:
    for state in states(game):
        for ask in asked(game, state):
            for choice in ask.choices:
                if not choice.slots:
                    assert not (why := refusal(game, state, choice.fact)), told(ask, choice, why)


@each_game
def test_a_button_that_several_may_press_says_who_does_it(game: ModuleType) -> None:
    """An offer without a pick is its label alone: on the phone of somebody else, too."""
    for state in states(game)[::SOME]:
        present = game.view(state).present
        for ask in game.asks(state):
            (choice, *others) = ask.choices
            if ask.must or others or choice.slots or not 1 < len(ask.seats) < len(present):
                continue
            assert any(isinstance(value, Seats) for _, value in choice.label.values), choice.label


@each_game
def test_each_pick_counts(game: ModuleType) -> None:
    """Beside each thing that can be picked some others can be picked with which it counts."""
    for state in (*states(game)[::SOME], *tuple(moments(kind_of(game)))[::SOME]):
        hold_to_what_is_offered(game, state)


@each_game
def test_all_that_counts_is_offered(game: ModuleType) -> None:
    """One more than the largest number that may be picked is more than there is."""
    tried = Counter[Any]()
    for state in states(game):
        for ask in asked(game, state):
            for choice in ask.choices if not is_unknown(game, ask.topic) else ():
                for slot in choice.slots if not is_unknown(game, choice.key) else ():
                    what = (ask.topic, choice.key, slot.field, slot.options[-1:])
                    if slot.of == "number" and not slot.many and tried[what] < FEW:
                        tried[what] += 1
                        why = refusal(game, state, one_more(choice, slot))
                        assert why, told(ask, choice, f"{slot.field} = {slot.options[-1]} + 1")


def is_unknown(game: ModuleType, key: str) -> bool:
    """Whether people alone know how many there are."""
    return any((kind, key) in UNKNOWN for kind in ("*", kind_of(game)))


def one_more(choice: Choice, slot: Slot) -> Any:
    """The choice's fact with a number that is not offered, and the first of all else."""
    others = {o.field: o.options[: o.least] if o.many else o.options[0] for o in choice.slots}
    return replace(choice.fact, **{**others, slot.field: max(slot.options) + 1})


@pytest.mark.soak
@each_game
def test_each_pick_counts_at_every_moment(game: ModuleType) -> None:
    for state in (*states(game), *moments(kind_of(game))):
        hold_to_what_is_offered(game, state)


def hold_to_what_is_offered(game: ModuleType, state: Any) -> None:
    """Tell every answer that is offered, with every pick."""
    rng = Random(21)
    for ask in game.asks(state):
        for choice in ask.choices:
            if is_excepted(game, ask, choice):
                continue
            for slot, option in picks(choice):
                why = ""
                for fact in ways(choice, slot, option, rng):
                    why = refusal(game, state, fact)
                    if not why:
                        break
                assert not why, told(ask, choice, f"{slot.field} = {option}: {why}")


def is_excepted(game: ModuleType, ask: Ask, choice: Choice) -> bool:
    """Whether it is offered for another reason than that it can be."""
    kind = kind_of(game)
    return any((kind, ask.topic, key) in EXCEPTED for key in (choice.key, "*"))


def picks(choice: Choice) -> Iterator[tuple[Slot, Any]]:
    """Everything that can be picked, each with where."""
    for slot in choice.slots:
        yield from ((slot, option) for option in slot.options)


def ways(choice: Choice, slot: Slot, option: Any, rng: Random) -> Iterator[Any]:
    """The choice's facts with this pick: first with what a page picks, then with others."""
    others = [other for other in choice.slots if other is not slot]
    first = {o.field: (o.options[: o.least] if o.many else o.options[0]) for o in others}
    for other in () if slot.many else others:  # with one other pick, each there is
        for one in () if other.many else other.options:
            fact = replace(choice.fact, **{**first, other.field: one, slot.field: option})
            if not clash(fact, choice):
                yield fact
    for number in range(TRIES if others or slot.many else 1):
        fact = replace(choice.fact, **first)
        if number:
            # Most of eight counters stay at nothing.
            chosen = rng.sample(others, rng.randint(min(1, len(others)), len(others)))
            drawn = fill(choice, rng)
            some = {o.field: getattr(drawn, o.field) for o in (*chosen, slot)}
            fact = replace(fact, **some)
        picked = getattr(fact, slot.field) if slot.many and number else ()
        if slot.many and option not in picked:
            kept = rng.sample(picked, max(0, min(len(picked), slot.most - 1)))
            more = [o for o in slot.options if o != option and o not in kept]
            kept += rng.sample(more, max(0, slot.least - 1 - len(kept)))
            picked = tuple(o for o in slot.options if o == option or o in kept)
        fact = replace(fact, **{slot.field: picked if slot.many else option})
        if not clash(fact, choice):
            yield fact


def clash(fact: Any, choice: Choice) -> bool:
    """Whether the page itself does not let these two be picked together."""
    for slot in choice.slots:
        mine = getattr(fact, slot.field)
        other = getattr(fact, slot.other_than) if slot.other_than else None
        if slot.other_than and (other in mine if slot.many else mine == other):
            return True
    return False


def refusal(game: ModuleType, state: Any, fact: Any) -> str:
    """Why the fact is refused; "" where it counts."""
    try:
        game.judge(state, fact)
    except Refused as refused:
        return f"[{refused.rule}] {say(refused.text, Names())} ({fact})"
    return ""


def told(ask: Ask, choice: Choice, why: str) -> str:
    """What was offered and cannot be, in words."""
    return f"{say(ask.text, Names())} {choice.key}: {why}"
