"""Splash, the party, alone: how long a fact is judged, facts a second, and games by robots."""

import time
from collections.abc import Iterator
from functools import reduce
from random import Random

from bench.figures import Figure, percentile
from companion.games.party_splash import rules as party_splash
from companion.games.party_splash.facts import Fact, Setup
from companion.games.party_splash.robot.family import PartyFamily
from companion.games.party_splash.state import State

PARTIES = 60
SEATS = (4, 5, 6, 7, 8)
FACT_US_MOST = 100.0  # the referee must not feel it
TURNS = 3  # the best of so many: a machine that others use drifts, and holds up what it likes

Game = tuple[Setup, list[Fact]]


def figures() -> Iterator[Figure]:
    """Each fact by itself, what the rules judge, and what they judge with robots who play."""
    games = list(_games())
    fact_us = percentile(_facts_us(games), 99)
    note = "99 % of facts: what comes of it, up to the next question"
    yield Figure("Splash party, a fact judged", "us", fact_us, most=FACT_US_MOST, note=note)
    judged = max(_judged_per_s(games) for _ in range(TURNS))
    yield Figure("Splash party, facts judged", "facts/s", judged)
    played = max(_games_per_s() for _ in range(TURNS))
    note = "robots with hidden balloons and hands, straight into the rules"
    yield Figure("Splash party, games", "games/s", played, note=note)


def _games() -> Iterator[Game]:
    """Whole games on record, for any number of people."""
    for seed in range(PARTIES):
        setup = Setup(SEATS[seed % len(SEATS)], simultaneous_area_hits=seed % 3 == 0)
        yield setup, list(PartyFamily(setup, Random(seed)).game())


def _facts_us(games: list[Game]) -> Iterator[float]:
    """How long each fact of these games takes, the best of a few times each."""
    for setup, facts in games:
        state = party_splash.start(setup)
        for fact in facts:
            yield min(_judging_us(state, fact) for _ in range(TURNS))
            state = party_splash.judge(state, fact).state


def _judging_us(state: State, fact: Fact) -> float:
    start_ns = time.perf_counter_ns()
    party_splash.judge(state, fact)
    return (time.perf_counter_ns() - start_ns) / 1000


def _judged_per_s(games: list[Game]) -> float:
    """How many recorded facts the rules judge in a second."""
    start_s = time.perf_counter()
    for setup, facts in games:
        begun = party_splash.start(setup)
        reduce(lambda state, fact: party_splash.judge(state, fact).state, facts, begun)
    return sum(len(facts) for _, facts in games) / (time.perf_counter() - start_s)


def _games_per_s() -> float:
    """Games that robots play and the rules judge in a second."""
    start_s = time.perf_counter()
    for seed in range(PARTIES):
        family = PartyFamily(Setup(SEATS[seed % len(SEATS)]), Random(seed))
        state = party_splash.start(family.setup)
        for fact in family.game():
            state = party_splash.judge(state, fact).state
    return PARTIES / (time.perf_counter() - start_s)
