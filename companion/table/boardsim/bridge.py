"""The simulated board as others see a board: a port to read and write, or a name in /dev.

Must not know the protocol. `SimSerial` lets time pass when it is read, for tests; `BoardBehindPty`
follows the real clock, for play. On a slow machine its clock waits for it; it never jumps.
"""

import heapq
import os
import selectors
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic_ns
from typing import Protocol

from companion.table.boardsim.hands import SimHands
from companion.table.boardsim.simulator import SHIPPED, Simulator

SLICE_US = 500.0  # how far time goes in one step: what a byte may be late
AHEAD_MOST_NS = 20_000_000  # the clock waits for a board that is further behind
AT_ONCE = 16  # slices before the port is looked at again
PACE_EVERY_US = 1_000_000.0
PACE_LOOKS = 6
PACE_LEAST = 0.9  # of the real clock's


class Clock(Protocol):
    """Nanoseconds that never go back."""

    def __call__(self) -> int: ...


Order = Callable[[SimHands, float], None]
"""What somebody does at a moment of the simulator's time."""


def _not(_: Simulator) -> None:
    """Nothing is to be prepared."""


class SimSerial:
    """A board's port in lock-step, with as much of pyserial's as a link needs.

    Time passes when it is read: until something has come, or for `timeout` seconds.
    """

    def __init__(self, sim: Simulator, timeout: float = 0.02) -> None:
        self.sim, self.timeout = sim, timeout
        self.is_open = True
        self._arrived: deque[int] = deque()

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        self._take()
        return len(self._arrived)

    def read(self, size: int = 1) -> bytes:
        """Up to `size` bytes: fewer when `timeout` is over. Raises OSError when closed."""
        self._open()
        end_us = self.sim.now_us + self.timeout * 1e6
        while self.in_waiting < size and self.sim.now_us < end_us:
            self.sim.run_until(min(end_us, self.sim.now_us + SLICE_US))
        return bytes(self._arrived.popleft() for _ in range(min(size, len(self._arrived))))

    def write(self, data: bytes) -> int:
        """Send all of it. Raises OSError when closed."""
        self._open()
        self.sim.send(data)
        return len(data)

    def cancel_read(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """Let go; the board goes on."""
        self.is_open = False

    def _take(self) -> None:
        self._arrived.extend(arrived.byte for arrived in self.sim.receive())

    def _open(self) -> None:
        if not self.is_open:
            raise OSError("the port is closed")


class PatientClock:
    """The real clock, which waits for who cannot keep pace: what was waited is lost for ever.

    So a simulated table goes slowly on a slow machine, all of it alike. For any thread.
    """

    def __init__(self, real: Clock = monotonic_ns) -> None:
        self._real = real
        self._lost_ns = 0
        self._reached_ns = real()
        self._lock = Lock()

    def __call__(self) -> int:
        """Nanoseconds that never go back, nor far beyond what was reached."""
        with self._lock:
            now_ns = self._real() - self._lost_ns
            over_ns = max(0, now_ns - self._reached_ns - AHEAD_MOST_NS)
            self._lost_ns += over_ns
            return now_ns - over_ns

    def reach(self, ns: int) -> None:
        """Whoever is waited for has come so far."""
        with self._lock:
            self._reached_ns = max(self._reached_ns, ns)

    def real_ns(self) -> int:
        """The real clock itself."""
        return self._real()


class BoardBehindPty:
    """A simulated board at a name like /dev/pts/7, in time with `clock`, which waits for it.

    `close` it, or use it as a context. Raises NotBuiltError, and LinkError for a strange program.
    """

    def __init__(
        self,
        seed: int = 1,
        real: Clock = monotonic_ns,
        prepare: Callable[[Simulator], None] = _not,
    ) -> None:
        """`prepare` has the board, with its dolphins at home, before anybody can speak with it."""
        self._sim = Simulator(seed, SHIPPED)
        try:
            self._hands = SimHands(self._sim)
            prepare(self._sim)
            self._ours, self._theirs = os.openpty()
        except Exception:
            self._sim.close()
            raise
        # Nobody may be there yet, or any more: what they do not read must not stop the board.
        os.set_blocking(self._ours, False)
        tty.setraw(self._theirs)
        self.path = os.ttyname(self._theirs)
        self.clock = PatientClock(real)
        self._zero_us = self.clock() / 1000 - self._sim.now_us  # the clock's when the board began
        self._lock = Lock()
        self._orders: list[tuple[float, int, Order]] = []  # a heap, by the simulator's time
        self._told = 0
        self._closing = Event()
        self._pace = deque([self._times()], maxlen=PACE_LOOKS)
        self._thread = Thread(target=self._run, name="simulated-board", daemon=True)
        self._thread.start()

    def __enter__(self) -> "BoardBehindPty":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def do(self, order: Order, at_us: float = 0.0) -> None:
        """Have it done with the hands when `clock` says `at_us`, or soon if that is over.

        It runs in the board's own thread, with the simulator's time that it was meant for.
        """
        with self._lock:
            self._told += 1
            heapq.heappush(self._orders, (at_us - self._zero_us, self._told, order))

    def alive(self) -> bool:
        """Whether the board's time can pass; a program that crashed its processor ends it."""
        return self._thread.is_alive()

    def trouble(self) -> str:
        """A sentence when this machine was too slow of late; else none."""
        (from_us, sim_us), (to_us, sim_now_us) = self._pace[0], self._pace[-1]
        share = (sim_now_us - sim_us) / (to_us - from_us) if to_us > from_us else 1.0
        if share >= PACE_LEAST:
            return ""
        return (
            f"This machine is too slow for the simulated touch board: the table's time goes at "
            f"{share:.0%} of its speed. End other programs, or play with --simulated."
        )

    def close(self) -> None:
        """End the board; idempotent."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)
        self._sim.close()

    def _run(self) -> None:
        # A program that crashed its processor ends this thread, and `alive` says so.
        with suppress(RuntimeError), selectors.DefaultSelector() as selector:
            selector.register(self._ours, selectors.EVENT_READ)
            while not self._closing.is_set():
                self._catch_up()
                if selector.select(timeout=SLICE_US * 2e-6):
                    with suppress(OSError):
                        self._sim.send(os.read(self._ours, 4096))

    def _catch_up(self) -> None:
        behind_us = self.clock() / 1000 - self._zero_us - self._sim.now_us
        for _ in range(min(AT_ONCE, int(behind_us / SLICE_US))):
            self._obey()
            self._hands.shake()
            self._sim.run_us(SLICE_US)
            self.clock.reach(int((self._sim.now_us + self._zero_us) * 1000))
            said = bytes(arrived.byte for arrived in self._sim.receive())
            if said:
                with suppress(BlockingIOError):
                    os.write(self._ours, said)
        if self.clock.real_ns() / 1000 - self._pace[-1][0] >= PACE_EVERY_US:
            self._pace.append(self._times())

    def _obey(self) -> None:
        """Do what is due."""
        with self._lock:
            while self._orders and self._orders[0][0] <= self._sim.now_us:
                at_us, _, order = heapq.heappop(self._orders)
                order(self._hands, max(self._sim.now_us, at_us))

    def _times(self) -> tuple[float, float]:
        return self.clock.real_ns() / 1000, self._sim.now_us
