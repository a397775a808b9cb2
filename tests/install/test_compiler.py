"""The touch board's program by Debian 13's compiler: it builds, fits, and calls no order wrong."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.boardsim.simulator import Simulator
from tests.firmware.bench import FIRMWARE, Host, built, usual_noise
from tests.firmware.races import races
from tests.firmware.test_races import POINTS_US, holds
from tests.install.machine import ROOT

pytestmark = [pytest.mark.install, pytest.mark.timeout(1800)]
CASES = 100


def test_the_order_is_never_wrong_with_debian_13_s_compiler(
    clean: Callable[[str], Path], tmp_path: Path
) -> None:
    built()  # the simulator
    elf = made_in(clean("trixie-avr"), tmp_path)
    for gap_us in POINTS_US:
        with Simulator(int(gap_us), elf) as sim:
            usual_noise(sim)
            host = Host(sim)
            host.greet()
            holds(list(races(host, int(gap_us), [gap_us] * CASES)))


def made_in(root: Path, work: Path) -> Path:
    """The firmware built by a clean Debian's compiler, outside of that Debian."""
    shutil.copytree(FIRMWARE, work / "firmware", ignore=shutil.ignore_patterns("build"))
    hardware = "companion/table/pinout.toml"
    (work / hardware).parent.mkdir(parents=True)
    shutil.copy(ROOT / hardware, work / hardware)
    command = (
        f'mount --bind "{work}" "{root}/mnt" && chroot "{root}" '
        "sh -c 'avr-gcc -dumpversion && make -C /mnt/firmware all && "
        "avr-size /mnt/firmware/build/touch_board.elf'"
    )
    made = subprocess.run(
        ["unshare", "--mount", "sh", "-c", command], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stdout.startswith("14."), made.stdout
    text, data, *_ = made.stdout.splitlines()[-1].split()
    assert int(text) + int(data) <= 8192
    return work / "firmware" / "build" / "touch_board.elf"
