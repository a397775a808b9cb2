"""What is known of a journal whose files were taken away goes into a new one beside them.

Never writes into what lies there now; believes no row that was not told to count.
"""

import os
import sqlite3
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal import disk, recovery
from companion.journal import file as journal_file
from companion.journal.file import Damaged, JournalError
from companion.journal.pages import Value
from companion.journal.recovery import Found, many
from companion.journal.settings import RECOVERED

Values = tuple[Value, ...]


@dataclass(slots=True)
class Memory:
    """What is known without any file: an image of the journal, and what counts since then."""

    newest: int = 0  # the number of the last row that counts
    game: int = 0
    image: bytes = b""  # compressed
    rows: dict[int, Values] = field(default_factory=dict)  # by number, with their marks
    games: dict[int, Values] = field(default_factory=dict)

    def told(self, rows: list[Values]) -> None:
        """These rows count by now: their values and their marks."""
        for row in rows:
            number = row[0]
            assert isinstance(number, int)
            self.rows[number] = row
            self.newest = number

    def begun(self, game: Values) -> None:
        """This game was begun: its row."""
        assert isinstance(game[0], int)
        self.games[game[0]] = game
        self.game = game[0]

    def imaged(self, image: bytes, newest: int, game: int) -> None:
        """The whole file, compressed, which holds everything up to this row and this game."""
        self.image = image
        self.rows = {number: row for number, row in self.rows.items() if number > newest}
        self.games = {number: row for number, row in self.games.items() if number > game}

    def found(self, left: bytes) -> Found:
        """All of it, as it is read of a damaged file; of what is `left` where is no image."""
        found = recovery.found_in(zlib.decompress(self.image) if self.image else left, b"")
        # What was refused as the files went may be written all the same.
        found.rows = {n: rows for n, rows in found.rows.items() if n <= self.newest}
        found.games = {n: game for n, game in found.games.items() if n <= self.game}
        for number, row in self.rows.items():
            found.rows.setdefault(number, []).insert(0, (None, *row[1:]))
        found.games.update(self.games)
        found.numbers["rows"] = max(self.newest, found.numbers.get("rows", self.newest))
        return found


def save(
    path: Path, known: Memory, whole: sqlite3.Connection | None, left: bytes, why: str
) -> Path:
    """A new file beside the journal with all that counts: as a connection still reads it, where
    that is to be believed, or else of what is known, and of what is `left` of the old file.

    It is durable, and ready at once or never. Raises OSError, sqlite3.Error.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    stamp = recovery.free_stamp(path)
    new = recovery.beside(path, recovery.SAVING)
    saved = recovery.beside(path, recovery.SAVED + stamp)
    in_place = any(os.path.lexists(recovery.beside(path, name)) for name in ("", "-wal"))
    aside = recovery.beside(path, recovery.DAMAGED + stamp)
    told = f" What lies in its place is kept: {aside}" if in_place else ""
    try:
        _begin(new)
        if whole is None or not _copy(whole, new, known, why, told):
            _begin(new)
            _write(new, known, left, why, told)
        disk.sync(new)
        _clear(path, stamp)
        os.replace(new, saved)
        disk.sync_folder(path.parent)
    except (OSError, sqlite3.Error):
        with suppress(OSError):
            new.unlink()  # its room may be wanted
        raise
    return saved


def _begin(new: Path) -> None:
    for name in ("", *recovery.LOGS):
        recovery.beside(new, name).unlink(missing_ok=True)


def _copy(whole: sqlite3.Connection, new: Path, known: Memory, why: str, kept: str) -> bool:
    """As the connection reads it, but for what was refused; whether that is sound."""
    try:
        with closing(journal_file.connect(new)) as copy:
            whole.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file
            journal_file.check_pages(copy, new)
            with journal_file.transaction(copy, new) as cursor:
                cursor.execute("DELETE FROM rows WHERE seq > ?", (known.newest,))
                cursor.execute("DELETE FROM seatings WHERE game > ?", (known.game,))
                cursor.execute("DELETE FROM games WHERE game > ?", (known.game,))
                counts = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM rows)"
                said = RECOVERED.name, _said(why, *cursor.execute(counts).fetchone()) + kept
                cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", said)
            journal_file.check_all_marks(copy, new)
            _check(copy, new, known)
    except (sqlite3.Error, Damaged):
        return False
    return True


def _said(why: str, games: int, rows: int) -> str:
    came = f"{many(games, 'game')} with {many(rows, 'row')}"
    return f"The journal {why}. Play goes on from what was saved: {came}."


def _check(copy: sqlite3.Connection, new: Path, known: Memory) -> None:
    """Whether all that is known is there. Raises Damaged."""
    for number, row in known.rows.items():
        found = copy.execute("SELECT mark FROM rows WHERE seq = ?", (number,)).fetchone()
        if found != (row[-1],):
            raise Damaged(f"Row {number} is not in {new}.")
    newest = journal_file.number_of(copy, journal_file.NEWEST_GAME)
    if newest != known.game:
        raise Damaged(f"Game {known.game} is not in {new}.")


def _write(new: Path, known: Memory, left: bytes, why: str, kept: str) -> None:
    """Of what is known."""
    found = known.found(left)
    saved = recovery.proved(found)
    cut = "".join(f" Game {game} was cut off after {many(n, 'row')}." for game, n in saved.cut)
    if not known.image and not left:
        cut += " Earlier games were in that file alone: is there a copy of them?"
    told = _said(why, len(saved.games), len(saved.rows)) + cut + kept
    try:
        recovery.write(new, found, saved, told)
    except sqlite3.Error as problem:
        raise JournalError(journal_file.remedy(new, problem)) from problem


def _clear(path: Path, stamp: str) -> None:
    """At most one is ready: what else has such a name is kept under another."""
    for n, other in enumerate(sorted(path.parent.glob(f"{path.name}{recovery.SAVED}*"))):
        os.replace(other, recovery.beside(path, f"{recovery.DAMAGED}{stamp}-old{n}"))
