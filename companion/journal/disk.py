"""What files need of the system, by whatever way the system at hand has it.

A Pi and a laptop with Linux have all of POSIX; a file that plays by itself meets others, too. Knows
nothing of what is in a file.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # not POSIX
    fcntl = None  # type: ignore[assignment]

PRIVATE = 0o600


class LockedElsewhere(OSError):
    """Another process holds the lock."""


class FileLock:
    """A lock on a file that ends with the process, however it ends."""

    def __init__(self, path: Path) -> None:
        """Raises LockedElsewhere, and OSError where there is no such folder."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        give_to_owner_of_folder(path)
        self._held: sqlite3.Connection | None = None
        with if_broken_off(lambda: os.close(self._file)):
            if fcntl is None:
                self._held = _held_by_sqlite(path)
                return
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LockedElsewhere(str(path)) from None

    def is_on(self, path: Path) -> bool:
        """Whether it is still this file that is locked: its folder may be another one by now."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(self._file), os.stat(path))
        return False

    def close(self) -> None:
        """Let go of it."""
        if self._held is not None:
            self._held.close()
        os.close(self._file)


def _held_by_sqlite(path: Path) -> sqlite3.Connection:
    """SQLite locks files on every system that it is on."""
    held = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    with if_broken_off(held.close):
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            raise LockedElsewhere(str(path)) from None
    return held


@contextmanager
def if_broken_off(close: Callable[[], object]) -> Iterator[None]:
    """Close it where anything is raised in here, be it a stop: nobody else knows of it yet."""
    with ExitStack() as broken_off:
        broken_off.callback(close)
        yield
        broken_off.pop_all()


def read_at(file: int, length: int, at: int) -> bytes:
    """As many bytes as there are of `length` from `at`; by one thread at a time, as systems without
    POSIX go there first. Raises OSError.
    """
    if hasattr(os, "pread"):
        return os.pread(file, length, at)
    os.lseek(file, at, os.SEEK_SET)
    return os.read(file, length)


def write_durably(path: Path, content: bytes, new: bool = True) -> None:
    """Write a private file from its beginning, with nothing after it if it is `new`.

    It is on the disk when this returns. Raises OSError.
    """
    file = os.open(path, _WRITING | (os.O_TRUNC if new else 0), PRIVATE)
    give_to_owner_of_folder(path)
    try:
        left = memoryview(content)
        while left:  # a disk that is nearly full may take a part
            left = left[os.write(file, left) :]
        _sync(file)
    finally:
        os.close(file)


def replace_durably(path: Path, content: bytes) -> None:
    """Put a private file in another's place, whole or not at all; by one thread at a time.

    It is on the disk when this returns. Raises OSError.
    """
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)  # of whoever was cut short; its rights are not known
    write_durably(fresh, content)
    os.replace(fresh, path)
    sync_folder(path.parent)


def make_private(path: Path) -> None:
    """Make an empty file, or empty it: what will be in it is nobody else's. Raises OSError."""
    os.close(os.open(path, _WRITING | os.O_TRUNC, PRIVATE))


def sync(path: Path) -> None:
    """Let a file outlive a pulled plug. Raises OSError."""
    with path.open("r+b") as file:
        os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Let the names in a folder outlive a pulled plug, where a folder can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def give_to_owner_of(path: Path, owned: os.stat_result) -> None:
    """Let a file be the same user's as another, where files have users and this one may do it."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(path, owned.st_uid, owned.st_gid, follow_symlinks=False)


def give_to_owner_of_folder(path: Path) -> None:
    """What root makes in a user's folder is that user's: the table could not be opened else."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        give_to_owner_of(path, os.stat(path.parent))


_WRITING = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
_sync = getattr(os, "fdatasync", os.fsync)
