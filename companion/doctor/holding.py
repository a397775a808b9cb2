"""Looks in /proc who has a pin or a port open. Changes nothing; of another user's processes only
root sees what they have open.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.doctor.readings import Holder
from companion.journal.file import lock_file

LINE = "anon_inode:gpio-line"
PINS = ("/dev/gpiochip", LINE)  # a line stays held when its chip is closed
SERVICE = "splash-companion.service"


def holders(proc: Path = Path("/proc"), opened: tuple[str, ...] = PINS) -> tuple[Holder, ...]:
    """Who has such a device open, as far as this user may see."""
    found = []
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        files = dict(_files(process))
        if any(path.startswith(opened) for path in files.values()) and (name := _name(process)):
            found.append(_holder(process, name, files))
    return tuple(found)


def _files(process: Path) -> Iterator[tuple[str, str]]:
    """What a process has open, by its descriptors' numbers."""
    with suppress(OSError):  # another user's, or gone by now
        for file in (process / "fd").iterdir():
            with suppress(OSError):  # closed by now
                yield file.name, os.readlink(file)


def _holder(process: Path, name: str, files: dict[str, str]) -> Holder:
    held = [process / "fdinfo" / number for number, path in files.items() if path == LINE]
    return Holder(
        name=name,
        process=int(process.name),
        lines=frozenset(line for told in held for line in _lines(told)),
        journal=_journal(frozenset(files.values())),
        service=any(SERVICE in row.split("/") for row in _text(process / "cgroup").splitlines()),
    )


def _lines(told: Path) -> Iterator[tuple[str, int]]:
    """The lines that a descriptor holds, with their chip; older kernels do not tell."""
    chip = ""
    for row in _text(told).splitlines():
        match row.split():
            case ["gpio-chip:", name]:
                chip = name
            case ["gpio-line:", number]:
                yield chip, int(number)


def _journal(opened: frozenset[str]) -> str:
    """The journal that is kept with these files: its owner has its lock open, too."""
    return next((path for path in sorted(opened) if str(lock_file(Path(path))) in opened), "")


def _name(process: Path) -> str:
    """What runs: of Python, which file or module of it; "" where it has ended."""
    name = _text(process / "comm").strip()
    words = _text(process / "cmdline").strip().split("\0")[1:] if name.startswith("python") else []
    for at, word in enumerate(words):
        if word == "-c":
            break
        if word == "-m":
            return f"{name} {' '.join(words[at : at + 2])}"
        if word and not word.startswith("-"):
            return f"{name} {Path(word).name}"
    return name


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
