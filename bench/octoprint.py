"""The command beside OctoPrint with its virtual printer: start, memory, idle processor, threads.

Not like for like: what both do is to serve pages and a live channel from a Pi, in Python.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.driven import Driven
from bench.figures import Figure, beside, in_turns
from bench.listen import request
from bench.phones import SETTLED_S, Command, free_port

PROGRAM = "OCTOPRINT"  # the environment's name for where it is: tools/bench fetches it
TURNS = 5
START_S = 120.0
LOOK_S = 0.01
IDLE_S = 12.0


class OctoPrint(Driven):
    """A server of its own folder, with nothing in it."""

    def __init__(self, program: str, folder: Path) -> None:
        """Start it; whoever wants to know whether it serves looks."""
        self.module, self.port = "octoprint", free_port()
        words = ("--basedir", str(folder), "--host", "127.0.0.1", "--port", str(self.port))
        self.process = subprocess.Popen(
            [program, "serve", "--iknowwhatimdoing", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def close(self) -> None:
        """End it as a service ends it."""
        self.process.terminate()
        self.process.wait(timeout=60)


def figures(folder: Path) -> Iterator[Figure]:
    """All of them; none, and a sentence, where OctoPrint could not be fetched."""
    program = os.environ.get(PROGRAM, "")
    if not program:
        print("OctoPrint is not here: it is left out.", file=sys.stderr)
        return

    def ours() -> Driven:
        return Command(folder / "beside")

    def theirs() -> Driven:
        return OctoPrint(program, folder / "octoprint")

    for start in (ours, theirs):
        _started_s(start)  # what only a first start does
    pairs = in_turns(lambda: _started_s(ours), lambda: _started_s(theirs), TURNS)
    yield beside("the command, started -> its page", "s", pairs, note="beside OctoPrint")
    found = [_settled(start()) for start in (ours, theirs)]
    for name, unit, pair in zip(
        ("… memory, one page later", "… idle", "… threads"),
        ("MB", "% of a core", "threads"),
        zip(*found, strict=True),
        strict=True,
    ):
        yield beside(name, unit, [(pair[0], pair[1])], note="beside OctoPrint")


def _started_s(start: Callable[[], Driven]) -> float:
    """Seconds until it has shown a page."""
    began_s = time.monotonic()
    server = start()
    _page(server.port)
    taken_s = time.monotonic() - began_s
    server.close()
    return taken_s


def _settled(server: Driven) -> tuple[float, float, float]:
    """Megabytes, percent of a core and threads, once it has shown a page and rests."""
    _page(server.port)
    time.sleep(SETTLED_S)
    before_s = server.cpu_s()
    time.sleep(IDLE_S)
    worked = (server.cpu_s() - before_s) / IDLE_S * 100
    threads = len(list(Path(f"/proc/{server.process.pid}/task").iterdir()))
    found = server.rss_kb() / 1024, worked, float(threads)
    server.close()
    return found


def _page(port: int) -> None:
    """Look until there is one."""
    deadline_s = time.monotonic() + START_S
    while True:
        try:
            if b" 200 " in request(port, "/").split(b"\r\n")[0]:
                return
        except OSError:
            pass
        if time.monotonic() > deadline_s:
            raise TimeoutError(f"no page on port {port}")
        time.sleep(LOOK_S)
