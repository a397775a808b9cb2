"""What was worked out of games, kept in a file of its own beside the journal.

The file holds nothing that the journal does not say, and may be deleted at any time: one that is
damaged, or cannot be written, is begun anew, in memory if need be. Knows no game.
"""

import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.journal.disk import PRIVATE, if_broken_off

T = TypeVar("T")
PARTS = ("", "-wal", "-shm", "-journal")  # of one file, as SQLite calls them
AT_ONCE = 500  # rows
MEMORY = ":memory:"
_TABLES = """
    CREATE TABLE IF NOT EXISTS kept (
        game INTEGER PRIMARY KEY, mark TEXT NOT NULL, told BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS program (name TEXT NOT NULL);
"""
_ROWS = "SELECT game, mark, told FROM kept WHERE game IN ({})"


class PastFile:
    """A text a game, known by the game's mark. All methods may be called from any thread."""

    def __init__(self, file: Path, program: Callable[[], str]) -> None:
        """Opened when it is first asked; what another `program` worked out is let go then."""
        self._file, self._program = file, program
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None

    def marks(self) -> dict[int, str]:
        """The marks of all that is kept."""
        return self._safely(lambda db: dict(db.execute("SELECT game, mark FROM kept").fetchall()))

    def texts(self, games: Sequence[int]) -> Iterator[tuple[int, str, str]]:
        """Of these games what is kept: number, mark and text."""
        for first in range(0, len(games), AT_ONCE):
            some = games[first : first + AT_ONCE]
            yield from self._safely(partial(_read, some))

    def keep(self, game: int, mark: str, text: str) -> None:
        """This is the newest of a game."""
        row = game, mark, zlib.compress(text.encode("utf-8"))
        self._safely(lambda db: db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", row))

    def drop(self, games: Iterable[int]) -> None:
        """Nothing is kept of these any more."""
        rows = [(game,) for game in games]
        self._safely(lambda db: db.executemany("DELETE FROM kept WHERE game = ?", rows))

    def close(self) -> None:
        """Let go of the file; it is opened again if it is asked."""
        with self._lock:
            if self._open is not None:
                self._open.close()
            self._open = None

    # --- inside -------------------------------------------------------------------------------

    def _safely(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """The answer of the file, of an empty one in its place, or of the memory."""
        with self._lock:
            with suppress(sqlite3.Error, zlib.error, OSError, UnicodeError):
                return ask(self._connected())
            self.close()
            with suppress(sqlite3.Error, OSError):
                for part in PARTS:
                    self._file.with_name(self._file.name + part).unlink(missing_ok=True)
                return ask(self._connected())
            self.close()
            self._open = _connect(MEMORY, self._program())
            return ask(self._open)

    def _connected(self) -> sqlite3.Connection:
        if self._open is None:
            self._file.touch(mode=PRIVATE)
            self._open = _connect(str(self._file), self._program())
        return self._open


def _connect(file: str, program: str) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with if_broken_off(db.close):
        # What a pulled plug takes is worked out again; a card is not worn for it.
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.executescript(_TABLES)
        if db.execute("SELECT name FROM program").fetchall() != [(program,)]:
            with db:
                db.executescript("BEGIN; DELETE FROM kept; DELETE FROM program;")
                db.execute("INSERT INTO program VALUES (?)", (program,))
    return db


def _read(games: Sequence[int], db: sqlite3.Connection) -> list[tuple[int, str, str]]:
    found = db.execute(_ROWS.format(",".join("?" * len(games))), games)
    return [(game, mark, zlib.decompress(told).decode("utf-8")) for game, mark, told in found]
