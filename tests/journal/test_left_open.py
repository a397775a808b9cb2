"""Whatever comes in between while a journal is opened, nothing of it stays open.

An exception keeps what was at hand until somebody lets go of it, and with a connection its file and
its lock; one that is forgotten is a warning of Python 3.13.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal, backup, disk
from companion.journal import file as journal_file
from companion.referee.past_file import PastFile

FILE = "journal.sqlite"
MOST = 400  # calls of SQLite while anything here is opened
INTERRUPTS = (KeyboardInterrupt, MemoryError, sqlite3.OperationalError)


class Breaks:
    """Connections of which the n-th call is broken off; and all that were made."""

    def __init__(self) -> None:
        self.left, self.how = MOST, KeyboardInterrupt
        self.made: list[sqlite3.Connection] = []
        self.real = sqlite3.connect

    def connect(self, *words: Any, **named: Any) -> sqlite3.Connection:
        breaks = self

        class Connection(sqlite3.Connection):
            def execute(self, *words: Any) -> sqlite3.Cursor:
                breaks.count()
                return super().execute(*words)

            def create_function(self, *words: Any, **named: Any) -> None:
                breaks.count()
                super().create_function(*words, **named)

        self.made.append(self.real(*words, factory=Connection, **named))
        return self.made[-1]

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise self.how

    def open(self) -> list[sqlite3.Connection]:
        """Those that are still open."""
        return [one for one in self.made if _is_open(one)]


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018
    except sqlite3.ProgrammingError:
        return False
    return True


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Breaks:
    made = Breaks()
    monkeypatch.setattr(sqlite3, "connect", made.connect)
    return made


def _marks(path: Path) -> PastFile:
    past = PastFile(path.with_name("past"), lambda: "1")
    try:
        past.marks()
    except BaseException:
        past.close()  # what it holds it knows
        raise
    return past


def _lock_of_sqlite(path: Path) -> disk.FileLock:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "fcntl", None)  # as where there is no POSIX
        return disk.FileLock(path.with_name("lock"))


OPENERS: dict[str, Callable[[Path], Any]] = {
    "one more": journal_file.connect,
    "the first": journal_file.opened,
    "one that reads": journal_file.connect_for_reading,
    "the owner": partial(Journal, boot="b"),
    "one that reads beside it": Journal.for_reading,
    "a copy's": backup._opened,
    "the past's": _marks,
    "a lock of SQLite's": _lock_of_sqlite,
}


@pytest.mark.parametrize("how", INTERRUPTS)
@pytest.mark.parametrize("name", OPENERS)
def test_nothing_stays_open(
    name: str, how: type[BaseException], breaks: Breaks, tmp_path: Path
) -> None:
    path = tmp_path / FILE
    with closing(Journal(path, "a")):
        pass
    breaks.how = how  # type: ignore[assignment]
    for call in range(1, MOST):
        breaks.made.clear()
        breaks.left = call
        try:
            done = OPENERS[name](path)
        except BaseException as problem:
            assert breaks.left <= 0, problem
            assert not breaks.open(), (call, problem)
        else:
            whole, breaks.left = breaks.left > 0, 0
            done.close()
            assert not breaks.open(), call
            if whole:
                break
    assert 1 < call < MOST, "it was broken off at each call, and then at none"
    Journal(path, "c").close()  # nobody keeps it


@pytest.mark.parametrize("how", [KeyboardInterrupt, MemoryError, OSError, BlockingIOError])
def test_a_lock_that_is_not_got_holds_no_file(
    how: type[BaseException], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[int] = []

    def refuse(file: int, _: int) -> None:
        opened.append(file)
        raise how

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(how if how is not BlockingIOError else disk.LockedElsewhere):
        disk.FileLock(tmp_path / "lock")
    with pytest.raises(OSError):
        os.fstat(*opened)


def test_a_word_for_the_next_start_that_cannot_be_taken_away_leaves_nothing_open(
    breaks: Breaks, tmp_path: Path
) -> None:
    path = tmp_path / FILE
    journal_file.suspicion(path).mkdir()
    with pytest.raises(OSError) as refused:
        journal_file.opened(path)
    assert refused.value and not breaks.open(), "while somebody still knows why"
