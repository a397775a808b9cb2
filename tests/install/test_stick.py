"""Real file systems on real disks of Linux: what a stick is, however full, old or odd it is.

They are files that Linux takes for disks (loop). Where it has no VFAT or exFAT that one is ext4's
turn alone; the machine of `tests/gpio_vm` has no disks.
"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.helpers import stick
from companion.helpers.stick import DONE, FOREIGN, FULL, LOCKED, Room, copy_to
from companion.journal import Journal, backup

pytestmark = pytest.mark.install

MB = 1_000_000
SIZE = 40 * MB
MAKE = {"ext4": ["mkfs.ext4"], "vfat": ["mkfs.vfat"], "exfat": ["mkfs.exfat"]}
# As `companion backup` does, with a Python that anybody may run.
COPIES = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import backup
try:
    backup.back_up(Path(sys.argv[6], "journal.sqlite"), Path(sys.argv[4]), "1")
except backup.BackupError as problem:
    sys.exit(str(problem))
"""
FILLS = """
import contextlib
with contextlib.suppress(OSError), open({file!r}, "wb", 0) as more:
    while True:
        more.write(bytes(65536))
"""
PutIn = Callable[..., str]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A machine with an evening, whose owner is nobody special."""
    for name in ("state", "says"):
        (tmp_path / name).mkdir()
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(0o755)
    table = tmp_path / "companion.toml"
    table.write_text('[table]\nsensor = "tablet"\n', encoding="utf-8")
    journal = tmp_path / "state" / "journal.sqlite"
    with closing(Journal(journal, "boot-a")) as made:
        made.begin_game("dolphin_splash", "{}", {}, 1_700_000_000_000)
    subprocess.run(["chown", "-R", "nobody", tmp_path / "state"], check=True)
    yield Room(
        folder=tmp_path / "opened",
        said=tmp_path / "says",
        state=tmp_path / "state",
        command=("python3", "-I", "-c", COPIES, str(Path(backup.__file__).parent)),
        configs=(str(table),),
    )


@pytest.fixture
def put_in(tmp_path: Path) -> Iterator[PutIn]:
    """Puts a stick of this form in; its name then."""
    disks: list[str] = []

    def put_in(form: str, *options: str, size: int = SIZE, lies_in: Path = tmp_path) -> str:
        image = lies_in / f"stick-{len(disks)}"
        with image.open("wb") as file:
            file.truncate(size)
        if form:
            subprocess.run([*MAKE[form], image], check=True, capture_output=True)
        words = ["losetup", "--find", "--show", *options, str(image)]
        disk = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
        disks.append(disk)
        return Path(disk).name

    yield put_in
    for disk in disks:
        subprocess.run(["losetup", "--detach", disk], check=True)


def inside(disk: str, room: Room) -> Iterator[Path]:
    """What is on it, while somebody looks."""
    room.folder.mkdir(exist_ok=True)
    subprocess.run(["mount", f"/dev/{disk}", room.folder], check=True)
    try:
        yield room.folder
    finally:
        subprocess.run(["umount", room.folder], check=True)


def known_here(form: str) -> bool:
    return form in Path("/proc/filesystems").read_text(encoding="ascii").split()


@pytest.mark.parametrize("form", stick.KNOWN)
def test_the_evenings_are_on_it_and_it_is_closed(room: Room, put_in: PutIn, form: str) -> None:
    disk = put_in(form)
    if not known_here(form):
        assert copy_to(disk, room) == FOREIGN, "Linux without it says what to do"
        return
    assert [copy_to(disk, room) for _ in range(2)] == [DONE, DONE]
    assert str(room.folder) not in Path("/proc/self/mountinfo").read_text(encoding="utf-8")
    for folder in inside(disk, room):
        (copy,) = folder.glob("*/journal-*.sqlite")  # the same is not kept twice
        assert backup.format_of(copy) > 0
        assert copy.stat().st_uid == room.state.stat().st_uid


def test_a_full_one_says_so_and_keeps_what_it_has(room: Room, put_in: PutIn) -> None:
    disk = put_in("ext4", size=8 * MB)
    for folder in inside(disk, room):
        (folder / "holidays").write_bytes(b"x" * (4 * MB))
    assert copy_to(disk, room) == FULL.format(mb=6)
    for folder in inside(disk, room):
        assert (folder / "holidays").stat().st_size == 4 * MB
        assert not list(folder.glob("*/journal*"))


def test_one_that_can_only_be_read_says_so(room: Room, put_in: PutIn) -> None:
    assert copy_to(put_in("ext4", "--read-only"), room) == LOCKED


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A place that is full once somebody fills it: a disk that lies there takes nothing then."""
    place = tmp_path / "small"
    place.mkdir(mode=0o777)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60M,mode=777", "none", place], check=True)
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_one_that_fails_in_the_midst_takes_nothing_with_it(
    room: Room, put_in: PutIn, small: Path
) -> None:
    """As one that is pulled out: from a moment on nothing more can be written on it."""
    disk, journal = put_in("ext4", lies_in=small), room.state / "journal.sqlite"
    before = journal.read_bytes()
    fill = FILLS.format(file=str(small / "x"))
    failing = replace(room, command=("python3", "-I", "-c", fill + COPIES, *room.command[4:]))
    said = copy_to(disk, failing)
    assert said != DONE and "another one" in said, said
    assert str(room.folder) not in Path("/proc/self/mountinfo").read_text(encoding="utf-8")
    assert journal.read_bytes() == before
    assert copy_to(put_in("ext4"), room) == DONE


def test_an_empty_one_says_what_to_do(room: Room, put_in: PutIn) -> None:
    assert copy_to(put_in(""), room) == FOREIGN


def test_a_link_on_it_leads_nowhere(room: Room, put_in: PutIn) -> None:
    disk, target = put_in("ext4"), room.state.parent / "target"
    target.mkdir()
    for folder in inside(disk, room):
        (folder / stick._called(room)).symlink_to(target)
    assert "could not be copied" in copy_to(disk, room)
    assert not list(target.iterdir())
