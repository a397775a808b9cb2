"""What the tests hold the board to, and `make bench` prints: measured on the shipped binary."""

import re
import subprocess

from companion.table import frames
from companion.table.boardsim.simulator import Figures
from tests.firmware.bench import FIRMWARE, Host


def busy(host: Host) -> Figures:
    """Five hands at once and at random distances, with pings between: a second of it."""
    sim = host.sim
    sim.watch(each_instruction=True)
    for n in range(12):
        for pad in range(5):
            sim.touch(pad, (8, 20, 60)[n % 3], sim.now_us + 700 + pad * 131 * (n % 4))
        host.say(frames.Ping(n))
        host.run(8000)
        for pad in range(5):
            sim.leave(pad, sim.now_us)
        host.run(60_000)
    return sim.figures


def mean_scan_us(figures: Figures) -> float:
    """From the start of a charge to the start of the next."""
    return float((figures.charge_last_us - figures.charge_first_us) / (figures.charges - 1))


def latencies_us(host: Host, times: int = 60) -> list[float]:
    """From one contact, at any phase of a scan, to the last byte of its frame."""
    found = []
    for n in range(times):
        at_us = host.sim.now_us + 700 + 37.3 * n
        host.sim.touch(n % 5, 20, at_us)
        host.run(5000)
        found.append(host.events[-1].at_us - at_us)
        host.sim.leave(n % 5, host.sim.now_us)
        host.run(50_000, slice_us=5000)
    return found


def sizes() -> tuple[int, int]:
    """Flash and static RAM of the binary, in bytes."""
    out = subprocess.run(
        ["avr-size", str(FIRMWARE / "build" / "touch_board.elf")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()[1]
    text, data, bss, *_ = (int(word) for word in re.findall(r"\d+", out))
    return text + data, data + bss


def compiler() -> str:
    """The version of avr-gcc that is installed."""
    made = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True)
    return made.stdout.strip()
