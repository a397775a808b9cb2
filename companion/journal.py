"""The log of facts in SQLite: rows of JSON, in the order they were judged; nothing is deleted.

Knows rows, not rules: it never reads a fact. One process owns a journal at a time.
"""

import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from companion.words import CompanionError, Seat

BUSY_MS = 5000  # a session being noted must not fail a fact
_MIGRATIONS = (
    """
    CREATE TABLE games (
        game INTEGER PRIMARY KEY, kind TEXT NOT NULL, setup TEXT NOT NULL,
        begun_ms INTEGER NOT NULL, ended_ms INTEGER, tell TEXT UNIQUE);
    CREATE TABLE rows (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL REFERENCES games,
        op TEXT NOT NULL, facts TEXT NOT NULL, of INTEGER NOT NULL, drops TEXT NOT NULL,
        by TEXT NOT NULL, screen TEXT NOT NULL, tell TEXT UNIQUE,
        ask TEXT NOT NULL, asked TEXT NOT NULL, table_us INTEGER NOT NULL,
        boot TEXT NOT NULL, wall_ms INTEGER NOT NULL, rules TEXT NOT NULL);
    CREATE INDEX rows_of_game ON rows (game, seq);
    CREATE TABLE people (  -- a forgotten number is never given to somebody else
        person INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, seen_ms INTEGER NOT NULL);
    CREATE TABLE seatings (
        game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, person INTEGER NOT NULL,
        PRIMARY KEY (game, seat));
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY, role TEXT NOT NULL, seat INTEGER, evening TEXT NOT NULL,
        made_ms INTEGER NOT NULL, revoked_ms INTEGER);
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
)
VERSION = len(_MIGRATIONS)


class JournalError(CompanionError, OSError):
    """The journal cannot be opened, read or written: the sentence says what to do."""


class Op(Enum):
    """What a row does to the list of facts."""

    FACT = "fact"
    UNDO = "undo"  # row `of` no longer stands
    REDO = "redo"  # row `of` stands again
    AMEND = "amend"  # `facts` stand in place of row `of`; rows `drops` fall


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the journal. `facts` is a JSON list; FACT rows hold one fact."""

    op: Op
    facts: str
    by: str  # "seat:2", "referee", "buttons", "gpio", "sim", "robot"
    table_us: int
    of: int = 0
    drops: tuple[int, ...] = ()
    screen: str = ""  # the phone's or board's own id
    tell: str | None = None  # the nonce of a tap: written once at most
    ask: str = ""  # the question answered
    asked: str = ""  # its text and seats, to see whether an old answer still answers it
    rules: str = ""  # version of the rules that judged it
    seq: int = 0  # given by the journal, never reused
    wall_ms: int = 0  # for showing only
    boot: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: its setup as JSON, and when it was played (for showing only)."""

    game: int
    kind: str
    setup: str
    begun_ms: int
    ended_ms: int | None


@dataclass(frozen=True, slots=True)
class Session:
    """Who a phone is: its role, its seat and the evening it was let in."""

    role: str
    seat: Seat | None
    evening: str


class Journal:
    """The journal file. Appending is for one thread; reading and the door's notes for any."""

    def __init__(self, path: Path, boot: str) -> None:
        """Open or make the file. Raises JournalError: in use, newer, unreadable, no room."""
        self.path = path
        self._boot = boot
        with ExitStack() as opened:
            self._lock = opened.enter_context(closing(_sole_owner(path)))
            try:
                self._write = opened.enter_context(closing(_connect(path)))
                version = _version(self._write, path)
                _make_safe(self._write)
                _migrate(self._write, version)
                self._side = opened.enter_context(closing(_connect(path)))
                _make_safe(self._side)
            except sqlite3.Error as problem:
                raise JournalError(_remedy(path, problem)) from problem
            opened.pop_all()
        self._side_lock = threading.RLock()

    def close(self) -> None:
        """Fold the write-ahead log into the file and let it go."""
        with self._side_lock:
            self._side.close()  # first: an open reader would hold the log back
        with suppress(sqlite3.Error):  # what stays in the log is read from there
            self._write.execute("PRAGMA busy_timeout = 0")
            self._write.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._write.close()
        self._lock.close()

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
            for row in rows:
                stamped = replace(row, wall_ms=wall_ms, boot=self._boot)
                cursor.execute(_INSERT, _values(game, stamped))
                written.append(replace(stamped, seq=cursor.lastrowid or 0))
        return tuple(written)

    def rows(self, game: int) -> Iterator[Row]:
        """The rows of a game in the order they were judged."""
        with self._reading() as cursor:
            found = cursor.execute(_SELECT, (game,)).fetchall()
        return map(_row, found)

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
        with self._reading() as cursor:
            return int(cursor.execute("SELECT max(table_us) FROM rows").fetchone()[0] or 0)

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
        with self._reading() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")

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

    # --- the door's notes (any thread) --------------------------------------------------------

    def note_session(self, hash_: str, session: Session, wall_ms: int) -> None:
        """Remember a phone by the hash of its secret."""
        with self._side_transaction() as cursor:
            cursor.execute(
                "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, NULL)",
                (hash_, session.role, session.seat, session.evening, wall_ms),
            )

    def session(self, hash_: str) -> Session | None:
        """Who the phone with this secret is, unless it was revoked."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT role, seat, evening FROM sessions WHERE hash = ? AND revoked_ms IS NULL",
                (hash_,),
            ).fetchone()
        return (
            Session(found[0], None if found[1] is None else Seat(found[1]), found[2])
            if found
            else None
        )

    def session_seats(self, evening: str) -> tuple[Seat, ...]:
        """The seats that phones were let in for this evening, one entry a phone."""
        with self._reading() as cursor:
            found = cursor.execute(
                "SELECT seat FROM sessions WHERE role = 'seat' AND evening = ? "
                "AND revoked_ms IS NULL AND seat IS NOT NULL ORDER BY seat",
                (evening,),
            )
            return tuple(Seat(int(entry[0])) for entry in found)

    def revoke_sessions(self, role: str, wall_ms: int) -> None:
        """Let nobody of this role in any longer without a new secret."""
        with self._side_transaction() as cursor:
            cursor.execute(
                "UPDATE sessions SET revoked_ms = ? WHERE role = ? AND revoked_ms IS NULL",
                (wall_ms, role),
            )

    def setting(self, key: str) -> str | None:
        """A remembered setting."""
        with self._reading() as cursor:
            found = cursor.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return str(found[0]) if found else None

    def set_setting(self, key: str, value: str) -> None:
        """Remember a setting."""
        with self._side_transaction() as cursor:
            cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, value))

    def count_start(self) -> int:
        """How often play was begun on this journal, this time included."""
        starts = int(self.setting("starts") or 0) + 1
        with suppress(JournalError):  # a full disk is no bar: the next fact says so
            self.set_setting("starts", str(starts))
        return starts

    # --- connections --------------------------------------------------------------------------

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        with _transaction(self._write, self.path) as cursor:
            yield cursor

    @contextmanager
    def _side_transaction(self) -> Iterator[sqlite3.Cursor]:
        with self._side_lock, _transaction(self._side, self.path) as cursor:
            yield cursor

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        with self._side_lock:
            try:
                yield self._side.cursor()
            except sqlite3.Error as problem:
                raise JournalError(_remedy(self.path, problem)) from problem


_COLUMNS = (
    "game, op, facts, of, drops, by, screen, tell, ask, asked, table_us, boot, wall_ms, rules"
)
_INSERT = f"INSERT INTO rows ({_COLUMNS}) VALUES ({', '.join('?' * 14)})"
_SELECT = f"SELECT seq, {_COLUMNS} FROM rows WHERE game = ? ORDER BY seq"


def _values(game: int, row: Row) -> tuple[object, ...]:
    return (
        game,
        row.op.value,
        row.facts,
        row.of,
        json.dumps(row.drops),
        row.by,
        row.screen,
        row.tell,
        row.ask,
        row.asked,
        row.table_us,
        row.boot,
        row.wall_ms,
        row.rules,
    )


def _row(found: tuple[object, ...]) -> Row:
    seq, _, op, facts, of, drops, by, screen, tell, ask, asked, table_us, boot, wall, rules = found
    return Row(
        op=Op(op),
        facts=str(facts),
        by=str(by),
        table_us=int(str(table_us)),
        of=int(str(of)),
        drops=tuple(json.loads(str(drops))),
        screen=str(screen),
        tell=None if tell is None else str(tell),
        ask=str(ask),
        asked=str(asked),
        rules=str(rules),
        seq=int(str(seq)),
        wall_ms=int(str(wall)),
        boot=str(boot),
    )


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000
    )


def _make_safe(connection: sqlite3.Connection) -> None:
    # A fact is durable before a phone is told that it counts.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # A name that was emptied leaves no letters behind in the file.
    connection.execute("PRAGMA secure_delete = ON")


@contextmanager
def _transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Cursor]:
    try:
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        yield cursor
        cursor.execute("COMMIT")
    except sqlite3.Error as problem:
        raise JournalError(_remedy(path, problem)) from problem
    finally:
        with suppress(sqlite3.Error):  # a full disk has rolled back by itself
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version; it is left as it is. Raises JournalError: newer, or no journal."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise JournalError(
            f"The journal {path} was written by a newer companion (its version {version}, "
            f"this one knows {VERSION}). Install the newer companion again, "
            "or move the file aside to begin a new journal."
        )
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version == 0 and tables:
        raise JournalError(
            f"{path} is a database of something else, not a journal. "
            "Choose another folder (--state FOLDER)."
        )
    return version


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    for number, script in enumerate(_MIGRATIONS[version:], start=version + 1):
        # One transaction a step: a pulled plug leaves the old version whole.
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def _sole_owner(path: Path) -> "_Lock":
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _Lock(path.with_name(path.name + ".lock"))
    except BlockingIOError:
        raise JournalError(
            f"Another companion already keeps the journal {path}. "
            "Stop that one first, or give this one a folder of its own (--state FOLDER)."
        ) from None
    except OSError as problem:
        raise JournalError(
            f"The journal {path} cannot be made: {problem.strerror}. "
            "Choose a folder that can be written to (--state FOLDER)."
        ) from problem


class _Lock:
    """An advisory lock that ends with the process, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise

    def close(self) -> None:
        os.close(self._file)


def _remedy(path: Path, problem: sqlite3.Error) -> str:
    text = str(problem)
    if "full" in text:
        return f"The disk is full: nothing can be noted in {path}. Make room; play then goes on."
    if "readonly" in text or "read-only" in text:
        return f"The journal {path} cannot be written to. Make its folder writable; play goes on."
    if "malformed" in text or "not a database" in text:
        return f"The journal {path} is damaged ({text}). Move it aside to begin a new one."
    if "disk I/O" in text:
        return f"The disk does not take {path}. Is it full, or failing? Copy the file, then look."
    if "unable to open" in text:
        return f"The journal {path} cannot be opened. Is it a file that this user may write to?"
    return f"The journal {path} does not answer: {text}. Start the companion again."
