"""A day at one table, told: what it takes at its end it took after the first hours.

In one thread and on told time, so it is hours of play and none of waiting. The real process, with
its threads, has `tests/faults/test_endless.py`. The journal grows with what is told, no faster.
"""

import gc
import os
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time

import pytest

from companion.games import GAMES
from tests.simulation.people import Evening
from tests.simulation.world import Weather, World, world

HOUR_US = 3_600_000_000
HOURS = 24
WARM = 4  # hours in which what is loaded once is loaded
PAUSE_US = 9 * 60_000_000  # between two games, of which some seconds are looked at
WORDS = 40
READS = 40
GROWS_MOST = 1.15


@dataclass(frozen=True, slots=True)
class Takes:
    """What the table takes after an hour."""

    rss_kb: int
    files: int
    rows: int
    journal_bytes: int
    read_ms: float  # of the processor, for a page

    @classmethod
    def now(cls, evening: Evening) -> "Takes":
        made = evening.world
        house = made.up()
        gc.collect()
        status = Path("/proc/self/status").read_text().split("VmRSS:")[1]
        began_s = process_time()
        for _ in range(READS):
            made.serve(evening.wall, "GET", "/")
        read_ms = (process_time() - began_s) * 1000 / READS
        files = len(os.listdir("/proc/self/fd"))
        house.journal.checkpoint()
        size = house.journal.path.stat().st_size
        return cls(int(status.split()[0]), files, house.journal.last_seq(), size, read_ms)


def hours(made: World, evening: Evening, many: int) -> list[Takes]:
    """So many hours of games, one after the other, with pauses."""
    rng, taken = Random(1), []
    for hour in range(many):
        end_us = (made.now_us() // HOUR_US + 1) * HOUR_US
        while made.now_us() < end_us:
            evening.play(rng.choice(sorted(GAMES)), WORDS)
            made.pass_by(2_000_000)
            made.time.ns += PAUSE_US * 1000
            made.pass_by(2_000_000)
        taken.append(Takes.now(evening))
        print(hour + 1, taken[-1], flush=True)
    return taken


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_day_takes_no_more_at_its_end_than_after_its_first_hours(tmp_path: Path) -> None:
    (tmp_path / "evening").mkdir()
    with world(tmp_path / "evening", 24, Weather()) as made:
        evening = Evening(made, 24)
        evening.come_in()
        taken = hours(made, evening, HOURS)
    warm, end = taken[WARM - 1], taken[-1]
    assert end.rss_kb <= GROWS_MOST * warm.rss_kb and end.files == warm.files
    assert min(one.read_ms for one in taken[-3:]) <= 2 * min(one.read_ms for one in taken[:WARM])
    a_row = [(b.journal_bytes - a.journal_bytes) / (b.rows - a.rows) for a, b in ((warm, end),)]
    assert a_row[0] <= GROWS_MOST * warm.journal_bytes / warm.rows, a_row
