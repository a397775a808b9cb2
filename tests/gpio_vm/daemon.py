"""A companion in a process of its own on the real pins, started as on a Pi.

Must not pretend anything: what a test breaks, it breaks outside, or says so in its program.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.faults.evening import ROOT, RUN
from tests.gpio_vm.lines import PATIENCE_S

COMMAND = (sys.executable, "-m", "companion.cli")


@contextmanager
def companion(
    state: Path, start: tuple[str, ...] = RUN, config: Path | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """A companion on real pins; it is ended by force at last."""
    where = ("--port", "0", "--host", "127.0.0.1", "--state", str(state))
    table = () if config is None else ("--config", str(config))
    with subprocess.Popen(
        [*start, *where, *table],
        cwd=ROOT,
        env=environment(state),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as house:
        try:
            yield house
        finally:
            house.kill()


def environment(state: Path, **more: str) -> Mapping[str, str]:
    """What a process of its own needs: above all a folder for lgpio's pipe."""
    pipes = state / "pipes"
    pipes.mkdir(parents=True, exist_ok=True)
    return {**os.environ, "LG_WD": str(pipes), **more}


def said_at_the_end(house: "subprocess.Popen[str]") -> tuple[int, str]:
    """How a companion ended by itself, and all that it said on stderr."""
    _, said = house.communicate(timeout=PATIENCE_S)
    return house.returncode, said
