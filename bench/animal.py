"""Animal Splash alone: how long a row's groups are looked for, and whole games by robots."""

import time
from collections.abc import Iterator
from random import Random

from bench.figures import Figure, percentile
from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import Setup, Variant
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.games.animal_splash.state import State, groups_of
from companion.words import Seat

GAMES = 40
SEATS = (2, 3, 4, 5)
GROUPS_US_MOST = 50.0  # nobody waits for a hint
TURNS = 3  # the best of so many: a machine that others use drifts, and holds up what it likes


def figures() -> Iterator[Figure]:
    """The groups of a row, and what the rules judge with robots who play, in both modes."""
    looked_us = percentile(_groups_us(), 99)
    note = "99 % of rows: every group that can be scored"
    yield Figure("Animal Splash, groups of a row", "us", looked_us, most=GROUPS_US_MOST, note=note)
    for variant in Variant:
        played = max(_games_per_s(variant) for _ in range(TURNS))
        note = "robots with real cards, straight into the rules"
        yield Figure(f"Animal Splash, {variant.value} games", "games/s", played, note=note)


def _groups_us() -> Iterator[float]:
    """How long each row of these games takes at each of its facts, the best of a few times."""
    for seed in range(GAMES):
        for state in _states(seed):
            for seat in range(state.setup.seats if state.rows else 0):
                yield min(_looking_us(state, Seat(seat)) for _ in range(TURNS))


def _states(seed: int) -> Iterator[State]:
    family = AnimalFamily(_setup(seed, Variant.FULL), Random(seed))
    state = animal_splash.start(family.setup)
    for fact in family.game():
        state = animal_splash.judge(state, fact).state
        yield state


def _looking_us(state: State, seat: Seat) -> float:
    start_ns = time.perf_counter_ns()
    groups_of(state, seat)
    return (time.perf_counter_ns() - start_ns) / 1000


def _games_per_s(variant: Variant) -> float:
    """Games that robots play and the rules judge in a second."""
    start_s = time.perf_counter()
    for seed in range(GAMES):
        family = AnimalFamily(_setup(seed, variant), Random(seed))
        state = animal_splash.start(family.setup)
        for fact in family.game():
            state = animal_splash.judge(state, fact).state
    return GAMES / (time.perf_counter() - start_s)


def _setup(seed: int, variant: Variant) -> Setup:
    return Setup(SEATS[seed % len(SEATS)], variant)
