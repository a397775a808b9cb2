"""The touch board: order, latency and cost of the shipped program, in simulated time."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager

from bench.figures import Figure
from companion.table.boardsim.simulator import Simulator
from tests.firmware.bench import Host, built, usual_noise
from tests.firmware.measures import busy, compiler, latencies_us, mean_scan_us, sizes
from tests.firmware.races import races

RACES = 1000
GAPS_US = (10.0, 80.0, 150.0)


def figures(times: int = RACES) -> Iterator[Figure]:
    """All of them; simulated pads stand for real ones, and no hardware was measured."""
    built()
    with _board(1) as host:
        yield from _scans(host)
    with _board(2) as host:
        yield from _latencies(host)
    for gap_us in GAPS_US:
        with _board(int(gap_us)) as host:
            yield from _order(host, gap_us, times)
    flash, ram = sizes()
    yield Figure("board: flash", "bytes", flash, most=9216, note=f"gcc-avr {compiler()}")
    yield Figure("… RAM without stack", "bytes", ram, most=1750)


def _scans(host: Host) -> Iterator[Figure]:
    measured = busy(host)
    yield Figure("board: a scan, mean, hands on all pads", "us", mean_scan_us(measured), most=130)
    yield Figure(
        "… the longest", "us", measured.charge_longest_us, most=145, note="MPR121 4,000 us"
    )
    yield Figure("… interrupts off, longest", "us", measured.deaf_longest_us, most=40)


def _latencies(host: Host) -> Iterator[Figure]:
    told_us = latencies_us(host)
    median_us = statistics.median(told_us)
    yield Figure(
        "contact -> its whole frame, median", "us", median_us, most=950, note="TTP223 60,000 us"
    )
    yield Figure("… the slowest", "us", max(told_us), most=1100)


def _order(host: Host, gap_us: float, times: int) -> Iterator[Figure]:
    run = list(races(host, int(gap_us), [gap_us] * times))
    note = "quiz boxes 1,000 us, Klipper buttons 2,000 us"
    name = f"{times:,} races {gap_us:.0f} us apart, 8 against 60 pF"
    yield Figure(name, "wrong orders", sum(r.verdict < 0 for r in run), most=0, note=note)
    ties = sum(r.verdict == 0 for r in run)
    yield Figure("… too close to call", "races", ties, most=0 if gap_us >= 150 else None)


@contextmanager
def _board(seed: int) -> Iterator[Host]:
    with Simulator(seed) as sim:
        usual_noise(sim)
        host = Host(sim)
        host.greet()
        yield host
