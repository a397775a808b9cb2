"""Whoever leaves, and whenever: nobody is asked who is not there, and who sits down goes on.

For all games, after every line of every transcript, by people who get up in any order.
"""

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.words import Joined, Left, Refused, Seat
from tests.games.shelf import RULES
from tests.games.test_transcripts import FILES, ON_PAPER, words_of
from tests.games.transcripts import read, setup, tell

each_game = pytest.mark.parametrize("name", ON_PAPER)


def moments(name: str) -> Iterator[Any]:
    """The state of a game before and after every line of its transcripts; a new game has none."""
    if name not in ON_PAPER:
        return
    game, words = RULES[name], words_of(name)
    for path in (path for of, path in FILES if of == name):
        paper = read(path.read_text(encoding="utf-8"))
        state = game.start(setup(game, words, paper))
        yield state
        for line in paper.told:
            state, _ = tell(game, words, paper, state, line)
            yield state


def told(game: ModuleType, state: Any, fact: Any) -> Any:
    """The state after a fact, or as it was where the fact is refused."""
    try:
        return game.judge(state, fact).state
    except Refused:
        return state


def here(game: ModuleType, state: Any) -> list[Seat]:
    shown = game.view(state)
    return sorted({*shown.present, *shown.joining})


def asked(game: ModuleType, state: Any) -> list[Any]:
    return [ask for ask in game.asks(state) if ask.must]


@each_game
def test_who_is_not_there_is_asked_nothing(name: str) -> None:
    game, rng = RULES[name], Random(15)
    for state in moments(name):
        seats = here(game, state)
        rng.shuffle(seats)
        for seat in seats:
            state = told(game, state, Left(seat))
            there = set(here(game, state))
            assert all(set(ask.seats) <= there for ask in asked(game, state)), seat
        if not here(game, state):
            assert not asked(game, state), [ask.text for ask in asked(game, state)]


@each_game
def test_who_sits_down_again_has_something_to_do(name: str) -> None:
    """An empty table wakes: something is asked, or may be told, or the game is over."""
    game, rng = RULES[name], Random(16)
    for state in moments(name):
        if game.view(state).phase == "resting":
            continue  # too few sit there
        seats = here(game, state)
        for fact in (*map(Left, rng.sample(seats, len(seats))), *map(Joined, sorted(seats))):
            state = told(game, state, fact)
        over = game.view(state).over
        assert over or here(game, state) == seats
        assert over or asked(game, state), game.view(state).phase
