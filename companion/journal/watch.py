"""The files under an open journal: whether they are still those that were opened, and as they were.

Only looks, and reads what was opened, wherever that is by now.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from companion.journal import disk
from companion.journal.pages import LOG_BEGINS, PAGE_BYTES

AUTO_PAGES = 4000  # so long a log SQLite folds in by itself, should nobody else have done so
_LOG_LEAST = AUTO_PAGES * PAGE_BYTES  # and then the file changes without our doing

GONE = "is gone"
REPLACED = "was replaced by another one"
OVERWRITTEN = "was overwritten"
LOG_GONE = "has lost its log"
LOG_CUT = "has lost the end of its log"


class Watch:
    """The journal's file, its log and the log's index. All methods may be called by any thread."""

    def __init__(self, path: Path) -> None:
        """Begin while a connection holds all three, and close after the last one: a file that is
        closed takes the locks of all others of this process with it. Raises OSError.
        """
        real = os.path.realpath(path)
        self._names = (str(path), f"{real}-wal", f"{real}-shm")
        self._lock, self._log_lock = threading.Lock(), threading.Lock()
        self._has_log = os.path.exists(self._names[1])  # a folder of a network may allow none
        with ExitStack() as opened:
            self._file, self._log = (
                opened.enter_context(open(name, "rb", buffering=0)).fileno()
                for name in (real, self._names[1] if self._has_log else real)
            )
            self._index = _identity(os.stat(self._names[2] if self._has_log else real))
            self._opened = opened.pop_all()
        self._are = _identity(os.fstat(self._file)), _identity(os.fstat(self._log))
        self._state, self._length = _state(self._file), os.fstat(self._log).st_size

    def close(self) -> None:
        """Let go of them."""
        self._opened.close()

    def glance(self) -> str:
        """What was done to the file or its log, "" for nothing: quick, for before a word counts."""
        with self._log_lock:
            if why := _other(self._names[0], self._are[0]):
                return why
            if not self._has_log:
                return ""
            if _other(self._names[1], self._are[1]):
                return LOG_GONE
            length = os.fstat(self._log).st_size
            if length < self._length:
                return LOG_CUT
            self._length = length
        return ""

    def look(self) -> str:
        """The same and more: whether anybody else wrote into them."""
        with self._lock:
            if (why := self.glance()) or not self._has_log:
                return why
            if _other(self._names[2], self._index):
                return LOG_GONE
            if self._length and disk.read_at(self._log, 4, 0) not in LOG_BEGINS:
                return LOG_CUT
            if self._length > _LOG_LEAST:
                self._note()
            return OVERWRITTEN if _state(self._file) != self._state else ""

    @contextmanager
    def changing(self, log: bool) -> Iterator[None]:
        """While the companion itself writes the log into the file; `log`: and empties it then."""
        with self._lock, self._log_lock if log else nullcontext():
            try:
                yield
            finally:  # a full disk may have taken a part of it
                self._note()

    def places(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The files to be heard of, and the folders in which they are."""
        link, real = self._names[0], os.path.realpath(self._names[0])
        files = (real, *self._names[1:]) if self._has_log else (real,)
        return files, tuple({os.path.dirname(os.path.abspath(name)) for name in (link, real)})

    def content(self) -> bytes:
        """What the file holds that was opened, wherever it is now. Raises OSError."""
        return disk.read_at(self._file, os.fstat(self._file).st_size, 0)

    def _note(self) -> None:
        self._state = _state(self._file)
        self._length = os.fstat(self._log).st_size


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _state(file: int) -> tuple[int, int]:
    found = os.fstat(file)
    return found.st_size, found.st_mtime_ns


def _other(name: str, was: tuple[int, int]) -> str:
    """What became of the file of this name; one that cannot be looked at is believed in."""
    try:
        return "" if _identity(os.stat(name)) == was else REPLACED
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except OSError:
        return ""
