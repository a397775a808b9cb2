"""The hold on a journal's files: its connections, watched, marked, and saved when they are taken.

Reads no row; whose thread may write is for the journal.
"""

import math
import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal import file as journal_file
from companion.journal import forgotten, mark, recovery, rescue
from companion.journal.file import JournalError, remedy
from companion.journal.rescue import Memory, Values
from companion.journal.settings import RECOVERED
from companion.journal.watch import (
    AUTO_PAGES,
    GONE,
    LOG_CUT,
    LOG_GONE,
    OVERWRITTEN,
    REPLACED,
    Watch,
)

if TYPE_CHECKING:  # no start waits for it
    from companion.journal.inotify import Inotify

MARK_GAP_S = 1.0
FOLD_GAP_S = 1.0  # several phones that are let in cost one checkpoint
FOLD_FIRST_S = 0.4  # after the pages are there
FOLD_ROWS = 250  # as many as fill four megabytes of log
SAVE_GAP_S = 2.0  # a full disk is not asked at each look
GAMES = "SELECT game, kind, setup, begun_ms, ended_ms, tell, mark FROM games WHERE game = ?"
IMAGE_MOST = 16_000_000  # of a larger journal only what was told since the start is known by heart


class ReadOnly:
    """A journal that is only read, beside its owner: nothing of its files is known."""

    lost = ""  # why nothing that is told is kept, in a sentence
    is_saved = False  # whether what counts lies beside what was taken away: `go_on` may be said

    def __init__(self, path: Path) -> None:
        """Raises JournalError."""
        self.write = self.side = journal_file.connect_for_reading(path)
        self.write_lock, self.side_lock = threading.RLock(), threading.RLock()

    def refuse_if_lost(self) -> None:
        """For before a word counts. Raises JournalError once the files are not those any more."""

    def told(self, rows: list[Values]) -> None:
        """These rows count by now."""

    def begun(self, game: Values) -> None:
        """This game was begun."""

    def noted(self) -> None:
        """Something else was written that should soon be in the file itself."""

    def look(self) -> None:
        """Do what is due: notice what was done to the files, save, fold in, and mark."""

    def tells(self, stir: Callable[[], None]) -> bool:
        """Whether `stir` is called once the files are touched from now on, and nothing is due."""
        return False

    def go_on(self) -> bool:
        """Let what was saved be the journal, and keep what lies in its place; False: it is so.

        Raises JournalError.
        """
        return False

    def empty_log(self) -> None:
        """Fold the log into the file, and empty it, as far as nobody reads in it just now."""

    def renew(self) -> bool:
        """Let neither the log nor what is known by heart hold anything that is no more.

        False: somebody still reads in the log, which the end empties.
        """
        return True

    def close(self) -> None:
        """Let it go; idempotent."""
        self.write.close()


class Hold(ReadOnly):
    """The owner's. `look` is for one thread, all else for any."""

    _saved: Path  # where, and which file that is, once it `is_saved`
    _saved_is: tuple[int, int]

    def __init__(self, path: Path) -> None:
        """Open or make it. Raises JournalError: in use, newer, unreadable, no room."""
        self.path = path
        self.write_lock, self.side_lock = threading.RLock(), threading.RLock()
        self._turn = threading.RLock()  # for who looks, saves, goes on or ends
        self._why = ""
        self._is_closed = False
        self._ears: Inotify | None = None
        now_s = time.monotonic()
        self._mark_s, self._save_s = now_s, now_s
        self._fold_s = now_s + FOLD_FIRST_S
        self._lock = journal_file.lock_of(path)
        try:
            self._open()
        except BaseException:
            self._lock.close()
            raise

    def refuse_if_lost(self) -> None:
        if not self.lost and (why := self._files.glance()):
            self._lose(why)
        if self.lost:
            raise JournalError(self.lost)

    def told(self, rows: list[Values]) -> None:
        self._known.told(rows)
        self._told += len(rows)

    def begun(self, game: Values) -> None:
        self._known.begun(game)
        self._due = True

    def noted(self) -> None:
        self._due = True

    def look(self) -> None:
        with self._turn:
            if not self.lost and (why := self._files.look()):
                self._lose(why)
            now_s = time.monotonic()
            if now_s >= self._mark_s:
                self._mark_s = now_s + MARK_GAP_S
                self._mark()
            if self.lost:
                self._save(now_s)
            elif (self._due or self._told >= FOLD_ROWS) and now_s >= self._fold_s:
                self._fold_in(now_s)

    def tells(self, stir: Callable[[], None]) -> bool:
        with self._turn:
            is_due = self.lost or self._due or self._known.newest != self._marked
            return not is_due and not self._is_closed and self._heard(stir)

    def go_on(self) -> bool:
        with self._turn, self.side_lock, self.write_lock:
            if not self.is_saved:
                return False
            before, self.is_saved = self._parts, False
            try:
                if not self._lock.is_on(journal_file.lock_file(self.path)):
                    fallen, self._lock = self._lock, journal_file.lock_of(self.path)
                    fallen.close()
                recovery.move_on(self.path)
                self._open()
            except OSError as problem:
                said = f"What was saved cannot be gone on with yet. {_words(problem)}"
                raise JournalError(said) from problem
            before.close()  # its files have other names by now: nothing is written into them
            self.lost = ""
            return True

    def empty_log(self) -> None:
        with self.side_lock, self._files.changing(log=True):
            self.side.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def renew(self) -> bool:
        with self._turn:
            self.empty_log()
            with self.write_lock:
                known = self._known
                known.games = {n: self.write.execute(GAMES, (n,)).fetchone() for n in known.games}
            self._due = True
            self._fold_in(time.monotonic())
            return not self._due

    def close(self) -> None:
        with self._turn, self.side_lock, self.write_lock:
            if self._is_closed:
                return
            self._is_closed = True
            if self._ears is not None:
                self._ears.close()
            if not self.lost and (why := self._files.look()):
                self._lose(why)
            if self.lost:
                self._save(math.inf)
                with suppress(OSError):
                    self._leave()
            else:
                self._end()
                self.lost = f"The journal {self.path} is closed. Start the companion again."
            self._mark()
            self._parts.close()
            self._lock.close()

    # --- helpers ------------------------------------------------------------------------------

    def _open(self) -> None:
        path = self.path
        journal_file.keep_private(path)
        with ExitStack() as parts, ExitStack() as connections:
            try:
                write = connections.enter_context(closing(recovery.opened_or_saved(path)))
                side = connections.enter_context(closing(journal_file.connect(path)))
                keep = connections.enter_context(closing(journal_file.connect(path)))
                for connection in (side, keep):
                    journal_file.make_safe(connection)
                for connection in (write, side):
                    connection.execute(f"PRAGMA wal_autocheckpoint = {AUTO_PAGES}")
                _settle(write, path)
                known = _known(write, path)
            except sqlite3.Error as problem:
                raise JournalError(remedy(path, problem)) from problem
            journal_file.keep_private(path)
            try:
                files = parts.enter_context(closing(Watch(path)))
            except OSError as problem:
                raise JournalError(
                    f"The journal {path} cannot be watched: {_words(problem)} Start again."
                ) from problem
            parts.push(connections.pop_all())  # they are closed before the files
            self._parts = parts.pop_all()
        self.write, self.side, self._keep, self._files = write, side, keep, files
        self._known = known
        self._marked, self._due, self._told = mark.read(path), True, 0

    def _heard(self, stir: Callable[[], None]) -> bool:
        try:
            if self._ears is None:
                from companion.journal.inotify import Inotify

                self._ears = Inotify(stir)
            self._ears.arm(*self._files.places())
        except OSError:
            return False
        return True

    def _leave(self) -> None:
        """At the end, with the journal taken away: the next start goes on with what was saved."""
        if self.is_saved:
            recovery.move_on(self.path)
        elif self._why in (OVERWRITTEN, LOG_CUT):
            # Under another name nothing is written into it when its connections are closed.
            aside = recovery.DAMAGED + recovery.free_stamp(self.path)
            os.replace(self.path, recovery.beside(self.path, aside))
            self._parts.close()
            if self._why == LOG_CUT:  # all but the newest rows are in it
                os.replace(recovery.beside(self.path, aside), self.path)

    def _end(self) -> None:
        with suppress(sqlite3.Error):  # what stays in the log is read from there
            self._keep.close()
            self.side.close()  # first: an open reader would hold the log back
            self.write.execute("PRAGMA busy_timeout = 0")
            self.write.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _fold_in(self, now_s: float) -> None:
        """Bring the file up to date, beside all that is told meanwhile."""
        # Rows alone are known by heart already.
        anew, self._due, self._told, self._fold_s = self._due, False, 0, now_s + FOLD_GAP_S
        newest, game = self._known.newest, self._known.game
        try:
            with self._files.changing(log=False):
                asked = self._keep.execute("PRAGMA wal_checkpoint(PASSIVE)")
                busy, pages, done = asked.fetchone()
                whole = not busy and pages == done
                small = self.path.stat().st_size <= IMAGE_MOST
                content = self._files.content() if anew and whole and small else b""
        except (sqlite3.Error, OSError):
            self._due = True  # whoever writes next says what is the matter
            return
        self._due |= anew and not whole  # somebody still reads in the log
        if content:
            image = zlib.compress(content, zlib.Z_BEST_SPEED)
            with self.write_lock:
                self._known.imaged(image, newest, game)

    def _mark(self) -> None:
        newest = self._known.newest
        with suppress(OSError):  # a full disk is said by whoever writes a row
            if newest != self._marked:
                mark.write(self.path, newest)
                self._marked = newest

    def _lose(self, why: str) -> None:
        self._why = why
        self.lost = f"The journal {self.path} {why}, so nothing that is told now is kept."

    def _save(self, now_s: float) -> None:
        if self._is_there() or now_s < self._save_s:
            return
        self.is_saved, self._save_s = False, now_s + SAVE_GAP_S
        with self.write_lock:
            pass  # who was just writing knows by now whether it counts
        whole = self._keep if self._why in (GONE, REPLACED, LOG_GONE) else None
        try:
            left = b"" if self._why == OVERWRITTEN else self._files.content()
            saved = rescue.save(self.path, self._known, whole, left, self._why)
            with self.side_lock:
                side, self.side = self.side, journal_file.connect_for_reading(saved)
                side.close()
            self._parts.callback(self.side.close)
        except (OSError, sqlite3.Error) as problem:
            self._lose(self._why)
            self.lost += (
                f" What counted cannot be saved yet: leave this machine on. {_words(problem)} Make "
                f"room, or let {self.path.parent} be written to: it is tried again by itself."
            )
            return
        self.is_saved, self._saved, self._saved_is = True, saved, _identity(saved)
        self._lose(self._why)
        self.lost += f" What counted is saved in {saved}: the referee's page goes on with it."

    def _is_there(self) -> bool:
        return self.is_saved and _identity(self._saved) == self._saved_is


def _settle(write: sqlite3.Connection, path: Path) -> None:
    """Who was forgotten stays so, also where an older file was put in this one's place."""
    known = forgotten.read(path)
    if not known and not forgotten.lists_in(write.cursor()):
        return
    with journal_file.transaction(write, path) as cursor:
        done = forgotten.settle(cursor, known)
    if done:
        write.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _known(write: sqlite3.Connection, path: Path) -> Memory:
    """What is there; and what is not, though it was, is said on the screens."""
    newest = journal_file.number_of(write, mark.NEWEST)
    if missing := mark.missing(path, newest):
        newest = mark.read(path)
        with journal_file.transaction(write, path) as cursor:
            # Lost rows had numbers, too: none is given twice.
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = 'rows'")
            cursor.execute("INSERT INTO sqlite_sequence VALUES ('rows', ?)", (newest,))
            said = RECOVERED.name, missing
            cursor.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", said)
    game = journal_file.number_of(write, journal_file.NEWEST_GAME)
    known = Memory(newest, game)
    if path.stat().st_size > IMAGE_MOST:
        rows = f"SELECT {journal_file.ROW}, mark FROM rows WHERE game = ?"
        known.rows = {row[0]: row for row in write.execute(rows, (game,))}
        known.games = {row[0]: row for row in write.execute(GAMES, (game,))}
    return known


def _words(problem: Exception) -> str:
    """What the system, or SQLite, has to say."""
    words = getattr(problem, "strerror", None) or str(problem)
    return f"{words.rstrip('.')}."


def _identity(file: Path) -> tuple[int, int]:
    with suppress(OSError):
        found = file.stat()
        return found.st_dev, found.st_ino
    return 0, 0
