"""Letting go of the lines while the machine has no time for lgpio."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gpiozero import Factory

from companion.table.config import Config, default
from tests.gpio_vm.feeling import Feeling, free_lines, holders

ROUNDS = 5
BUSY = (sys.executable, "-c", "while True: pass")


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
        assert holders(*(line.pin for line in on.inputs)) == {}


@contextmanager
def starved() -> Iterator[None]:
    """The threads that lgpio has below Python get what other programs leave of the processors."""
    pythons = {thread.native_id for thread in threading.enumerate()}
    threads = {int(task.name) for task in Path("/proc/self/task").iterdir()} - pythons
    with ExitStack() as parts:
        for thread in threads:
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
            parts.callback(os.sched_setscheduler, thread, os.SCHED_OTHER, os.sched_param(0))
        for _ in range(2 * (os.cpu_count() or 1)):
            busy = parts.enter_context(subprocess.Popen(BUSY))
            parts.callback(busy.kill)
        yield
