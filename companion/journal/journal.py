"""The log of facts in SQLite: rows of JSON, in the order they were judged; nothing is deleted.

Knows rows, not rules: it never reads a fact. One process owns a journal at a time.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.frozen import replace
from companion.journal import file as journal_file
from companion.journal.file import JournalError, mark_of, remedy
from companion.journal.hold import Hold, ReadOnly
from companion.journal.pages import Value
from companion.journal.rows import (
    GAMES,
    INSERT,
    LAST,
    MARK,
    MARK_GAME,
    MARKS,
    SELECT,
    TOLD,
    GameRow,
    Row,
    row_of,
    values_of,
)
from companion.journal.settings import RECOVERED, ROOM, STARTS, Key, KeyGroup, T

NEWEST_ROWS = 1000  # what a full disk kept back may be stamped before rows that came first
ROOM_BYTES = 65_536  # more than any burst of facts takes


class Journal:
    """The journal file. Games and rows are written by one thread; all else is for any."""

    def __init__(self, path: Path, boot: str) -> None:
        """Open or make the file; what is left of a damaged one is saved into a new one.

        Raises JournalError: in use, newer, unreadable, no room.
        """
        self.path, self._boot, self._trouble = path, boot, ""
        self._stir: Callable[[], None] = _nobody
        self._hold: ReadOnly = Hold(path)

    @classmethod
    def for_reading(cls, path: Path) -> "Journal":
        """The journal as it is, also beside its owner; whatever writes raises JournalError."""
        journal = cls.__new__(cls)
        journal.path, journal._boot, journal._trouble, journal._stir = path, "", "", _nobody
        journal._hold = ReadOnly(path)
        return journal

    @property
    def trouble(self) -> str:
        """Why nothing can be written just now; empty if the last writing went well."""
        return self._hold.lost or self._trouble

    @property
    def is_saved(self) -> bool:
        """Whether the files were taken away, and what counts is saved: `go_on` may be said."""
        return self._hold.is_saved

    def look(self) -> None:
        """Notice what was done to the files, and do what is due; call it often, from one thread."""
        self._hold.look()
        self.try_again()

    def tells(self, stir: Callable[[], None] | None) -> bool:
        """Whether `stir` is called once anybody touches the files from now on, or something cannot
        be written, and nothing is due. False where the system cannot tell, too: then look again.
        """
        self._stir = stir or _nobody
        return stir is not None and not self.trouble and self._hold.tells(stir)

    def go_on(self) -> bool:
        """Go on with what was saved; False: there is no need. Raises JournalError."""
        return self._hold.go_on()

    def try_again(self) -> None:
        """After a trouble: see whether there is room by now."""
        if not self._trouble:
            return
        with suppress(JournalError), self.writing() as cursor:
            cursor.execute("INSERT INTO settings VALUES (?, zeroblob(?))", (ROOM.name, ROOM_BYTES))
            cursor.execute("DELETE FROM settings WHERE key = ?", (ROOM.name,))

    def recovered(self) -> str:
        """What was saved from a damaged journal, until somebody has taken note."""
        return self.setting(RECOVERED)

    def forget_recovered(self) -> None:
        """Somebody has taken note."""
        self.set_setting(RECOVERED, "")

    def checkpoint(self) -> None:
        """Fold the write-ahead log into the file, as far as nobody reads in it just now."""
        with self.reading():
            self._hold.empty_log()

    def renew(self) -> bool:
        """The same, and let nothing be older that is known without the file; whether it is done.

        Raises JournalError.
        """
        self._hold.refuse_if_lost()
        try:
            return self._hold.renew()
        except sqlite3.Error as problem:
            raise JournalError(remedy(self.path, problem)) from problem

    def close(self) -> None:
        """Fold the write-ahead log into the file and let it go."""
        self._hold.close()

    # --- games and rows (the referee's thread) ------------------------------------------------

    def begin_game(
        self, kind: str, setup: str, people: Sequence[int], wall_ms: int, nonce: str | None = None
    ) -> GameRow:
        """Note a new game and who sits where, by number; every older game is ended."""
        with self._hold.write_lock:
            with self._transaction() as cursor:
                cursor.execute("UPDATE games SET ended_ms = ? WHERE ended_ms IS NULL", (wall_ms,))
                cursor.execute(
                    "INSERT INTO games (kind, setup, begun_ms, tell) VALUES (?, ?, ?, ?)",
                    (kind, setup, wall_ms, nonce),
                )
                game = cursor.lastrowid or 0
                cursor.execute(MARK_GAME, (game,))
                cursor.executemany(
                    "INSERT INTO seatings (game, seat, person) VALUES (?, ?, ?)",
                    [(game, seat, person) for seat, person in enumerate(people)],
                )
            mark = mark_of(0, game, kind, setup, wall_ms, nonce)
            self._hold.begun((game, kind, setup, wall_ms, None, nonce, mark))
        return GameRow(game, kind, setup, wall_ms, None)

    def end_game(self, game: int, wall_ms: int) -> None:
        """Note that a game is over or was left."""
        with self._transaction() as cursor:
            cursor.execute("UPDATE games SET ended_ms = ? WHERE game = ?", (wall_ms, game))
        self._hold.noted()

    def append(self, game: int, rows: Sequence[Row], wall_ms: int) -> tuple[Row, ...]:
        """Write rows in one transaction; they are durable when this returns.

        Raises JournalError with nothing written, also when a nonce was written before.
        """
        written: list[Row] = []
        told: list[tuple[Value, ...]] = []
        with self._hold.write_lock:
            with self._transaction() as cursor:
                last = cursor.execute(LAST, (game,)).fetchone()
                following, mark = int(last[0] or 0) + 1, int(last[1] or 0)
                for seq, row in enumerate(rows, start=following):
                    stamped = replace(row, wall_ms=wall_ms, boot=self._boot, seq=seq)
                    values = values_of(game, stamped)
                    mark = mark_of(mark, *values)
                    told.append((*values, mark))
                    cursor.execute(INSERT, told[-1])
                    written.append(stamped)
            self._hold.told(told)
        return tuple(written)

    def rows(self, game: int) -> Iterator[Row]:
        """The rows of a game in the order they were judged."""
        with self.reading() as cursor:
            return iter([row_of(found) for found in cursor.execute(SELECT, (game,))])

    def has_nonce(self, nonce: str) -> bool:
        """Whether a tap with this nonce was written, as a row or as a new game."""
        with self.reading() as cursor:
            found = cursor.execute(
                "SELECT 1 FROM rows WHERE tell = ?1 UNION ALL SELECT 1 FROM games WHERE tell = ?1",
                (nonce,),
            )
            return found.fetchone() is not None

    def last_table_us(self) -> int:
        """The latest table time ever written, 0 in a new journal."""
        # Table time grows: it is among the newest rows, however many there are.
        newest = "SELECT table_us FROM rows ORDER BY seq DESC LIMIT ?"
        latest = f"SELECT coalesce(max(table_us), 0) FROM ({newest})"
        with self.reading() as cursor:
            return journal_file.number_of(cursor, latest, (NEWEST_ROWS,))

    def last_seq(self) -> int:
        """The number of the last row, 0 in a new journal."""
        with self.reading() as cursor:
            return journal_file.number_of(cursor, "SELECT coalesce(max(seq), 0) FROM rows")

    # --- games (any thread) -------------------------------------------------------------------

    def games(self, limit: int = 200) -> list[GameRow]:
        """Games, the newest first."""
        with self.reading() as cursor:
            found = cursor.execute(f"{GAMES} FROM games ORDER BY game DESC LIMIT ?", (limit,))
            return [GameRow(*entry) for entry in found]

    def game(self, number: int) -> GameRow | None:
        """One game, if there is one of this number."""
        with self.reading() as cursor:
            found = cursor.execute(f"{GAMES} FROM games WHERE game = ?", (number,)).fetchone()
        return GameRow(*found) if found else None

    def told_since(self, number: int, since_ms: int) -> int | None:
        """When somebody told something of a game first since then; None where nobody did."""
        with self.reading() as cursor:
            found = cursor.execute(
                f"SELECT min(wall_ms) FROM rows WHERE game = ? AND wall_ms >= ? AND {TOLD}",
                (number, since_ms),
            )
            told_ms: int | None = found.fetchone()[0]
        return told_ms

    def mark(self, number: int) -> str:
        """What a game and its rows are known by: each row that is added makes it another one."""
        with self.reading() as cursor:
            found = cursor.execute(MARK, (number,)).fetchall()
        return dict(map(_marked, found)).get(number, "")

    def marks(self) -> dict[int, str]:
        """The same of every game, the oldest first."""
        with self.reading() as cursor:
            return dict(map(_marked, cursor.execute(f"{MARKS} ORDER BY game").fetchall()))

    # --- settings (any thread) ----------------------------------------------------------------

    def setting(self, key: Key[T]) -> T:
        """A remembered setting, or what it is where there is none."""
        with self.reading() as cursor:
            found = cursor.execute("SELECT value FROM settings WHERE key = ?", (key.name,))
            row = found.fetchone()
        return key.read(str(row[0]) if row else "")

    def set_setting(self, key: Key[T], value: T) -> None:
        """Remember a setting."""
        with self.writing() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)", (key.name, key.text(value))
            )

    def settings(self, group: KeyGroup) -> dict[str, str]:
        """All settings of a group by their ids, the newest first."""
        prefix = group.prefix
        with self.reading() as cursor:
            found = cursor.execute(
                "SELECT key, value FROM settings WHERE substr(key, 1, ?) = ? ORDER BY rowid DESC",
                (len(prefix), prefix),
            )
            return {str(key).removeprefix(prefix): str(value) for key, value in found}

    def drop_setting(self, key: Key[T]) -> None:
        """Forget a setting."""
        with self.writing() as cursor:
            cursor.execute("DELETE FROM settings WHERE key = ?", (key.name,))

    def count_start(self) -> int:
        """How often play was begun on this journal, this time included."""
        starts = self.setting(STARTS) + 1
        with suppress(JournalError):  # a full disk is no bar: the next fact says so
            self.set_setting(STARTS, starts)
        return starts

    # --- connections --------------------------------------------------------------------------

    @property
    def _write(self) -> sqlite3.Connection:
        return self._hold.write

    @property
    def _side(self) -> sqlite3.Connection:
        return self._hold.side

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        with self._hold.write_lock, self._noting(self._write) as cursor:
            yield cursor

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Cursor]:
        """A transaction for all but games and rows. Raises JournalError with nothing written."""
        with self._hold.side_lock, self._noting(self._side) as cursor:
            yield cursor
        self._hold.noted()

    @contextmanager
    def _noting(self, connection: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
        try:
            with self._writing(connection) as cursor:
                yield cursor
        except JournalError:
            self._stir()  # there may be a trouble to be shown
            raise

    @contextmanager
    def _writing(self, connection: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
        if self._hold.lost:
            raise JournalError(self._hold.lost)
        try:
            with journal_file.transaction(connection, self.path) as cursor:
                yield cursor
        except JournalError as problem:
            self._hold.refuse_if_lost()
            # A tap that was written before says nothing about the disk.
            if not isinstance(problem.__cause__, sqlite3.IntegrityError):
                self._trouble = str(problem)
            raise
        self._hold.refuse_if_lost()
        self._trouble = ""

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """What is read and then written in here is one: names and settings wait for it."""
        with self._hold.side_lock:
            yield

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Cursor]:
        """A look at what is written. Raises JournalError."""
        with self._hold.side_lock:
            try:
                yield self._side.cursor()
            except sqlite3.Error as problem:
                said = self._hold.lost or remedy(self.path, problem)
                raise JournalError(said) from problem
            except ValueError as problem:  # no row of ours
                raise JournalError(
                    f"The journal {self.path} is damaged ({problem}). Start the companion again: "
                    "it then saves what can be read."
                ) from problem


def _marked(found: tuple[int, int, int]) -> tuple[int, str]:
    game, mark, last = found
    return game, f"{mark:08x}{last:08x}"


def _nobody() -> None:
    """Whom nobody waits for."""
