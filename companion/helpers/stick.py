"""Copies the evenings to a USB stick that was put in, and says so: `main` is a service's, as root.

Only this process sees the stick, and only while it copies. What writes there is no root: it is the
user whom the evenings belong to.
"""

import errno
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.frozen import dataclass
from companion.helpers.saying import SAID, say
from companion.journal.backup import journal_of
from companion.places import SERVICE_CONFIGS, SERVICE_STATE

NAME = "stick"
KNOWN = ("vfat", "exfat", "ext4")
WITH_OWNERS = ("ext4",)
OPTIONS = "rw,noexec,nosuid,nodev,nosymfollow"
SPARE_BYTES = 5_000_000  # what a copy wants beside the journal's own size, and a little more
MINE = ("/media/", "/run/media/", "/mnt/")  # where a desktop shows sticks: all else is the machine
TOOLS_S, COPY_S = 60.0, 900.0  # a slow stick and years of evenings
COPYING = "The evenings are being copied to the stick. Leave it in."
DONE = "The evenings are copied to the stick. It may be pulled out now."
NONE_YET = "There are no evenings yet, so the stick stays as it is. It may be pulled out now."
FOREIGN = (
    "The table cannot write on this stick. Format it as FAT32 or exFAT on a computer, which "
    "deletes all that is on it; or take another one."
)
LOCKED = (
    "The stick can only be read, so the evenings were not copied. Has it a little lock at its "
    "side? Push it over. Else take another stick."
)
FULL = (
    "The stick is full: the evenings need {mb}\u00a0MB there. Delete something on it with a "
    "computer, or take another one."
)
PULLED = (
    "The stick was pulled out before the evenings were on it. Nothing at the table is lost: put it "
    "in again, or another one, and leave it in until it is said here."
)
FAILED = "The evenings could not be copied to the stick ({why}). Try another one."


@dataclass(frozen=True, slots=True)
class Room:
    """Where the system tells of disks, where a stick is opened, and what copies."""

    folder: Path = Path("/run/splash-companion-stick")
    said: Path = SAID
    state: Path = SERVICE_STATE
    blocks: Path = Path("/sys/class/block")
    mounts: Path = Path("/proc/self/mountinfo")
    devices: Path = Path("/dev")
    identity: Path = Path("/etc/machine-id")
    command: tuple[str, ...] = ("companion",)
    configs: tuple[str, ...] = SERVICE_CONFIGS


class PulledOut(BaseException):
    """The stick is gone: systemd ends the copy with it."""


class NotCopied(Exception):
    """The evenings are not on the stick: the sentence says why, and what to do."""


def copy_to(disk: str, room: Room) -> str:
    """Copy the evenings to this disk ("sda"); what to say of it, empty where it is no stick."""
    parts = _parts(disk, room)
    if not parts or _is_the_machine(disk, parts, room):
        return ""
    say(NAME, COPYING, room.said)
    try:
        part, form = _largest(parts, room)
        with _opened(part, form, room) as folder:
            return _copied(folder, room)
    except PulledOut:
        return PULLED
    except NotCopied as why:
        return str(why) if (room.blocks / disk).exists() else PULLED
    except (OSError, subprocess.TimeoutExpired) as problem:
        return _why_not(problem, room) if (room.blocks / disk).exists() else PULLED


def main(words: list[str], room: Room | None = None) -> int:
    """For the service: the disk that was put in; without one it is gone."""
    room = room or Room()
    signal.signal(signal.SIGTERM, _pulled)
    said = copy_to(words[0], room) if words else ""
    say(NAME, said, room.said)
    if said:
        print(said, flush=True)
    return 0


def _pulled(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # what is left is a sentence
    raise PulledOut


# --- helpers ----------------------------------------------------------------------------------


def _why_not(problem: OSError | subprocess.TimeoutExpired, room: Room) -> str:
    """What is to be said of it. A stick may be so full that not even a folder has room."""
    if isinstance(problem, OSError) and problem.errno == errno.ENOSPC:
        return _full(room)
    return FAILED.format(why=getattr(problem, "strerror", None) or "it is too slow")


def _parts(disk: str, room: Room) -> list[str]:
    """Its parts, or itself where it has none; none at all where a reader has no card in it."""
    block = room.blocks / disk
    if _number(block / "size") == 0:
        return []
    return sorted(part.parent.name for part in block.glob("*/partition")) or [disk]


def _is_the_machine(disk: str, parts: list[str], room: Room) -> bool:
    """Whether the machine itself lives on it, or the evenings."""
    numbers = {_text(room.blocks / name / "dev") for name in (disk, *parts)}
    with suppress(OSError):
        device = _journal(room).stat().st_dev
        if f"{os.major(device)}:{os.minor(device)}" in numbers:
            return True
    for line in room.mounts.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        if fields[2] in numbers and not fields[4].startswith(MINE):
            return True
    return False


def _largest(parts: list[str], room: Room) -> tuple[str, str]:
    """The largest part that can be written on, and its form."""
    forms = {part: _form(room.devices / part) for part in parts}
    known = [part for part in parts if forms[part] in KNOWN]
    if not known:
        raise NotCopied(FOREIGN)
    part = max(known, key=lambda name: _number(room.blocks / name / "size"))
    return part, forms[part]


def _form(device: Path) -> str:
    words = ["blkid", "-p", "-s", "TYPE", "-o", "value", str(device)]
    return subprocess.run(words, capture_output=True, text=True, timeout=TOOLS_S).stdout.strip()


@contextmanager
def _opened(part: str, form: str, room: Room) -> Iterator[Path]:
    """The stick as a folder that the evenings' owner may write into."""
    user, group = _owner(room)
    owned = "" if form in WITH_OWNERS else f",uid={user},gid={group},umask=077"
    room.folder.mkdir(exist_ok=True)
    words = ["mount", "-t", form, "-o", OPTIONS + owned, str(room.devices / part), str(room.folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=TOOLS_S)
    if done.returncode and "unknown filesystem" in done.stderr:
        raise NotCopied(FOREIGN)
    if done.returncode:
        locked = "write-protected" in done.stderr
        raise NotCopied(LOCKED if locked else FAILED.format(why="it is damaged"))
    try:
        if os.statvfs(room.folder).f_flag & os.ST_RDONLY:
            raise NotCopied(LOCKED)
        folder = room.folder / _called(room)
        folder.mkdir(mode=0o700, exist_ok=True)
        if form in WITH_OWNERS:
            os.chown(folder, user, group)
        yield folder
    finally:
        subprocess.run(["umount", str(room.folder)], capture_output=True, timeout=COPY_S)


def _copied(folder: Path, room: Room) -> str:
    """Let the evenings' owner copy them."""
    files = [word for file in room.configs for word in ("--config", file)]
    words = [*room.command, "backup", "--to", str(folder), "--state", str(room.state), *files]
    is_root, (user, group) = os.geteuid() == 0, _owner(room)
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        timeout=COPY_S,
        user=user if is_root else None,
        group=group if is_root else None,
        extra_groups=() if is_root else None,
    )
    if done.returncode == 0:
        return DONE
    last = (done.stderr.strip().splitlines() or ["nobody knows why"])[-1]
    if last.startswith("There is no journal"):
        return NONE_YET
    free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
    if free < _wanted(room) or "No space" in last or "disk is full" in last:
        raise NotCopied(_full(room))
    raise NotCopied(FAILED.format(why=last))


def _full(room: Room) -> str:
    return FULL.format(mb=-(-_wanted(room) // 1_000_000))


def _wanted(room: Room) -> int:
    """Bytes that a copy needs."""
    journal = _journal(room)
    files = journal.parent.glob(f"{journal.name}*")
    return SPARE_BYTES + sum(file.stat().st_size for file in files)


def _journal(room: Room) -> Path:
    return journal_of(room.configs, room.state)


def _owner(room: Room) -> tuple[int, int]:
    there = room.state.stat()
    return there.st_uid, there.st_gid


def _called(room: Room) -> str:
    """The folder of this table's own: two tables take nothing of each other's away."""
    return f"{socket.gethostname().split('.')[0] or NAME}-{_text(room.identity)[:4]}".rstrip("-")


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(encoding="ascii").strip()
    return ""


def _number(file: Path) -> int:
    said = _text(file)
    return int(said) if said.isdecimal() else 0
