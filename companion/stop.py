"""Whether a process is told to end, and the sleep of the thread that looks after all the others."""

import signal
import threading
import time
from contextlib import suppress


class Stop:
    """For one thread that sleeps; all may be said from any thread, and by a signal's handler.

    Trap: a `threading.Event` takes a lock to be set. A signal's handler runs in the main thread,
    which may hold that very lock just then, for it waits for the event: it would wait for ever.
    """

    def __init__(self) -> None:
        self._is_set = self._is_stirred = False
        self._bell = threading.Lock()
        self._bell.acquire()

    def set(self) -> None:
        """Tell it to end."""
        self._is_set = True
        self._ring()

    def is_set(self) -> bool:
        """Whether it is told to end."""
        return self._is_set

    def stir(self) -> None:
        """End its rest, or the next one: there may be something to do."""
        self._is_stirred = True
        self._ring()

    def wait(self, timeout: float) -> bool:
        """Sleep for so many seconds, stirred or not; answers whether it is told to end."""
        until_s = time.monotonic() + timeout
        while not self._is_set and (left_s := until_s - time.monotonic()) > 0:
            self._bell.acquire(timeout=left_s)
        return self._is_set

    def rest(self, timeout: float) -> bool:
        """The same, but no longer than until it is stirred, or was since the last rest."""
        if not (self._is_set or self._is_stirred):
            self._bell.acquire(timeout=max(0.0, timeout))
        self._is_stirred = False  # whoever comes back looks after this
        return self._is_set

    def _ring(self) -> None:
        with suppress(RuntimeError):  # somebody else has just done so
            self._bell.release()


def told_to_stop() -> Stop:
    """What is set when this process is told to end; that its terminal was closed is such a word."""
    stop = Stop()
    heard = [signal.SIGTERM, signal.SIGINT]
    hangup = getattr(signal, "SIGHUP", None)  # not every system has it
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:  # as nohup wants it
        heard.append(hangup)
    for number in heard:
        signal.signal(number, lambda *_: stop.set())
    return stop
