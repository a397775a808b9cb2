"""Twisted Fish alone: facts judged a second, and whole rounds by robots with real hidden hands."""

import time
from collections.abc import Iterator
from functools import reduce
from random import Random

from bench.figures import Figure
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import Setup
from companion.games.twisted_fish.robot.family import TwistedFishFamily

EVENINGS = 20
SEATS = 3
ROUNDS_LEAST = 300  # a second; rlcard's gin rummy plays some 130 games
TURNS = 3  # the best of so many: a machine that others use drifts


def figures() -> Iterator[Figure]:
    """What the rules judge, and what they judge with robots who play."""
    judged = max(judged_per_s() for _ in range(TURNS))
    yield Figure("Twisted Fish, facts judged", "facts/s", judged)
    rounds = max(rounds_per_s() for _ in range(TURNS))
    note = "robots with hidden hands, straight into the rules"
    yield Figure("Twisted Fish, rounds", "rounds/s", rounds, least=ROUNDS_LEAST, note=note)


def rounds_per_s() -> float:
    """Rounds that robots play and the rules judge in a second."""
    setup = Setup(SEATS)
    rounds = 0
    start_s = time.perf_counter()
    for seed in range(EVENINGS):
        family = TwistedFishFamily(setup, Random(seed))
        state = twisted_fish.start(setup)
        for fact in family.evening():
            judged = twisted_fish.judge(state, fact)
            state = judged.state
            family.hear(judged.rulings)
        rounds += family.score.rounds
    return rounds / (time.perf_counter() - start_s)


def judged_per_s() -> float:
    """How many recorded facts the rules judge in a second."""
    setup = Setup(SEATS)
    evenings = [list(TwistedFishFamily(setup, Random(n)).evening()) for n in range(EVENINGS)]
    first = twisted_fish.start(setup)
    start_s = time.perf_counter()
    for facts in evenings:
        reduce(lambda state, fact: twisted_fish.judge(state, fact).state, facts, first)
    return sum(map(len, evenings)) / (time.perf_counter() - start_s)
