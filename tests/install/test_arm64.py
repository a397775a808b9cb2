"""The package on a clean Debian 13 of a Pi's own kind, arm64, run command by command by qemu."""

import json
import platform
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import __version__
from tests.install.conftest import copy_of, made, used
from tests.install.machine import NAME, Machine, until

pytestmark = [pytest.mark.install, pytest.mark.soak, pytest.mark.timeout(7200)]

FORMATS = Path("/proc/sys/fs/binfmt_misc")
OURS = "splash-aarch64"
# What the first bytes of such a program are, by which Linux gives it to qemu.
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
STATE = "/var/lib/played"
PATIENCE_S = 3600.0  # each of its commands takes ten times as long


@contextmanager
def emulated() -> Iterator[None]:
    """Programs of a Pi's kind run here as long as this lasts."""
    if platform.machine() == "aarch64" or any(FORMATS.glob("*aarch64")):
        yield
        return
    needed = "Install them: sudo apt-get install qemu-user-static arch-test"
    assert shutil.which("qemu-aarch64-static") and shutil.which("arch-test"), needed
    if not (FORMATS / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", FORMATS], check=True)
    line = f":{OURS}:M::{MAGIC}:{MASK}:/usr/bin/qemu-aarch64-static:F"
    (FORMATS / "register").write_text(line, encoding="ascii")
    try:
        yield
    finally:
        (FORMATS / OURS).write_text("-1", encoding="ascii")


@pytest.fixture
def pi(clean: Callable[[str], Path], tmp_path: Path) -> Iterator[Machine]:
    """A clean Debian 13 for arm64 without systemd, off."""
    with emulated():
        name = made("trixie-arm64", "python3", "--arch=arm64")
        with copy_of(clean(name), tmp_path) as root:
            yield from used(Machine(root, has_systemd=False))


def over(journal: Path) -> int:
    """How many games have been played to their end."""
    if not journal.exists():
        return 0
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        ended = "SELECT count(*) FROM games WHERE ended_ms IS NOT NULL"
        return int(connection.execute(ended).fetchone()[0])


def test_it_installs_and_robots_play_a_game_to_its_end(pi: Machine, deb: Path) -> None:
    with pi.on():
        assert pi.says("uname", "-m") == "aarch64"
        pi.installs(deb)
        assert pi.says("companion", "--version") == f"companion, version {__version__}"
        found = json.loads(pi.asks("companion", "doctor", "--json").stdout)
        assert "Python" in {finding["about"] for finding in found}
        robots = ("companion", "demo", "--game", "dolphin_splash", "--seed", "1", "--speed", "20")
        with pi.starts(*robots, "--state", STATE) as said:
            until(lambda: "Robots play" in said(), "the robots", PATIENCE_S)
            journal = pi.path(f"{STATE}/journal.sqlite")
            until(lambda: said() and over(journal), "the end of a game", PATIENCE_S)
        told = pi.says("companion", "replay", "1", "--state", STATE)
        assert "wins" in told or "won" in told, told
        pi.says("dpkg", "--purge", NAME)
