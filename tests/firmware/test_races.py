"""Who touched first: the order of two contacts on the shipped binary, against the known moments.

Hands near for 10 ms and grip unlike (8 and 60 pF): a level would be a coin toss up to 4 ms.
"""

import statistics

import pytest

from companion.table.boardsim.simulator import Simulator
from tests.firmware.bench import Host, built, usual_noise
from tests.firmware.measures import latencies_us
from tests.firmware.races import Race, races

LATENCY_MEDIAN_US = (
    950  # contact to the end of its frame, at 250,000 baud; every scan is taken down
)
LATENCY_MOST_US = 1100
POINTS_US = (10.0, 50.0, 80.0, 110.0, 150.0, 500.0)


def run(host: Host, seed: int, gaps_us: list[float]) -> list[Race]:
    run = list(races(host, seed, gaps_us))
    assert len(run) == len(gaps_us)
    return run


def holds(run: list[Race]) -> None:
    """No wrong order; ties only where a tie may be; the true moment lies where it was said."""
    verdicts = [r.verdict for r in run]
    print(f"{len(run)} races: {verdicts.count(1)} right, {verdicts.count(0)} too close to call")
    assert [r for r in run if r.verdict < 0] == []
    assert [r for r in run if r.verdict == 0 and r.gap_us >= 150] == []
    assert [r for r in run if not r.covered] == []


@pytest.mark.parametrize("gap_us", POINTS_US)
def test_the_order_is_never_wrong(host: Host, gap_us: float) -> None:
    holds(run(host, int(gap_us), [gap_us] * 100))


@pytest.mark.parametrize(
    ("supply", "threshold", "part"), [(4.5, 0.52, 0.95), (5.0, 0.47, 1.05), (5.0, 0.57, 1.0)]
)
def test_the_order_is_never_wrong_in_any_supply_and_resistors(
    supply: float, threshold: float, part: float
) -> None:
    built()
    with Simulator(9) as sim:
        usual_noise(sim)
        sim.table.supply_volt, sim.table.threshold = supply, threshold
        for pad in range(5):
            sim.table.resistor_ohm[pad] = 470e3 * (part if pad % 2 else 2 - part)
        host = Host(sim)
        host.greet()
        holds(run(host, int(supply * 10), [float(gap) for gap in range(20, 300, 14)]))


@pytest.mark.parametrize("ppm", [-5000.0, 5000.0])
def test_the_order_is_never_wrong_with_any_clock(ppm: float) -> None:
    built()
    with Simulator(10) as sim:
        usual_noise(sim)
        sim.table.clock_ppm = ppm
        host = Host(sim)
        host.greet()
        holds(run(host, 1, [float(gap) for gap in range(20, 300, 14)]))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("gap_us", [10.0, 30.0, 50.0, 70.0, 80.0, 90.0, 110.0, 130.0, 150.0, 1e3])
def test_a_thousand_races_at_one_distance(host: Host, gap_us: float) -> None:
    holds(run(host, int(gap_us) + 7, [gap_us] * 1000))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_thousand_races_at_any_distance(host: Host) -> None:
    gaps_us = [50 * 100 ** (n / 1999) for n in range(2000)]  # 0.05 to 5 ms, even in logarithm
    holds(run(host, 2000, gaps_us))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_the_order_is_never_wrong_in_twice_the_noise(host: Host) -> None:
    usual_noise(host.sim, 2)
    result = run(host, 11, [float(gap) for gap in range(10, 510)] * 4)
    verdicts = [r.verdict for r in result]
    print(f"{verdicts.count(1)} right, {verdicts.count(0)} too close to call")
    assert [r for r in result if r.verdict < 0] == []


def test_a_contact_is_told_in_time(host: Host) -> None:
    """One contact with nothing else to tell, at any phase of a scan."""
    latencies = latencies_us(host)
    print(f"told after {statistics.median(latencies):.0f}, at most {max(latencies):.0f} us")
    assert statistics.median(latencies) <= LATENCY_MEDIAN_US
    assert max(latencies) <= LATENCY_MOST_US


def test_equal_moments_are_a_tie_whatever_the_pads() -> None:
    """The rule that calls races here: equal stamps never have an order."""
    from companion.table.frames import Event, Kind
    from tests.firmware.bench import called

    one, other = (Event(n, Kind.TOUCH, n, 1000, 0) for n in (0, 1))
    assert called(one, other) == called(other, one) == 0
