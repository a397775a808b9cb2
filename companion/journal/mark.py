"""The newest row's number, kept in a file of its own beside the journal: what is missing is told.

The doctor asks it, too. Writes nothing but that file.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.journal import disk
from companion.journal.backup import BACKUPS
from companion.journal.file import JournalError, connect_for_reading
from companion.journal.settings import RECOVERED

# The last number ever given.
NEWEST = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'rows'"
_DIGITS = 16  # always as long: it is written in place, and no length has to be synced


def file_of(journal: Path) -> Path:
    """Where the number is."""
    return journal.with_name(journal.name + ".newest")


def write(journal: Path, newest: int) -> None:
    """Keep the number of a row that is durable by now. Raises OSError."""
    disk.write_durably(file_of(journal), f"{newest:0{_DIGITS}}\n".encode(), new=False)


def read(journal: Path) -> int:
    """The number that was kept last, 0 for none."""
    with suppress(OSError, ValueError):
        return int(file_of(journal).read_bytes()[:_DIGITS])
    return 0


def missing(journal: Path, newest: int) -> str:
    """The sentence about rows after the journal's newest that were once there; "" for none."""
    kept = read(journal)
    if kept <= newest:
        return ""
    rows = f"Rows {newest + 1:,} to {kept:,} are" if kept > newest + 1 else f"Row {kept:,} is"
    return (
        f"{rows} missing from the journal {journal}: did its card forget them, or was an older "
        f"file put in its place? If there is a copy in {journal.parent / BACKUPS}, companion "
        "restore brings it back; play goes on without them."
    )


def complaint(journal: Path) -> str:
    """What is missing from a journal, perhaps in use; or what it says itself was saved of it."""
    if not os.path.exists(journal):  # nor where this user may not look
        return missing(journal, 0)
    try:
        with closing(connect_for_reading(journal)) as connection:
            (newest,) = connection.execute(NEWEST).fetchone()
            asked = "SELECT value FROM settings WHERE key = ?"
            (said,) = connection.execute(asked, (RECOVERED.name,)).fetchone() or ("",)
    except (JournalError, sqlite3.Error):
        return ""  # whoever opens it to play says what is the matter
    return missing(journal, newest) or str(said)
