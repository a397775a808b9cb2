"""Takes who was forgotten out of every file of a table: the journal's log, and kept copies.

What cannot be read, or is another table's, is only named: somebody deletes it, or keeps it.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from companion.journal import disk, forgotten, mark, recovery, served
from companion.journal import file as journal_file
from companion.journal.backup import BACKUPS, copies
from companion.journal.file import JournalError
from companion.journal.forgotten import Gone
from companion.journal.journal import Journal
from companion.journal.settings import UNSWEPT

Lists = dict[str, Gone]
NEW = ".new"  # ends the name of a copy that is made anew


def sweep(journal: Journal, folder: Path) -> str:
    """Let no file of this table hold whoever was forgotten; "" or a sentence where one still does.

    `folder` is where copies are. It may be done again and again; a start goes on with it.
    """
    path = journal.path
    with journal.reading() as cursor:
        house, lists = forgotten.house_of(cursor), forgotten.lists_in(cursor)
        plain = forgotten.plain_in(cursor)
    try:
        forgotten.write(path, house, lists)
        for piece in _pieces(path, folder):
            piece.unlink(missing_ok=True)
        for copy in _copies(path, folder):
            if _house_of(copy) is not None:  # what cannot be read is named
                _clear(copy, house, lists, plain)
        for where in filter(Path.is_dir, {path.parent, *_folders(path, folder)}):
            disk.sync_folder(where)  # else a pulled plug brings an old name back, with what it held
    except (OSError, sqlite3.Error) as problem:
        return (
            f"A copy of the evenings may still hold a name that was forgotten ({problem}). Make "
            "room, or let it be written to, and start the companion again: it goes on with it."
        )
    if journal.renew():
        journal.set_setting(UNSWEPT, False)
    return ""


def kept(journal: Journal, folder: Path) -> list[Path]:
    """The files of a table that may hold any name, and out of which nobody can be taken.

    Each goes with its log.
    """
    path = journal.path
    with journal.reading() as cursor:
        house = forgotten.house_of(cursor)
    ours = {path, forgotten.file_of(path), mark.file_of(path), journal_file.suspicion(path)}
    ours |= {path.with_name(path.name + ".lock"), served.file_of(path)}
    beside = {_without_log(file) for file in path.parent.glob(f"{path.name}*") if file.is_file()}
    # The next start goes on with what was saved.
    odd = {file for file in beside - ours if recovery.SAVED not in file.name}
    alien = {copy for copy in _copies(path, folder) if _house_of(copy) not in ("", house)}
    return sorted(odd | alien)


def drop(journal: Journal, folder: Path, name: str) -> bool:
    """Delete one of the kept files with its log; False: it is none. Raises OSError."""
    found = [file for file in kept(journal, folder) if file.name == name]
    for file in found:
        for more in (*recovery.LOGS, ""):
            recovery.beside(file, more).unlink(missing_ok=True)
        disk.sync_folder(file.parent)
    return bool(found)


# --- inside -----------------------------------------------------------------------------------


def _folders(path: Path, folder: Path) -> set[Path]:
    return {folder, path.parent / BACKUPS}


def _copies(path: Path, folder: Path) -> Iterator[Path]:
    for where in _folders(path, folder):
        yield from copies(where)


def _pieces(path: Path, folder: Path) -> Iterator[Path]:
    """What was begun and never became a file of ours."""
    yield from path.parent.glob(f"{path.name}.saving*")
    for where in _folders(path, folder):
        yield from where.glob("journal-*.part*")
        yield from where.glob(f".journal-*{NEW}*")


def _without_log(file: Path) -> Path:
    ends = [more for more in recovery.LOGS if file.name.endswith(more)]
    return file.with_name(file.name.removesuffix(ends[0])) if ends else file


def _house_of(copy: Path) -> str | None:
    """The house of a copy; None for one that was copied as it lay, or cannot be read."""
    try:
        if recovery.beside(copy, "-wal").exists():
            return None
        with closing(journal_file.connect_for_reading(copy)) as found:
            journal_file.check_pages(found, copy)
            return forgotten.house_of(found.cursor())
    except (JournalError, sqlite3.Error):
        return None


@contextmanager
def taken_out(
    source: sqlite3.Connection, house: str, lists: Lists, plain: Mapping[str, str]
) -> Iterator[sqlite3.Connection | None]:
    """A journal without those on its house's list, in memory alone; None where nobody is there.

    Boards and decks are called as in `plain`. One that says no house is this table's.
    Raises sqlite3.Error.
    """
    own = forgotten.house_of(source.cursor()) or house
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        source.backup(memory)
        memory.create_function("mark_of", -1, journal_file.mark_of, deterministic=True)
        memory.execute("PRAGMA secure_delete = ON")
        is_named = forgotten.take_out(memory.cursor(), lists.get(own, {}))
        is_other = forgotten.keep_plain(memory.cursor(), plain) or is_named
        if is_other:
            memory.execute("VACUUM")
        yield memory if is_other else None


def _clear(copy: Path, house: str, lists: Lists, plain: Mapping[str, str]) -> None:
    try:
        _take_out_of(copy, house, lists, plain)
    except (OSError, sqlite3.Error):
        if copy.exists():  # else a newer one took its place meanwhile
            raise


def _take_out_of(copy: Path, house: str, lists: Lists, plain: Mapping[str, str]) -> None:
    """A copy with a name in it is made anew, at once or not at all."""
    # Not of the name of a copy that is begun: another copy being made clears those.
    part = copy.with_name(f".{copy.name}{NEW}")
    with (
        closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as source,
        taken_out(source, house, lists, plain) as memory,
    ):
        if memory is None:
            return
        was = copy.stat()
        disk.make_private(part)
        with closing(sqlite3.connect(part)) as target:
            memory.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    disk.sync(part)
    os.utime(part, ns=(was.st_atime_ns, was.st_mtime_ns))  # copies are in the order of their hours
    disk.give_to_owner_of(part, was)
    os.replace(part, copy)
