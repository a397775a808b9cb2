"""The simulated board as others see a board: a port to read and write, or a name in /dev.

Must not know the protocol. `SimSerial` lets time pass when it is read, for tests; `BoardBehindPty`
follows the real clock, for play. On a slow machine its time falls behind; it never jumps.
"""

import os
import selectors
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic_ns
from typing import Protocol

from companion.table.boardsim.simulator import ELF, PADS, Simulator

SLICE_US = 500.0  # how far time goes in one step: what a byte may be late
BEHIND_MOST_US = 100_000.0  # further behind the real clock, what was missed is given up
AT_ONCE = 16  # slices before the port is looked at again
HOME_PF = 30.0  # what a dolphin's copper couples from the pad's middle to its ring
GRIP_PF = 20.0  # a child's hand
HOVER_PF = 1.5
APPROACH_US = 10_000.0
GRAB_US = 12_000.0  # from a click to the contact: the hand has to come first
HOLD_US = 5_000.0  # a hand that is told to leave at once touches for so long


class Clock(Protocol):
    """Nanoseconds that never go back."""

    def __call__(self) -> int: ...


class SimHands:
    """What a family does to the pads and buttons of one simulated board, by capacitance.

    Pads and buttons are numbers from 0. Raises ValueError for others. Not thread-safe.
    """

    def __init__(self, sim: Simulator, *, at_home: bool = True) -> None:
        """Put the dolphins on their pads, or leave the pads empty."""
        self._sim = sim
        self._middle_pf = [HOME_PF if at_home else 0.0] * PADS
        self._grip_pf = [0.0] * PADS
        self._free_us = [0.0] * PADS  # when the hand that is on its way has been there long enough
        for pad in range(PADS):
            self._put(pad)

    def touch(self, pad: int, grip_pf: float = GRIP_PF) -> None:
        """A hand nears for 10 ms and grips; how much it adds depends on how much skin touches."""
        self._known(pad)
        at_us = self._sim.now_us + GRAB_US
        self._grip_pf[pad] = grip_pf
        self._free_us[pad] = at_us + HOLD_US
        self._sim.approach(pad, grip_pf, at_us, APPROACH_US, middle_pf=self._middle_pf[pad])

    def release(self, pad: int) -> None:
        """The hand is gone, hovering or not."""
        self._known(pad)
        self._grip_pf[pad] = 0.0
        self._put(pad)

    def near(self, pad: int, hover_pf: float = HOVER_PF) -> None:
        """A hand hovers, and touches nothing."""
        self._known(pad)
        self._grip_pf[pad] = hover_pf
        self._put(pad)

    def lift(self, pad: int) -> None:
        """The dolphin leaves its pad, and the hand on it leaves with it."""
        self._known(pad)
        self._middle_pf[pad] = 0.0
        self.release(pad)

    def home(self, pad: int) -> None:
        """The dolphin stands on its pad again, and nobody holds it."""
        self._known(pad)
        self._middle_pf[pad] = HOME_PF
        self.release(pad)

    def press(self, button: int, down: bool = True) -> None:
        """A button goes down, or up: seats 1 to 6, START, YES, NO."""
        if not 0 <= button < len(BUTTON_PINS):
            raise ValueError(f"there are the buttons 0 to {len(BUTTON_PINS) - 1}, and no {button}")
        self._sim.button(BUTTON_PINS[button], down)

    def _put(self, pad: int) -> None:
        ground_pf = self._sim.ground_pf[pad] + self._grip_pf[pad]
        self._sim.pad(pad, ground_pf, self._middle_pf[pad], at_us=self._free_us[pad])

    def _known(self, pad: int) -> None:
        if not 0 <= pad < PADS:
            raise ValueError(f"there are the pads 0 to {PADS - 1}, and no {pad}")


BUTTON_PINS = ("D4", "D5", "D6", "D7", "B0", "B1", "B2", "B3", "B4")


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


class BoardBehindPty:
    """A simulated board at a name like /dev/pts/7, in time with the real clock.

    `do` runs something with its hands between two slices, so that all of it has one moment. `close`
    it, or use it as a context. Raises NotBuiltError.
    """

    def __init__(self, seed: int = 1, clock: Clock = monotonic_ns) -> None:
        self._sim = Simulator(seed, ELF)
        self._hands = SimHands(self._sim)
        self._clock = clock
        self._ours, self._theirs = os.openpty()
        # Nobody may be there yet, or any more: what they do not read must not stop the board.
        os.set_blocking(self._ours, False)
        tty.setraw(self._theirs)
        self.path = os.ttyname(self._theirs)
        self._lock = Lock()
        self._orders: deque[Callable[[SimHands], None]] = deque()
        self._closing = Event()
        self._offset_us = self._real_us() - self._sim.now_us
        self._thread = Thread(target=self._run, name="simulated-board", daemon=True)
        self._thread.start()

    def __enter__(self) -> "BoardBehindPty":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def do(self, order: Callable[[SimHands], None]) -> None:
        """Have it done with the hands soon, in the board's own thread."""
        with self._lock:
            self._orders.append(order)

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
        with selectors.DefaultSelector() as selector:
            selector.register(self._ours, selectors.EVENT_READ)
            while not self._closing.is_set():
                self._catch_up()
                if selector.select(timeout=SLICE_US * 2e-6):
                    with suppress(OSError):
                        self._sim.send(os.read(self._ours, 4096))

    def _catch_up(self) -> None:
        behind_us = self._real_us() - self._offset_us - self._sim.now_us
        if behind_us > BEHIND_MOST_US:  # the machine slept, or is too slow: no rush afterwards
            self._offset_us += behind_us - BEHIND_MOST_US
        for _ in range(min(AT_ONCE, int(behind_us / SLICE_US))):
            with self._lock:
                while self._orders:
                    self._orders.popleft()(self._hands)
            self._sim.run_us(SLICE_US)
            said = bytes(arrived.byte for arrived in self._sim.receive())
            if said:
                with suppress(BlockingIOError):
                    os.write(self._ours, said)

    def _real_us(self) -> float:
        return self._clock() / 1000
