"""A table that ends while hands drum on it and lgpio's own threads have no time: `python -m`.

Must be a process of its own, as a table's end is its process's: where lgpio's thread comes late to
an edge, the number that it reads may be another line's by then, and it waits there for ever.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.table.config import default
from companion.table.pins import real_factory
from tests.gpio_vm.feeling import Feeling
from tests.gpio_vm.lines import wired

LATE_S = 0.5  # a hundred times what lgpio waits
BUSY = ("sh", "-c", "echo; while :; do :; done")


def main() -> None:
    """End a table, and say what it could not let go of."""
    factory = real_factory()
    with wired() as wires:
        on = Feeling(default(), factory, wires)
        on.rest()
        on.table.start()
        with drummed(on), starved():
            on.table.close()
        sys.stdout.writelines(said for said in on.table.trouble() if "let go" in said)
    factory.close()


@contextmanager
def drummed(on: Feeling) -> Iterator[None]:
    """For a while all pads and buttons are touched and let go without a rest."""
    over = threading.Event()

    def drum() -> None:
        while not over.is_set():
            for touched in (True, False):
                for line in on.inputs:
                    on.wires.drive(line.pin, line.high is touched)

    hands = threading.Thread(target=drum)
    hands.start()
    try:
        yield
    finally:
        over.set()
        hands.join()


@contextmanager
def starved() -> Iterator[None]:
    """For a while the threads that lgpio has below Python get what other programs leave."""
    pythons = {thread.native_id for thread in threading.enumerate()}
    threads = {int(task.name) for task in Path("/proc/self/task").iterdir()} - pythons
    with ExitStack() as parts:
        for _ in range(2 * (os.cpu_count() or 1)):
            busy = parts.enter_context(subprocess.Popen(BUSY, stdout=subprocess.PIPE))
            parts.callback(busy.kill)
            assert busy.stdout is not None and busy.stdout.readline()
        for thread in threads:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
        over = threading.Timer(LATE_S, parts.close)
        over.start()
        yield
        over.join()
        for thread in threads:
            os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))


if __name__ == "__main__":
    main()
