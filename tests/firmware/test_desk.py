"""What the firmware does without a chip: in C on this computer, sanitized and fuzzed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware.bench import FIRMWARE, locked

SOAK_S = 600
BY_CHANCE = 0


def make(*words: str) -> str:
    with locked():
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), *words], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout + made.stderr


def test_frames_settings_events_and_pads_hold_under_the_sanitizers() -> None:
    """firmware/host/check.c; it reads the frames that Python reads, too."""
    make("check")


def test_nothing_that_is_said_to_the_board_harms_it() -> None:
    fuzz(1, 1993)


@pytest.mark.soak
@pytest.mark.timeout(3 * SOAK_S)
def test_nothing_that_is_said_to_the_board_in_ten_minutes_harms_it() -> None:
    fuzz(SOAK_S, BY_CHANCE)


def fuzz(seconds: int, seed: int) -> None:
    """Bytes for its decoder, and then any words for all of it while hands come and go: it stays
    sound, says nothing but frames, and answers. From firmware/host/corpus on."""
    if not shutil.which("clang") or not list(Path("/usr/lib").glob("llvm*/lib/clang/*/lib")):
        pytest.fail(
            "libFuzzer is missing: apt-get install clang libclang-rt-dev "
            "(Debian 12: clang libclang-rt-14-dev)",
            pytrace=False,
        )
    assert (
        make("fuzz", f"SECONDS={seconds}", f"SEED={seed}").count("stat::number_of_executed_units")
        == 2
    )
