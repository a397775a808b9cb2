"""Board time to table time: bounds hold on any wire, errors are small on a fair one."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.table.board.conversation import PING_US
from companion.table.board.mapping import (
    LATE_MOST_US,
    QUIET_US,
    STAMP_US,
    TURN,
    ClockMap,
    Line,
    Stamps,
)

SECOND = 1_000_000
BORN_US = 77 * SECOND  # table time when the board's clock began


class Wire:
    """A board whose clock is wrong by `ppm`, at the end of a wire whose ways take their time."""

    def __init__(
        self,
        ppm: float,
        out_us: float,
        back_us: float,
        seed: int,
        begins: int = 0,
        warms: float = 0,
    ) -> None:
        self.chance = random.Random(seed)
        self.ppm, self.warms, self.out_us, self.back_us = ppm, warms, out_us, back_us
        self.begins = begins  # what the board's clock shows when the table's is BORN_US
        self.clock = ClockMap()
        self.now_us = BORN_US + SECOND

    def board_us(self, table_us: float) -> int:
        """The board's clock, without turns, at a true table time."""
        since_s = (table_us - BORN_US) / SECOND
        return self.begins + round(since_s * (SECOND + self.ppm) + self.warms * since_s**2 / 2)

    def ping(self) -> None:
        sent_us = self.now_us
        heard_us = sent_us + self._way(self.out_us)
        held_us = self.chance.randrange(0, 400)
        got_us = round(heard_us + held_us + self._way(self.back_us))
        stamp = self.board_us(heard_us) + self.chance.randint(-20, 20)
        self.clock.note(sent_us, got_us, stamp % TURN, held_us)
        self.now_us = got_us

    def evening(self, pings: int, every_us: int = 300_000) -> None:
        for n in range(pings):
            self.now_us += 20_000 if n < 4 else every_us
            self.ping()

    def error_us(self, at_us: int) -> float:
        """How wrong the map is about a moment."""
        board_us = self.board_us(at_us)
        return self.clock.line(board_us, at_us + 10 * SECOND).table_us - at_us

    def _way(self, jitter_us: float) -> float:
        return self.chance.expovariate(1 / jitter_us) if jitter_us else 0.0


class Usb(Wire):
    """Each way waits for the next frame of a bus, of which there are a thousand a second."""

    def _way(self, jitter_us: float) -> float:
        return self.chance.random() * jitter_us


PPM = st.floats(-5000, 5000)
SEED = st.integers(0, 10**6)
JITTER = st.floats(0, 3000)


@given(PPM, JITTER, JITTER, SEED, st.integers(1, 45), st.integers(0, 5 * SECOND))
def test_what_is_said_to_be_uncertain_covers_the_error(
    ppm: float, out_us: float, back_us: float, seed: int, pings: int, later_us: int
) -> None:
    """However unlike the two ways, however few pings: the bounds hold."""
    wire = Wire(ppm, out_us, back_us, seed)
    wire.evening(pings)
    at_us = wire.now_us + later_us
    line = wire.clock.line(wire.board_us(at_us), at_us + 10 * SECOND)
    assert abs(line.table_us - at_us) <= line.uncertain_us + 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("out_us", "back_us"), [(0, 0), (300, 300), (500, 500), (30, 600)])
@pytest.mark.parametrize("ppm", [0, 5000, -5000])
def test_the_error_is_a_tenth_of_a_millisecond_at_most(
    ppm: float, out_us: float, back_us: float, seed: int
) -> None:
    wire = Wire(ppm, out_us, back_us, seed)
    wire.evening(100)
    errors = [abs(wire.error_us(wire.now_us + ahead)) for ahead in (0, 100_000, SECOND)]
    assert max(errors) <= 100, errors


@pytest.mark.parametrize("kind", [Wire, Usb])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ppm", [0, 5000, -5000])
def test_a_millisecond_of_jitter_each_way_is_no_more_than_a_tenth_of_error(
    kind: type[Wire], ppm: float, seed: int
) -> None:
    """As often as the companion pings, from ten seconds after the start on."""
    wire = kind(ppm, 1000, 1000, seed)
    wire.evening(10_000_000 // PING_US, PING_US)
    errors = []
    for _ in range(250):
        wire.evening(1, PING_US)
        errors.append(abs(wire.error_us(wire.now_us)))
    assert max(errors) <= 100, max(errors)


@given(PPM, JITTER, JITTER, SEED, st.integers(5, 120), st.floats(-0.3, 0.3))
def test_the_bounds_hold_however_often_it_is_asked(
    ppm: float, out_us: float, back_us: float, seed: int, pings: int, warms: float
) -> None:
    """A clock that warms up, two ways that are unlike, and a line asked for now and then."""
    wire = Wire(ppm, out_us, back_us, seed, warms=warms)
    for n in range(pings):
        wire.evening(1, PING_US)
        if n % (1 + seed % 7) == 0:
            at_us = wire.now_us - seed % PING_US
            line = wire.clock.line(wire.board_us(at_us), wire.now_us)
            assert abs(line.table_us - at_us) <= line.uncertain_us + 2


@pytest.mark.parametrize("warms", [-0.3, 0.3])
@pytest.mark.parametrize("jitter_us", [5, 200, 1000])
def test_a_resonator_that_warms_up_is_followed(jitter_us: float, warms: float) -> None:
    wire = Wire(1000, jitter_us, jitter_us, 3, warms=warms)  # a third of a ppm a second
    worst = 0.0
    for n in range(300):
        wire.now_us += 20_000 if n < 4 else 300_000
        wire.ping()
        if n > 30:
            error_us = abs(wire.error_us(wire.now_us))
            worst = max(worst, error_us)
            line = wire.clock.line(wire.board_us(wire.now_us), wire.now_us + SECOND)
            assert error_us <= line.uncertain_us + 2
    assert worst <= (100 if jitter_us <= 200 else 200)


def test_a_clock_that_jumps_is_found_again() -> None:
    wire = Wire(0, 100, 100, 1)
    wire.evening(20)
    wire.ppm, wire.begins = 4000, wire.begins - 400_000  # as no clock should
    wire.evening(20)
    assert abs(wire.error_us(wire.now_us)) <= 150


@given(st.integers(0, TURN - 1), PPM, SEED)
def test_the_turn_of_32_bits_is_no_jump(begins: int, ppm: float, seed: int) -> None:
    wire = Wire(ppm, 100, 100, seed, begins=begins)
    wire.evening(10)
    wire.now_us += 40 * 60 * SECOND  # more than half a turn without a word
    wire.evening(30)
    board_us = wire.board_us(wire.now_us)
    unturned = wire.clock.unturned(board_us % TURN, wire.now_us)
    assert (unturned - board_us) % TURN == 0
    assert abs(wire.clock.line(unturned, wire.now_us + SECOND).table_us - wire.now_us) <= 300


@given(st.integers(0, TURN - 1), PPM, SEED, st.integers(0, LATE_MOST_US - 30 * SECOND))
def test_an_event_is_before_it_was_told_also_after_an_hour(
    begins: int, ppm: float, seed: int, ago_us: int
) -> None:
    wire = Wire(ppm, 100, 100, seed, begins=begins)
    wire.evening(10)
    wire.now_us += ago_us
    felt_us = wire.now_us - ago_us
    wire.evening(10)
    board_us = wire.board_us(felt_us)
    assert (wire.clock.unturned_event(board_us % TURN, wire.now_us) - board_us) % TURN == 0
    unturned = wire.clock.unturned_event(board_us % TURN, wire.now_us)
    line = wire.clock.line(unturned, wire.now_us)
    assert abs(line.table_us - felt_us) <= line.uncertain_us + 300


def test_without_an_answered_ping_an_event_was_at_most_a_moment_ago() -> None:
    line = ClockMap().line(5_000, 90 * SECOND)
    assert (line.table_us, line.uncertain_us) == (90 * SECOND, QUIET_US)


def test_an_answer_quicker_than_the_wire_is_no_answer() -> None:
    clock = ClockMap()
    clock.note(1000, 800, 50)
    assert len(clock) == 0
    clock.note(1000, 1000 - 2 * STAMP_US, 50)
    assert len(clock) == 1


# --- the stamps of an incident ----------------------------------------------------------------

SCRAMBLE = st.lists(st.integers(0, QUIET_US), min_size=1, max_size=6)


@example(0.0, 1.0, 0.0, 0, [0, 1])  # on a line that goes a little slower than the board
@given(PPM, JITTER, JITTER, SEED, SCRAMBLE)
def test_one_incident_goes_by_one_line_whatever_pings_come_between(
    ppm: float, out_us: float, back_us: float, seed: int, gaps: list[int]
) -> None:
    wire, stamps = Wire(ppm, out_us, back_us, seed), Stamps()
    wire.evening(3)
    board_us, told = wire.board_us(wire.now_us), []
    for gap_us in gaps:
        board_us += gap_us
        wire.now_us += gap_us
        wire.ping()
        told.append((board_us, stamps.at(wire.clock, board_us, wire.now_us)))
    line = told[0][1][1]
    assert all(used == line for _, (_, used) in told)
    for (board_a, (at_a, _)), (board_b, (at_b, _)) in zip(told, told[1:], strict=False):
        gap_us, board_gap_us = at_b - at_a, board_b - board_a
        assert not gap_us or board_gap_us, "equal stamps are a tie"
        assert gap_us or board_gap_us <= 1, "and no others, but what whole microseconds round"
        assert abs(gap_us - board_gap_us) <= board_gap_us * 0.0056 + 1


@given(st.integers(0, 30_000), st.integers(1, 30_000), st.integers(-5_500_000, 5_500_000))
def test_a_tie_stays_a_tie(uncertain_us: int, gap_us: int, skew_ppb: int) -> None:
    """What the board's own microseconds cannot order, the table's do not either."""
    line = Line(0, 10**9, skew_ppb, 0)
    if gap_us <= uncertain_us:
        assert line.at(12_345 + gap_us) - line.at(12_345) <= line.span(uncertain_us)


@given(PPM, JITTER, JITTER, SEED, st.lists(st.integers(1, 9 * SECOND), max_size=30))
def test_time_never_goes_back(
    ppm: float, out_us: float, back_us: float, seed: int, gaps: list[int]
) -> None:
    wire, stamps, last_us = Wire(ppm, out_us, back_us, seed), Stamps(), -1
    wire.ping()
    for n, gap_us in enumerate(gaps):
        wire.now_us += gap_us
        wire.ping()
        if n % 7 == 6:  # the board has started anew
            wire.begins = -wire.board_us(wire.now_us) + wire.begins
            wire.clock, wire.ppm = ClockMap(), -wire.ppm
            stamps.begin()
        at_us, _ = stamps.at(wire.clock, wire.board_us(wire.now_us), wire.now_us)
        assert at_us > last_us
        last_us = at_us


def test_nothing_was_felt_after_it_was_told() -> None:
    wire, stamps = Wire(0, 2000, 0, 5), Stamps()
    wire.evening(2)
    at_us, _ = stamps.at(wire.clock, wire.board_us(wire.now_us), wire.now_us)
    assert at_us <= wire.now_us


def test_hours_of_ceaseless_touches_get_a_new_line_at_a_pause() -> None:
    wire, stamps = Wire(5000, 50, 50, 2), Stamps()
    wire.evening(30)
    lines = set()
    for n in range(200):
        wire.now_us += 150_000
        if n % 6 == 0:
            wire.ping()
        at_us, line = stamps.at(wire.clock, wire.board_us(wire.now_us), wire.now_us + 1000)
        lines.add(line)
        assert abs(at_us - wire.now_us) <= 200
    assert len(lines) == 2
