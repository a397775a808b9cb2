"""Linux says when a file was touched (inotify(7)), so that nobody looks again and again.

Knows no journal. Where there is no such thing nothing is heard, and whoever wants to know looks.
"""

import ctypes
import io
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from companion.journal.disk import if_broken_off

MODIFY = 0x2  # of a file; all else that may be done to it, its folder says
MOVED_FROM, MOVED_TO, DELETE = 0x40, 0x80, 0x200
MOVE_SELF = 0x800  # no folder is deleted before what is in it
FOLDER = MOVED_FROM | MOVED_TO | DELETE | MOVE_SELF
ONESHOT = 0x80000000


class Inotify:
    """Hears of files and folders, on a thread of its own that sleeps until something happens."""

    def __init__(self, ring: Callable[[], None]) -> None:
        """`ring` is called from that thread. Raises OSError where there is none."""
        try:
            self._libc = ctypes.CDLL(None, use_errno=True)
            self._file: int = self._libc.inotify_init1(os.O_CLOEXEC)
        except (AttributeError, TypeError) as error:  # no Linux
            raise OSError(str(error)) from error
        if self._file < 0:
            raise _problem()
        self._ring, self._is_closed = ring, False
        self._touched = True  # since it was armed
        with if_broken_off(lambda: os.close(self._file)):
            # Taking this one away is heard, too: so the thread ends.
            self._end = self._add("/", MOVE_SELF)
            self._thread = threading.Thread(target=self._hear, name="journal-files", daemon=True)
            self._thread.start()

    def arm(self, files: Iterable[str], folders: Iterable[str]) -> None:
        """Ring once any of these is touched from now on, or something is moved into a folder, or
        leaves it or takes it elsewhere. Raises OSError, and may ring then, too.
        """
        if not self._touched:
            return
        self._touched = False
        try:
            for file in files:
                self._add(file, MODIFY)
            for folder in folders:
                self._add(folder, FOLDER)
            above = {str(above) for folder in folders for above in Path(folder).parents}
            for folder in above.difference(folders):
                if os.access(folder, os.R_OK):  # else hardly anybody may take it away
                    self._add(folder, MOVE_SELF)
        except BaseException:
            self._touched = True
            raise

    def close(self) -> None:
        """Hear of nothing more; idempotent."""
        if not self._is_closed:
            self._is_closed = True
            self._libc.inotify_rm_watch(self._file, self._end)
            self._thread.join()

    def _add(self, path: str, mask: int) -> int:
        name = os.fsencode(path)
        once = ctypes.c_uint(mask | ONESHOT)
        found: int = self._libc.inotify_add_watch(self._file, name, once)
        if found < 0:
            raise _problem()
        return found

    def _hear(self) -> None:
        while not self._is_closed:
            with suppress(InterruptedError):
                os.read(self._file, io.DEFAULT_BUFFER_SIZE)
            self._touched = True
            self._ring()
        os.close(self._file)


def _problem() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))
