"""Work of a stranger's making, which may never end: whoever asks for it has an answer in time.

It is done by a thread that can be given up; then another one does what is asked next. Knows no
game. One call into the machine itself that takes for ever, such as a sum of a billion numbers, is
out of its reach: that holds Python's lock, and with it whoever would look at the clock.
"""

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from traceback import walk_stack
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from companion.words import CompanionError

P = ParamSpec("P")
T = TypeVar("T")

WORKS_S = 1.0  # of a processor: rules take a hundredth of that on a Pi
WAITS_S = 4.0  # of a busy machine, or for what never comes: a phone waits for five
LOOK_S, LOOK_MOST_S = 0.1, 1.0

Frames = tuple[tuple[FrameType, int], ...]


class TooLong(Exception):
    """The work was given up. `frames` are where it was then, with their lines, the inmost first."""

    def __init__(self, frames: Frames) -> None:
        super().__init__("it takes too long")
        self.frames = frames


class WouldExit(CompanionError):
    """The work would have ended the whole program, as `sys.exit` does."""


class _GivenUp(BaseException):
    """Raised in a thread that nobody waits for any more; no `except Exception` takes it."""


class _Worker(threading.Thread):
    """Does one thing after the other, until it is given up."""

    def __init__(self) -> None:
        super().__init__(name="own game", daemon=True)
        self._asked: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._done: Future[Any] = Future()  # of what it was asked last
        self._worked_s: Callable[[], float] = time.monotonic
        self._ends = False
        self.start()
        with suppress(AttributeError, OSError):  # not everywhere
            clock = time.pthread_getcpuclockid(self.ident or 0)
            self._worked_s = partial(time.clock_gettime, clock)

    def do(self, work: Callable[[], T], may_end: Callable[[Frames], bool]) -> T:
        """What comes of the work. Raises TooLong, and what it raises."""
        done: Future[T] = Future()
        self._done = done
        begun_s, worked_s = time.monotonic(), self._worked_s()
        self._asked.put((done, work))
        while True:
            with suppress(NotYet):
                return done.result(LOOK_S)
            if done.done():  # it has raised that itself
                return done.result()
            worked, waited = self._worked_s() - worked_s, time.monotonic() - begun_s
            if worked > WORKS_S or waited > WAITS_S:
                frames = self._frames()
                if may_end(frames):
                    raise TooLong(frames)

    @property
    def is_free(self) -> bool:
        """Whether it may be asked for something else."""
        return self._done.done()

    def give_up(self) -> None:
        """Have it end at its next line, again and again until it has; waits for nothing."""
        self._ends = True
        self._asked.put((Future(), _nothing))  # its work may have ended just now
        threading.Thread(target=self._end, name="own game ends", daemon=True).start()

    def _end(self) -> None:
        import ctypes  # only where something was given up

        ident, raised = ctypes.c_ulong(self.ident or 0), ctypes.py_object(_GivenUp)
        look_s = LOOK_S
        while self.is_alive():
            if any(frame.f_code is _settle.__code__ for frame, _ in self._frames()):  # or it ends
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, raised)
            self.join(look_s)  # what takes it for a fault goes on, and so does what waits
            look_s = min(2 * look_s, LOOK_MOST_S)

    def run(self) -> None:
        """As of any thread."""
        with suppress(_GivenUp):
            while not self._ends:
                _settle(*self._asked.get())

    def _frames(self) -> Frames:
        frame = sys._current_frames().get(self.ident or 0)
        return tuple(walk_stack(frame)) if frame is not None else ()


def _nothing() -> None:
    """What wakes a thread that waits for work."""


def _settle(done: Future[Any], work: Callable[[], Any]) -> None:
    try:
        found = work()
    except _GivenUp:
        raise
    except Exception as problem:
        done.set_exception(problem)
    except BaseException as problem:  # it would end the program, which is not its to end
        ended = WouldExit(f"{type(problem).__name__}: {problem}.")
        done.set_exception(ended.with_traceback(problem.__traceback__))
    else:
        done.set_result(found)


class InTime:
    """The threads for such work. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []

    def done(self, work: Callable[P, T], /, *told: P.args, **more: P.kwargs) -> T:
        """What comes of the work; raises what it raises, and TooLong where it takes too long."""
        return self.done_or(lambda _: True, partial(work, *told, **more))

    def done_or(self, may_end: Callable[[Frames], bool], work: Callable[[], T]) -> T:
        """The same, and given up only where it `may_end`, as it is then; asked again and again."""
        if is_inside():
            return work()  # whoever asked for that has an eye on the clock
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        worker = worker or _Worker()
        try:
            return worker.do(work, may_end)
        finally:
            if worker.is_free:
                with self._lock:
                    self._idle.append(worker)
            else:
                worker.give_up()


def is_inside() -> bool:
    """Whether this is such work."""
    return isinstance(threading.current_thread(), _Worker)
