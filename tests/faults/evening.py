"""A real companion in a process of its own, and disks that take nothing more until they do."""

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.house import PATIENCE_S, Phone

ROOT = Path(__file__).resolve().parent.parent.parent
RUN = (sys.executable, "-m", "companion.cli", "run")
TABLE = ("--simulated", "--port", "0", "--host", "127.0.0.1", "--state")
DISK_MB = 8


@contextmanager
def evening(state: Path, command: tuple[str, ...] = RUN) -> Iterator["subprocess.Popen[str]"]:
    """A companion that runs; it is ended by force at last."""
    with subprocess.Popen(
        [*command, *TABLE, str(state)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as house:
        try:
            yield house
        finally:
            house.kill()


def referee_of(house: "subprocess.Popen[str]") -> Phone:
    """The referee's phone, by the link that stands in the terminal."""
    assert house.stdout is not None
    link = next(line for line in house.stdout if line.startswith("The referee:")).split()[-1]
    where, key = link.split("#t=")
    phone = Phone(int(where.split(":")[2].split("/")[0]))
    status, said = phone.post("/api/redeem", {"t": key})
    assert (status, said["role"]) == (200, "referee")
    return phone


def ended(house: "subprocess.Popen[str]", patience_s: float = PATIENCE_S) -> tuple[int, str]:
    """How a companion ended, and what it said for its supervisor."""
    code = house.wait(patience_s)
    assert house.stderr is not None
    said = house.stderr.read()
    assert "Traceback" not in said, said
    return code, said


def stop(house: "subprocess.Popen[str]") -> None:
    """End a companion as systemd does."""
    house.send_signal(signal.SIGTERM)
    code, said = ended(house)
    assert code == 0, said


class Limit:
    """A process whose files may not grow: full for one user, as by a quota."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, house: "subprocess.Popen[str]") -> None:
        """From now on nothing can be written."""
        _, most = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (0, most))

    def free(self, house: "subprocess.Popen[str]") -> None:
        """There is room again."""
        _, most = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (most, most))


class Small:
    """A file system of a few megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, house: "subprocess.Popen[str]") -> None:
        """Take all the room there is, to the last byte."""
        with (self.folder / "photos").open("wb", buffering=0) as photos:
            for size in (1 << 20, 4096, 1):
                try:
                    while True:
                        photos.write(bytes(size))
                except OSError:
                    continue

    def free(self, house: "subprocess.Popen[str]") -> None:
        """Delete the photos."""
        (self.folder / "photos").unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[Small | Limit]:
    """A small file system of its own where this machine lets us mount one, else a limit."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        yield Limit(folder)
        return
    try:
        yield Small(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
