"""Who was first: bursts of five touches, told out of order, judged by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bench.evenings import GAME
from bench.figures import Figure
from companion.games.dolphin_splash.facts import Dealt, Setup
from companion.games.dolphin_splash.state import State, photo_finish
from companion.referee.signals import fact_of
from companion.table.settle import WINDOW_US, Settling
from companion.table.signals import Kind, Signal
from companion.words import Pad, Seat

BURSTS = 100_000
APART_US = 20
EQUAL_AT = 0.2  # so many neighbours touch in the same microsecond
PADS = 5


@dataclass(slots=True)
class Told:
    """What became of all bursts."""

    wrong: int = 0
    late: int = 0
    ties: int = 0
    ties_missed: int = 0


def figures(bursts: int = BURSTS) -> Iterator[Figure]:
    """Wrong orders and unnoticed ties among random bursts."""
    told = told_of(Random(1), bursts)
    name = f"{bursts:,} bursts of five, {APART_US} us apart, {WINDOW_US // 1000} ms of jitter"
    yield Figure(name, "wrong orders", told.wrong, most=0)
    yield Figure("… handed to the rules out of order", "bursts", told.late, most=0)
    among = f"among {told.ties:,} equal stamps"
    yield Figure("… equal stamps not told as ties", "ties", told.ties_missed, most=0, note=among)


def told_of(rng: Random, bursts: int) -> Told:
    """Let the rules judge so many bursts, each in a round of its own."""
    told = Told()
    live = GAME.judge(GAME.start(Setup(6)), Dealt(Seat(0))).state
    for _ in range(bursts):
        truth = _burst(rng)
        settled = _settled(truth, rng)
        stamps = [signal.at_us for signal in settled]
        told.late += stamps != sorted(stamps) or len(stamps) != len(truth)
        _compare(told, truth, _judged(live, settled))
    return told


def _burst(rng: Random) -> list[Signal]:
    """Five hands on five dolphins, in the order in which they came."""
    at_us = 1_000_000
    burst = []
    for pad in rng.sample(range(PADS), PADS):
        burst.append(Signal(Kind.TOUCH, at_us, Pad(pad)))
        at_us += 0 if rng.random() < EQUAL_AT else APART_US
    return burst


def _settled(burst: list[Signal], rng: Random) -> list[Signal]:
    """The burst as the settling hands it out, after each touch was some time under way."""
    settling = Settling()
    out: list[Signal] = []
    arrivals = sorted(
        ((signal.at_us + rng.randint(0, WINDOW_US), rng.random(), signal) for signal in burst),
        key=lambda arrival: arrival[:2],
    )
    for arrived_us, _, signal in arrivals:
        out += settling.due(arrived_us)
        settling.put(signal, arrived_us)
    return out + settling.due(arrivals[-1][0] + WINDOW_US)


def _judged(state: State, signals: list[Signal]) -> State:
    for signal in signals:
        state = GAME.judge(state, fact_of(signal)).state
    return state


def _compare(told: Told, truth: list[Signal], state: State) -> None:
    stamps = {signal.pad: signal.at_us for signal in truth}
    finish = photo_finish(state)
    for placed in finish:
        at_us = stamps[placed.touch.pad]
        equal = sum(other == at_us for other in stamps.values()) > 1
        told.ties += equal
        told.ties_missed += equal and not placed.close
    places = {
        pad: 1 + sum(other < at_us for other in stamps.values()) for pad, at_us in stamps.items()
    }
    told.wrong += {placed.touch.pad: placed.place for placed in finish} != places
