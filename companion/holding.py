"""Looks in /proc who has a pin, a port or a device. Changes nothing; of another user's processes
only root sees what they have open, and anybody whose a port is.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from companion.frozen import dataclass

LINE = "anon_inode:gpio-line"
PINS = ("/dev/gpiochip", LINE)  # a line stays held when its chip is closed
USER = "splash-companion"  # as systemd's unit has it
SERVICE = "splash-companion.service"
PROC = Path("/proc")
LISTENS = "0A"  # as net/tcp says it
STOP = "Stop that program"
MODEM_MANAGER = "sudo systemctl disable --now ModemManager"


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that has such things open; number 0 is one of which only the user is known.

    `lines` are the pins that the kernel says are its own: device and number. `journal` is the one
    that it keeps, as only a companion does; `service` says that systemd's is meant.
    """

    name: str
    process: int
    lines: frozenset[tuple[str, int]] = frozenset()
    journal: str = ""
    service: bool = False

    @property
    def called(self) -> str:
        """Who it is, in words."""
        name = f"the companion that keeps {self.journal}" if self.journal else self.name
        name = "the service splash-companion" if self.service else name
        return f"{name} (process {self.process})" if self.process else name

    @property
    def stop(self) -> str:
        """How it is stopped, in words."""
        if self.service:
            return "Stop it (sudo systemctl stop splash-companion)"
        if self.journal:
            return f"Stop it (Ctrl+C where it was started, or kill {self.process})"
        if self.name == "ModemManager":  # it would be back
            return f"Stop it ({MODEM_MANAGER})"
        return STOP


def holders(proc: Path = PROC, opened: tuple[str, ...] = PINS) -> tuple[Holder, ...]:
    """Who has such a device open, as far as this user may see."""
    return _having(proc, lambda path: path.startswith(opened))


def _having(proc: Path, is_meant: Callable[[str], bool]) -> tuple[Holder, ...]:
    found = []
    for process in sorted(proc.glob("[0-9]*"), key=lambda path: int(path.name)):
        files = dict(_files(process))
        if any(map(is_meant, files.values())) and (name := _name(process)):
            found.append(_holder(process, name, files))
    return tuple(found)


def at_pin(chip: int, pin: int, proc: Path = PROC, dev: Path = Path("/dev")) -> Holder | None:
    """Which other process has this pin of a chip, where the kernel tells this user."""
    line = (dev / f"gpiochip{chip}").resolve().name, pin  # a Pi 5's chip 4 may be another name of 0
    others = (one for one in holders(proc) if one.process != os.getpid())
    return next((one for one in others if line in one.lines), None)


def at_device(path: str, proc: Path = PROC) -> Holder | None:
    """Which other process has this device open, where this user may see it."""
    device = str(Path(path).resolve())  # /dev/serial/by-id has names for others' names
    others = (one for one in _having(proc, device.__eq__) if one.process != os.getpid())
    return next(others, None)


def at_port(port: int, proc: Path = PROC) -> Holder | None:
    """Who listens at a TCP port, or at least whose program that is; None where nobody is seen."""
    rows = [row for name in ("tcp", "tcp6") for row in _text(proc / "net" / name).splitlines()[1:]]
    for at, state, user, node in map(_socket, rows):
        if state == LISTENS and at == port:
            found = holders(proc, (f"socket:[{node}]",))
            return found[0] if found else _of_user(user)
    return None


def _socket(row: str) -> tuple[int, str, int, str]:
    """Its port, its state, its user's number and its node."""
    _, local, _, state, _, _, _, user, _, node, *_ = row.split()
    return int(local.rpartition(":")[2], 16), state, int(user), node


def _of_user(number: int) -> Holder:
    import pwd  # not on Windows, where nobody is seen

    try:
        user = pwd.getpwuid(number).pw_name
    except KeyError:
        user = str(number)
    return Holder(f"a program of the user {user}", 0, service=user == USER)


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
    from companion.journal.file import lock_file  # here: a table that starts well never asks

    files = (path for path in sorted(opened) if Path(path).name)  # not the whole disk, "/"
    return next((path for path in files if str(lock_file(Path(path))) in opened), "")


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
