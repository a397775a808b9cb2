"""A game that is over: who has won is said to whoever still plays it, in all games.

After every transcript that comes to an end, by facts of every kind made by chance.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from companion.frozen import replace
from companion.new_game.rows import Row
from companion.say import Names, say
from companion.words import Corrected, HandedOver, Hardware, Joined, Left, Refused
from tests.games.chance import any_facts
from tests.games.shelf import RULES
from tests.games.test_contract import states
from tests.games.test_leaving import each_game, moments
from tests.games.test_split import ROWS as SPLIT_ROWS

TRIES = 40  # facts of each kind
SOME = 6  # ends that robots came to
UNWON = ("H-Q24-no-chip-was-placed",)
WRITES_MOST = 30  # with which the pen writes as much as can be wrong
AROUND = (Corrected, Left, Joined, HandedOver, Hardware)  # not of the game itself


def ends(name: str) -> list[Any]:
    """The states in which a transcript's game is over."""
    return [state for state in moments(name) if RULES[name].view(state).over]


@each_game
def test_transcripts_come_to_an_end(name: str) -> None:
    assert ends(name)


@each_game
def test_who_still_plays_is_told_that_it_is_over(name: str) -> None:
    game, rng = RULES[name], Random(15)
    said = set()
    for state in ends(name):
        won = game.view(state).winners
        for fact in (fact for _ in range(TRIES) for fact in any_facts(game, rng)):
            if isinstance(fact, AROUND):
                continue
            try:
                game.judge(state, fact)
            except Refused as refusal:
                told = say(refusal.text, Names())
                said.add((type(fact).__name__, refusal.rule, told))
                assert "being played" not in told and "has a turn" not in told, (fact, told)
                assert won or "won" not in told or "nobody" in told, told
    assert any("has won" in told or "win" in told or "King" in told for *_, told in said), said


@each_game
def test_whatever_ended_can_be_put_right(name: str) -> None:
    """The pen is offered after every end, and with it somebody else wins or the game goes on."""
    game = RULES[name]
    over = [state for state in states(game) if game.view(state).over]
    for state in (*ends(name), *over[:: len(over) // SOME + 1]):
        ended = outcome(game, state)
        assert any(outcome(game, after) != ended for after in put_right(game, state)), ended


@each_game
def test_an_end_that_nobody_won_can_be_undone_by_the_pen(name: str) -> None:
    game = RULES[name]
    over = [state for state in states(game) if game.view(state).over]
    for state in (*ends(name), *over, *unwon(name)):
        if not game.view(state).winners:
            assert any(not game.view(after).over for after in put_right(game, state))


def unwon(name: str) -> list[Any]:
    """Games that are over though nobody has won, where a game can end so."""
    return [told(row) for row in SPLIT_ROWS if row.id in UNWON] if name == "split" else []


def told(row: Row) -> Any:
    """The state that a row's facts lead to."""
    state = RULES["split"].start(row.setup)
    for fact in row.facts:
        state = RULES["split"].judge(state, fact).state
    return state


def outcome(game: Any, state: Any) -> tuple[bool, tuple[int, ...]]:
    """Whether it is over, and who has won."""
    view = game.view(state)
    return view.over, tuple(view.winners)


def put_right(game: Any, state: Any) -> Iterator[Any]:
    """What comes of it where the pen writes the same again and again."""
    for ask in game.asks(state):
        for choice in ask.choices if ask.topic == "crayon" else ():
            for picks in product(*(slot.options for slot in choice.slots)):
                named = {slot.field: one for slot, one in zip(choice.slots, picks, strict=True)}
                yield from written(game, state, replace(choice.fact, **named))


def written(game: Any, state: Any, fact: Any) -> Iterator[Any]:
    """The state after each time that the pen writes it."""
    for _ in range(WRITES_MOST):
        try:
            state = game.judge(state, fact).state
        except Refused:
            return
        yield state
