"""Whether a pad can be believed: too many edges, a touch without end, a dolphin gone too long.

Must not read pins or clocks, and must not hide anything by itself: `gpio.py` tells and mutes.
"""

from collections import deque

SECOND_US = 1_000_000

# A hand taps at most about ten times a second, which is twenty changes; the lock-out alone
# would let through 33.
CHANGES_MOST = 24
# Ten taps a second of a lever that bounces ten times each way are 200 edges.
EDGES_MOST = 250
STUCK_US = 20 * SECOND_US  # nobody rests a hand on a dolphin that long while all others wait
UNPLUGGED_US = 60 * SECOND_US  # nobody keeps a dolphin that long without a new round
TRUST_AGAIN_US = 3 * SECOND_US  # long enough that a loose plug has shown itself again

CHATTERING = "chattering"
STUCK = "stuck"
UNPLUGGED = "unplugged"


class Trust:
    """What speaks against one pad or button; `why` is empty while nothing does."""

    def __init__(self) -> None:
        self.why = ""
        self._edges: deque[int] = deque(maxlen=EDGES_MOST + 1)
        self._changes: deque[int] = deque(maxlen=CHANGES_MOST + 1)

    @property
    def is_busy(self) -> bool:
        """Whether there is anything to think about."""
        return bool(self.why) or self.is_stirred

    @property
    def is_stirred(self) -> bool:
        """Whether anything was felt in the last seconds."""
        return bool(self._edges or self._changes)

    def edge(self, at_us: int) -> None:
        """Count one edge, bounces too."""
        self._edges.append(at_us)

    def change(self, at_us: int) -> None:
        """Count one change that was believed."""
        self._changes.append(at_us)

    def look(self, now_us: int, at_rest: bool, touched_us: int, gone_us: int) -> bool:
        """Think again; True if `why` changed.

        `touched_us` and `gone_us`: for how long the pad has been touched, and its dolphin away,
        with no change on any other pad.
        """
        before = self.why
        if self._is_chattering():
            self.why = CHATTERING
        elif not self.why and touched_us >= STUCK_US:
            self.why = STUCK
        elif not self.why and gone_us >= UNPLUGGED_US:
            # A pulled plug cannot be told from a dolphin that was carried off, at first.
            self.why = UNPLUGGED
        elif self.why and at_rest and self._quiet_us(now_us) >= TRUST_AGAIN_US:
            self.why = ""
        self._forget(now_us)
        return self.why != before

    def _is_chattering(self) -> bool:
        return _all_within_a_second(self._edges) or _all_within_a_second(self._changes)

    def _quiet_us(self, now_us: int) -> int:
        last_us = max((*self._edges, *self._changes), default=now_us - TRUST_AGAIN_US)
        return now_us - last_us

    def _forget(self, now_us: int) -> None:
        """Drop what is too old to matter, so that a storm is judged once."""
        for stamps in (self._edges, self._changes):
            while stamps and stamps[0] < now_us - TRUST_AGAIN_US:
                stamps.popleft()


def _all_within_a_second(stamps: deque[int]) -> bool:
    return len(stamps) == stamps.maxlen and stamps[-1] - stamps[0] < SECOND_US
