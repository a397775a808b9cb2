"""How soon a touch is on the phones: one raw client, ten, fifty, all places taken."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

from bench.driven import Driven
from bench.figures import RATIOS, Figure, beside, in_turns, percentile
from bench.listen import Clients, head_of, request
from companion.referee.hub import FEEDS_MOST

STREAM = "/api/events?page=wall"
TOUCHES = 40  # a turn
LEAVE_S = 3.0  # the crowd before has gone, and the server has noticed
QUIET_S = 0.06  # after a touch: pads lock out, rulings settle, and nobody waits for the floor


def figures(folder: Path) -> Iterator[Figure]:
    """Announcements beside the floor's, for growing crowds."""
    floor = Driven("bench.floor", folder / "live-floor.sqlite")
    ours = Driven("bench.table", folder / "live")
    for count, percent, most in ((1, 50.0, 3.0), (10, 99.0, 3.0), (50, 99.0, 3.0)):
        name = "touch announced -> a raw client, p50"
        if count > 1:
            name = f"… -> the slowest of {count}, p99"
        yield beside(name, "ms", _pairs(ours, floor, count, percent), most=most)
    yield from _full(ours)
    floor.close()
    ours.close()


def _pairs(ours: Driven, floor: Driven, count: int, percent: float) -> list[tuple[float, float]]:
    guests = ours.ask("guests", count)
    crowds = [Clients(ours.port, STREAM, count, guests), Clients(floor.port, STREAM, count)]
    try:
        return in_turns(
            lambda: percentile(_announced(ours, crowds[0]), percent),
            lambda: percentile(_announced(floor, crowds[1]), percent),
            RATIOS,
        )
    finally:
        for crowd in crowds:
            crowd.close()


def _announced(table: Driven, crowd: Clients) -> list[float]:
    """Milliseconds from each touch to the last client that was told."""
    table.ask("live")
    crowd.drain(QUIET_S)
    taken = []
    for n in range(TOUCHES):
        at_ns = table.ask("touch", n % 5)
        taken.append((max(crowd.hear(b"event: felt")) - at_ns) / 1e6)
        crowd.drain(QUIET_S)
    return taken


def _full(ours: Driven) -> Iterator[Figure]:
    """All live places taken: the slowest of them, and who comes then."""
    time.sleep(LEAVE_S)
    crowd = Clients(ours.port, STREAM, FEEDS_MOST, ours.ask("guests", FEEDS_MOST))
    taken = _announced(ours, crowd)
    yield Figure(
        f"… -> the slowest of all {FEEDS_MOST} live phones, p99", "ms", percentile(taken, 99)
    )
    refused = int(head_of(ours.port, STREAM).split()[1])
    name = f"the {FEEDS_MOST + 1}th is told to poll"
    yield Figure(name, "HTTP status", refused, least=503, most=503)
    assert ours.ask("live")
    crowd.drain(QUIET_S)
    before = _polled(ours)
    ours.ask("touch", 0)
    crowd.hear(b"event: state")
    behind = int(_polled(ours) <= before)
    yield Figure("… and its next poll is as new as a live page", "pictures behind", behind, most=0)
    crowd.close()


def _polled(ours: Driven) -> int:
    body = request(ours.port, "/api/fragment?page=wall").split(b"\r\n\r\n", 1)[1]
    return int(json.loads(body)["seq"])
