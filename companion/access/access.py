"""The parts that decide who is in at one table, on one clock.

Wiring only; each part does its own work.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.access.door import Door
from companion.access.household import Household
from companion.access.joining import Joining
from companion.access.limits import Limits
from companion.access.persons import Persons
from companion.access.sessions import Sessions
from companion.journal import Journal, JournalError
from companion.journal.backup import BACKUPS
from companion.journal.settings import DOOR, WRONG_MS


class Access:
    """The phones that are in, those that ask to be, and how fast anybody may go on."""

    def __init__(
        self,
        journal: Journal,
        state: Path,
        now_s: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._journal = journal
        self.now_s = now_s
        self.on_change: Callable[[], None] = lambda: None
        self.limits = Limits(self._now)
        self.sessions = Sessions(journal, state, self.limits, self._now, wall_ms, self._changed)
        self.persons = Persons(journal, self.sessions, self._now, wall_ms, self._changed)
        people = self.sessions, self.persons
        self.household = Household(journal, state / BACKUPS, people, self._changed)
        self._wall_ms = wall_ms
        self.door = Door(self._now, wrong_s=self._wrong_s(), keep=self._keep_wrong)
        self.door.choose(journal.setting(DOOR))
        self.joining = Joining(self.sessions, self.door, self.limits, self._now, self._changed)

    def end_evening(self) -> None:
        """Seats' phones tell nothing any more, and nobody waits. The referee's stay."""
        self.sessions.end_evening()
        self.joining.end_evening()
        self.door.end_evening()
        self.persons.end_evening()
        self.on_change()

    def choose_door(self, choice: str) -> None:
        """How this house lets strangers in, from now on; "": by the wall where there is one."""
        self._journal.set_setting(DOOR, choice)
        self.door.choose(choice)
        self._changed()

    def open_door(self, wide: bool) -> None:
        """Somebody who is in opens the door for a while, or shuts it."""
        if wide:
            self.door.open()
        else:
            self.door.shut()
        self._changed()

    def go_on(self) -> bool:
        """Go on with what was saved of the journal; False: no need. Raises JournalError."""
        went = self._journal.go_on()
        self.sessions.look_again()
        self._changed()
        return went

    def _wrong_s(self) -> tuple[float, ...]:
        """When wrong pictures were tapped, also before a start. A clock that was set back
        makes none older than it is.
        """
        now_s, wall_ms = self._now(), self._wall_ms()
        return tuple(
            now_s - max(0, wall_ms - at_ms) / 1000 for at_ms in self._journal.setting(WRONG_MS)
        )

    def _keep_wrong(self, wrong_s: tuple[float, ...]) -> None:
        """A start gives nobody new tries. What cannot be written counts until the next start."""
        now_s, wall_ms = self._now(), self._wall_ms()
        with suppress(JournalError):
            kept = tuple(wall_ms - round(1000 * (now_s - at_s)) for at_s in wrong_s)
            self._journal.set_setting(WRONG_MS, kept)

    def _now(self) -> float:
        return self.now_s()

    def _changed(self) -> None:
        self.on_change()
