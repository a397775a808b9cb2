"""Whether a process is told to end, and the sleep of the thread that looks after all the others."""

import select
import signal
import socket
import time
import weakref
from contextlib import suppress


class Stop:
    """For one thread that sleeps; all may be said from any thread, and by a signal's handler.

    Trap: a `threading.Event` takes a lock to be set. A signal's handler runs in the main thread,
    which may hold that very lock just then, for it waits for the event: it would wait for ever.
    Trap: whoever waits for a lock misses a signal that comes just before. So it waits for a byte.
    """

    def __init__(self) -> None:
        self._is_set = self._is_stirred = False
        self._ear, self._bell = ends = socket.socketpair()
        for end in ends:
            end.setblocking(False)
        weakref.finalize(self, _close, *ends).atexit = False  # threads may ring to the very end

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
            self._sleep(left_s)
        return self._is_set

    def rest(self, timeout: float) -> bool:
        """The same, but no longer than until it is stirred, or was since the last rest."""
        is_awake = self._is_set or self._is_stirred
        self._sleep(0.0 if is_awake else max(0.0, timeout))
        self._is_stirred = False  # whoever comes back looks after this
        return self._is_set

    def hear_signals(self) -> None:
        """End a sleep at each signal, too; for the main thread."""
        signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # it was rung very often
            self._bell.send(b"\0")

    def _sleep(self, timeout: float) -> None:
        if select.select([self._ear], [], [], timeout)[0]:
            self._ear.recv(4096)


def _close(ear: socket.socket, bell: socket.socket) -> None:
    with suppress(ValueError):  # another thread: nobody hears signals there
        heard = signal.set_wakeup_fd(-1)
        if heard not in (-1, bell.fileno()):
            signal.set_wakeup_fd(heard)
    ear.close()
    bell.close()


def told_to_stop() -> Stop:
    """What is set when this process is told to end; that its terminal was closed is such a word."""
    stop = Stop()
    heard = [signal.SIGTERM, signal.SIGINT]
    hangup = getattr(signal, "SIGHUP", None)  # not every system has it
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:  # as nohup wants it
        heard.append(hangup)
    for number in heard:
        signal.signal(number, lambda *_: stop.set())
    stop.hear_signals()
    return stop
