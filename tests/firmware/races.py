"""Two hands race for two dolphins, and the board is asked who was first."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from companion.table.frames import Event, Kind
from tests.firmware.bench import Host, called

RAMP_US = 10_000
GRIPS_PF = (8.0, 60.0)  # two fingertips, a whole hand: as unlike as hands are
REST_US = 14_000  # the next race is of other pads, so that these have as long again and more


@dataclass(frozen=True, slots=True)
class Race:
    """What came of one race."""

    gap_us: float
    verdict: int
    """1: the right order was called; 0: too close to call; -1: the wrong one."""
    covered: bool
    """Both contacts lay where the events say, give or take the promised 10 us."""


def races(host: Host, seed: int, gaps_us: list[float]) -> Iterator[Race]:
    """One race a gap: random pads, grips and moments."""
    chance = random.Random(seed)
    resting: set[int] = set()
    for gap_us in gaps_us:
        first, second = chance.sample(sorted(set(range(5)) - resting), 2)
        resting = {first, second}
        yield _race(host, chance, gap_us, first, second)


def _race(host: Host, chance: random.Random, gap_us: float, first: int, second: int) -> Race:
    sim = host.sim
    grips = list(GRIPS_PF)
    chance.shuffle(grips)
    at_us = sim.now_us + RAMP_US + 500 + chance.random() * 1000
    contacts = {first: at_us, second: at_us + gap_us}
    for pad, grip in zip((first, second), grips, strict=True):
        sim.approach(pad, grip, contacts[pad], RAMP_US)
    before = len(host.events)
    host.run(at_us + gap_us + 3000 - sim.now_us)
    told = {e.place: e for _, e in host.events[before:] if is_touch(e)}
    assert set(told) == {first, second}, f"felt {told}, touched {contacts} with {grips}"
    for pad in contacts:
        sim.leave(pad, sim.now_us)
    host.run(REST_US)
    order = called(told[first], told[second])
    late_us = {pad: told[pad].at_us - sim.board_us(contacts[pad]) for pad in contacts}
    covered = all(-10 <= late_us[pad] <= told[pad].uncertain_us + 10 for pad in contacts)
    return Race(gap_us, -order, covered)


def is_touch(event: object) -> TypeGuard[Event]:
    """Whether it is a contact that was seen to begin."""
    return isinstance(event, Event) and event.kind is Kind.TOUCH
