"""The edition of what browsers keep: scripts, styles and drawings are called after all their bytes.

So a phone asks for each of them once, and for another one as soon as there is one: forty questions
less whenever it opens a page. Knows no page; whatever is called otherwise is asked for each time.
"""

import os
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

KEPT = (".css", ".js", ".svg", ".png", ".webp")
LOOK_S = 1.0  # who writes at them sees it after a reload
FOR_EVER = "public, max-age=31536000, immutable"
_NAME = re.compile(r"(e[0-9a-f]{8})/(.+)")


class Edition:
    """The edition of the files in some folders, as it is now."""

    def __init__(
        self, folders: Iterable[Path], now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._folders, self._now_s = tuple(folders), now_s
        self._looked_s = -LOOK_S
        self._name = ""

    @property
    def name(self) -> str:
        """Changes with any byte of any file; an `e` and eight hexadecimal digits."""
        now_s = self._now_s()
        if now_s - self._looked_s >= LOOK_S:
            self._looked_s = now_s
            self._look()
        return self._name

    def called(self, file: str) -> str:
        """What a page calls a file: with its edition, if it is one that is kept."""
        return f"{self.name}/{file}" if file.endswith(KEPT) else file

    def meant(self, called: str) -> tuple[str, bool]:
        """Which file is meant by a name, and whether that is for ever what it is now."""
        found = _NAME.fullmatch(called)
        return (found[2], found[1] == self.name) if found else (called, False)

    def _look(self) -> None:
        files = sorted(file for top in self._folders for file in _kept_in(top))
        kept = ((file, _looked_at(file)) for file in files)
        self._name = _name_of(tuple((file, s.st_size, s.st_mtime_ns) for file, s in kept if s))


def _kept_in(folder: Path) -> Iterator[str]:
    for top, _, names in os.walk(folder):
        yield from (os.path.join(top, name) for name in names if name.endswith(KEPT))


def _looked_at(file: str) -> os.stat_result | None:
    """None for what leads nowhere, as the mark of an editor that has a style open."""
    with suppress(OSError):
        return os.stat(file)
    return None


@lru_cache(1)
def _name_of(seen: tuple[tuple[str, int, int], ...]) -> str:
    """The edition of these files, by their bytes; sizes and times say when these are others."""
    mark = 0
    for file, _, _ in seen:
        with open(file, "rb") as opened:
            mark = zlib.crc32(opened.read(), zlib.crc32(os.path.basename(file).encode(), mark))
    return f"e{mark:08x}"
