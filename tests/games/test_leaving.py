"""Whoever leaves, and whenever: nobody is asked who is not there, and who sits down goes on.

For all games, after every line of every transcript, by people who get up in any order.
"""

import re
from collections.abc import Callable, Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.say import Names, say
from companion.words import Joined, Left, Refused, Seat, Seats
from tests.games.shelf import RULES
from tests.games.test_contract import states
from tests.games.test_transcripts import FILES, ON_PAPER, words_of
from tests.games.transcripts import read, setup, tell

STOPPED = re.compile(r"not count|dropped|\b(wins|won)\b")
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


def told(game: ModuleType, state: Any, fact: Any, says: set[str] | None = None) -> Any:
    """The state after a fact, or as it was where that is refused; `says` gets what is said."""
    try:
        judged = game.judge(state, fact)
    except Refused as refused:
        texts, after = [refused.text], state
    else:
        texts, after = [ruling.text for ruling in judged.rulings], judged.state
    if says is not None:
        says.update(say(text, Names()) for text in texts)
    return after


def here(game: ModuleType, state: Any) -> list[Seat]:
    shown = game.view(state)
    return sorted({*shown.present, *shown.joining})


def stopping(game: ModuleType, state: Any, seat: Seat) -> bool | None:
    """Whether it is asked once more before the seat leaves, with what stops; None: it may not."""
    for choice in (one for ask in game.asks(state) for one in ask.choices):
        if isinstance(choice.fact, Left) and seat in choice.slots[0].options:
            return bool(choice.sure)
    return None


def asked(game: ModuleType, state: Any) -> list[Any]:
    return [ask for ask in game.asks(state) if ask.must]


@each_game
def test_who_is_not_there_is_asked_nothing(name: str) -> None:
    game, rng = RULES[name], Random(15)
    says: set[str] = set()
    for state in moments(name):
        seats = here(game, state)
        rng.shuffle(seats)
        for seat in seats:
            before, heard = state, set[str]()
            state = told(game, state, Left(seat), heard)
            says |= heard
            on = game.view(before).stage not in ("between", "resting")
            rests = on and game.view(state).phase == "resting"
            stops = rests or any(map(STOPPED.search, heard))
            assert stopping(game, before, seat) in (stops, None), heard
            there = set(here(game, state))
            assert all(set(ask.seats) <= there for ask in asked(game, state)), seat
        if not here(game, state):
            assert not asked(game, state), [ask.text for ask in asked(game, state)]
    assert any("rests until somebody sits down" in words for words in says), "how it goes on"
    assert not [
        words for words in says if re.search(r"(?<!Seat\s)\b(1 \w+s|[01] are|1 play)\b", words)
    ]


@pytest.mark.parametrize("name", ["animal_splash", "split", "twisted_fish"])
def test_who_leaves_takes_nobody_else_s_question_along(name: str) -> None:
    """What another one is asked about others stays, but for whose turn it is.

    Where hands have come together already the round is dropped instead: so is it in SPLASH!.
    """
    game, held = RULES[name], 0
    for state in states(game)[::9]:
        for seat in here(game, state):
            heard = set[str]()
            after = told(game, state, Left(seat), heard)
            dropped = game.view(after).phase == "resting" or any(map(STOPPED.search, heard))
            if after is state or dropped or game.view(after).over:
                continue
            stays = {(ask.topic, ask.text) for ask in asked(game, after)}
            for ask in asked(game, state):
                if seat not in concerned(ask) and ask.topic != "ask":
                    assert (ask.topic, ask.text) in stays, (seat, ask.text)
                    held += 1
    assert held > 9


# What of somebody's lies elsewhere once they have left, or comes with them, by game: how much the
# view shows of it, and the word that has to be said of it.
MOVED: tuple[tuple[str, Callable[[Any, Seat], int], str], ...] = (
    ("twisted_fish", lambda view, seat: view.counts[seat] if view.memory else 0, "pond"),
    ("split", lambda view, seat: view.hands[seat] if view.hands else 0, "discard pile"),
    ("animal_splash", lambda view, seat: view.divers[seat] + 1, "diver"),
    ("animal_splash", lambda view, seat: view.cards_in_row[seat], "start card"),
)


@pytest.mark.parametrize(("name", "has", "word"), MOVED, ids=[f"{n}-{w}" for n, _, w in MOVED])
def test_what_to_do_with_the_cards_of_who_leaves_is_said(name: str, has: Any, word: str) -> None:
    """Unless the round is dropped, and all cards come together anyway."""
    game, moved = RULES[name], 0
    for state in (*moments(name), *states(game)[::5]):
        for seat in here(game, state):
            heard = set[str]()
            view, after = game.view(state), game.view(told(game, state, Left(seat), heard))
            if after.round == view.round and has(view, seat) and not has(after, seat):
                dropped = any(map(STOPPED.search, heard))
                assert dropped or word in " ".join(heard), heard
                moved += not dropped
    assert moved


def test_new_hands_are_said() -> None:
    """H-S3: in SPLIT whose side was out draws anew; elsewhere one waits, or is asked."""
    game, drawn = RULES["split"], 0
    for state in moments("split"):
        seats = here(game, state)
        for seat in seats:
            state = told(game, state, Left(seat))
        for seat in seats:
            heard = set[str]()
            before, state = game.view(state), told(game, state, Joined(seat), heard)
            grown = sum(game.view(state).hands) > sum(before.hands)
            assert grown <= any("new hand" in words for words in heard), heard
            drawn += grown
    assert drawn


def concerned(ask: Any) -> set[Seat]:
    """Whom a question is put to, or is about."""
    named = [value for _, value in ask.text.values if isinstance(value, Seats)]
    facts = [choice.fact for choice in ask.choices]
    about = {getattr(fact, "seat", None) for fact in facts} - {None}
    return {*ask.seats, *about, *(seat for seats in named for seat in seats.of)}


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
