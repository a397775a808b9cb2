"""The command itself as phones see it: started, looked at by one, by ten, by forty that leave.

Beside the floor with the same phones. Nothing is driven but what a phone may ask.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

from bench.driven import ROOT, Driven
from bench.figures import Figure, beside, in_turns
from bench.listen import Clients, request
from bench.live import STREAM
from companion.access.secret import read_key

TEN, CROWD = 10, 40
SETTLED_S = 3.0  # what a start, or who came, does in the background is over
GONE_S = 25.0  # the streams have ended, and their threads after them
LOOK_S = 0.003  # how long a phone waits before it tries again
START_S = 120.0  # a busy machine takes its time
FILES = re.compile(r'(?:href|src)="(/static/[^"]+)"')


class Command(Driven):
    """A table as the service starts it, with what that says about memory."""

    def __init__(self, state: Path) -> None:
        """Start it; whoever wants to know whether it serves looks."""
        self.module, self.port, self.state = "companion.cli", free_port(), state
        words = ("run", "--simulated", "--host", "127.0.0.1", "--port", str(self.port))
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.module, *words, "--state", str(state)],
            stdout=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **_as_a_service()},
            cwd=ROOT,
        )

    def let_in(self) -> str:
        """A phone is let in by the referee's link: its cookie."""
        connection = HTTPConnection("127.0.0.1", self.port)
        own = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        connection.request("POST", "/api/redeem", json.dumps({"t": read_key(self.state)}), own)
        cookie = connection.getresponse().headers["Set-Cookie"].partition(";")[0]
        connection.close()
        return cookie

    def close(self) -> None:
        """End it as a service ends it."""
        self.process.terminate()
        self.process.wait(timeout=20)


def figures(folder: Path) -> Iterator[Figure]:
    """Start, its processor time, and memory with phones that come and go."""
    floors = iter(range(100))

    def ours() -> Command:
        return Command(folder / "phones")

    def floor() -> Driven:
        return Driven("bench.floor", folder / f"phones{next(floors)}.sqlite")

    _seen(ours)  # templates are kept compiled
    pairs = in_turns(lambda: _seen(ours)[0], lambda: _seen(floor)[0])
    yield beside("the command, started -> its page", "s", pairs, most=2.2)
    pairs = in_turns(lambda: _seen(ours)[1], lambda: _seen(floor)[1])
    yield beside("… processor time until then", "s", pairs, most=2.2)
    taken = [_memory(ours()), _memory(floor())]
    for name, most in (("one phone", 1.35), (f"{TEN} phones", 1.45)):
        pair = (taken[0].pop(0), taken[1].pop(0))
        yield beside(f"… memory, {name}", "MB", [pair], most=most)
    note = "beside itself, before they came"
    back = [(taken[0].pop(0), taken[0].pop(0))]
    yield beside(f"… memory, {CROWD} phones came and went", "MB", back, most=1.1, note=note)


def _seen(started: Callable[[], Driven]) -> tuple[float, float]:
    """Seconds until a phone that keeps looking has the first page, and what they took."""
    began_s = time.monotonic()
    table = started()
    answer = _first_page(table.port)
    taken_s = time.monotonic() - began_s
    assert b" 200 " in answer.split(b"\r\n")[0], answer[:80]
    cpu_s = table.cpu_s()
    table.close()
    return taken_s, cpu_s


def _memory(table: Driven) -> list[float]:
    """Megabytes with one phone, with ten, after forty, and before those came."""
    _first_page(table.port)
    crowds = [_come(table, 1)]
    taken = [_settled_mb(table)]
    crowds.append(_come(table, TEN - 1))
    taken.append(_settled_mb(table))
    crowds.pop().close()
    time.sleep(GONE_S)
    before = _settled_mb(table)
    _come(table, CROWD).close()
    time.sleep(GONE_S)
    taken += [_settled_mb(table), before]
    crowds.pop().close()
    table.close()
    return taken


def _come(table: Driven, count: int) -> Clients:
    """So many phones open the page with all its files, and stay on its stream."""
    command = isinstance(table, Command)
    cookies = [table.let_in() for _ in range(count)] if isinstance(table, Command) else []
    for n in range(count):
        own = [f"Cookie: {cookies[n]}"] if command else []
        page = request(table.port, "/", own).decode()
        for file in FILES.findall(page):
            request(table.port, file, own)
    return Clients(table.port, STREAM, count, cookies)


def _settled_mb(table: Driven) -> float:
    time.sleep(SETTLED_S)
    return table.rss_kb() / 1024


def _first_page(port: int) -> bytes:
    """The first page, of a server that may not be there yet."""
    deadline_s = time.monotonic() + START_S
    while True:
        try:
            return request(port, "/")
        except ConnectionError:
            if time.monotonic() > deadline_s:
                raise
            time.sleep(LOOK_S)


def _as_a_service() -> dict[str, str]:
    unit = (ROOT / "systemd" / "splash-companion.service").read_text(encoding="utf-8")
    return dict(re.findall(r"(MALLOC_\w+)=(\w+)", unit))


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port
