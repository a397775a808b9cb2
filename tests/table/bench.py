"""A table on pretend pins with time that only moves when a test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion.table.clock import TableClock
from companion.table.config import Config, simulated
from companion.table.gpio import REST_S, TICK_S, Table, mock_factory
from companion.table.signals import Kind, Signal
from companion.table.simulated import Hands
from companion.words import Pad

MS = 1_000
SECOND = 1_000_000
RED, BLUE, GREEN, GOLD, WHITE = (Pad(i) for i in range(5))
BOOTED_NS = 5_000_000_000_123  # a machine that has been up for a while, not on a whole microsecond


class Time:
    """CLOCK_MONOTONIC, standing still."""

    def __init__(self) -> None:
        self.ns = BOOTED_NS

    def monotonic_ns(self) -> int:
        return self.ns

    def monotonic_s(self) -> float:
        return self.ns / 1e9


class Bench:
    """Hands, a table and what it felt."""

    def __init__(self, config: Config) -> None:
        self.hands_count = False
        self.time = Time()
        self.clock = TableClock(0, self.time.monotonic_ns)
        self.felt: list[Signal] = []
        self.factory = mock_factory(self.time.monotonic_s)
        self.hands = Hands(config, self.factory, self.clock, self.felt.append)
        self.table = Table(
            config, self.clock, self.factory, self.feel, hands_count=lambda: self.hands_count
        )
        self.config = config

    def feel(self, signal: Signal) -> None:
        self.felt.append(signal)

    def wait(self, ms: int, tick_ms: int = 50) -> None:
        """Let time pass, with the table's watch looking at every tick."""
        until = self.time.ns + ms * 1_000_000
        while self.time.ns < until:
            self.time.ns = min(until, self.time.ns + tick_ms * 1_000_000)
            self.table.watch(self.clock.now_us())

    def let_watch(self, ms: int) -> int:
        """Let time pass, with a look whenever the table's own watch comes round: how many."""
        until, looks = self.time.ns + ms * 1_000_000, 0
        while self.time.ns < until:
            wait_s = REST_S if self.table.is_resting() else TICK_S
            self.time.ns += round(wait_s * 1e9)
            self.table.watch(self.clock.now_us())
            looks += 1
        return looks

    def kinds(self, pad: Pad | None = None) -> list[Kind]:
        return [s.kind for s in self.felt if pad is None or s.pad == pad]

    def close(self) -> None:
        self.hands.close()
        self.table.close()
        self.factory.close()


@contextmanager
def bench(config: Config | None = None) -> Iterator[Bench]:
    made = Bench(config or simulated())
    try:
        yield made
    finally:
        made.close()


def touch_only() -> Config:
    """Five touch pads and nothing else, as most families will build it."""
    full = simulated()
    return replace(full, pads=tuple(replace(pad, switch=None, light=None) for pad in full.pads))


def switch_only() -> Config:
    """Five lever switches and nothing else."""
    full = simulated()
    return replace(full, pads=tuple(replace(pad, touch=None, light=None) for pad in full.pads))
