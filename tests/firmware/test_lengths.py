"""How long scans are in races and evenings: as long as the shipped program's, round a contact."""

import statistics
from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion.table.board.kink import BEFORE, Shape
from companion.table.board.traces import Traces
from companion.table.boardsim.simulator import SHIPPED, Simulator
from companion.table.frames import Trace
from tests.firmware import lengths, zoo
from tests.firmware.bench import Host, built, usual_noise
from tests.firmware.test_zoo import made

SEEN = 40
NO_LOOK_US = 160  # two scans, with a look for dolphins between
MEAN_US, PART_US = 2.0, 4.0  # so far they may lie apart


def shipped() -> Iterator[Shape]:
    """Rises that the shipped program tells."""
    built()
    with Simulator(77, SHIPPED) as sim:
        usual_noise(sim)
        host, kept = Host(sim), Traces()
        host.greet()
        for _ in lengths.contacts(host, 77, SEEN):
            pass
        for _, trace in host.heard:
            if isinstance(trace, Trace):
                kept.take(trace)
                rise = kept.shape(trace.number)
                if rise is not None:
                    yield rise


def raced() -> list[Shape]:
    """Rises of races."""
    made()
    return [hand.rise for race in zoo.races(200, 77) for hand in race.hands if hand.rise.levels]


@pytest.mark.parametrize("after", [False, True], ids=["before a contact", "after it"])
def test_scans_of_races_are_as_long_as_the_shipped_program_s(after: bool) -> None:
    found = []
    for rises in (shipped(), raced()):
        part = slice(BEFORE, None) if after else slice(BEFORE + 1)
        scans = [b - a for rise in rises for a, b in pairwise(rise.at_us[part])]
        of = sorted(us for us in scans if us < NO_LOOK_US)
        tenths = [of[len(of) * n // 20] for n in (1, 5, 10, 15, 18)]
        found.append((statistics.mean(of), tenths))
    (mean_us, parts_us), (other_us, others_us) = found
    assert other_us == pytest.approx(mean_us, abs=MEAN_US), found
    assert others_us == pytest.approx(parts_us, abs=PART_US), found
