"""Whether anything grows with the evenings: a journal of many rounds beside a new one."""

import time
from collections.abc import Iterator
from pathlib import Path

from bench.driven import Driven
from bench.evenings import written
from bench.figures import Figure, beside, in_turns, percentile
from bench.idle import start_s
from bench.listen import Clients, request
from bench.live import QUIET_S, STREAM

TOUCHES = 40
FLAT = 1.10


def figures(folder: Path, rounds: int) -> Iterator[Figure]:
    """Start, memory and the way of a touch after so many rounds, beside none."""
    old, new = folder / "old", folder / "new"
    facts = written(old / "journal.sqlite", rounds)
    written(new / "journal.sqlite", 1)
    after = f"after {rounds:,} rounds, {facts:,} facts"
    pairs = in_turns(lambda: start_s("bench.table", old), lambda: start_s("bench.table", new), 7)
    yield beside(f"start {after}", "s", pairs, most=FLAT, note="beside a new journal")
    tables = Driven("bench.table", old), Driven("bench.table", new)
    crowds = [Clients(table.port, STREAM, 1) for table in tables]
    for table in tables:
        request(table.port, "/")
        time.sleep(SETTLED_S)
    pairs = in_turns(
        lambda: percentile(_ruled(tables[0], crowds[0]), 50),
        lambda: percentile(_ruled(tables[1], crowds[1]), 50),
        7,
    )
    yield beside("… touch -> ruling on a raw client, p50", "ms", pairs, most=FLAT)
    rss = [(tables[0].rss_kb() / 1024, tables[1].rss_kb() / 1024)]
    yield beside("… memory", "MB", rss, most=FLAT)
    for crowd, table in zip(crowds, tables, strict=True):
        crowd.close()
        table.close()


SETTLED_S = 3.0  # what a start does in the background is over


def _ruled(table: Driven, crowd: Clients) -> list[float]:
    taken = []
    for n in range(TOUCHES):
        table.ask("live")
        crowd.drain(QUIET_S)
        at_ns = table.ask("touch", n % 5)
        taken.append((crowd.hear(b"event: state")[0] - at_ns) / 1e6)
    return taken
