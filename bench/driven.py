"""A process that a bench drives: a line in, a line out; and what it takes, from /proc."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class Driven:
    """A child process and what it is told."""

    def __init__(self, *arguments: object) -> None:
        """Start `python -m` with these arguments; it says its port when it serves."""
        self.module = str(arguments[0])
        self.process = subprocess.Popen(
            [sys.executable, "-m", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.port = int(self._line())

    def ask(self, what: str, *arguments: int) -> Any:
        """Have it do something, and what it answers."""
        assert self.process.stdin is not None
        print(what, *arguments, file=self.process.stdin, flush=True)
        return json.loads(self._line())

    def rss_kb(self) -> int:
        """Its resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def cpu_s(self) -> float:
        """The processor time it took so far."""
        # Linux's number for another process's clock: /proc counts hundredths of a second only.
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def close(self) -> None:
        """End it by ending its stdin."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.module} ended with {self.process.wait()}")
        return line


def answer_lines(port: int, does: Mapping[str, Callable[..., Any]]) -> None:
    """The child's side: say the port, then do what each line asks until stdin ends."""
    print(port, flush=True)
    for line in sys.stdin:
        what, *arguments = line.split()
        print(json.dumps(does[what](*map(int, arguments))), flush=True)
