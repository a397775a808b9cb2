"""Races of the zoo on the program that ships, on the simulated chip.

By simulated hands on simulated pads: nothing here has met real copper.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log

from companion.table.board.kink import SAMPLE_US, UNSEEN
from companion.table.board.traces import Traces
from companion.table.boardsim.simulator import PADS, SHIPPED, Grab, Simulator
from companion.table.frames import Event, Field, Kind, Set, Trace, Value, parameter
from tests.firmware import zoo
from tests.firmware.bench import TOUCHES, Host, usual_noise

SAMPLES = 127  # a pad without a middle: no dolphin shortens its charge by so many
SOFT_MOST = 37
TELL_US = 60_000.0  # as races.c waits: soft touches take their time
TRACE_US = 15_000.0  # the rise of two hands is told
FOLLOWED_US = 8_000.0  # a skin on film is pressed flat by then, however slowly it came
_PADS_AT = 1  # in a room: behind the threshold
_HANDS_AT = _PADS_AT + 2 * PADS
_HAND = 1 + len(Grab._fields_)


@dataclass(frozen=True, slots=True)
class Room:
    """Where a race is played, as races.c says it; `grabs` by the time of its own."""

    threshold: float
    resistor_ohm: tuple[float, ...]
    empty_pf: tuple[float, ...]
    grabs: tuple[tuple[int, Grab], ...]
    """Of each hand its pad, and how it comes."""

    def soft(self, grab: Grab) -> int:
        """As calibrating has it: six tenths of a touch, in samples."""
        sample_pf = SAMPLE_US / (470e3 * 1e-6 * -log(1 - self.threshold))
        return min(SOFT_MOST, int(0.6 * grab.behind_pf / sample_pf))


def room(said: str) -> Room:
    """Of what a race says."""
    values = [float(word) for word in said.split()]
    pads, hands = values[_PADS_AT:_HANDS_AT], values[_HANDS_AT:]
    each = [hands[at : at + _HAND] for at in range(0, len(hands), _HAND)]
    grabs = tuple((int(pad), Grab(int(sort), *rest)) for pad, sort, *rest in each)
    return Room(values[0], tuple(pads[::2]), tuple(pads[1::2]), grabs)


def drawn(first: int, second: int, gap_us: float, *, seed: int, again: int = 1) -> list[zoo.Race]:
    """A race of two hands on pads whose dolphins stay where they are, and without mains, as the
    desk program plays it so many times in other noise."""
    words = {"first": first, "second": second, "gap_from_us": gap_us, "gap_to_us": gap_us}
    return list(zoo.races(again, seed, again=1, moved_pf=0, mains_volt=0, **words))


def apart_us(hand: zoo.Hand, again: list[zoo.Hand]) -> float | None:
    """How far its stamp lies outside all those by which it is told alike, each from when that one
    touched; None: it is told alike by none."""
    if hand.event is None:
        return 0.0 if any(other.event is None for other in again) else None
    late_us = hand.event.at_us - hand.contact_us
    told = [
        other.event.at_us - other.contact_us
        for other in again
        if other.event is not None and other.event.kind is hand.event.kind
    ]
    return max(0.0, min(told) - late_us, late_us - max(told)) if told else None


def played(race: zoo.Race, seed: int = 1, *, hum: bool = True) -> zoo.Race:
    """The same race on what ships, with the usual noise, at a moment of a scan by chance."""
    where = room(race.room)
    with Simulator(seed, SHIPPED) as sim:
        usual_noise(sim)
        sim.table.hum_volt *= hum
        host = _host(sim, where)
        shift_us = sim.now_us + 3_000 + 1_000 * random.Random(seed).random()
        shift_us -= where.grabs[0][1].comes_us
        for _, grab in where.grabs:
            grab.comes_us += shift_us
            grab.contact_us += shift_us
        for pad, grab in where.grabs:
            sim.grab(pad, grab, grab.contact_us + FOLLOWED_US)
        before = len(host.events)
        end_us = where.grabs[1][1].contact_us + TELL_US
        host.run(where.grabs[1][1].contact_us + 2_000 - sim.now_us)
        while len(_told(host, where, before)) < 2 and sim.now_us < end_us:
            host.run(1_000)
        host.run(TRACE_US)
        hands = tuple(_hands(host, where, before))
    first, second = hands
    return replace(race, hands=(first, second), chips_us=(), lows=(0, 0))


def _host(sim: Simulator, where: Room) -> Host:
    """Greeted, and calibrated as races.c has it, in that room."""
    sim.table.threshold = where.threshold
    for pad in range(PADS):
        sim.table.resistor_ohm[pad] = where.resistor_ohm[pad]
        sim.ground_pf[pad] = where.empty_pf[pad]
        sim.pad(pad, where.empty_pf[pad])
    host = Host(sim)
    host.greet()
    for pad in range(PADS):
        host.ask(Set(pad, parameter(pad, Field.PRESENT), SAMPLES), Value)
    for pad, grab in where.grabs:
        host.ask(Set(pad, parameter(pad, Field.SOFT), where.soft(grab)), Value)
    return host


def _told(host: Host, where: Room, before: int) -> dict[int, tuple[float, Event]]:
    """The first touch of each hand's pad, and when it was heard."""
    on = [pad for pad, _ in where.grabs]
    told: dict[int, tuple[float, Event]] = {}
    for heard_us, event in host.events[before:]:
        if isinstance(event, Event) and event.kind in TOUCHES and event.place in on:
            told.setdefault(event.place, (heard_us, event))
    return told


def _hands(host: Host, where: Room, before: int) -> Iterator[zoo.Hand]:
    kept = Traces()
    for _, message in host.heard:
        if isinstance(message, Trace):
            kept.take(message)
    told = _told(host, where, before)
    for pad, grab in where.grabs:
        heard_us, event = told.get(pad, (0.0, None))
        rise = None
        if event is not None and event.kind is Kind.TOUCH:
            rise = kept.shape(event.number)
            assert rise is not None, f"the rise of {event} was not told"
        contact_us, told_us = map(host.sim.board_us, (grab.contact_us, heard_us))
        yield zoo.Hand(grab.hand, contact_us, told_us, event, rise or UNSEEN)
