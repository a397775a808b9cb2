"""A touch that a phone posts, until the slowest of ten phones in processes of their own heard it.

The whole way, as from outside: a request, the table's pin, the referee, ten streams.
"""

import json
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.driven import ROOT, Driven
from bench.figures import Figure, beside, in_turns, percentile
from bench.live import QUIET_S, STREAM

PHONES = 10
TOUCHES = 60  # a turn
PATIENCE_S = 10.0
SLOWEST_MS_MOST = 12.0


class Ears:
    """So many clients that listen, each in its process."""

    def __init__(self, port: int, cookies: Sequence[str]) -> None:
        self._selector = selectors.DefaultSelector()
        self._all = [self._listening(port, cookie) for cookie in cookies]
        time.sleep(1.5)  # all streams have begun

    def _listening(self, port: int, cookie: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "bench.ear", str(port), STREAM, cookie, "event: felt"]
        ear = subprocess.Popen(words, stdout=subprocess.PIPE, bufsize=0, cwd=ROOT)
        self._selector.register(ear.stdout or 0, selectors.EVENT_READ, ear)
        return ear

    def heard(self, since_ns: int) -> list[int]:
        """When each heard the first one since then, in monotonic nanoseconds."""
        found: dict[int, int] = {}
        deadline_s = time.monotonic() + PATIENCE_S
        while len(found) < len(self._all):
            for key, _ in self._selector.select(0.5):
                at_ns = int(key.data.stdout.readline())
                if at_ns >= since_ns:
                    found.setdefault(key.data.pid, at_ns)
            if time.monotonic() > deadline_s:
                raise TimeoutError(f"{len(found)} of {len(self._all)} heard it")
        return list(found.values())

    def close(self) -> None:
        """Go away."""
        for ear in self._all:
            ear.kill()
            ear.communicate()
        self._selector.close()


class Hand:
    """A phone that posts touches, on one line that is kept."""

    def __init__(self, table: Driven, cookie: str) -> None:
        self._table = table
        self._line = HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE_S)
        origin = f"http://127.0.0.1:{table.port}"
        self._head = {"Content-Type": "application/json", "Origin": origin, "Cookie": cookie}
        self._told = 0

    def touch(self, pad: int) -> int:
        """When it was posted, in monotonic nanoseconds."""
        now = self._table.ask("now")
        at_ns = time.monotonic_ns()
        self._post({"do": "touch", "pad": pad, **now})
        return at_ns

    def release(self, pad: int) -> None:
        """Take the hand away."""
        self._post({"do": "release", "pad": pad, **self._table.ask("now")})

    def close(self) -> None:
        """Go away."""
        self._line.close()

    def _post(self, body: dict[str, Any]) -> None:
        self._told += 1
        told = {**body, "tell": f"bench{id(self)}{self._told}"}
        self._line.request("POST", "/api/sim", json.dumps(told), self._head)
        answer = self._line.getresponse().read()
        assert json.loads(answer).get("ok"), answer


def figures(folder: Path) -> Iterator[Figure]:
    """The slowest of ten, beside the floor's with the same clients and beat."""
    tables = Driven("bench.table", folder / "tail"), Driven("bench.floor", folder / "tail.sqlite")
    guests = tables[0].ask("guests", PHONES)
    ears = Ears(tables[0].port, guests), Ears(tables[1].port, [""] * PHONES)
    hands = Hand(tables[0], guests[0]), Hand(tables[1], "")
    turns: list[list[list[float]]] = [[], []]

    def turn(which: int) -> float:
        turns[which].append(slowest(tables[which], hands[which], ears[which]))
        return percentile(turns[which][-1], 50)

    pairs = in_turns(lambda: turn(0), lambda: turn(1))
    yield beside("a touch posted -> the slowest of ten phones, p50", "ms", pairs, most=3.0)
    tails = [(percentile(a, 99), percentile(b, 99)) for a, b in zip(*turns, strict=True)]
    yield beside("… p99, the median turn's", "ms", tails, most=3.0)
    whole = percentile([ms for ours in turns[0] for ms in ours], 99)
    yield Figure("… p99 of all turns", "ms", whole, most=SLOWEST_MS_MOST)
    for part in (*ears, *hands, *tables):
        part.close()


def slowest(table: Driven, hand: Hand, ears: Ears) -> list[float]:
    """Milliseconds from each touch to the last phone that was told."""
    table.ask("live")
    time.sleep(QUIET_S)
    taken = []
    for n in range(TOUCHES):
        at_ns = hand.touch(n % 5)
        taken.append((max(ears.heard(at_ns)) - at_ns) / 1e6)
        hand.release(n % 5)
        time.sleep(QUIET_S)
    return taken
