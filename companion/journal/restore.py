"""Brings a copy of the evenings back, all of it or nothing; the ones it replaces are kept, too.

Must not touch a journal that a companion keeps.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.journal import file as journal_file
from companion.journal import forgotten, mark, sweep
from companion.journal.backup import KEEP, BackupError, back_up
from companion.journal.file import Damaged, JournalError
from companion.journal.forgotten import Gone
from companion.journal.settings import STARTS


def restore(copy: Path, journal: Path, folder: Path, label: str) -> Path | None:
    """Let the journal be as the copy says. Answers where its old state is now, if it had one.

    Raises JournalError: in use, no such copy, damaged, newer, no room. Then nothing has changed.
    """
    if not copy.is_file():
        raise JournalError(f"There is no copy {copy}. Look into {folder}.")
    with (
        closing(journal_file.lock_of(journal)),
        closing(_opened(copy)) as source,
    ):
        _check(source, copy)
        kept = _put_aside(journal, folder, label)
        try:
            known = _known(journal)
            own = next(iter(known), "")
            plain = _plain(journal)
            with sweep.taken_out(source, own, known, plain) as found:
                _write(found or source, journal, known, plain)
        except sqlite3.Error as problem:
            raise JournalError(
                f"{copy} could not be brought back to {journal} ({problem}). Make room, or move "
                "that file to another folder, and say it again."
            ) from problem
        mark.file_of(journal).unlink(missing_ok=True)  # what came later is not missed
    return kept


def _opened(copy: Path) -> sqlite3.Connection:
    try:
        return journal_file.connect_for_reading(copy)
    except JournalError as problem:
        found = problem.__cause__
        if isinstance(found, sqlite3.Error) and journal_file.is_damage(found):
            raise _damaged(copy, found) from problem
        raise


def _check(source: sqlite3.Connection, copy: Path) -> None:
    try:
        journal_file.check_pages(source, copy)
    except (Damaged, sqlite3.Error) as problem:
        raise _damaged(copy, problem) from problem


def _damaged(copy: Path, problem: Exception) -> JournalError:
    return JournalError(
        f"The copy {copy} is damaged ({problem}). Take another one; or put it in the journal's "
        "place by hand: a start then saves what can be read."
    )


def _put_aside(journal: Path, folder: Path, label: str) -> Path | None:
    if not journal.exists():
        return None
    try:
        return back_up(journal, folder, label, KEEP + 1)  # the one brought back stays, too
    except BackupError as problem:
        raise JournalError(str(problem)) from problem


def _known(journal: Path) -> dict[str, Gone]:
    """Who was forgotten at this table, its own house first: an older copy may still name them."""
    beside = forgotten.read(journal)
    if not journal.exists():
        return beside
    with closing(sqlite3.connect(journal)) as before, suppress(sqlite3.Error):
        own, lists = forgotten.house_of(before.cursor()), forgotten.lists_in(before.cursor())
        return forgotten.together({own: {}} if own else {}, beside, lists)
    return beside


def _plain(journal: Path) -> dict[str, str]:
    """What boards and decks of this table are called in place of names."""
    if journal.exists():
        with closing(sqlite3.connect(journal)) as before, suppress(sqlite3.Error):
            return forgotten.plain_in(before.cursor())
    return {}


def _write(
    source: sqlite3.Connection, journal: Path, known: dict[str, Gone], plain: dict[str, str]
) -> None:
    """In one transaction of SQLite's: a pulled plug leaves the old or the new."""
    with closing(journal_file.connect(journal)) as target:
        before, last = _starts(target), _last(target)
        source.backup(target)
        forgotten.settle(target.cursor(), known, last)
        forgotten.keep_plain(target.cursor(), plain)
        # Phones that saw later evenings must not take the next pictures for older ones.
        starts = STARTS.text(max(before, _starts(target)))
        target.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (STARTS.name, starts))


def _last(connection: sqlite3.Connection) -> int:
    with suppress(sqlite3.Error):
        return forgotten.last_number(connection.cursor())
    return 0


def _starts(connection: sqlite3.Connection) -> int:
    said = None
    with suppress(sqlite3.Error):  # a new file has no settings
        asked = "SELECT value FROM settings WHERE key = ?"
        said = connection.execute(asked, (STARTS.name,)).fetchone()
    (found,) = said or ("",)
    return STARTS.read(str(found))
