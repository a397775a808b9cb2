"""What the firmware does without a chip: in C on this computer, sanitized and fuzzed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware.bench import FIRMWARE, locked

SOAK_S = 600


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


def test_no_bytes_harm_the_board_s_decoder() -> None:
    fuzz("2")


@pytest.mark.soak
@pytest.mark.timeout(2 * SOAK_S)
def test_no_bytes_harm_the_board_s_decoder_in_ten_minutes() -> None:
    fuzz(str(SOAK_S))


def fuzz(seconds: str) -> None:
    if not shutil.which("clang") or not list(Path("/usr/lib").glob("llvm*/lib/clang/*/lib")):
        pytest.fail(
            "libFuzzer is missing: apt-get install clang libclang-rt-dev "
            "(Debian 12: clang libclang-rt-14-dev)",
            pytrace=False,
        )
    assert "stat::number_of_executed_units" in make("fuzz", f"SECONDS={seconds}")
