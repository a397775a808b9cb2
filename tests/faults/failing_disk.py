"""A disk that fails as it is told: what a process asks of its files is refused, torn, or its last.

`disk.c` does it, loaded before the C library. Here is how that is built and told; and, of what it
wrote down, any state in which a pulled plug may leave the files.
"""

import mmap
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SOURCE = Path(__file__).with_name("disk.c")
SECTOR = 512  # is there whole, or as it was
_ORDERS = struct.Struct("<9Q")
_ENTRY = struct.Struct("<4Q")


def library(folder: Path) -> Path:
    """Builds it; raises where there is no compiler, which `make test` fetches."""
    made = folder / "disk.so"
    warnings = ("-Wall", "-Wextra", "-Werror")
    command = ["gcc", "-O1", "-shared", "-fPIC", *warnings, "-o", str(made), str(SOURCE), "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return made


@dataclass(frozen=True, slots=True)
class Fate:
    """What goes wrong: chances are of so many calls in a row, by seed."""

    kill_at: int = 0  # which call is the last, half of it done; 0 for none
    seed: int = 0
    run: int = 1
    writes: float = 0.0
    syncs: float = 0.0
    truncates: float = 0.0
    names: float = 0.0  # files that are made, renamed and deleted
    errno: int = 0  # this one alone


class Orders:
    """What a disk is told, also while its process runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_bytes(bytes(_ORDERS.size))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _ORDERS.size)

    def give(self, fate: Fate, done: int | None = None) -> None:
        """From now on this; the count of calls begins at `done`, or goes on."""
        chances = (fate.writes, fate.syncs, fate.truncates, fate.names)
        parts = tuple(round(65536 * chance) for chance in chances)
        words = (fate.kill_at, fate.seed, fate.run, *parts, fate.errno)
        self._map[8:] = struct.pack("<8Q", *words)
        if done is not None:
            self._map[:8] = struct.pack("<Q", done)

    @property
    def done(self) -> int:
        """How many calls there were."""
        return int(struct.unpack("<Q", self._map[:8])[0])


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was done to the files, or was said meanwhile (`!`)."""

    what: str
    file: int
    at: int
    data: bytes


def entries(record: Path) -> Iterator[Entry]:
    """What was written down; what a kill cut short is left out."""
    content = record.read_bytes()
    at = 0
    while at + _ENTRY.size <= len(content):
        what, file, where, length = _ENTRY.unpack_from(content, at)
        at += _ENTRY.size
        if at + length > len(content):
            return
        yield Entry(chr(what), file, where, content[at : at + length])
        at += length


@dataclass
class Change:
    """Something done to one file, which a pulled plug may forget while it is not `sure`."""

    at: int
    data: bytes | None  # None: its length is `at`
    sure: bool = False


@dataclass
class Kept:
    """One file: what is surely in it, and what was done to it since."""

    base: bytes = b""
    since: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        """All that waits is on the disk by now; what a failed sync gave up is not."""
        for change in self.since:
            change.sure = True
        while self.since and self.since[0].sure:
            self.base = bytes(_done(bytearray(self.base), self.since.pop(0), None))

    def content(self, chance: Random | None) -> bytes:
        """As a process reads it; or by chance, as a pulled plug may leave it."""
        content = bytearray(self.base)
        how = chance.choice(("none", "all", "some", "some")) if chance else "all"
        for change in self.since:
            if change.sure or how == "all":
                content = _done(content, change, None)
            elif how == "some":
                content = _done(content, change, chance)
        return bytes(content)


def _done(content: bytearray, change: Change, chance: Random | None) -> bytearray:
    """The same after a change, or by chance after some sectors of it."""
    if change.data is None:
        if chance is None or chance.random() < 0.5:
            del content[change.at :]
            content += bytes(change.at - len(content))
        return content
    at, end = change.at, change.at + len(change.data)
    content += bytes(max(0, end - len(content)))
    while at < end:
        until = min(end, at - at % SECTOR + SECTOR)
        if chance is None or chance.random() < 0.5:
            content[at:until] = change.data[at - change.at : until - change.at]
        at = until
    return content


class Platter:
    """The files of a folder, as what was written down left them at some moment.

    Names go to the disk in their order, all at the next sync of anything, as a file system with a
    journal of its own has it; what is in a file goes at its own sync, and before that in any order.
    """

    def __init__(self) -> None:
        self.files: dict[int, Kept] = {}
        self._names: dict[str, int] = {}
        self._since: list[Entry] = []  # names that wait

    def do(self, entry: Entry) -> None:
        """One thing more."""
        kept = self.files.setdefault(entry.file, Kept())
        match entry.what:
            case "w":
                kept.since.append(Change(entry.at, entry.data))
            case "t" | "e":
                kept.since.append(Change(entry.at, None))
            case "c":
                self.files[entry.file] = Kept()
                self._since.append(entry)
            case "r" | "u":
                self._since.append(entry)
            case "s":
                kept.sync()
                self._names, self._since = self._named(len(self._since)), []

    def killed(self) -> dict[str, bytes]:
        """What the next process finds where this one was killed."""
        names = self._named(len(self._since))
        return {name: self.files[file].content(None) for name, file in names.items()}

    def pulled(self, chance: Random) -> dict[str, bytes]:
        """What the next start finds where the plug was pulled."""
        names = self._named(chance.randint(0, len(self._since)))
        return {name: self.files[file].content(chance) for name, file in names.items()}

    def _named(self, many: int) -> dict[str, int]:
        names = dict(self._names)
        for entry in self._since[:many]:
            first, _, second = entry.data.decode().partition("\0")
            if entry.what == "c":
                names[first] = entry.file
            elif entry.what == "u":
                names.pop(first, None)
            elif first in names:
                names[second] = names.pop(first)
        return names
