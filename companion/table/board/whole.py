"""What a pad weighs while it is whole: its wire is on, and on one that is not split its dolphin.

Pure. A board takes a pad that is lighter for a tenth of a second for one that became so; what then
comes back looks like a hand to it.
"""

from collections import deque

from companion.table.board.health import SAMPLE
from companion.table.board.kink import NOTHING

STEADY_US = 1_000_000  # a level that moves no more for so long is one
STEADY_MOST = 2 * SAMPLE
OTHER_US = 70_000_000  # and for so long another pad: another dolphin, another film


class Whole:
    """One pad's; `level` in samples. None: not known yet."""

    def __init__(self) -> None:
        self.level: int | None = None
        self._base, self._was_us = 0, 0
        self._looks: deque[tuple[int, int]] = deque()

    def hear(self, base: int, now_us: int) -> None:
        """Take what the board takes for the empty pad just now, in 1/256 sample."""
        while len(self._looks) > 1 and now_us - self._looks[1][0] >= STEADY_US:
            self._looks.popleft()
        self._looks.append((now_us, base))
        bases = [base for _, base in self._looks]
        if now_us - self._looks[0][0] < STEADY_US or max(bases) - min(bases) > STEADY_MOST:
            return
        is_other = self.level is not None and abs(base - self._base) > NOTHING * SAMPLE
        if not is_other or now_us - self._was_us >= OTHER_US:
            self._base, self._was_us = base, now_us
            self.level = base // SAMPLE
