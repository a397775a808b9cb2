"""Board time to table time: from the pings' round trips, with bounds that hold for any delay.

Pure. Must not decide an order: all stamps of one incident go through one line.

A ping left the table before the board heard it, and its answer came after the board spoke: so each
exchange bounds the table's time at a moment of the board's, however unlike the two ways are. The
lines that keep all the bounds are the ones there can be; the middle one is taken, and how far the
others are from it is the uncertainty. The quickest way out and the quickest way back need not
belong to one exchange, so this is never worse than the shortest round trip.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

BYTE_US = 40  # ten bits at 250,000 baud
TURN = 1 << 32  # the board counts microseconds in 32 bits: 71 minutes
SKEW_MOST_PPB = 5_500_000  # a ceramic resonator is within 5000 ppm of its name
STAMP_US = 60  # how far the board's own stamp of a ping may be off: a scan, most of it
WINDOW_US = 60_000_000
EXCHANGES_MOST = 48
QUICK = 12  # of the first all are kept; later the narrowest of each second
THIN_US = 1_000_000
# A resonator that warms up changes its pace by about 0.1 ppm a second; three times that is allowed.
DRIFT_PPB_A_S = 300
SEARCH_STEPS = 48  # thirds of a range of 11 million ppb: down to one ppb

QUIET_US = 2_000_000  # so long after an event, nobody asks in which order it was with the next
LONGEST_US = 20_000_000  # then a pause of a tenth of a second is enough for a better line
PAUSE_US = 100_000


@dataclass(frozen=True, slots=True)
class Exchange:
    """At `board_us` (without turns) table time was within `earliest_us` and `latest_us`."""

    board_us: int
    earliest_us: int
    latest_us: int

    @property
    def wide_us(self) -> int:
        """How far apart the two are."""
        return self.latest_us - self.earliest_us


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
        self._exchanges: deque[Exchange] = deque(maxlen=EXCHANGES_MOST)
        self._seen: tuple[int, int] | None = None  # a moment: the board's time and the table's
        self._line: Line | None = None
        self._skew_half_ppb = SKEW_MOST_PPB

    def __len__(self) -> int:
        return len(self._exchanges)

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
        if self._seen is None:
            self._seen = (board_us, now_us)
            return board_us
        expected = self._seen[0] + now_us - self._seen[1]
        turned = (board_us - expected + TURN // 2) % TURN - TURN // 2
        return expected + turned

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
        if self._exchanges and heard_us <= self._exchanges[-1].board_us:
            return
        self._seen = (heard_us, got_us)
        exchange = Exchange(heard_us, earliest_us, latest_us)
        if self._is_crowded(heard_us):
            if exchange.wide_us >= self._exchanges[-1].wide_us:
                return
            self._exchanges.pop()
        self._exchanges.append(exchange)
        while self._exchanges[0].board_us < heard_us - WINDOW_US:
            self._exchanges.popleft()
        self._fit()

    def line(self, board_us: int, got_us: int) -> Line:
        """The line for what happened at `board_us` and was told by `got_us`."""
        if self._line is None:  # no ping was answered yet: it was told soon after, or much later
            return Line(board_us, got_us, 0, QUIET_US)
        since_us = abs(board_us - self._line.board_us)
        off_us = since_us * self._skew_half_ppb // 1_000_000_000 + _drifted_us(since_us)
        at_us, uncertain_us = self._line.at(board_us), self._line.uncertain_us + off_us
        return Line(board_us, min(at_us, got_us), self._line.skew_ppb, uncertain_us)

    def _is_crowded(self, board_us: int) -> bool:
        known = self._exchanges
        return len(known) >= QUICK and board_us - known[-2].board_us < THIN_US

    def _fit(self) -> None:
        while True:
            zero = self._exchanges[-1]
            bounds = [_bound(exchange, zero.board_us) for exchange in self._exchanges]
            skews = _skews(bounds)
            if skews is not None or len(bounds) == 1:
                break
            self._exchanges.popleft()  # its pace was another: the newer ones know better
        low, high = skews or (-SKEW_MOST_PPB, SKEW_MOST_PPB)
        latest_us = _most(lambda skew: min(_latest(b, skew) for b in bounds), low, high)
        earliest_us = -_most(lambda skew: -max(_earliest(b, skew) for b in bounds), low, high)
        middle_us, half_us = (earliest_us + latest_us) // 2, (latest_us - earliest_us + 1) // 2
        self._skew_half_ppb = (high - low + 1) // 2
        self._line = Line(zero.board_us, middle_us, (low + high) // 2, max(0, half_us))


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

_Bound = tuple[int, int, int]  # how long ago, by the board; what is left of the table's time then


def _bound(exchange: Exchange, zero_us: int) -> _Bound:
    ago_us = zero_us - exchange.board_us
    slack_us = _drifted_us(ago_us)
    earliest_us = exchange.earliest_us + ago_us - slack_us
    return ago_us, earliest_us, exchange.latest_us + ago_us + slack_us


def _drifted_us(for_us: int) -> int:
    """How far a pace that changes takes a clock from its line."""
    return for_us * for_us * DRIFT_PPB_A_S // (2 * 10**15)


def _earliest(bound: _Bound, skew_ppb: int) -> int:
    ago_us, earliest_us, _ = bound
    return earliest_us + ago_us * skew_ppb // 1_000_000_000


def _latest(bound: _Bound, skew_ppb: int) -> int:
    ago_us, _, latest_us = bound
    return latest_us + ago_us * skew_ppb // 1_000_000_000


def _skews(bounds: list[_Bound]) -> tuple[int, int] | None:
    """The least and the largest skew that a line through all bounds can have, in ppb."""
    low, high = -SKEW_MOST_PPB, SKEW_MOST_PPB
    for n, (ago_us, earliest_us, latest_us) in enumerate(bounds):
        for later_ago_us, later_earliest_us, later_latest_us in bounds[n + 1 :]:
            apart_us = ago_us - later_ago_us
            low = max(low, (later_earliest_us - latest_us) * 1_000_000_000 // apart_us)
            high = min(high, -((earliest_us - later_latest_us) * 1_000_000_000 // apart_us))
    return (low, high) if low <= high else None


def _most(of: Callable[[int], int], low: int, high: int) -> int:
    """The largest value of a function that rises and then falls between `low` and `high`."""
    for _ in range(SEARCH_STEPS):
        third = (high - low) // 3
        if third == 0:
            break
        if of(low + third) < of(high - third):
            low += third
        else:
            high -= third
    return max(of(skew) for skew in range(low, high + 1))
