"""What strangers may ask of this machine's time: one page after the other, with rests in between.

Knows no pages. Whoever was let in does not come here, and so never waits behind a stranger.
"""

import threading
import time

REST = 3  # how much longer than it works for a stranger the machine is left alone
WAITING_MOST = 6  # each keeps one of the page server's sixteen threads, and there are two sorts


class Turns:
    """The turns at one sort of page, which take a quarter of one processor at most."""

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._places = threading.BoundedSemaphore(1 + WAITING_MOST)
        self._began_s = self._free_s = 0.0

    def take(self) -> bool:
        """Wait for a turn, which ends with `give`; none where too many wait."""
        if not self._places.acquire(blocking=False):
            return False
        self._one.acquire()
        time.sleep(max(0.0, self._free_s - time.monotonic()))
        self._began_s = time.thread_time()
        return True

    def give(self) -> None:
        """The turn is over; in the same thread."""
        self._free_s = time.monotonic() + REST * (time.thread_time() - self._began_s)
        self._one.release()
        self._places.release()
