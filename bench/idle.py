"""What it takes to be there: start, memory, processor, threads; beside the floor."""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.driven import Driven
from bench.evenings import written, written_as_one
from bench.figures import RATIOS, Figure, beside, in_turns
from bench.listen import Clients, request
from bench.live import STREAM

FACTS = 10_000
ROUNDS = 460  # of about 22 facts each
IDLE_S = 12.0
CLIENTS = 2


def figures(folder: Path) -> Iterator[Figure]:
    """Start with 10,000 facts, memory, idle processor and threads."""
    written(folder / "evenings" / "journal.sqlite", ROUNDS)
    written_as_one(folder / "one" / "journal.sqlite", FACTS)
    floors = iter(range(100))
    for name, state in (
        (f"start to the first page, {FACTS:,} facts in many games", "evenings"),
        (f"… all {FACTS:,} in the game that is on", "one"),
    ):
        yield beside(name, "s", _starts(folder, folder / state, floors), most=3.0)
    floor = Driven("bench.floor", folder / "idle.sqlite")
    ours = Driven("bench.table", folder / "evenings")
    crowds = [Clients(table.port, STREAM, CLIENTS) for table in (ours, floor)]
    for table in (ours, floor):
        request(table.port, "/")
    pairs = [(ours.rss_kb() / 1024, floor.rss_kb() / 1024)]
    yield beside("memory, one page and two clients later", "MB", pairs, most=1.35)
    yield beside("idle, two clients", "% of a core", _idle(ours, floor, crowds), most=2.0)
    threads = [name for name in ours.ask("threads") if name.startswith("table")]
    yield Figure("threads for all pads", "threads", len(threads), most=1)
    for crowd in crowds:
        crowd.close()
    ours.close()
    floor.close()


def _starts(folder: Path, state: Path, floors: Iterator[int]) -> list[tuple[float, float]]:
    return in_turns(
        lambda: start_s("bench.table", state),
        lambda: start_s("bench.floor", folder / f"start{next(floors)}.sqlite"),
    )


def start_s(module: str, where: Path) -> float:
    """Seconds from the start of a process to its first page."""
    began_s = time.monotonic()
    table = Driven(module, where)
    answer = request(table.port, "/")
    taken_s = time.monotonic() - began_s
    assert b" 200 " in answer.split(b"\r\n")[0], answer[:80]
    table.close()
    return taken_s


def _idle(ours: Driven, floor: Driven, crowds: list[Clients]) -> list[tuple[float, float]]:
    """Percent of a core that each takes while nothing happens, both at the same time."""
    pairs = []
    for _ in range(RATIOS):
        before = ours.cpu_s(), floor.cpu_s()
        end_s = time.monotonic() + IDLE_S
        while time.monotonic() < end_s:
            for crowd in crowds:
                crowd.drain(0.05)
            time.sleep(0.4)
        took = ours.cpu_s() - before[0], floor.cpu_s() - before[1]
        pairs.append((took[0] / IDLE_S * 100, took[1] / IDLE_S * 100))
    return pairs
