"""The threads that answer requests: people of the table first, strangers in what is left.

A thread is started when there is work for one, and ends when there was none for a while. A stream
keeps its thread as long as it lives.
"""

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

IDLE_S = 5.0  # a thread that had nothing to do for this long ends
BUSY_S = 1.0  # people of the table are busy until this long after their last request
PAUSE_MOST_S = 0.2

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Lane:
    """Requests that share `most` threads: in turn by whose they are, each one's in order.

    With `yields` it pauses as long as it worked, while people of the table are busy.
    """

    most: int
    yields: bool = False
    _busy: int = 0
    _waiting: OrderedDict[str, deque[Any]] = field(default_factory=OrderedDict)

    def put(self, whose: str, task: Any) -> None:
        """One more to be answered."""
        self._waiting.setdefault(whose, deque()).append(task)

    def take(self) -> Any:
        """The next one, whose thread is taken until `done`; None where there is none to be had."""
        if not self.ready():
            return None
        whose, tasks = self._waiting.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            self._waiting[whose] = tasks  # behind all others
        self._busy += 1
        return task

    def done(self) -> None:
        """Its thread is free again."""
        self._busy -= 1

    def ready(self) -> bool:
        """Whether `take` gives one."""
        return bool(self._waiting) and self._busy < self.most

    def drain(self) -> list[Any]:
        """All that wait, waiting no more."""
        left = [task for tasks in self._waiting.values() for task in tasks]
        self._waiting.clear()
        return left


class Threads:
    """Waitress's dispatcher of tasks. `lane_of` says of a task its lane and whose it is.

    Earlier lanes go first; the first is that of the people of the table.
    """

    def __init__(self, lanes: tuple[Lane, ...], lane_of: Callable[[Any], tuple[Lane, str]]) -> None:
        self._lanes, self._lane_of = lanes, lane_of
        self._news = threading.Condition()
        self._count = self._idle = 0
        self._busy_until_s = 0.0
        self._ended = False

    def add_task(self, task: Any) -> None:
        """Waitress has a request to answer."""
        lane, whose = self._lane_of(task)
        with self._news:
            lane.put(whose, task)
            self._call()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads; those that still work get `timeout` seconds."""
        with self._news:
            self._ended = True
            self._news.notify_all()
            self._news.wait_for(lambda: not self._count, timeout)
            left = [task for lane in self._lanes for task in lane.drain()]
        for task in left:
            task.cancel()
        return cancel_pending

    def _call(self) -> None:
        """See that somebody takes what can be taken. Whoever took one calls the next."""
        if not any(lane.ready() for lane in self._lanes):
            return
        if self._idle:
            self._news.notify()
        elif self._count < sum(lane.most for lane in self._lanes):
            self._count += 1
            threading.Thread(target=self._work, name="page", daemon=True).start()

    def _work(self) -> None:
        while found := self._next():
            lane, task = found
            began_s = time.monotonic()
            try:
                task.service()
            except Exception:
                _log.exception("A page could not be answered.")
            self._done(lane, time.monotonic() - began_s)

    def _next(self) -> tuple[Lane, Any] | None:
        """What to do next; None for a thread that is not needed any more."""
        with self._news:
            heard = True
            while not self._ended:
                for lane in self._lanes:
                    if (task := lane.take()) is not None:
                        self._call()
                        return lane, task
                if not heard:
                    break
                self._idle += 1
                heard = self._news.wait(IDLE_S)
                self._idle -= 1
            self._count -= 1
            self._news.notify_all()
            return None

    def _done(self, lane: Lane, worked_s: float) -> None:
        now_s = time.monotonic()
        if lane is self._lanes[0]:
            self._busy_until_s = now_s + BUSY_S
        elif lane.yields and now_s < self._busy_until_s:
            time.sleep(min(worked_s, PAUSE_MOST_S))
        with self._news:
            lane.done()
