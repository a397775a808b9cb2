"""The sleep of the thread that looks after the others: who ends it, and who cannot."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from companion.stop import Stop, told_to_stop
from tests.web.house import PATIENCE_S

LONG_S = 3600.0
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)  # whoever started the tests may have ignored some
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    signal.set_wakeup_fd(-1)


def later(do: object) -> threading.Thread:
    assert callable(do)
    thread = threading.Thread(target=do)
    thread.start()
    return thread


@pytest.mark.parametrize("sleep", ["wait", "rest"])
@pytest.mark.parametrize("before", [True, False])
def test_who_is_told_to_end_sleeps_no_longer(sleep: str, before: bool) -> None:
    stop = Stop()
    telling = later(stop.set)
    if before:
        telling.join()
    assert getattr(stop, sleep)(LONG_S) and stop.is_set()
    assert getattr(stop, sleep)(LONG_S), "nor ever again"
    telling.join()


def test_a_rest_ends_when_it_is_stirred_before_or_meanwhile_and_once() -> None:
    stop = Stop()
    stop.stir()
    stop.stir()
    assert not stop.rest(LONG_S)
    assert not stop.rest(0.0)
    stirring = later(stop.stir)
    assert not stop.rest(LONG_S)
    stirring.join()


def test_however_often_it_is_stirred_nobody_waits_to_be_heard() -> None:
    stop = Stop()
    for _ in range(100_000):
        stop.stir()
    assert not stop.rest(LONG_S)


def test_a_wait_is_as_long_as_it_was_said_and_what_stirred_it_is_kept_for_the_rest() -> None:
    stop, began_s = Stop(), time.monotonic()
    stirring = later(stop.stir)
    assert not stop.wait(0.02) and time.monotonic() - began_s >= 0.02
    stirring.join()
    assert not stop.rest(LONG_S)


def test_a_closed_terminal_ends_it_but_for_who_asked_to_outlive_it() -> None:
    stop = told_to_stop()
    signal.raise_signal(signal.SIGHUP)
    assert stop.is_set()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = told_to_stop()
    signal.raise_signal(signal.SIGHUP)
    assert not stop.is_set()


def test_a_signal_ends_it_at_any_moment_of_any_sleep() -> None:
    for _ in range(300):
        stop = told_to_stop()
        main = threading.get_ident()
        telling = later(lambda: signal.pthread_kill(main, signal.SIGTERM))  # noqa: B023
        while not (stop.wait(0.0) or stop.rest(LONG_S)):
            pass
        telling.join(PATIENCE_S)
        assert stop.is_set()
