"""One thread that takes work in turn, and how other threads hand it some and wait for the answer.

Knows nothing of games: whatever is put is done, one piece after another, in the order it came.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooSlow
from queue import Empty, SimpleQueue
from typing import TypeVar

from companion.words import CompanionError

ANSWER_S = 5.0  # a phone is told to try again rather than wait for ever
STUCK_S = 20.0  # a bad card may keep one fact waiting for seconds, but never for so long
T = TypeVar("T")


class WorkQueue:
    """A queue of work and the thread that does it; without `start`, `step` does it here."""

    def __init__(
        self,
        tick: Callable[[], None],
        sleep_s: Callable[[], float],
        last: Callable[[], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """After the work at hand comes `tick`, at the latest after `sleep_s`; `last` ends all."""
        self._tick, self._sleep_s, self._last = tick, sleep_s, last
        self._now_s = now_s
        self._round_s = now_s()  # when the thread last came round
        self._queue: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopping = False

    def put(self, work: Callable[[], object]) -> None:
        """Have something done, without waiting for it."""
        self._queue.put(work)

    def do(self, work: Callable[[], T]) -> T:
        """Have something done and wait for what comes of it; raises what it raises.

        Raises CompanionError if it does not get its turn in 5 s, or never will.
        """
        if threading.current_thread() is self._thread or not (self._thread or self._stopping):
            return work()
        if self._stopping:
            raise CompanionError("The companion is being stopped. Start it again to play on.")
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(work())
            except BaseException as problem:  # handed to whoever waits, never lost
                done.set_exception(problem)

        self._queue.put(run)
        try:
            return done.result(ANSWER_S)
        except TooSlow:
            raise CompanionError("The referee is busy. Please tap again.") from None

    def start(self) -> None:
        """Start the thread."""
        self._round_s = self._now_s()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Do what was put until now, then end the thread; idempotent."""
        self._stopping = True
        self._queue.put(lambda: None)
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def alive(self) -> bool:
        """Whether the thread runs, and came round not long ago: it never sleeps for long."""
        runs = self._thread is not None and self._thread.is_alive()
        return runs and self._now_s() - self._round_s < STUCK_S

    @property
    def round_s(self) -> float:
        """When the thread last came round, by its clock."""
        return self._round_s

    def step(self, first: Callable[[], object] = lambda: None) -> None:
        """Do this and all that was put, and tick, without waiting."""
        first()
        for work in iter(self._next, None):
            work()
            self._round_s = self._now_s()
        self._tick()
        self._round_s = self._now_s()

    def _run(self) -> None:
        while not self._stopping:
            self.step(self._next(self._sleep_s()) or (lambda: None))
        self.step()  # what came in while it was told to end
        self._last()

    def _next(self, timeout_s: float = 0.0) -> Callable[[], object] | None:
        try:
            return self._queue.get(timeout_s > 0, timeout_s or None)
        except Empty:
            return None
