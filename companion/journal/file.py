"""The journal's file: who owns it, how it is opened, its versions, and whether it is sound.

Knows tables, not what their rows mean; mends nothing.
"""

import os
import sqlite3
import stat
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from companion.journal import forgotten, settings
from companion.journal import pages as sqlite_pages
from companion.journal.backup import BACKUPS
from companion.journal.disk import (
    FileLock,
    LockedElsewhere,
    give_to_owner_of_folder,
    if_broken_off,
)
from companion.words import CompanionError

BUSY_S = 5.0  # a session being noted must not fail a fact
NEWEST_GAME = "SELECT coalesce(max(game), 0) FROM games"  # its number, 0 before the first
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
    # A mark says whether a row is as it was written, and follows the one before it in its game.
    """
    ALTER TABLE games ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE rows ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
    UPDATE games SET mark = mark_of(0, game, kind, setup, begun_ms, tell);
    """,
    # A phone belongs to a person, not to a seat's number; the referee's right stands beside that.
    """
    ALTER TABLE people ADD COLUMN look TEXT NOT NULL DEFAULT '';
    ALTER TABLE people ADD COLUMN child INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE phones (
        hash TEXT PRIMARY KEY, role TEXT NOT NULL, person INTEGER, leads INTEGER NOT NULL,
        evening TEXT NOT NULL, made_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL,
        revoked_ms INTEGER);
    INSERT INTO phones SELECT
        hash, replace(role, 'referee', 'seat'),
        (SELECT person FROM seatings WHERE seatings.seat = sessions.seat
            AND game = (SELECT max(game) FROM games) AND evening =
            coalesce((SELECT value FROM settings WHERE key = 'evening'), 'first')),
        role = 'referee', evening, made_ms, strftime('%s', 'now') * 1000, revoked_ms
        FROM sessions;
    DROP TABLE sessions;
    ALTER TABLE phones RENAME TO sessions;
    """,
)
Place = tuple[int, int, int]  # in the order of rows: game, number, and the mark there
# Looked at as a whole at a start, for a tenth of a second: years of a family's evenings.
WHOLE_BYTES = 4_000_000
VERSION = len(_MIGRATIONS)
GAME = "game, kind, setup, begun_ms, tell"  # what a game's mark is of: all that never changes
ROW = (
    "seq, game, op, facts, of, drops, by, screen, tell, ask, asked, table_us, boot, wall_ms, rules"
)
_NO_DAMAGE = (  # what a disk, a folder or another program is to blame for
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)


class JournalError(CompanionError, OSError):
    """The journal cannot be opened, read or written: the sentence says what to do."""


class InUse(JournalError):
    """Another companion keeps it."""


class Damaged(JournalError):
    """The file is not as it was written."""


def mark_of(before: int, *values: object) -> int:
    """The mark of a row with these values, which comes after the one marked `before`."""
    text = "\x1f".join(map(str, values))
    return zlib.crc32(text.encode("utf-8", "surrogatepass"), before)


def opened(path: Path) -> sqlite3.Connection:
    """The journal's first connection: safe, of today's version, and whole as far as was looked.

    Raises Damaged; JournalError where it is newer or something else; sqlite3.Error.
    """
    _look_at_files(path)
    whole = is_checked_whole(path)
    connection = connect(path)
    with if_broken_off(connection.close):
        try:
            _make_current(connection, path, whole)
        except sqlite3.Error as problem:
            if is_damage(problem):
                raise Damaged(remedy(path, problem)) from problem
            raise
    return connection


def _make_current(connection: sqlite3.Connection, path: Path, whole: bool) -> None:
    version = _version(connection, path)
    make_safe(connection)
    if whole:
        check_pages(connection, path)
    _bring_up(connection, version, path)
    _check_notes(connection, path)
    check_all_marks(connection, path, 0 if whole else number_of(connection, NEWEST_GAME))
    suspicion(path).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """One more connection. Raises sqlite3.Error."""
    is_new = not os.path.exists(path)
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=BUSY_S
    )
    with if_broken_off(connection.close):
        connection.create_function("mark_of", -1, mark_of, deterministic=True)
        if is_new:
            give_to_owner_of_folder(path)
        _narrow(path, 0o600)  # its log gets the same rights, and user
    return connection


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing, beside a companion that writes. Raises JournalError."""
    where = f"file:{quote(os.fsencode(path.absolute()))}"
    # Where the log cannot be shared, as on a backup that is write-protected, nobody writes.
    for options in ("?mode=ro", "?immutable=1"):
        try:
            connection = sqlite3.connect(
                where + options,
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=BUSY_S,
            )
            with if_broken_off(connection.close):
                if not _version(connection, path):
                    raise JournalError(
                        f"{path} is no journal. Say where it is with --state FOLDER."
                    )
                return connection
        except sqlite3.Error as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or "imm" in options:
                raise JournalError(remedy(path, problem)) from problem
    raise AssertionError


def make_safe(connection: sqlite3.Connection) -> None:
    """Let a fact be durable before a phone is told that it counts."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # A name that was emptied leaves no letters behind in the file.
    connection.execute("PRAGMA secure_delete = ON")


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Cursor]:
    """All that is done in here, or nothing. Raises JournalError."""
    try:
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        yield cursor
        cursor.execute("COMMIT")
    except sqlite3.Error as problem:
        raise JournalError(remedy(path, problem)) from problem
    finally:
        with suppress(sqlite3.Error):  # a full disk has rolled back by itself
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring the tables up from this version to today's."""
    for number, script in enumerate(_MIGRATIONS[version:], start=version + 1):
        # One transaction a step: a pulled plug leaves the old version whole.
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(script):
                connection.execute(statement)
            if number == 1:
                _name_house(connection)
            if number == 2:
                _mark_all(connection)
            connection.execute(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)",
                (settings.VERSION.name, str(number)),
            )
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def lock_of(path: Path) -> FileLock:
    """The lock of whoever owns the journal. Raises JournalError: in use, no folder."""
    refuse_folder(lock_file(path))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return FileLock(lock_file(path))
    except LockedElsewhere:
        raise InUse(
            f"Another companion already keeps the journal {path}. "
            "Stop that one first, or give this one a folder of its own (--state FOLDER)."
        ) from None
    except OSError as problem:
        raise JournalError(
            f"The journal {path} cannot be made: {problem.strerror}. "
            "Choose a folder that can be written to (--state FOLDER)."
        ) from problem


def lock_file(path: Path) -> Path:
    """What is locked for a journal."""
    return path.with_name(path.name + ".lock")


def refuse_folder(place: Path) -> None:
    """Raises JournalError where a folder lies in the place of a file."""
    if place.is_dir():
        raise JournalError(
            f"{place} is a folder, and the journal wants a file there. Move that folder aside, "
            "then start again."
        )


def keep_private(path: Path) -> None:
    """Let nobody else read the journal, what lies beside it of it, and its copies."""
    folder = path.parent
    shared = (
        folder.is_mount()
        or str(folder) == os.path.expanduser("~")
        or folder.stat().st_mode & stat.S_ISVTX
    )
    for place in (folder, folder / BACKUPS):
        if not shared and place.is_dir():
            _narrow(place, 0o700)
    for file in (*folder.glob(f"{path.name}*"), *(folder / BACKUPS).glob("journal-*")):
        if file.is_file():
            _narrow(file, 0o600)


def _narrow(path: Path, mode: int) -> None:
    with suppress(OSError):  # another user's, or of a file system that knows no rights
        now = stat.S_IMODE(path.stat().st_mode)
        if now != (narrow := now & mode):
            path.chmod(narrow)


def remedy(path: Path, problem: sqlite3.Error) -> str:
    """A sentence about what SQLite complains of, with what to do."""
    text = str(problem)
    if "full" in text:
        return f"The disk is full: nothing can be noted in {path}. Make room; play then goes on."
    if "readonly" in text or "read-only" in text:
        return f"The journal {path} cannot be written to. Make its folder writable; play goes on."
    if "malformed" in text or "not a database" in text:
        return (
            f"The journal {path} is damaged ({text}). Start the companion again: "
            "it then saves what can be read."
        )
    if "disk I/O" in text:
        return f"The disk is full, or failing: it takes nothing of {path}. Make room, or save it."
    if "unable to open" in text:
        return f"The journal {path} cannot be opened. Is it a file that this user may write to?"
    return f"The journal {path} does not answer: {text}. Start the companion again."


# --- is it sound ------------------------------------------------------------------------------


def _look_at_files(path: Path) -> None:
    """What SQLite passes over in silence: no file beside its log, and a log that breaks off."""
    log = path.with_name(path.name + "-wal")
    try:
        with suppress(FileNotFoundError), path.open("rb") as file:
            head = file.read(sqlite_pages.HEADER_BYTES)
            if not sqlite_pages.is_sound_header(head):
                raise Damaged(f"The journal {path} does not begin as one. Move it aside.")
        wal = log.read_bytes() if log.exists() else b""
        if wal and not path.exists():
            raise Damaged(f"The journal {path} is missing beside its log. Bring it back.")
        if wal and sqlite_pages.log_of(wal, sqlite_pages.page_bytes(head)).is_broken:
            raise Damaged(f"The log of the journal {path} is damaged. Move it aside.")
    except IsADirectoryError:
        return  # SQLite has the words for that
    except Damaged:
        raise
    except OSError as problem:
        raise JournalError(
            f"The journal {path} cannot be opened: {problem.strerror}. "
            "Is it a file that this user may read and write?"
        ) from problem


def is_checked_whole(path: Path) -> bool:
    """Whether a start looks at all of it; else at the game at hand, and `check.py` at the rest."""
    small = not path.exists() or path.stat().st_size <= WHOLE_BYTES
    return small or suspicion(path).exists()


def suspicion(path: Path) -> Path:
    """Where an integrity check leaves word that the next start has to look at all of it."""
    return path.with_name(path.name + ".suspect")


def number_of(
    asked: sqlite3.Connection | sqlite3.Cursor, question: str, told: Sequence[int] = ()
) -> int:
    """The number that alone is a question's answer. Raises sqlite3.Error."""
    (number,) = asked.execute(question, told).fetchone()
    return int(number)


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Whether SQLite finds its pages in order. Raises Damaged, sqlite3.Error."""
    (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise Damaged(f"The journal {path} is damaged ({said}). Move it aside.")


def check_marks(
    connection: sqlite3.Connection, path: Path, after: Place, most: int = 2000
) -> tuple[Place, bool]:
    """Whether so many more rows are as they were written: SQLite notices no other letter.

    Answers where it is by now, and whether there are more. Raises Damaged, sqlite3.Error.
    """
    game, seq, before = after
    found = connection.execute(
        f"SELECT {ROW}, mark FROM rows WHERE (game, seq) > (?, ?) ORDER BY game, seq LIMIT ?",
        (game, seq, most),
    ).fetchall()
    for values in found:
        before = mark_of(before if values[1] == game else 0, *values[:-1])
        seq, game = values[:2]
        if before != values[-1]:
            raise Damaged(f"Row {seq} of the journal {path} is damaged. Move it aside.")
    return (game, seq, before), len(found) == most


def check_all_marks(connection: sqlite3.Connection, path: Path, game: int = 0) -> None:
    """The same of all rows from this game on. Raises Damaged, sqlite3.Error."""
    after, more = (game, 0, 0), True
    while more:
        after, more = check_marks(connection, path, after)


def _check_notes(connection: sqlite3.Connection, path: Path) -> None:
    for *values, mark in connection.execute(f"SELECT {GAME}, mark FROM games"):
        if mark_of(0, *values) != mark:
            raise Damaged(f"Game {values[0]} of the journal {path} is damaged. Move it aside.")
    for table in ("people", "seatings", "sessions", "settings"):
        for _ in connection.execute(f"SELECT * FROM {table}"):
            pass  # letters that are none cannot be read


def _bring_up(connection: sqlite3.Connection, version: int, path: Path) -> None:
    """Migrate; a step that does not go is no damage."""
    try:
        migrate(connection, version)
    except sqlite3.Error as problem:
        raise JournalError(remedy(path, problem)) from problem


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version; it is left as it is.

    Raises JournalError: newer, or something else; Damaged where it contradicts itself.
    """
    version = number_of(connection, "PRAGMA user_version")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    noted = ""
    if "settings" in tables:
        found = connection.execute(
            "SELECT value FROM settings WHERE key = ?", (settings.VERSION.name,)
        ).fetchone()
        noted = str(found[0]) if found else ""
    if noted.isdecimal() and int(noted) <= VERSION and int(noted) != version:
        raise Damaged(f"The journal {path} does not know its own version. Move it aside.")
    if version > VERSION:
        raise JournalError(
            f"The journal {path} was written by a newer companion (its version {version}, "
            f"this one knows {VERSION}). Install the newer companion again, "
            "or move the file aside to begin a new journal."
        )
    if tables and not version:
        if {"games", "rows", "settings"} <= tables:
            raise Damaged(f"The journal {path} has lost its version. Move it aside.")
        raise JournalError(
            f"{path} is a database of something else, not a journal. "
            "Choose another folder (--state FOLDER)."
        )
    return version


def is_damage(problem: sqlite3.Error) -> bool:
    """Whether SQLite complains of the file itself, not of a disk, a lock or a folder."""
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF not in _NO_DAMAGE


def _statements(script: str) -> Iterator[str]:
    """The statements of a script: `executescript` would end the transaction first."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _name_house(connection: sqlite3.Connection) -> None:
    house = settings.HOUSE.name, forgotten.new_house()
    connection.execute("INSERT INTO settings VALUES (?, ?)", house)


def _mark_all(connection: sqlite3.Connection) -> None:
    game, before = 0, 0
    marks = []
    for values in connection.execute(f"SELECT {ROW} FROM rows ORDER BY game, seq"):
        before = mark_of(before if values[1] == game else 0, *values)
        game = values[1]
        marks.append((before, values[0]))
    connection.executemany("UPDATE rows SET mark = ? WHERE seq = ?", marks)
