"""Letting go of the lines while the machine has no time for lgpio."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gpiozero import Factory

from companion.table.config import Config, default
from tests.gpio_vm.feeling import Feeling, free_lines, holders
from tests.gpio_vm.lines import until

ROUNDS = 2
LATE_S = 0.5  # a hundred times what lgpio waits
BUSY = ("sh", "-c", "echo; while :; do :; done")


def test_every_line_is_let_go_of_however_late_lgpios_thread_is(
    feeling: Callable[[Config], Feeling], factory: Factory
) -> None:
    """lgpio waits 2 ms for its thread to leave a line, then the kernel calls the line busy."""
    for _ in range(ROUNDS):
        on = feeling(default())
        with starved():
            on.table.close()
        assert on.table.trouble() == ()
        free_lines(factory)
        until(lambda table=on: not holders(*(line.pin for line in table.inputs)), "free lines")


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
