"""How often a touch board starts anew, and when that is worth a sentence."""

from collections import deque

MOST = 3  # within a minute: then its cable or its power is to be looked at
MINUTE_US = 60_000_000
AGAIN = (
    "The touch board starts anew again and again: push its USB plug in firmly, or try another "
    "cable or port. Touches that came meanwhile are in doubt; the round goes on."
)


class Starts:
    """The starts that were seen of one board."""

    def __init__(self) -> None:
        self.many = 0
        self._at_us: deque[int] = deque(maxlen=MOST)

    def one(self, now_us: int) -> None:
        """It started."""
        if self.many:  # to be met is none of it
            self._at_us.append(now_us)
        self.many += 1

    def trouble(self, now_us: int) -> tuple[str, ...]:
        """A sentence for a minute after too many."""
        at_us = self._at_us
        is_often = len(at_us) == MOST and at_us[-1] - at_us[0] < MINUTE_US
        return (AGAIN,) if is_often and now_us - at_us[-1] < MINUTE_US else ()
