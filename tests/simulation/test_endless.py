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
    played_s: float  # of the processor, for this hour's play

    @classmethod
    def now(cls, evening: Evening, played_s: float) -> "Takes":
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
        rss_kb, rows = int(status.split()[0]), house.journal.last_seq()
        return cls(rss_kb, files, rows, size, read_ms, played_s)


def hours(made: World, evening: Evening, many: int) -> list[Takes]:
    """So many hours of games, one after the other, with pauses."""
    rng, taken = Random(1), []
    for hour in range(many):
        end_us, began_s = (made.now_us() // HOUR_US + 1) * HOUR_US, process_time()
        while made.now_us() < end_us:
            evening.play(rng.choice(sorted(GAMES)), WORDS)
            made.pass_by(2_000_000)
            made.time.ns += PAUSE_US * 1000
            made.pass_by(2_000_000)
        taken.append(Takes.now(evening, process_time() - began_s))
        print(hour + 1, taken[-1], flush=True)
    return taken


def _played_s(taken: list[Takes], after: Takes, until: Takes) -> float:
    """What a row took of the processor, with all that was read and shown meanwhile."""
    some = taken[taken.index(after) + 1 : taken.index(until) + 1]
    return sum(one.played_s for one in some) / (until.rows - after.rows)


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
    noon = taken[(HOURS + WARM) // 2]
    assert _played_s(taken, noon, end) <= GROWS_MOST * _played_s(taken, warm, noon)
    assert min(one.read_ms for one in taken[-3:]) <= 2 * min(one.read_ms for one in taken[:WARM])
    a_row = [(b.journal_bytes - a.journal_bytes) / (b.rows - a.rows) for a, b in ((warm, end),)]
    assert a_row[0] <= GROWS_MOST * warm.journal_bytes / warm.rows, a_row
