"""SPLIT alone: how long a chip is judged, facts a second, and whole games by robots."""

import time
from collections.abc import Iterator
from functools import reduce
from random import Random

from bench.figures import Figure, percentile
from companion.games.split import rules as split
from companion.games.split.facts import Fact, Placed, Setup
from companion.games.split.robot.family import SplitFamily
from companion.games.split.state import State

GAMES = 60
SEATS = (2, 3, 4, 6)
CHIP_US_MOST = 50.0  # the referee must not feel it
TURNS = 3  # the best of so many: a machine that others use drifts, and holds up what it likes

Game = tuple[Setup, list[Fact]]


def figures() -> Iterator[Figure]:
    """A chip's space and path, what the rules judge, and what they judge with robots who play."""
    games = list(_games())
    chip_us = percentile(_chips_us(games), 99)
    note = "99 % of chips: may it go there, and does it win"
    yield Figure("SPLIT, a chip judged", "us", chip_us, most=CHIP_US_MOST, note=note)
    judged = max(_judged_per_s(games) for _ in range(TURNS))
    yield Figure("SPLIT, facts judged", "facts/s", judged)
    played = max(_games_per_s() for _ in range(TURNS))
    note = "robots with hidden hands, straight into the rules"
    yield Figure("SPLIT, games", "games/s", played, note=note)


def _games() -> Iterator[Game]:
    """Whole games on record, for any number of people."""
    for seed in range(GAMES):
        setup = Setup(SEATS[seed % len(SEATS)], perfect_memory=seed % 3 == 0)
        yield setup, list(SplitFamily(setup, Random(seed)).game())


def _chips_us(games: list[Game]) -> Iterator[float]:
    """How long each chip of these games takes, the best of a few times each."""
    for setup, facts in games:
        state = split.start(setup)
        for fact in facts:
            if isinstance(fact, Placed):
                yield min(_judging_us(state, fact) for _ in range(TURNS))
            state = split.judge(state, fact).state


def _judging_us(state: State, fact: Fact) -> float:
    start_ns = time.perf_counter_ns()
    split.judge(state, fact)
    return (time.perf_counter_ns() - start_ns) / 1000


def _judged_per_s(games: list[Game]) -> float:
    """How many recorded facts the rules judge in a second."""
    start_s = time.perf_counter()
    for setup, facts in games:
        reduce(lambda state, fact: split.judge(state, fact).state, facts, split.start(setup))
    return sum(len(facts) for _, facts in games) / (time.perf_counter() - start_s)


def _games_per_s() -> float:
    """Games that robots play and the rules judge in a second."""
    start_s = time.perf_counter()
    for seed in range(GAMES):
        family = SplitFamily(Setup(SEATS[seed % len(SEATS)]), Random(seed))
        state = split.start(family.setup)
        for fact in family.game():
            state = split.judge(state, fact).state
    return GAMES / (time.perf_counter() - start_s)
