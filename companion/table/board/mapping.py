"""Board time to table time: from the pings' round trips, with bounds that hold for any delay.

Pure. Must not decide an order: all stamps of one incident go through one line.

A ping left the table before the board heard it, and its answer came after the board spoke: so each
exchange bounds the table's time at a moment of the board's, however unlike the two ways are. The
lines that keep all the bounds are the ones there can be; the middle one is taken, and how far the
others are from it is the uncertainty. The quickest way out and the quickest way back need not
belong to one exchange, so this is never worse than the shortest round trip. Every exchange counts:
of the bounds of each way those are kept that some line would break first, and they are few.
"""

from collections.abc import Callable

from companion.frozen import dataclass

BYTE_US = 40  # ten bits at 250,000 baud
TURN = 1 << 32  # the board counts microseconds in 32 bits: 71 minutes
AHEAD_US = 60_000_000  # a stamp of just now may seem to be so far ahead, and no further
LATE_MOST_US = TURN - AHEAD_US  # of what was felt longer ago nobody can say when it was
SKEW_MOST_PPB = 5_500_000  # a ceramic resonator is within 5000 ppm of its name
STAMP_US = 60  # how far the board's own stamp of a ping may be off: a scan, most of it
WINDOW_US = 60_000_000
FIT_US = 500_000  # so old the line may be while no event asks for it
BOUNDS_MOST = 32  # of one way; there are seldom ten
# A resonator that warms up changes its pace by about 0.1 ppm a second; three times that is allowed.
DRIFT_PPB_A_S = 300
SEARCH_STEPS = 48  # thirds of a range of 11 million ppb: down to one ppb

QUIET_US = 2_000_000  # so long after an event, nobody asks in which order it was with the next
LONGEST_US = 20_000_000  # then a pause of a tenth of a second is enough for a better line
PAUSE_US = 100_000


@dataclass(frozen=True, slots=True)
class Line:
    """Table time is `table_us` at `board_us`, and goes `skew_ppb` faster than the board's.

    The line may be off by `uncertain_us` where it begins.
    """

    board_us: int
    table_us: int
    skew_ppb: int
    uncertain_us: int

    def at(self, board_us: int) -> int:
        """Table time at a moment of the board's."""
        since_us = board_us - self.board_us
        return self.table_us + since_us + since_us * self.skew_ppb // 1_000_000_000

    def span(self, us: int) -> int:
        """So much of the board's time in table time, and what rounding may add: never less."""
        return us + -(-us * max(0, self.skew_ppb) // 1_000_000_000) + 1


class ClockMap:
    """What is known of one boot's clock."""

    def __init__(self) -> None:
        self._noted = 0
        self._after: list[_Bound] = []  # table time was later than these say
        self._before: list[_Bound] = []  # and earlier than these, which have their signs turned
        self._seen: tuple[int, int] | None = None  # a moment: the board's time and the table's
        self._line: Line | None = None  # through all of them, if it is not stale
        self._is_stale = False
        self._skew_half_ppb = SKEW_MOST_PPB

    def __len__(self) -> int:
        return self._noted

    @property
    def skew_ppb(self) -> int:
        """How much faster table time goes than the board's, in billionths; 0 while unknown."""
        return self._line.skew_ppb if self._line else 0

    @property
    def uncertain_us(self) -> int:
        """How far the line may be off where it is known best."""
        return self._line.uncertain_us if self._line else QUIET_US

    def unturned(self, board_us: int, now_us: int) -> int:
        """A 32-bit stamp that arrived at `now_us`, with its turns."""
        return self._turned(board_us, now_us, TURN // 2)

    def unturned_event(self, board_us: int, now_us: int) -> int:
        """The same of an event: it was before it was told, up to `LATE_MOST_US` ago."""
        return self._turned(board_us, now_us, LATE_MOST_US)

    def _turned(self, board_us: int, now_us: int, ago_us: int) -> int:
        if self._seen is None:
            self._seen = (board_us, now_us)
            return board_us
        expected = self._seen[0] + now_us - self._seen[1]
        return expected + (board_us - expected + ago_us) % TURN - ago_us

    def note(self, sent_us: int, got_us: int, board_us: int, held_us: int = 0) -> None:
        """Take an answered ping. It was sent before `sent_us` and its answer begun after `got_us`,
        if the frames' own time on the wire is added and taken off, by the table's clock; the board
        heard it at `board_us` (32 bits) and answered `held_us` later.
        """
        heard_us = self.unturned(board_us, got_us)
        earliest_us = sent_us - STAMP_US
        latest_us = got_us - held_us + STAMP_US
        if latest_us < earliest_us:
            return  # quicker than the wire: the answer of another ping
        if self._after and heard_us <= self._after[-1][0]:
            return
        self._seen = (heard_us, got_us)
        self._noted += 1
        _add(self._after, (heard_us, earliest_us))
        _add(self._before, (heard_us, -latest_us))
        self._is_stale = True
        if self._line is None or heard_us - self._line.board_us >= FIT_US:
            self._fit()

    def line(self, board_us: int, got_us: int) -> Line:
        """The line for what happened at `board_us` and was told by `got_us`."""
        if self._line is None:  # no ping was answered yet: it was told soon after, or much later
            return Line(board_us, got_us, 0, QUIET_US)
        if self._is_stale:
            self._fit()
        since_us = abs(board_us - self._line.board_us)
        off_us = since_us * self._skew_half_ppb // 1_000_000_000 + _drifted_us(since_us)
        at_us, uncertain_us = self._line.at(board_us), self._line.uncertain_us + off_us
        return Line(board_us, min(at_us, got_us), self._line.skew_ppb, uncertain_us)

    def _fit(self) -> None:
        zero_us = self._after[-1][0]
        for bounds in (self._after, self._before):
            while bounds[0][0] < zero_us - WINDOW_US:
                bounds.pop(0)
        while True:
            after, before = _since(self._after, zero_us), _since(self._before, zero_us)
            low, high = _paces(after, before)
            if low <= high:
                break
            _forget_oldest(self._after, self._before)  # its pace was another: the newer know better
        latest_us = -_least(lambda pace: _highest(before, -pace), low, high)
        earliest_us = _least(lambda pace: _highest(after, pace), low, high)
        middle_us, half_us = (earliest_us + latest_us) // 2, (latest_us - earliest_us + 1) // 2
        self._skew_half_ppb = (high - low + 1) // 2
        self._line = Line(zero_us, middle_us, (low + high) // 2 - _EVEN, max(0, half_us))
        self._is_stale = False


class Stamps:
    """Table time of events: one line an incident, and never back."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._first_us = self._last_us = 0  # board time
        self._latest_us = -1  # table time
        self.uncertain_us = 0

    def begin(self) -> None:
        """Another boot: its clock has begun anew."""
        self._line = None

    def at(self, clock: ClockMap, board_us: int, got_us: int) -> tuple[int, Line]:
        """Table time of an event at `board_us` (without turns) that was told by `got_us`."""
        gap_us, since_us = board_us - self._last_us, board_us - self._first_us
        over = gap_us > QUIET_US or (since_us > LONGEST_US and gap_us > PAUSE_US)
        if self._line is None or over:
            self._line = self._later(clock.line(board_us, got_us))
            self._first_us = self._last_us = board_us
            self.uncertain_us = self._line.uncertain_us
        self._last_us = max(self._last_us, board_us)
        at_us = self._line.at(board_us)
        self._latest_us = max(self._latest_us, at_us)
        return at_us, self._line

    def _later(self, line: Line) -> Line:
        ahead_us = max(0, self._latest_us + 1 - line.table_us)
        return Line(line.board_us, line.table_us + ahead_us, line.skew_ppb, line.uncertain_us)


# --- helpers ----------------------------------------------------------------------------------

_Bound = tuple[int, int]  # when by the board; table time, or its negative, was no less than this


def _drifted_us(for_us: int) -> int:
    """How far a pace that changes takes a clock from its line."""
    return for_us * for_us * DRIFT_PPB_A_S // _DRIFT_UNIT


_DRIFT_UNIT = 2 * 10**15
_EVEN = 1_000_000_000  # a pace in billionths: the two clocks go alike


def _add(bounds: list[_Bound], new: _Bound) -> None:
    """Take a newer bound, and forget those that no line can break any more without breaking others.

    A bound weakens with the square of its age. That bends all of them alike, so the outermost
    ones stay the outermost: nothing that is forgotten is ever missed.
    """
    while len(bounds) >= 2 and _is_within(bounds[-2], bounds[-1], new):
        bounds.pop()
    bounds.append(new)
    if len(bounds) > BOUNDS_MOST:
        bounds.pop(0)


def _is_within(a: _Bound, b: _Bound, c: _Bound) -> bool:
    """Whether every line that keeps `a` and `c` keeps `b`, which lies between them."""
    ab_us, bc_us, ac_us = b[0] - a[0], c[0] - b[0], c[0] - a[0]
    chord = (c[1] - a[1]) * ab_us - (b[1] - a[1]) * ac_us
    return chord * _DRIFT_UNIT >= ab_us * bc_us * ac_us * DRIFT_PPB_A_S


def _forget_oldest(after: list[_Bound], before: list[_Bound]) -> None:
    oldest = min((b for b in (after, before) if len(b) > 1), key=lambda b: b[0])
    oldest.pop(0)


def _since(bounds: list[_Bound], zero_us: int) -> list[_Bound]:
    """How long ago, by the board; and what is left of the bound."""
    return [(zero_us - at, us - _drifted_us(zero_us - at)) for at, us in bounds]


def _paces(after: list[_Bound], before: list[_Bound]) -> tuple[int, int]:
    """The least and the largest pace of a line through all bounds; the least is the larger one if
    there is no such line."""
    low, high = _EVEN - SKEW_MOST_PPB, _EVEN + SKEW_MOST_PPB
    for ago_us, least_us in after:
        for before_ago_us, most_us in before:
            apart_us, rise = before_ago_us - ago_us, (least_us + most_us) * _EVEN
            if apart_us > 0:
                low = max(low, rise // apart_us)
            elif apart_us < 0:
                high = min(high, -(rise // -apart_us))
    return low, high


def _highest(bounds: list[_Bound], pace: int) -> int:
    """What all bounds together say of now, by a clock of this pace."""
    return max(us + ago_us * pace // _EVEN for ago_us, us in bounds)


def _least(of: Callable[[int], int], low: int, high: int) -> int:
    """The least value of a function that falls and then rises between `low` and `high`."""
    for _ in range(SEARCH_STEPS):
        third = (high - low) // 3
        if third == 0:
            break
        if of(low + third) > of(high - third):
            low += third
        else:
            high -= third
    return min(of(pace) for pace in range(low, high + 1))
