"""Races of two hands of the zoo, as firmware/host/races.c plays them, judged as the companion does.

By simulated hands on simulated pads: nothing here has met real copper.
"""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.table.board.doubts import doubts_us
from companion.table.board.kink import UNSEEN, Shape, comes_to_nothing, shape
from companion.table.frames import TRACE_PART, TRACE_PARTS, UNKNOWN_US, Event, Kind

RACES = Path(__file__).resolve().parents[2] / "firmware" / "build" / "races"
KNOWN_MOST_US = 23_040
_FIELDS = 10  # of a hand in a line
_SCANS = TRACE_PART * TRACE_PARTS


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a race, and what the board told of it; no event: it was never told."""

    sort: int
    contact_us: float
    told_us: float
    """When the board has its event, and sends it."""
    event: Event | None
    rise: Shape

    def span_us(self) -> tuple[int, int] | None:
        """From when to when it may have touched, as the companion has it; None: not told."""
        if self.event is None or comes_to_nothing(self.rise):
            return None
        late_us, early_us = doubts_us(self.event, 0, noisy=False, rise=self.rise)
        return self.event.at_us - late_us, self.event.at_us + early_us

    def stray_us(self) -> float:
        """How far outside that span it touched."""
        span_us = self.span_us()
        if span_us is None:
            return 0.0
        return max(0.0, span_us[0] - self.contact_us, self.contact_us - span_us[1])


@dataclass(frozen=True, slots=True)
class Race:
    """The first hand was first."""

    number: int
    gap_us: float
    hands: tuple[Hand, Hand]
    chips_us: tuple[tuple[float, float], ...]
    """When two other chips would tell the first hand and the second; 0: not at all."""
    lows: tuple[int, int]
    """Of late, under either hand, once it has held on for `hold_us`."""
    room: str
    """What it takes to play it elsewhere, as the program says it."""

    def verdict(self) -> int:
        """1: the right order was called; 0: too close, or one was never told; -1: the wrong one."""
        first, second = (hand.span_us() for hand in self.hands)
        if first is None or second is None:
            return 0
        return (first[1] < second[0]) - (second[1] < first[0])


def races(count: int, seed: int = 1, **words: float) -> Iterator[Race]:
    """Of `words` the program knows the names. It has to be made: make -C firmware races."""
    program = [str(RACES), str(count), str(seed)]
    program += [f"{name}={value}" for name, value in words.items()]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as played:
        assert played.stdout is not None
        for line in played.stdout:
            yield _race(line.rstrip("\n").split("\t"))
    assert played.returncode == 0, program


def _race(fields: list[str]) -> Race:
    *fields, room = fields
    first = _hand(fields[2 : 2 + _FIELDS], fields[-2])
    second = _hand(fields[2 + _FIELDS : 2 + 2 * _FIELDS], fields[-1])
    told_us = [float(field) for field in fields[2 + 2 * _FIELDS : -5]]
    chips_us = tuple(zip(told_us[::2], told_us[1::2], strict=True))
    lows = (int(fields[-4]), int(fields[-3]))
    return Race(int(fields[0]), float(fields[1]), (first, second), chips_us, lows, room)


def _hand(fields: list[str], rise: str) -> Hand:
    told, told_us, kind, at_us, uncertain_us = fields[5:]
    doubt_us = int(uncertain_us)
    known_us = doubt_us if doubt_us <= KNOWN_MOST_US else UNKNOWN_US  # as the wire has it
    event = Event(0, Kind(int(kind)), 0, int(at_us), known_us) if int(told) else None
    return Hand(int(fields[0]), float(fields[4]), float(told_us), event, _shape(rise))


def _shape(said: str) -> Shape:
    if said == "-":
        return UNSEEN
    base, *rest = bytes.fromhex(said)
    return shape(base, rest[:_SCANS], rest[_SCANS:])
