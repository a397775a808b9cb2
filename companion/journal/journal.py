"""The log of facts in SQLite: rows of JSON, in the order they were judged; nothing is deleted.

Knows rows, not rules: it never reads a fact. One process owns a journal at a time.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from companion.frozen import replace
from companion.journal import file as journal_file
from companion.journal.file import JournalError, mark_of, remedy
from companion.journal.recovery import opened_or_saved
from companion.journal.rows import (
    INSERT,
    LAST,
    MARK_GAME,
    SELECT,
    GameRow,
    Row,
    Session,
    row_of,
    session_of,
    values_of,
)
from companion.journal.settings import RECOVERED, ROOM, STARTS, Key, KeyGroup, T
from companion.words import Seat

NEWEST_ROWS = 1000  # what a full disk kept back may be stamped before rows that came first
ROOM_BYTES = 64 * 1024  # more than any burst of facts takes


class Journal:
    """The journal file. Games and rows are written by one thread; all else is for any."""

    def __init__(self, path: Path, boot: str) -> None:
        """Open or make the file; what is left of a damaged one is saved into a new one.

        Raises JournalError: in use, newer, unreadable, no room.
        """
        self.path = path
        self._boot = boot
        self._trouble = ""
        with ExitStack() as parts:
            parts.enter_context(closing(journal_file.lock_of(path)))
            try:
                self._write = parts.enter_context(closing(opened_or_saved(path)))
                self._side = parts.enter_context(closing(journal_file.connect(path)))
                journal_file.make_safe(self._side)
            except sqlite3.Error as problem:
                raise JournalError(remedy(path, problem)) from problem
            self._owned = parts.pop_all()
        self._side_lock = threading.RLock()

    @classmethod
    def for_reading(cls, path: Path) -> "Journal":
        """The journal as it is, also beside its owner; whatever writes raises JournalError."""
        journal = cls.__new__(cls)
        journal.path, journal._boot, journal._trouble = path, "", ""
        journal._write = journal._side = journal_file.connect_for_reading(path)
        journal._owned = ExitStack()
        journal._side_lock = threading.RLock()
        return journal

    @property
    def trouble(self) -> str:
        """Why nothing can be written just now; empty if the last writing went well."""
        return self._trouble

    def try_again(self) -> None:
        """After a trouble: see whether there is room by now."""
        if not self._trouble:
            return
        with suppress(JournalError), self._side_transaction() as cursor:
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
        with self._reading() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Fold the write-ahead log into the file and let it go."""
        with self._side_lock:
            self._side.close()  # first: an open reader would hold the log back
        with suppress(sqlite3.Error):  # what stays in the log is read from there
            self._write.execute("PRAGMA busy_timeout = 0")
            self._write.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._write.close()
        self._owned.close()

    # --- games and rows (the referee's thread) ------------------------------------------------

    def begin_game(
        self, kind: str, setup: str, people: Sequence[int], wall_ms: int, tell: str | None = None
    ) -> GameRow:
        """Note a new game and who sits where, by number; every older game is ended."""
        with self._transaction() as cursor:
            cursor.execute("UPDATE games SET ended_ms = ? WHERE ended_ms IS NULL", (wall_ms,))
            cursor.execute(
                "INSERT INTO games (kind, setup, begun_ms, tell) VALUES (?, ?, ?, ?)",
                (kind, setup, wall_ms, tell),
            )
            game = cursor.lastrowid or 0
            cursor.execute(MARK_GAME, (game,))
            cursor.executemany(
                "INSERT INTO seatings (game, seat, person) VALUES (?, ?, ?)",
                [(game, seat, person) for seat, person in enumerate(people)],
            )
        return GameRow(game, kind, setup, wall_ms, None)

    def end_game(self, game: int, wall_ms: int) -> None:
        """Note that a game is over or was left."""
        with self._transaction() as cursor:
            cursor.execute("UPDATE games SET ended_ms = ? WHERE game = ?", (wall_ms, game))

    def append(self, game: int, rows: Sequence[Row], wall_ms: int) -> tuple[Row, ...]:
        """Write rows in one transaction; they are durable when this returns.

        Raises JournalError with nothing written, also when a `tell` was written before.
        """
        written = []
        with self._transaction() as cursor:
            last = cursor.execute(LAST, (game,)).fetchone()
            following, mark = int(last[0] or 0) + 1, int(last[1] or 0)
            for seq, row in enumerate(rows, start=following):
                stamped = replace(row, wall_ms=wall_ms, boot=self._boot, seq=seq)
                values = values_of(game, stamped)
                mark = mark_of(mark, *values)
                cursor.execute(INSERT, (*values, mark))
                written.append(stamped)
        return tuple(written)

    def rows(self, game: int) -> Iterator[Row]:
        """The rows of a game in the order they were judged."""
        with self._reading() as cursor:
            return iter([row_of(found) for found in cursor.execute(SELECT, (game,))])

    def has_tell(self, tell: str) -> bool:
        """Whether a tap with this nonce was written, as a row or as a new game."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT 1 FROM rows WHERE tell = ?1 UNION ALL SELECT 1 FROM games WHERE tell = ?1",
                (tell,),
            )
            return found.fetchone() is not None

    def last_table_us(self) -> int:
        """The latest table time ever written, 0 in a new journal."""
        # Table time grows: it is among the newest rows, however many there are.
        newest = "SELECT table_us FROM rows ORDER BY seq DESC LIMIT ?"
        with self._reading() as cursor:
            found = cursor.execute(f"SELECT max(table_us) FROM ({newest})", (NEWEST_ROWS,))
            return int(found.fetchone()[0] or 0)

    def last_seq(self) -> int:
        """The number of the last row, 0 in a new journal."""
        with self._reading() as cursor:
            return int(cursor.execute("SELECT max(seq) FROM rows").fetchone()[0] or 0)

    # --- games and people (any thread) --------------------------------------------------------

    def games(self, limit: int = 200) -> list[GameRow]:
        """Games, the newest first."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT game, kind, setup, begun_ms, ended_ms FROM games "
                "ORDER BY game DESC LIMIT ?",
                (limit,),
            )
            return [GameRow(*entry) for entry in found]

    def game(self, number: int) -> GameRow | None:
        """One game, if there is one of this number."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT game, kind, setup, begun_ms, ended_ms FROM games WHERE game = ?",
                (number,),
            ).fetchone()
        return GameRow(*found) if found else None

    def person(self, name: str, wall_ms: int) -> int:
        """The number of the person of this name, noted if new."""
        with self._side_transaction() as cursor:
            found = cursor.execute("SELECT person FROM people WHERE name = ?", (name,)).fetchone()
            if found:
                cursor.execute("UPDATE people SET seen_ms = ? WHERE person = ?", (wall_ms, *found))
                return int(found[0])
            cursor.execute("INSERT INTO people (name, seen_ms) VALUES (?, ?)", (name, wall_ms))
            return int(cursor.lastrowid or 0)

    def people(self, limit: int = 24) -> list[tuple[int, str]]:
        """Known people by number and name, most recently seen first."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT person, name FROM people ORDER BY seen_ms DESC, person LIMIT ?", (limit,)
            )
            return [(int(person), str(name)) for person, name in found]

    def forget_people(self) -> None:
        """Empty the table of names, in the file too; facts and games stay."""
        with self._side_transaction() as cursor:
            cursor.execute("DELETE FROM people")
        self.checkpoint()

    def seat_person(self, game: int, seat: Seat, person: int) -> None:
        """Note who sits at a seat from now on."""
        with self._side_transaction() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO seatings (game, seat, person) VALUES (?, ?, ?)",
                (game, seat, person),
            )

    def names(self, game: int) -> dict[Seat, str]:
        """Who sits where in a game, as far as names are known."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT seat, coalesce(name, '') FROM seatings LEFT JOIN people USING (person) "
                "WHERE game = ? ORDER BY seat",
                (game,),
            )
            return {Seat(seat): str(name) for seat, name in found}

    # --- phones and settings (any thread) -----------------------------------------------------

    def note_session(self, hash_: str, session: Session, wall_ms: int) -> None:
        """Remember a phone by the hash of its secret."""
        with self._side_transaction() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, NULL)",
                (hash_, session.role, session.seat, session.evening, wall_ms),
            )

    def session(self, hash_: str, revoked: bool = False) -> Session | None:
        """Who the phone with this secret is, or was until it was revoked."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT role, seat, evening FROM sessions "
                "WHERE hash = ? AND (revoked_ms IS NOT NULL) = ?",
                (hash_, revoked),
            ).fetchone()
        return session_of(*found) if found else None

    def sessions(self, *evenings: str) -> list[tuple[str, Session, int]]:
        """The phones let in for these evenings: hash, who it is, and since when (wall ms)."""
        marks = ", ".join("?" * len(evenings))
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT role, seat, evening, hash, made_ms FROM sessions "
                f"WHERE evening IN ({marks}) AND revoked_ms IS NULL ORDER BY seat, made_ms, hash",
                evenings,
            )
            return [(str(hash_), session_of(*who), int(ms)) for *who, hash_, ms in found]

    def revoke_sessions(self, hashes: Sequence[str], wall_ms: int) -> None:
        """Let the phones with these secrets in no longer."""
        with self._side_transaction() as cursor:
            cursor.executemany(
                "UPDATE sessions SET revoked_ms = ? WHERE hash = ? AND revoked_ms IS NULL",
                [(wall_ms, hash_) for hash_ in hashes],
            )

    def setting(self, key: Key[T]) -> T:
        """A remembered setting, or what it is where there is none."""
        with self._reading() as cursor:
            found = cursor.execute("SELECT value FROM settings WHERE key = ?", (key.name,))
            row = found.fetchone()
        return key.read(str(row[0]) if row else "")

    def set_setting(self, key: Key[T], value: T) -> None:
        """Remember a setting."""
        with self._side_transaction() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)", (key.name, key.text(value))
            )

    def settings(self, group: KeyGroup) -> dict[str, str]:
        """All settings of a group by their ids, the newest first."""
        prefix = group.prefix
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT key, value FROM settings WHERE substr(key, 1, ?) = ? ORDER BY rowid DESC",
                (len(prefix), prefix),
            )
            return {str(key).removeprefix(prefix): str(value) for key, value in found}

    def drop_setting(self, key: Key[T]) -> None:
        """Forget a setting."""
        with self._side_transaction() as cursor:
            cursor.execute("DELETE FROM settings WHERE key = ?", (key.name,))

    def count_start(self) -> int:
        """How often play was begun on this journal, this time included."""
        starts = self.setting(STARTS) + 1
        with suppress(JournalError):  # a full disk is no bar: the next fact says so
            self.set_setting(STARTS, starts)
        return starts

    # --- connections --------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        with self._noting(self._write) as cursor:
            yield cursor

    @contextmanager
    def _side_transaction(self) -> Iterator[sqlite3.Cursor]:
        with self._side_lock, self._noting(self._side) as cursor:
            yield cursor

    @contextmanager
    def _noting(self, connection: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
        try:
            with journal_file.transaction(connection, self.path) as cursor:
                yield cursor
        except JournalError as problem:
            # A tap that was written before says nothing about the disk.
            if not isinstance(problem.__cause__, sqlite3.IntegrityError):
                self._trouble = str(problem)
            raise
        self._trouble = ""

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        with self._side_lock:
            try:
                yield self._side.cursor()
            except sqlite3.Error as problem:
                raise JournalError(remedy(self.path, problem)) from problem
            except ValueError as problem:  # no row of ours
                raise JournalError(
                    f"The journal {self.path} is damaged ({problem}). Start the companion again: "
                    "it then saves what can be read."
                ) from problem
