"""Two threads of which one runs at a time: the second comes between two steps of the first.

It runs until it is done or wants a lock that the first one holds; then the first goes on, and the
second again as soon as that lock is free. So it is the same each time, and two that would wait for
each other for ever are seen; also where they only might, for locks are taken in one order.
"""

import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, TypeVar
from unittest.mock import patch

import networkx as nx

import companion
from companion.referee.work_queue import WorkQueue
from companion.web import render

T = TypeVar("T")
PRODUCT = str(Path(companion.__file__).parent)
PATIENCE_S = 20.0  # whoever takes so long waits for what is no lock of ours


class Order:
    """Which lock was taken while which was held, each by the line that made it: never in a circle,
    or two threads wait for each other one day, whether they met here or not.
    """

    def __init__(self) -> None:
        self._then: nx.DiGraph[str] = nx.DiGraph()
        self._held: dict[int, list[Lock]] = {}

    def wanted(self, lock: "Lock") -> None:
        """This thread will wait for it."""
        held = self._held.get(threading.get_ident(), [])
        if lock not in held:
            self._then.add_edges_from((one.name, lock.name) for one in held)

    def taken(self, lock: "Lock") -> None:
        """This thread has it."""
        self._held.setdefault(threading.get_ident(), []).append(lock)

    def let_go(self, lock: "Lock", owner: int) -> None:
        """Whoever had it has it no more."""
        self._held[owner].remove(lock)

    def circle(self) -> list[str]:
        """Locks that are taken in a circle; of two made by one line none is before the other."""
        different = [(a, b) for a, b in self._then.edges if a != b]
        found = nx.simple_cycles(nx.DiGraph(different))
        return next(found, [])

    @property
    def many(self) -> int:
        """How many orders were seen."""
        return len(self._then.edges)


class Turns:
    """Whose turn it is."""

    def __init__(self) -> None:
        self.order = Order()
        self._first, self._second = threading.Semaphore(0), threading.Semaphore(0)
        self._thread: threading.Thread | None = None
        self._wants: Lock | None = None
        self._came: list[tuple[Any, BaseException | None]] = []
        self.met = self.waited = 0

    def meet(self, work: Callable[[], Any]) -> None:
        """In the first: let the second do this, as far as it gets."""
        self.met += 1
        self._came = []
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()
        self._wait(self._first)

    def end(self) -> Any:
        """In the first, at its end: what the second came to, None if they did not meet."""
        if self._thread is None:
            return None
        assert self._came, f"it waits for {self._wants}, which nobody holds"
        self._thread.join()
        self._thread = None
        found, problem = self._came[0]
        if problem is not None:
            raise problem
        return found

    def block(self, lock: "Lock") -> None:
        """Whose turn it is wants a lock that is held."""
        assert threading.current_thread() is self._thread, "they wait for each other"
        self._wants = lock
        self.waited += 1
        self._first.release()
        self._wait(self._second)

    def freed(self, lock: "Lock") -> None:
        """A lock is free."""
        if self._wants is lock and threading.current_thread() is not self._thread:
            self._wants = None
            self._second.release()
            self._wait(self._first)

    def _run(self, work: Callable[[], Any]) -> None:
        try:
            self._came.append((work(), None))
        except BaseException as problem:  # handed to the first
            self._came.append((None, problem))
        self._first.release()

    def _wait(self, turn: threading.Semaphore) -> None:
        if not turn.acquire(timeout=PATIENCE_S):
            frames = sys._current_frames().get((self._thread and self._thread.ident) or 0)
            raise AssertionError(
                "".join(["it waits here:\n", *traceback.format_stack(frames)[-4:]])
            )


class Lock:
    """A lock that says who waits; `again`: its owner may take it once more."""

    def __init__(self, turns: Turns, again: bool) -> None:
        self._turns, self._again = turns, again
        self._owner, self._count = 0, 0
        self.name = _made_at()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        me = threading.get_ident()
        if blocking and timeout < 0:
            self._turns.order.wanted(self)
        while self._count and not (self._again and self._owner == me):
            if not blocking or timeout >= 0:
                return False
            self._turns.block(self)
        self._owner, self._count = me, self._count + 1
        self._turns.order.taken(self)
        return True

    def release(self) -> None:
        if not self._count:
            raise RuntimeError("release unlocked lock")
        self._count -= 1
        self._turns.order.let_go(self, self._owner)
        if not self._count:
            self._turns.freed(self)

    def locked(self) -> bool:
        return self._count > 0

    def _is_owned(self) -> bool:  # for a condition
        return self._count > 0 and self._owner == threading.get_ident()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def _made_at() -> str:
    """The line of the product that makes a lock, and where in it."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith(PRODUCT):
        frame = frame.f_back
    if frame is None:
        return "the tests"
    file = Path(frame.f_code.co_filename).relative_to(PRODUCT)
    return f"{file}:{frame.f_lineno}:{frame.f_lasti}"


class AtOnce:
    """A thread that is begun and done: a third one would come when the machine has time for it."""

    def __init__(self, target: Callable[..., object], args: tuple[Any, ...] = (), **_: Any) -> None:
        self.start = partial(target, *args)


@contextmanager
def locks(turns: Turns) -> Iterator[None]:
    """All that is made in here by the product's modules locks by these turns; and the referee's
    thread, which there is none of, does one thing at a time."""
    plain, again = (lambda: Lock(turns, False)), (lambda: Lock(turns, True))
    names = {**vars(threading), "Lock": plain, "RLock": again, "Thread": AtOnce}
    names["Condition"] = lambda lock=None: threading.Condition(lock or again())
    of_turns, thread = SimpleNamespace(**names), again()
    do, step = WorkQueue.do, WorkQueue.step

    def in_turn(self: WorkQueue, *words: Any) -> Any:
        with thread:
            return do(self, *words)

    def stepped(self: WorkQueue, *words: Any) -> None:
        with thread:
            step(self, *words)

    ours = [module for name, module in sys.modules.items() if name.startswith("companion.")]
    made = {"threading": (threading, of_turns)}
    made |= {name: (getattr(threading, name), names[name]) for name in ("Lock", "RLock")}
    sheet = render._Sheet  # which would make its lock by itself
    with ExitStack() as patched:
        for module in ours:
            for name, (real, instead) in made.items():
                if getattr(module, name, None) is real:
                    patched.enter_context(patch.object(module, name, instead))
        patched.enter_context(patch.object(render, "_Sheet", lambda: sheet(plain())))
        patched.enter_context(patch.object(WorkQueue, "do", in_turn))
        patched.enter_context(patch.object(WorkQueue, "step", stepped))
        yield


def between(
    turns: Turns,
    first: Callable[[], T],
    second: Callable[[], Any],
    calls: int,
    may: Callable[[], bool],
) -> tuple[T, Any]:
    """What both come to, where the second comes in at so many calls of the first, or later where
    it may not just then; None for one that the first was too short for."""
    left = calls

    def trace(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        if not frame.f_code.co_filename.startswith(PRODUCT):
            return
        left -= 1
        if left <= 0 and may():
            sys.settrace(None)
            turns.meet(second)

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        found = first()
    finally:
        sys.settrace(before)
        came = turns.end()
    return found, came
