"""A damaged journal is moved aside, and what can be read of it goes into a new one.

Believes no row whose mark does not fit; never writes into the damaged file.
"""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import field
from pathlib import Path

from companion.frozen import dataclass
from companion.journal import disk
from companion.journal import file as journal_file
from companion.journal import pages as sqlite_pages
from companion.journal.file import Damaged, JournalError, mark_of
from companion.journal.pages import Record, Value
from companion.journal.settings import RECOVERED, STARTS, VERSION

SEQ_GAP = 1000  # lost rows had numbers, too: phones may still show their questions
STARTS_GUESSED = 10_000  # more than any table has seen: pages never take new for old
SAVED, DAMAGED = ".saved-", ".damaged-"  # what names go on with, and then the date
SAVING = ".saving"  # while it is written
_BLOCK = 4096
LOGS = ("-wal", "-shm", "-journal")
_ROW_VALUES = len(journal_file.ROW.split(", "))


@dataclass(slots=True)
class Found:
    """What was read of a damaged journal, not yet proved."""

    rows: dict[int, list[tuple[Value, ...]]] = field(default_factory=dict)  # by number
    games: dict[int, tuple[Value, ...]] = field(default_factory=dict)
    people: dict[int, tuple[Value, ...]] = field(default_factory=dict)
    seatings: list[tuple[Value, ...]] = field(default_factory=list)
    sessions: list[tuple[Value, ...]] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # the last ones given


@dataclass(frozen=True, slots=True)
class Saved:
    """What a new journal can hold of it."""

    games: tuple[tuple[Value, ...], ...]
    rows: tuple[tuple[Value, ...], ...]
    cut: tuple[tuple[int, int], ...]  # games with their rows from the first unreadable one lost


def opened_or_saved(path: Path) -> sqlite3.Connection:
    """The first connection to a journal; a damaged one is saved before. Call it as its owner.

    Raises JournalError, sqlite3.Error.
    """
    try:
        move_on(path)  # a plug was pulled in the middle of this
        _refuse_folders(path)
        try:
            return journal_file.opened(path)
        except Damaged:
            _save(path)
            move_on(path)
            return journal_file.opened(path)
    except Damaged as problem:
        raise JournalError(
            f"{problem} What was saved of it cannot be read either: is the disk failing?"
        ) from problem
    except OSError as problem:
        if isinstance(problem, JournalError):
            raise
        raise JournalError(
            f"The journal {path} is damaged, and cannot be saved: {problem.strerror}. "
            "Make room and let its folder be writable, then start again."
        ) from problem


def found_in(file: bytes, wal: bytes) -> Found:
    """All rows of a journal that any of its pages still shows."""
    size = sqlite_pages.page_bytes(file)
    log = sqlite_pages.log_of(wal, size)
    pages = sqlite_pages.overlaid(file, size, log.frames)
    found = Found()
    # Rows never change: an older version of a page may hold those that a newer one lost.
    older = sqlite_pages.split(file, size)
    for page in [*older, *(frame.data for frame in log.frames)]:
        for record in _records(page, pages):
            _take_row(found, record)
    for number in sorted(pages):
        for record in _records(pages[number], pages):
            _take_row(found, record)
            _take_other(found, record)
    return found


def proved(found: Found) -> Saved:
    """The games as they were written, each with its rows up to the first that is not."""
    games = {n: game for n, game in found.games.items() if _is_whole_game(n, game)}
    kept: dict[int, list[tuple[Value, ...]]] = {game: [] for game in games}
    marks = dict.fromkeys(games, 0)
    cut: dict[int, int] = {}
    for seq in sorted(found.rows):
        for row in found.rows[seq]:
            game = row[1]
            if not isinstance(game, int) or game not in games or game in cut:
                continue
            mark = _mark_after(kept[game], marks[game], seq, row)
            if mark is not None:
                marks[game] = mark
                kept[game].append((seq, *row[1:_ROW_VALUES], mark))
                break
        else:
            for game in {row[1] for row in found.rows[seq]} & set(games):
                assert isinstance(game, int)
                cut.setdefault(game, len(kept[game]))
    rows = tuple(row for game in games for row in kept[game])
    return Saved(tuple(games.values()), rows, tuple(cut.items()))


# --- files ------------------------------------------------------------------------------------


def _save(path: Path) -> None:
    """Write what can be saved beside the damaged journal, and call it ready at once or never."""
    found = found_in(_bytes_of(path), _bytes_of(beside(path, "-wal")))
    saved = proved(found)
    stamp = free_stamp(path)
    new = beside(path, SAVING)
    for name in ("", *LOGS):
        beside(new, name).unlink(missing_ok=True)
    told = _sentence(saved, beside(path, DAMAGED + stamp))
    try:
        write(new, found, saved, told)
    except sqlite3.Error as problem:
        raise JournalError(journal_file.remedy(path, problem)) from problem
    os.replace(new, beside(path, SAVED + stamp))
    disk.sync_folder(path.parent)


def _refuse_folders(path: Path) -> None:
    """Nobody may have a folder where the journal wants a file. Raises JournalError."""
    suspicion, saving = journal_file.suspicion(path), beside(path, SAVING)
    for place in (suspicion, *(beside(file, name) for file in (path, saving) for name in LOGS)):
        journal_file.refuse_folder(place)
    journal_file.refuse_folder(saving)


def move_on(path: Path) -> None:
    """Put the saved journal, if there is one, in the damaged one's place; also the second time."""
    start = path.name + SAVED
    saved = (file for file in path.parent.iterdir() if file.name.startswith(start))
    ready = next(filter(Path.is_file, saved), None)
    if ready is None:
        return
    damaged = beside(path, DAMAGED + ready.name.removeprefix(start))
    for name in (*LOGS, ""):
        old = beside(path, name)
        if os.path.lexists(old):
            os.replace(old, beside(damaged, name))
    os.replace(ready, path)
    disk.sync_folder(path.parent)


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file, with zeros where the disk does not give them."""
    if not path.exists():
        return b""
    try:
        return path.read_bytes()
    except OSError:
        with path.open("rb", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            return b"".join(_block(file.fileno(), at, size) for at in range(0, size, _BLOCK))


def _block(file: int, at: int, size: int) -> bytes:
    length = min(_BLOCK, size - at)
    try:
        return disk.read_at(file, length, at).ljust(length, b"\0")
    except OSError:
        return bytes(length)


def beside(path: Path, more: str) -> Path:
    """The file of a journal whose name goes on so."""
    return path.with_name(path.name + more)


def free_stamp(path: Path) -> str:
    """The date, for a name that no damaged or saved journal has."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    again = 0
    while any(
        os.path.lexists(beside(path, f"{what}{stamp}{_nth(again)}")) for what in (DAMAGED, SAVED)
    ):
        again += 1
    return stamp + _nth(again)


def _nth(again: int) -> str:
    return f"-{again + 1}" if again else ""


# --- reading ----------------------------------------------------------------------------------


def _records(page: bytes, pages: dict[int, bytes]) -> Iterator[Record]:
    first = page[:6] == b"SQLite"
    return sqlite_pages.records(page, pages, first)


def _take_row(found: Found, record: Record) -> None:
    values = record.values
    if len(values) not in (_ROW_VALUES, _ROW_VALUES + 1) or values[0] is not None:
        return
    if values not in found.rows.setdefault(record.rowid, []):
        found.rows[record.rowid].append(values)


def _take_other(found: Found, record: Record) -> None:
    """A row of one of the other tables, told apart by their columns."""
    match record.values:
        case (None, str(), str(), int(), int() | None, str() | None, *mark) if len(mark) < 2:
            found.games[record.rowid] = (record.rowid, *record.values[1:])
        case (None, str(), int()):
            found.people[record.rowid] = (record.rowid, *record.values[1:], "", 0)
        case (None, str(), int(), str(), int()):
            found.people[record.rowid] = (record.rowid, *record.values[1:])
        case (int(), int(), int()):
            found.seatings.append(record.values)
        case (str(), str(), int() | None, int(), str(), int(), int(), int() | None):
            found.sessions.append(record.values)
        case (str() as hash_, str() as role, int() | None, str() as evening, int() as made, out):
            # Of before phones were people's: it says anew who it is.
            who = role.replace("referee", "seat"), None, role == "referee"
            found.sessions.append((hash_, *who, evening, made, made, out))
        case (str("rows" | "people") as table, int(last)):
            found.numbers[table] = last
        case (str(key), str(value)):
            found.settings[key] = value


def _is_whole_game(number: int, game: tuple[Value, ...]) -> bool:
    never_changes = (*game[:4], game[5])
    return number > 0 and (len(game) == 6 or mark_of(0, *never_changes) == game[6])


def _mark_after(
    kept: list[tuple[Value, ...]], before: int, seq: int, row: tuple[Value, ...]
) -> int | None:
    """The mark of a row that follows the ones kept, None for one that is not as it was written."""
    mark = mark_of(before, seq, *row[1:_ROW_VALUES])
    if len(row) > _ROW_VALUES:
        return mark if mark == row[_ROW_VALUES] else None
    # Written before there were marks: in a row, one game is played at a time.
    last = kept[-1][0] if kept else seq - 1
    return mark if last == seq - 1 else None


# --- writing ----------------------------------------------------------------------------------


def write(new: Path, found: Found, saved: Saved, told: str) -> None:
    """Write a new journal of it, which says what was saved. Raises sqlite3.Error, JournalError."""
    with closing(journal_file.connect(new)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        journal_file.migrate(connection, 0)
        with journal_file.transaction(connection, new) as cursor:
            _insert(cursor, "games", (_marked(game) for game in saved.games))
            _insert(cursor, "rows", saved.rows)
            _insert(cursor, "people", found.people.values())
            numbers = {game[0] for game in saved.games}
            _insert(cursor, "seatings", (s for s in found.seatings if s[0] in numbers))
            _insert(cursor, "sessions", found.sessions)
            cursor.execute("DELETE FROM settings")
            _insert(cursor, "settings", _settings(found, told).items())
            _go_on_numbering(cursor, found)


def _insert(cursor: sqlite3.Cursor, table: str, entries: Iterable[Iterable[Value]]) -> None:
    for entry in entries:
        values = tuple(entry)
        marks = ", ".join("?" * len(values))
        # Two pages may show the same entry: the one that is there already is kept.
        cursor.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)


def _marked(game: tuple[Value, ...]) -> tuple[Value, ...]:
    return (*game[:6], mark_of(0, *game[:4], game[5]))


def _settings(found: Found, told: str) -> dict[str, str]:
    sound = found.settings.get(STARTS.name, "").isdecimal()
    starts = {} if sound else {STARTS.name: STARTS.text(STARTS_GUESSED)}
    version = {VERSION.name: VERSION.text(journal_file.VERSION)}
    return {**found.settings, **starts, **version, RECOVERED.name: told}


def _go_on_numbering(cursor: sqlite3.Cursor, found: Found) -> None:
    """Numbers of rows and people are never given twice, lost ones neither."""
    seatings = [person for _, _, person in found.seatings if isinstance(person, int)]
    rows = max([*found.rows, found.numbers.get("rows", 0)]) + SEQ_GAP
    people = max([*found.people, *seatings, found.numbers.get("people", 0)])
    cursor.execute("DELETE FROM sqlite_sequence")
    cursor.executemany(
        "INSERT INTO sqlite_sequence VALUES (?, ?)", [("rows", rows), ("people", people)]
    )


def _sentence(saved: Saved, damaged: Path) -> str:
    if not saved.games:
        came = "Nothing of it could be read."
    else:
        came = f"Saved: {many(len(saved.games), 'game')} with {many(len(saved.rows), 'row')}."
    cut = "".join(
        f" Game {game} was cut off after {many(rows, 'row')}." for game, rows in saved.cut
    )
    return f"The journal was damaged. {came}{cut} The damaged file is kept: {damaged}"


def many(number: int, what: str) -> str:
    """So many of them, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
