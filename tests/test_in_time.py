"""Work that may never end: whoever asks has an answer, and what was given up ends."""

import gc
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from companion import in_time as module
from companion.in_time import InTime, TooLong, WouldExit
from tests.web.house import until

THREADS = InTime()


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, seconds in {"WORKS_S": 0.1, "WAITS_S": 2.0, "LOOK_S": 0.02}.items():
        monkeypatch.setattr(module, name, seconds)
    gc.disable()  # what all other tests hold is not this work's to clear away
    yield
    gc.enable()


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    left = 2
    while left:
        try:
            endless()
        except BaseException:
            left -= 1


def waiting() -> None:
    threading.Event().wait(60)


def test_what_comes_of_it_is_given_and_raised() -> None:
    assert THREADS.done(divmod, 7, 2) == (3, 1)
    assert THREADS.done(int, "11", base=2) == 3
    with pytest.raises(ZeroDivisionError):
        THREADS.done(divmod, 7, 0)


def test_its_own_time_out_is_no_other() -> None:
    def late() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        THREADS.done(late)


def test_it_does_not_end_the_program() -> None:
    def leaves() -> None:
        raise SystemExit(3)

    with pytest.raises(WouldExit, match="SystemExit: 3"):
        THREADS.done(leaves)


@pytest.mark.parametrize("work", [endless, stubborn, waiting])
def test_what_takes_too_long_is_given_up_where_it_is(work: Callable[[], None]) -> None:
    with pytest.raises(TooLong) as raised:
        THREADS.done(work)
    assert work.__code__ in {frame.f_code for frame, _ in raised.value.frames}
    assert THREADS.done(divmod, 7, 2) == (3, 1), "another thread does what is asked next"


@pytest.mark.parametrize("work", [endless, stubborn])
def test_what_was_given_up_ends(work: Callable[[], None]) -> None:
    """Also where it takes what ends it for a fault, and comes to its own end after all."""
    by: list[threading.Thread] = []

    def done() -> None:
        by.append(threading.current_thread())
        work()

    with pytest.raises(TooLong):
        THREADS.done(done)
    until(lambda: not by[0].is_alive(), "the end of its thread, though nobody asks anything")


def test_what_was_asked_by_such_work_has_its_time() -> None:
    thread = THREADS.done(lambda: THREADS.done(threading.current_thread))
    assert thread is not threading.current_thread() and thread.name == "own game"
    with pytest.raises(TooLong):
        THREADS.done(lambda: THREADS.done(endless))


def test_what_may_go_on_is_waited_for() -> None:
    asked: list[int] = []

    def may_end(frames: module.Frames) -> bool:
        asked.append(len(frames))
        return False

    def long() -> str:
        begun = time.thread_time()
        while not asked and time.thread_time() < begun + 5:
            pass
        return "done"

    assert THREADS.done_or(may_end, long) == "done" and asked


def test_others_are_done_meanwhile() -> None:
    begun, go = threading.Event(), threading.Event()

    def held() -> bool:
        begun.set()
        return go.wait(60)

    other = threading.Thread(target=THREADS.done, args=(held,))
    other.start()
    assert begun.wait(60)
    assert THREADS.done(divmod, 7, 2) == (3, 1)
    go.set()
    other.join()


def test_what_ends_as_it_is_given_up_is_left_alone() -> None:
    """Nothing is raised in a thread that has no work any more: nobody would take that there."""
    held = threading.Event()

    class Lingering(module._Worker):
        looks = 0

        def run(self) -> None:
            super().run()
            held.wait(60)

        def join(self, timeout: float | None = None) -> None:
            self.looks += 1
            if self.looks == 3:
                held.set()
            super().join(timeout)

    worker = Lingering()
    assert worker.do(int, lambda _: True) == 0
    worker.give_up()
    until(lambda: not worker.is_alive(), "its end")
