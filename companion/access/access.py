"""The parts that decide who is in at one table, on one clock.

Wiring only; each part does its own work.
"""

import time
from collections.abc import Callable
from pathlib import Path

from companion.access.joining import Joining
from companion.access.limits import Limits
from companion.access.sessions import Sessions
from companion.journal import Journal


class Access:
    """The phones that are in, those that ask to be, and how fast anybody may go on."""

    def __init__(
        self,
        journal: Journal,
        state: Path,
        now_s: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.now_s = now_s
        self.on_change: Callable[[], None] = lambda: None
        self.limits = Limits(self._now)
        self.sessions = Sessions(journal, state, self.limits, self._now, wall_ms, self._changed)
        self.joining = Joining(self.sessions, self.limits, self._now, self._changed)

    def end_evening(self) -> None:
        """Every seat's phone is a stranger again, and nobody waits. The referee's stay."""
        self.sessions.end_evening()
        self.joining.end_evening()
        self.on_change()

    def _now(self) -> float:
        return self.now_s()

    def _changed(self) -> None:
        self.on_change()
