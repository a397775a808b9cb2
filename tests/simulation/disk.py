"""The files of a simulated house: the real SQLite on them, killed or full where the seed says."""

import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

FIRST_STATEMENTS = 60  # of a start that a kill may come into
PLAY_STATEMENTS = 12  # of what is going on that it may come into


class Disk:
    """One folder after another: what a kill leaves is copied, and the next start goes on there."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self._base, self._rng = folder, rng
        self._images = 0
        self.folder = folder / "image-0"
        self.folder.mkdir()
        self.left: Path | None = None  # by a kill that has come
        self._kill_in = 0  # statements

    def connected(
        self, connect: Callable[[Path], sqlite3.Connection]
    ) -> Callable[[Path], sqlite3.Connection]:
        """The same, with each statement seen before it is done."""

        def seen(path: Path) -> sqlite3.Connection:
            connection = connect(path)
            connection.execute("PRAGMA synchronous = OFF")  # what a plug does is tried elsewhere
            connection.set_trace_callback(self._before)
            return connection

        return seen

    def kill_soon(self, starting: bool = False) -> None:
        """Let a kill come before one of the next statements, or in the midst of a start."""
        most = FIRST_STATEMENTS if starting else PLAY_STATEMENTS
        self._kill_in = self._rng.randint(1, most)

    def spare(self) -> None:
        """No kill, if it has not come yet."""
        self._kill_in = 0

    def move_on(self) -> None:
        """Let what the kill left be the folder of the next start."""
        assert self.left is not None
        gone, self.folder, self.left = self.folder, self.left, None
        shutil.rmtree(gone)

    @contextmanager
    def full(self, when: bool) -> Iterator[None]:
        """While nothing can be made longer than the journal's log is, or by a few bytes."""
        log = self.folder / "journal.sqlite-wal"
        if not when or not log.exists():
            yield
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        size = log.stat().st_size + self._rng.choice((0, 1, 300, 5_000))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    def _before(self, statement: str) -> None:
        if not self._kill_in or self.left is not None:
            return
        self._kill_in -= 1
        if not self._kill_in:
            self._images += 1
            self.left = self._base / f"image-{self._images}"
            ours = shutil.ignore_patterns("*.lock", "compiled")
            shutil.copytree(self.folder, self.left, ignore=ours)
