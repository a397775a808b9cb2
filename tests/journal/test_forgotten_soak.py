"""Real kills in the middle of forgetting: who was forgotten is nowhere, and nobody else is lost."""

import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.journal import Journal, sweep
from companion.journal.backup import BACKUPS, back_up
from companion.journal.people import People
from companion.journal.settings import UNSWEPT
from tests.journal.names import files_with

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = "journal.sqlite"
PEOPLE = 20
KILLS = 40


def name_of(number: int) -> str:
    return f"Žofie{number:03}Łęcka"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_at_any_moment_leaves_all_or_nothing(seed: int, tmp_path: Path) -> None:
    rng, path = Random(seed), tmp_path / FILE
    with closing(Journal(path, "boot")) as journal:
        numbers = [People(journal).number(name_of(n), n) for n in range(1, PEOPLE + 1)]
        journal.begin_game("dolphin_splash", '{"seats":3}', numbers[:3], 0)
        back_up(path, tmp_path / BACKUPS, "1")
    begun, done = pulled(path, rng.randrange(2 * PEOPLE), rng.random() * 0.004)
    with closing(Journal(path, "next")) as journal:
        if journal.setting(UNSWEPT):
            assert sweep.sweep(journal, tmp_path / BACKUPS) == ""
        left = {one.number for one in People(journal).known()}
    assert left in ({*numbers} - {*done}, {*numbers} - {*begun})
    for number in numbers:
        assert (files_with(tmp_path, name_of(number)) == []) == (number not in left), number


def pulled(path: Path, lines: int, wait_s: float) -> tuple[set[int], set[int]]:
    """Let it forget until so many lines and a moment later: whom it began with, who is done."""
    command = [sys.executable, "-m", "tests.journal.forgetter", str(path)]
    begun, done = set(), set()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for n, line in enumerate(process.stdout):
            word, number = line.split()
            (begun if word == "try" else done).add(int(number))
            if n == lines:
                time.sleep(wait_s)
                process.send_signal(signal.SIGKILL)
    return begun, done
