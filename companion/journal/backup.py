"""Copies a journal, also while it is in use, and keeps the newest few copies.

Stands alone: the Debian package runs this very text before anything of a new version is there, so
it imports nothing of ours and takes any Python since 3.11. Must not write into a journal.
"""

import filecmp
import os
import shutil
import sqlite3
import sys
import time
import tomllib
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import quote

BACKUPS = "backups"  # their folder, beside the journal
KEEP = 5  # copies: each is as large as the journal, and nobody goes back further than some updates
BUSY_S = 10  # a companion that writes is waited for so long
SPARE_BYTES = 4 << 20  # left free beside a copy: a full disk would stop play
MISSING = -1
TRIES = 5


class _Swept(Exception):
    """What was begun of a copy is not there any more."""


class BackupError(OSError):
    """There is no copy now: the sentence says why, and what to do."""


def back_up(journal: Path, folder: Path, label: str, keep: int = KEEP) -> Path:
    """Copy the journal into the folder as it is at one instant, and drop all but the newest copies.

    A damaged one is copied as it lies. A copy that says what the newest says is not kept twice.
    Answers the newest copy. Raises BackupError; then nothing has changed.
    """
    for _ in range(TRIES):
        with suppress(_Swept):
            return _back_up(journal, folder, label, keep)
    raise BackupError(_no_copy(journal, folder, "something else clears that folder"))


def _back_up(journal: Path, folder: Path, label: str, keep: int) -> Path:
    new = _free_name(folder, f"journal-{label}-{time.strftime('%Y%m%d-%H%M%S')}")
    part, begun = new.with_name(new.name + ".part"), False
    try:
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True)
            _give(folder, journal)
        _sweep(folder)
        _look_for_room(journal, folder)
        part.touch(mode=0o600)  # it holds names
        begun = True
        _copy(journal, part)
        before = copies(folder)
        if before and filecmp.cmp(part, before[0], shallow=False):
            _sweep(folder)
            return before[0]
        part.rename(new)
        begun = False
        if _log_of(part).exists():
            _log_of(part).rename(_log_of(new))
        _give(new, journal)
        _sync(new, folder)
        _prune(folder, new, keep)
    except (OSError, sqlite3.Error) as problem:
        # Somebody is forgotten just now, or another copy is made: both clear what was begun.
        if begun and not part.exists():
            raise _Swept from problem
        with suppress(OSError):
            _sweep(folder)
        if isinstance(problem, BackupError):
            raise
        raise BackupError(_no_copy(journal, folder, str(problem))) from problem
    return new


def copies(folder: Path) -> list[Path]:
    """The copies in the folder, the newest first. Raises OSError."""
    return sorted(
        folder.glob("journal-*.sqlite"), key=lambda file: (file.stat().st_mtime, file.name)
    )[::-1]


def format_of(journal: Path) -> int:
    """The format that a journal or a copy is written in; MISSING where that cannot be read."""
    try:
        with closing(_opened(journal)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            return int(version)
    except (OSError, sqlite3.Error):
        return MISSING


def why_not(journal: Path, folder: Path, known: int) -> str:
    """Why a program that knows journals up to this format must not get this one; "" if it may."""
    written = format_of(journal)
    if written <= known:
        return ""
    newer = (
        f"The evenings in {journal} were written by a newer Splash Companion (format {written}, "
        f"this one knows {known}). Keep the newer one; or stop the table (sudo systemctl stop "
        "splash-companion), "
    )
    with suppress(OSError):
        fitting = [copy for copy in copies(folder) if 0 < format_of(copy) <= known]
        if fitting:
            return (
                f"{newer}go back to the evenings from before the newer one (sudo -u "
                f"splash-companion companion restore {fitting[0]} --state {folder.parent}), "
                "and install this one again."
            )
    return (
        f"{newer}put them aside (sudo mv {journal} {journal}.newer), and install this one again: "
        "it then begins without any."
    )


def journal_of(configs: Iterable[str], state: Path) -> Path:
    """Where the first of these tables' files that is there says that the journal is."""
    file = next(filter(os.path.lexists, configs), None)
    with suppress(
        OSError, ValueError, AttributeError, RecursionError
    ):  # one that the table cannot read, either
        said = tomllib.loads(Path(file or os.devnull).read_text("utf-8")).get("journal", {})
        if isinstance(path := said.get("path"), str):
            return Path(path)
    return state / "journal.sqlite"


def before_a_change(known: int, label: str, state: Path, configs: Iterable[str]) -> str:
    """Keep the evenings before another version gets them; answers what was done.

    Raises BackupError: they are newer than it knows, or there is no copy.
    """
    journal, folder = journal_of(configs, state), state / BACKUPS
    try:
        if not journal.exists():
            return "There are no evenings yet."
    except OSError as problem:
        raise BackupError(_no_copy(journal, folder, str(problem))) from problem
    if refusal := why_not(journal, folder, known):
        raise BackupError(refusal)
    return f"The evenings are kept in {back_up(journal, folder, label)}"


def main(words: list[str]) -> int:
    """For the package: the newest format it knows, a label, the state's folder, tables' files."""
    known, label, state, *configs = words
    try:
        print(before_a_change(int(known), label, Path(state), configs))
    except BackupError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


# --- helpers ----------------------------------------------------------------------------------


def _opened(journal: Path) -> sqlite3.Connection:
    where = f"file:{quote(os.fsencode(journal.absolute()))}"
    # Where its log cannot be shared, as on a stick that is write-protected, nobody writes.
    for options in ("?mode=ro", "?immutable=1"):
        connection = sqlite3.connect(where + options, uri=True, timeout=BUSY_S)
        try:
            with ExitStack() as broken_off:
                broken_off.callback(connection.close)
                connection.execute("PRAGMA schema_version").fetchone()
                broken_off.pop_all()
            return connection
        except sqlite3.Error as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or "imm" in options:
                raise
    raise AssertionError


def _copy(journal: Path, part: Path) -> None:
    try:
        # A piece that is not there any more may hold who was just forgotten: never made anew.
        where = f"file:{quote(os.fsencode(part.absolute()))}?mode=rw"
        with (
            closing(_opened(journal)) as source,
            closing(sqlite3.connect(where, uri=True)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, whole
            (said,) = target.execute("PRAGMA quick_check(1)").fetchone()
        if said == "ok":
            return
    except sqlite3.DatabaseError as problem:
        code = problem.sqlite_errorcode & 0xFF
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
    _copy_as_it_lies(journal, part)


def _copy_as_it_lies(journal: Path, part: Path) -> None:
    """The bytes of a damaged one, with its log: what can be read of it a start will save."""
    print(f"{journal} is damaged: it is copied as it lies.", file=sys.stderr)
    shutil.copyfile(journal, part)
    if _log_of(journal).exists():
        shutil.copyfile(_log_of(journal), _log_of(part))
        _log_of(part).chmod(0o600)


def _log_of(journal: Path) -> Path:
    return journal.with_name(journal.name + "-wal")


def _look_for_room(journal: Path, folder: Path) -> None:
    there = filter(Path.exists, (journal, _log_of(journal)))
    wanted = sum((file.stat().st_size for file in there), SPARE_BYTES)
    free = shutil.disk_usage(folder).free
    if free < wanted:
        mb = f"{wanted / 1e6:.0f} MB are wanted, {free / 1e6:.0f} MB are free"
        raise BackupError(_no_copy(journal, folder, mb))


def _no_copy(journal: Path, folder: Path, why: str) -> str:
    return (
        f"The evenings in {journal} could not be copied to {folder} ({why}). Make room there, for "
        "instance with sudo apt-get clean, and say it again. Nothing was changed."
    )


def _give(path: Path, journal: Path) -> None:
    """What root copies is the evenings' owner's, too: who could not copy beside it otherwise."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = journal.stat()
        with suppress(OSError):  # a stick may know no owners
            os.chown(path, owner.st_uid, owner.st_gid)


def _free_name(folder: Path, name: str) -> Path:
    """A name that is not taken: a Pi's clock may say the same twice."""
    again, new = 1, folder / f"{name}.sqlite"
    while new.exists():
        again += 1
        new = folder / f"{name}-{again}.sqlite"
    return new


def _prune(folder: Path, new: Path, keep: int) -> None:
    others = [copy for copy in copies(folder) if copy != new]  # whatever its clock says
    for old in others[max(keep - 1, 0) :]:
        old.unlink(missing_ok=True)
        _log_of(old).unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """What was begun and never became a copy."""
    for piece in folder.glob("journal-*.part*"):
        piece.unlink(missing_ok=True)


def _sync(*paths: Path) -> None:
    for path in paths:
        if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
            continue  # a system that opens no folder
        file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(file)
        finally:
            os.close(file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
