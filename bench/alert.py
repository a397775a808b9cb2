"""The caller's jitter, silence at a touch, and hands while a garbage truck drives by."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.driven import Driven
from bench.figures import Figure, percentile
from bench.listen import request

EVERY_MS = 1000
SILENCED = 60
BURSTS = 60
GARBAGE_A_S = 1000
GARBAGE = (
    ("GET", "/api/state?x=%00%ff"),
    ("POST", "/api/answer"),
    ("GET", "/nothing/here"),
    ("BREW", "/"),
    ("GET", "/api/fragment?page=nowhere"),
)
THREADS = 4


def figures(folder: Path, minutes: float) -> Iterator[Figure]:
    """All figures of time as people hear and feel it."""
    table = Driven("bench.table", folder / "alert")
    yield from _silence(table)
    yield from _handed_over(table)
    yield from _calls(table, minutes)
    table.close()


def _calls(table: Driven, minutes: float) -> Iterator[Figure]:
    beeps = table.ask("calls", round(minutes * 60), EVERY_MS)
    due = [beeps[0] + n * EVERY_MS * 1000 for n in range(len(beeps))]
    # The first beep may be late as any other: the middle one says where all should be.
    shift = median(at - should for at, should in zip(beeps, due, strict=True))
    late = [abs(at - should - shift) / 1000 for at, should in zip(beeps, due, strict=True)]
    third = len(late) // 3
    drift = median(beeps[n] - due[n] for n in range(len(due) - third, len(due)))
    drift -= median(beeps[n] - due[n] for n in range(third))
    name = f"PASS, jitter of {len(beeps)} calls in {minutes:g} minutes, p99"
    yield Figure(name, "ms", percentile(late, 99), most=1.0)
    yield Figure("… drift from the first third to the last", "ms", abs(drift) / 1000, most=1.0)


def _silence(table: Driven) -> Iterator[Figure]:
    taken = silences(table, SILENCED)
    yield Figure("touch -> silence in process, p99", "ms", percentile(taken, 99), most=2.0)


def silences(table: Driven, count: int) -> list[float]:
    """So many touches while PASS sounds: milliseconds until the buzzer is silent."""
    taken = []
    for n in range(count):
        assert table.ask("live")
        # Another pad each time: one that is touched twenty times a second is a loose wire.
        taken.append(table.ask("silenced", n % 5) / 1000)
        time.sleep(0.05)
    return taken


def _handed_over(table: Driven) -> Iterator[Figure]:
    quiet, _ = bursts(table, BURSTS)
    truck = _Truck(table.port)
    loaded, wrong = bursts(table, BURSTS)
    a_second = truck.stop()
    yield Figure("touch handed to the referee, quiet, p99", "ms", percentile(_waited(quiet), 99))
    name = f"… under {a_second:,.0f} requests/s of garbage, p99"
    yield Figure(name, "ms", percentile(_waited(loaded), 99), most=20.0)
    worked = percentile([worked for _, worked in loaded], 99)
    yield Figure("… of it the table's own work, p99", "ms", worked, most=5.0)
    yield Figure("… wrong orders of five touches", f"of {BURSTS}", wrong, most=0)


def _waited(taken: list[tuple[float, float]]) -> list[float]:
    return [waited for waited, _ in taken]


def bursts(table: Driven, count: int) -> tuple[list[tuple[float, float]], int]:
    """So many bursts of five touches: milliseconds until the referee took each, how many of them
    the table worked (a machine that others use lets it wait), and how many bursts were told in
    another order.
    """
    taken, wrong = [], 0
    for _ in range(count):
        assert table.ask("live")
        time.sleep(0.05)
        taken += [(us / 1000, own_us / 1000) for us, own_us in table.ask("handed_over", 5)]
        wrong += _order(table) != [0, 1, 2, 3, 4]
    return taken, wrong


def _order(table: Driven) -> list[int]:
    """The pads of a burst in the order in which the rules have them, once it has been judged."""
    time.sleep(0.06)
    deadline_s = time.monotonic() + 5
    while len(found := table.ask("order")) < 5 and time.monotonic() < deadline_s:
        time.sleep(0.06)
    return list(found)


class _Truck:
    """Threads that send garbage, as fast as was asked for or as it is answered."""

    def __init__(self, port: int) -> None:
        self._port, self._sent, self._stopping = port, 0, False
        self._began_s = time.monotonic()
        self._threads = [threading.Thread(target=self._drive, daemon=True) for _ in range(THREADS)]
        for thread in self._threads:
            thread.start()

    def stop(self) -> float:
        """End it; answers how many requests a second it was."""
        self._stopping = True
        for thread in self._threads:
            thread.join()
        return self._sent / (time.monotonic() - self._began_s)

    def _drive(self) -> None:
        turn = 0
        while not self._stopping:
            method, path = GARBAGE[turn % len(GARBAGE)]
            request(self._port, path, (f"X-Turn: {turn}",), method)
            turn += 1
            self._sent += 1
            ahead_s = self._sent / GARBAGE_A_S - (time.monotonic() - self._began_s)
            if ahead_s > 0:
                time.sleep(ahead_s)
