"""A stick that is put in gets the evenings, whatever stick it is; what keeps it from that is said.

The system's tools are pretended here: tests/install/test_stick.py has real file systems.
"""

import errno
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.helpers import stick
from companion.helpers.saying import Hearing
from companion.helpers.stick import (
    DONE,
    FOREIGN,
    FULL,
    LOCKED,
    NONE_YET,
    PULLED,
    Room,
    copy_to,
    main,
)
from companion.journal import Journal, backup

MOUNTS = "22 1 179:2 / / rw - ext4 /dev/mmcblk0p2 rw\n36 22 {dev} / {at} rw - vfat /dev/{of} rw\n"
BLKID = '#!/bin/sh\nfor device; do :; done\ncat "$FORMS/${device##*/}" 2>/dev/null\n'
COMPANION = (sys.executable, "-m", "companion.cli")
MOUNT = '#!/bin/sh\necho "$@" >>"$TOLD"\n'


@dataclass
class Machine:
    """A machine with evenings; what is put in, and what the tools were told."""

    room: Room
    forms: Path
    tools: Path
    told: Path
    names: list[str] = field(default_factory=list)

    def put_in(self, disk: str, size: int = 1000, **parts: tuple[str, int]) -> None:
        """A disk with parts: the form of each, and how large it is."""
        block = self.room.blocks / disk
        block.mkdir(parents=True)
        (block / "size").write_text(f"{size}\n", encoding="ascii")
        (block / "dev").write_text("8:0\n", encoding="ascii")
        for number, (part, (form, large)) in enumerate(parts.items(), 1):
            for folder in (block / part, self.room.blocks / part):
                folder.mkdir()
                (folder / "partition").write_text(f"{number}\n", encoding="ascii")
                (folder / "size").write_text(f"{large}\n", encoding="ascii")
                (folder / "dev").write_text(f"8:{number}\n", encoding="ascii")
            (self.forms / part).write_text(form, encoding="ascii")

    def tool(self, name: str, body: str) -> None:
        (self.tools / name).write_text(body, encoding="utf-8")
        (self.tools / name).chmod(0o755)

    def copies(self) -> list[Path]:
        return sorted(self.room.folder.glob("*/journal-*.sqlite"))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    for name in ("state", "says", "blocks", "forms", "tools"):
        (tmp_path / name).mkdir()
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS.format(dev="179:1", at="/boot", of="mmcblk0p1"), encoding="utf-8")
    (tmp_path / "machine-id").write_text("00c0ffee\n", encoding="ascii")
    room = Room(
        folder=tmp_path / "opened",
        said=tmp_path / "says",
        state=tmp_path / "state",
        blocks=tmp_path / "blocks",
        mounts=mounts,
        identity=tmp_path / "machine-id",
        command=("true",),
        configs=(str(tmp_path / "companion.toml"),),
    )
    made = Machine(room, tmp_path / "forms", tmp_path / "tools", tmp_path / "told")
    (tmp_path / "companion.toml").write_text('[table]\nsensor = "tablet"\n', encoding="utf-8")
    for name, body in (("blkid", BLKID), ("mount", MOUNT), ("umount", MOUNT)):
        made.tool(name, body)
    monkeypatch.setenv("PATH", f"{made.tools}:{os.environ['PATH']}")
    monkeypatch.setenv("FORMS", str(made.forms))
    monkeypatch.setenv("TOLD", str(made.told))
    yield made


@pytest.fixture
def evenings(machine: Machine) -> Iterator[Journal]:
    """Somebody plays."""
    with closing(Journal(machine.room.state / "journal.sqlite", "boot-a")) as journal:
        journal.begin_game("dolphin_splash", "{}", {}, 1_700_000_000_000)
        yield journal


def test_the_evenings_are_copied_while_somebody_plays_and_it_is_said(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    assert copy_to("sda", replace(machine.room, command=COMPANION)) == DONE
    (copy,) = machine.copies()
    assert backup.format_of(copy) == backup.format_of(evenings.path)
    assert copy.parent.name.endswith("-00c0")
    mounted, left = machine.told.read_text("utf-8").splitlines()
    who = machine.room.state.stat()
    assert f"rw,noexec,nosuid,nodev,nosymfollow,uid={who.st_uid},gid={who.st_gid}" in mounted
    assert mounted.endswith(f"/dev/sda1 {machine.room.folder}") and left == str(machine.room.folder)
    assert Hearing(machine.room.said).now(0.0) == stick.COPYING, "said while it goes on"


def test_the_largest_part_that_can_be_written_on_is_taken(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sdb", sdb1=("vfat", 200), sdb2=("exfat", 5000), sdb3=("ntfs", 9000))
    assert copy_to("sdb", machine.room) == DONE
    assert "-t exfat " in machine.told.read_text("utf-8")


@pytest.mark.parametrize("form", ["", "ntfs", "iso9660", "crypto_LUKS"])
def test_one_with_no_known_form_says_what_to_do(
    machine: Machine, evenings: Journal, form: str
) -> None:
    machine.put_in("sda", sda1=(form, 900))
    assert copy_to("sda", machine.room) == FOREIGN
    assert not machine.told.exists() and "FAT32" in FOREIGN


def test_one_without_parts_is_taken_as_it_is(machine: Machine, evenings: Journal) -> None:
    machine.put_in("sda")
    (machine.forms / "sda").write_text("exfat", encoding="ascii")
    assert copy_to("sda", machine.room) == DONE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cannot mount /dev/sda1 read-write: device is write-protected", LOCKED),
        ("unknown filesystem type 'exfat'", FOREIGN),
        ("wrong fs type, bad superblock", stick.FAILED.format(why="it is damaged")),
    ],
)
def test_one_that_cannot_be_opened_says_why(
    machine: Machine, evenings: Journal, words: str, said: str
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    machine.tool("mount", f'#!/bin/sh\necho "mount: {words}." >&2\nexit 32\n')
    assert copy_to("sda", machine.room) == said


def test_a_full_one_says_how_much_is_wanted_and_keeps_what_it_has(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    wanted = evenings.path.stat().st_size + Path(f"{evenings.path}-wal").stat().st_size
    full = "print('could not be copied (disk is full)', file=sys.stderr); sys.exit(1)"
    room = replace(machine.room, command=(sys.executable, "-c", f"import sys; {full}"))
    assert copy_to("sda", room) == FULL.format(mb=5 + wanted // 1_000_000 + 1)
    assert machine.told.read_text("utf-8").count("\n") == 2, "and it is let go"


def test_one_so_full_that_no_folder_has_room_is_a_full_one(
    machine: Machine, evenings: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.put_in("sda", sda1=("exfat", 900))  # FAT32 has room for one in its last cluster

    def mkdir(self: Path, *_: object, **__: object) -> None:
        if self != machine.room.folder:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.makedirs(self, exist_ok=True)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    assert copy_to("sda", machine.room).startswith(FULL.partition("{")[0])
    assert machine.told.read_text("utf-8").count("\n") == 2, "and it is let go"


def test_before_the_first_evening_there_is_nothing_to_copy(machine: Machine) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    assert copy_to("sda", replace(machine.room, command=COMPANION)) == NONE_YET


def test_an_empty_reader_and_the_machine_s_own_disk_are_no_sticks(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", size=0)
    machine.put_in("sdb", sdb1=("vfat", 900), sdb2=("ext4", 9000))
    machine.room.mounts.write_text(MOUNTS.format(dev="8:2", at="/", of="sdb2"), encoding="utf-8")
    assert (copy_to("sda", machine.room), copy_to("sdb", machine.room)) == ("", "")
    assert not machine.told.exists() and not list(machine.room.said.iterdir())


def test_one_that_a_desktop_shows_is_copied_to_all_the_same(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    at = MOUNTS.format(dev="8:1", at="/media/pi/STICK", of="sda1")
    machine.room.mounts.write_text(at, encoding="utf-8")
    assert copy_to("sda", machine.room) == DONE


def test_one_that_holds_the_evenings_themselves_is_left_in(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    device = evenings.path.stat().st_dev
    number = f"{os.major(device)}:{os.minor(device)}\n"
    (machine.room.blocks / "sda1" / "dev").write_text(number, encoding="ascii")
    assert copy_to("sda", machine.room) == ""


def python(text: str) -> tuple[str, ...]:
    """A copying that goes this way."""
    return (sys.executable, "-c", f"import os, shutil, signal, sys, time; {text}")


def test_one_that_is_pulled_out_in_the_midst_says_so_and_the_next_one_works(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    gone = python(f"shutil.rmtree('{machine.room.blocks}/sda'); sys.exit('Input/output error')")
    assert copy_to("sda", replace(machine.room, command=gone)) == PULLED
    shutil.rmtree(machine.room.blocks / "sda1")
    machine.put_in("sda", sda1=("vfat", 900))
    assert copy_to("sda", replace(machine.room, command=COMPANION)) == DONE
    assert evenings.games(1), "and what was played is there"


def test_the_end_that_systemd_gives_it_then_leaves_no_sentence_to_leave_it_in(
    machine: Machine, evenings: Journal
) -> None:
    machine.put_in("sda", sda1=("vfat", 900))
    ended = python("os.kill(os.getppid(), signal.SIGTERM); time.sleep(600)")
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["sda"], replace(machine.room, command=ended)) == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert Hearing(machine.room.said).now(0.0) == PULLED
    assert machine.told.read_text("utf-8").count("\n") == 2, "and it is let go"
