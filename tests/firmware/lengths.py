"""How long the shipped program's scans are, round contacts: what the races' scans last.

Prints firmware/host/lengths.h (make -C firmware lengths). By simulated hands on simulated pads:
nothing here has met real copper.
"""

import random
from collections.abc import Iterator
from itertools import pairwise

from companion.table import frames
from companion.table.boardsim.simulator import SHIPPED, Simulator
from companion.table.frames import Event, Kind
from tests.firmware.bench import Host, usual_noise

CONTACTS = 48
BEFORE, AFTER = 32, 48  # scans: twice the round of the slower work, and as long as a rise is told
BEFORE_US, AFTER_US = 5_000, 7_000  # as long as they may take
LOOKS_MOST_US = 78  # a look for dolphins, and the scan before it, have nothing else to do
RAMP_US = 10_000
LOOK_US, TALK_US = 20, 500  # a scan is longer than the first
GRIPS_PF = (8.0, 60.0)
APART_US = 1_500  # a second hand, where there is one
REST_US = 14_000
_A_LINE = 16


def contacts(host: Host, seed: int, count: int) -> Iterator[list[int]]:
    """Of each contact its scans in microseconds, `BEFORE` from before its stamp and `AFTER` from
    there on, but those of a look for dolphins. In half of them a second hand comes soon, in a third
    the host asks for the time."""
    chance = random.Random(seed)
    resting: set[int] = set()
    for n in range(count):
        pads = chance.sample(sorted(set(range(5)) - resting), 2 if n % 2 else 1)
        resting = set(pads)
        at_us = host.sim.now_us + RAMP_US + 500 + 1000 * chance.random()
        for later, pad in enumerate(pads):
            touch_us = at_us + later * APART_US * chance.random()
            host.sim.approach(pad, chance.uniform(*GRIPS_PF), touch_us, RAMP_US)
        host.run(at_us - BEFORE_US - host.sim.now_us)
        if n % 3 == 0:
            host.say(frames.Ping(n))
        starts_us, stamp_us = _watched(host, at_us + AFTER_US)
        scans = [(us, round(after - us)) for us, after in pairwise(starts_us)]
        feeling = [(us, length_us) for us, length_us in scans if length_us > LOOKS_MOST_US]
        at = sum(us < stamp_us for us, _ in feeling) - 1
        row = [length_us for _, length_us in feeling[at - BEFORE : at + AFTER]]
        assert len(row) == BEFORE + AFTER
        yield row
        for pad in pads:
            host.sim.leave(pad, host.sim.now_us)
        host.run(REST_US)


def _watched(host: Host, until_us: float) -> tuple[list[float], float]:
    """When each scan began until then, and the stamp of the first contact."""
    before, starts_us, talked_us = len(host.events), [0.0], 0.0
    while host.sim.now_us < until_us:
        host.sim.run_us(LOOK_US)
        last_us = host.sim.board_us(host.sim.figures.charge_last_us)
        if last_us != starts_us[-1]:
            starts_us.append(last_us)
        if host.sim.now_us - talked_us > TALK_US:
            talked_us = host.sim.now_us
            host.run(LOOK_US)
    told = (event for _, event in host.events[before:] if isinstance(event, Event))
    return starts_us[1:], next(event.at_us for event in told if event.kind is Kind.TOUCH)


def main() -> None:
    """Print the header."""
    with Simulator(1, SHIPPED) as sim:
        usual_noise(sim)
        host = Host(sim)
        host.greet()
        rows = list(contacts(host, 1, CONTACTS))
    print("// How long the shipped program's scans are round a contact, in microseconds, on the")
    print("// simulated chip. Made by tests/firmware/lengths.py: do not edit.")
    print("#ifndef LENGTHS_H\n#define LENGTHS_H\n\n#include <stdint.h> // uint8_t\n")
    print(f"#define CONTACTS {CONTACTS}u")
    print(f"#define SCANS_BEFORE {BEFORE}u // its stamp")
    print(f"#define SCANS_AFTER {AFTER}u\n")
    print("static const uint8_t scan_lengths_us[CONTACTS][SCANS_BEFORE + SCANS_AFTER] = {")
    for row in rows:
        lines = [row[at : at + _A_LINE] for at in range(0, len(row), _A_LINE)]
        print("    {", ",\n      ".join(", ".join(map(str, line)) for line in lines), "},")
    print("};\n\n#endif")


if __name__ == "__main__":
    main()
