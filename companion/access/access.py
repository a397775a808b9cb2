"""The parts that decide who is in at one table, on one clock.

Wiring only; each part does its own work.
"""

import time
from collections.abc import Callable
from pathlib import Path

from companion.access.door import Door
from companion.access.household import Household
from companion.access.joining import Joining
from companion.access.limits import Limits
from companion.access.persons import Persons
from companion.access.sessions import Sessions
from companion.journal import Journal
from companion.journal.backup import BACKUPS
from companion.journal.settings import DOOR


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
        self.door = Door(self._now)
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

    def _now(self) -> float:
        return self.now_s()

    def _changed(self) -> None:
        self.on_change()
