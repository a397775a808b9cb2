"""Evenings that robots played: journals of any length for a bench, and facts to judge."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion import codec
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Family
from companion.journal import Journal, Op, Row
from companion.journal.people import People
from companion.words import Corrected, Refused, Seat
from tests.robots.playing import play

KIND = "dolphin_splash"
GAME: Any = GAMES[KIND]
PEOPLE = ("Ana", "Ben", "Cy", "Dee")
FACT_GAP_US = 700_000  # about as often as something happens at a table


@dataclass(frozen=True, slots=True)
class Evening:
    """One game as it was told."""

    setup: Setup
    facts: tuple[Any, ...]
    rounds: int


def evenings(seed: int = 1) -> Iterator[Evening]:
    """Games without end; the same for the same seed."""
    rng = Random(seed)
    while True:
        setup = Setup(4)
        played = play(GAME, Family(setup, rng))
        yield Evening(setup, played.facts, played.truth.rounds)


def written(path: Path, rounds: int, goes_on: bool = True) -> int:
    """A journal of so many rounds, whose last game goes on unless told otherwise: its rows."""
    journal = Journal(path, "bench")
    people = [People(journal).number(name, 0) for name in PEOPLE]
    at_us = rows = 0
    for evening in evenings():
        game = journal.begin_game(KIND, codec.dumps(evening.setup), people, 0).game
        facts = evening.facts if rounds > evening.rounds or not goes_on else evening.facts[:-8]
        told = [_row(fact, at_us + n * FACT_GAP_US, rows + n) for n, fact in enumerate(facts)]
        journal.append(game, told, 0)
        at_us += len(facts) * FACT_GAP_US
        rows, rounds = rows + len(facts), rounds - evening.rounds
        if rounds <= 0:
            break
    journal.close()
    return rows


def written_as_one(path: Path, facts: int) -> None:
    """A journal of one running game with so many facts: longer than any family plays."""
    journal = Journal(path, "bench")
    people = [People(journal).number(name, 0) for name in PEOPLE]
    told, setup = one_long_game(facts)
    game = journal.begin_game(KIND, codec.dumps(setup), people, 0).game
    journal.append(game, [_row(fact, n * FACT_GAP_US, n) for n, fact in enumerate(told)], 0)
    journal.close()


def one_long_game(facts: int) -> tuple[list[Any], Setup]:
    """So many facts of one game that never ends: the table's own pen takes letters away again."""
    setup = Setup(4)
    told: list[Any] = []
    state = GAME.start(setup)
    source = evenings()
    while len(told) < facts:
        for fact in next(source).facts:
            for word in (fact, *_cleaned(state)):
                with suppress(Refused):  # an evening's end does not fit into one that goes on
                    state = GAME.judge(state, word).state
                    told.append(word)
    return told[:facts], setup


def _cleaned(state: Any) -> Iterator[Any]:
    """The table's own pen, before anybody has so many letters that the game could end."""
    for seat, letters in enumerate(state.letters):
        if letters > 2:
            yield Corrected(Seat(seat), -2)


def _row(fact: Any, at_us: int, n: int) -> Row:
    return Row(Op.FACT, codec.dumps([fact]), "robot", at_us, nonce=f"bench{n}", rules="1")
