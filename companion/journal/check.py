"""Looks through a journal that is too large for that at every start, while play goes on.

Only reads; what it finds it leaves word of, so that the next start saves what can be read.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

from companion.journal import file as journal_file
from companion.journal.file import Damaged, JournalError

ROWS_A_TURN = 200  # about a millisecond: no touch waits for it
PAUSE_S = 0.05
BEGIN_S = 2.0  # the first pages are drawn, and the phones are there


class IntegrityCheck:
    """The one thread that looks; `start` does nothing where a start has looked at all of it."""

    def __init__(self, path: Path, begin_s: float = BEGIN_S, pause_s: float = PAUSE_S) -> None:
        self._path = path
        self._begin_s, self._pause_s = begin_s, pause_s
        self._stop = Event()
        self._thread = Thread(target=self._look, name="integrity check", daemon=True)
        self.complaint = ""  # for the screens, once something was found

    def start(self) -> None:
        """Begin in a while."""
        if not journal_file.is_checked_whole(self._path):
            self._thread.start()

    def wait(self) -> None:
        """Until it has looked at everything; for tests."""
        self._thread.join()

    def close(self) -> None:
        """Leave off; idempotent."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _look(self) -> None:
        if self._stop.wait(self._begin_s):
            return
        try:
            with closing(journal_file.connect_for_reading(self._path)) as connection:
                self._look_through(connection)
        except Damaged:
            self._suspect()
        except sqlite3.Error as problem:
            if journal_file.is_damage(problem):
                self._suspect()
        except JournalError:
            return  # it cannot be read just now: whoever writes next says so

    def _look_through(self, connection: sqlite3.Connection) -> None:
        # Checking pages is one long step inside SQLite: closing must be able to cut it short.
        connection.set_progress_handler(self._stop.is_set, 100_000)
        journal_file.check_pages(connection, self._path)
        after, more = (0, 0, 0), True
        while more and not self._stop.wait(self._pause_s):
            after, more = journal_file.check_marks(connection, self._path, after, ROWS_A_TURN)

    def _suspect(self) -> None:
        with suppress(OSError):
            journal_file.suspicion(self._path).touch()
        self.complaint = (
            f"The journal {self._path} is damaged. Start the companion again: "
            "it then saves what can be read."
        )
