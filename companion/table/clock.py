"""Table time: whole microseconds on CLOCK_MONOTONIC that go on growing over restarts.

Must not know of wall clocks: nothing that is ordered or ruled on may depend on them.
"""

import time
import uuid
from collections.abc import Callable
from pathlib import Path

RESTART_GAP_US = 1_000_000  # table time goes on a second after the journal's last
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class TableClock:
    """The clock that every signal, call and fact of this process is stamped by."""

    def __init__(
        self,
        start_us: int = 0,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
        speed: int = 1,
    ) -> None:
        """Now is `start_us`: the journal's last stamp plus one second, or 0 for a new journal.

        With pretend hands time may go `speed` times as fast as it does outside.
        """
        self._monotonic_ns = monotonic_ns
        self._start_us = start_us
        self._speed = speed
        self._zero_ns = monotonic_ns()

    def now_us(self) -> int:
        """The table time now, in microseconds."""
        return self._from_ns(self._monotonic_ns())

    def known(self, at_us: int, uncertain_us: int) -> tuple[int, int]:
        """A moment that may lie so much earlier, as far as can be told next to the journal's.

        How long nobody kept time is not known: what came before this clock began, or may have, came
        at some time after the journal's last, and is given half of the gap.
        """
        if self._start_us and at_us - uncertain_us < self._start_us:
            at_us = max(at_us, self._start_us)
            return at_us, at_us - self._start_us + RESTART_GAP_US // 2
        return at_us, uncertain_us

    def wait_s(self, us: int) -> float:
        """How many seconds to wait until so much table time is over."""
        return us / 1e6 / self._speed

    def from_ticks(self, seconds: float) -> int:
        """Table time of gpiozero's ticks: the kernel's edge stamp, CLOCK_MONOTONIC seconds."""
        # A float of seconds holds a machine's uptime to under a nanosecond for 97 days and to
        # 2 ns for a year: rounding to whole nanoseconds first makes the microsecond exact.
        return self._from_ns(round(seconds * 1e9))

    def to_monotonic_s(self, at_us: int) -> float:
        """CLOCK_MONOTONIC seconds at table time `at_us`: the inverse of `from_ticks`."""
        # The middle of the microsecond, so that a float's rounding cannot leave it.
        since_ns = ((at_us - self._start_us) * 1000 + 500) // self._speed
        return (since_ns + self._zero_ns) / 1e9

    def _from_ns(self, ns: int) -> int:
        return self._start_us + (ns - self._zero_ns) * self._speed // 1000


def boot_id(path: Path = BOOT_ID) -> str:
    """Name this boot of the machine, or this process where the system gives boots no name."""
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return str(uuid.uuid4())
