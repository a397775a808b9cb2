"""The tablet as a sensor: order by its own stamps alone, and no hand that stays for ever."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table import config as configs
from companion.table.clock import TableClock
from companion.table.lateness import AHEAD_MOST_US, GONE_ON, HELD_UP, LATE_MOST_US, NO_CLOCK
from companion.table.signals import Kind, Signal
from companion.table.tablet import (
    FINGERS_MOST,
    GONE_US,
    REST_US,
    SCRAMBLE_US,
    UNCERTAIN_LEAST_US,
    UNCERTAIN_MOST_US,
    Contact,
    Tablet,
)
from companion.words import Pad
from tests.table.bench import BLUE, MS, RED, SECOND, Time

OFFSET_US = -7_000_000  # the tablet was switched on before the table
DOUBT_US = 8_100
DEAL = "1.4"  # the one that is on, and that the page shows


class Glass:
    """A tablet's page, and what the table felt of it; times are the table's, as they really are."""

    def __init__(self, least_ms: float = 0.0) -> None:
        self.time = Time()
        self.clock = TableClock(0, self.time.monotonic_ns)
        self.felt: list[Signal] = []
        config = configs.tablet()
        table = replace(config.table, tablet_uncertain_ms=least_ms)
        self.deal, self.dolphins_lie = DEAL, True
        config = replace(config, table=table)
        self.tablet = Tablet(
            config,
            self.clock,
            self.felt.append,
            lambda: self.deal,
            lambda: self.dolphins_lie,
        )
        self.visit, self.number = "one", 0
        self.offset_us = OFFSET_US  # what the page believes
        self.wait_us(60 * SECOND)

    def wait_us(self, us: int) -> None:
        self.time.ns += us * 1000

    def live(self, us: int) -> None:
        """Let time pass while the page tells that it is there."""
        end_us = self.clock.now_us() + us
        while self.clock.now_us() < end_us:
            self.wait_us(min(500 * MS, end_us - self.clock.now_us()))
            self.tell()
            self.tablet.watch(self.clock.now_us())

    def tell(self, *contacts: Contact, doubt_us: int = DOUBT_US) -> str:
        self.number += 1
        return self.tablet.take(self.visit, self.number, self.offset_us, doubt_us, contacts)

    def now(self, what: str, place: str, finger: int = 1, late_us: int = 0) -> Contact:
        """A contact that happened `late_us` ago, by the tablet's own clock."""
        return what, place, finger, self.clock.now_us() - late_us - OFFSET_US, DEAL

    def kinds(self) -> list[Kind]:
        return [signal.kind for signal in self.felt]


@pytest.fixture
def glass() -> Iterator[Glass]:
    made = Glass()
    yield made
    made.tablet.close()


def test_a_touch_is_felt_with_its_stamp_and_doubt(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:1", late_us=30 * MS))
    at_us = glass.clock.now_us() - 30 * MS
    assert glass.felt == [Signal(Kind.TOUCH, at_us, BLUE, "", DOUBT_US, "tablet")]
    pads = glass.tablet.pads()
    assert [(pad.touched, pad.home, pad.why) for pad in pads[:2]] == [
        (False, True, ""),
        (True, True, ""),
    ]
    assert len(pads) == 5


def test_the_first_finger_touches_and_the_last_lets_go(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0", 1), glass.now("down", "pad:0", 2))
    glass.tell(glass.now("up", "pad:0", 1))
    assert glass.kinds() == [Kind.TOUCH]
    glass.tell(glass.now("up", "pad:0", 2))
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]
    assert {signal.pad for signal in glass.felt} == {RED}


def test_a_finger_that_comes_down_twice_has_left_between(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0", 1))
    glass.tell(glass.now("down", "pad:1", 1))
    assert [(s.kind, s.pad) for s in glass.felt] == [
        (Kind.TOUCH, RED),
        (Kind.RELEASE, RED),
        (Kind.TOUCH, BLUE),
    ]


def test_an_up_of_nobody_is_nothing(glass: Glass) -> None:
    assert glass.tell(glass.now("up", "pad:0")) == ""
    assert glass.felt == []


# --- order ------------------------------------------------------------------------------------

SCRAMBLES = st.lists(
    st.tuples(
        st.integers(0, 40 * MS),  # since the touch before
        st.integers(0, 200 * MS),  # how long it was under way
        st.integers(-400 * MS, 400 * MS),  # how wrong the page's clock is by then
    ),
    min_size=2,
    max_size=5,
)


@given(SCRAMBLES)
def test_no_clock_reorders_one_scramble(scramble: list[tuple[int, int, int]]) -> None:
    """However wrong the page's clock is set between two touches: gaps are the stamps' gaps."""
    glass, stamps = Glass(), []
    stamp_us = glass.clock.now_us() - OFFSET_US
    for pad, (since_us, under_way_us, wrong_us) in enumerate(scramble):
        stamp_us += since_us if pad else 0
        stamps.append(stamp_us)
        told_us = stamp_us + OFFSET_US + under_way_us
        glass.wait_us(max(0, told_us - glass.clock.now_us()))
        glass.offset_us = OFFSET_US + wrong_us
        assert glass.tell(("down", f"pad:{pad}", pad, stamp_us, DEAL)) == ""
    felt = [(signal.pad, signal.at_us - glass.felt[0].at_us) for signal in glass.felt]
    assert felt == [(Pad(pad), stamp - stamps[0]) for pad, stamp in enumerate(stamps)]
    assert glass.felt[0].at_us <= glass.clock.now_us()


def test_the_next_scramble_goes_by_a_clock_set_anew(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0"))
    glass.offset_us -= 5 * MS
    glass.tell(glass.now("up", "pad:0"))
    glass.wait_us(SCRAMBLE_US - 1)
    glass.tell(glass.now("down", "pad:0"), glass.now("up", "pad:0"))
    assert glass.felt[-1].at_us == glass.clock.now_us(), "still the mapping it began with"
    glass.wait_us(SCRAMBLE_US)
    glass.tell(glass.now("down", "pad:0"))
    assert glass.felt[-1].at_us == glass.clock.now_us() - 5 * MS


def test_told_twice_counts_once(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0"), glass.now("up", "pad:0"))
    glass.number -= 1
    assert glass.tell(glass.now("down", "pad:0"), glass.now("up", "pad:0")) == ""
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]


# --- odd stamps -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("late_us", "words"),
    [
        (LATE_MOST_US + 1, HELD_UP),
        (-AHEAD_MOST_US - 1, NO_CLOCK),
        (10**12, HELD_UP),
        (-(10**12), NO_CLOCK),
    ],
)
def test_an_odd_stamp_is_refused_with_a_reason(glass: Glass, late_us: int, words: str) -> None:
    assert words == glass.tell(glass.now("down", "pad:0", late_us=late_us))
    assert glass.felt == []
    assert not glass.tablet.pads()[0].touched
    assert glass.tell(glass.now("down", "pad:0")) == "", "the next is as good as any"


def test_a_finger_on_another_deal_is_not_felt(glass: Glass) -> None:
    meant = glass.now("down", "pad:0"), glass.now("down", "start", finger=2)
    glass.deal = "1.5"  # dealt while it was under way
    assert glass.tell(*meant) == GONE_ON
    assert glass.felt == []
    assert glass.tell(glass.now("up", "pad:0")) == "", "leaving is never refused"


def test_who_did_not_hear_the_reply_is_told_the_same_again(glass: Glass) -> None:
    late = glass.now("down", "pad:0", late_us=LATE_MOST_US + 1)
    assert glass.tell(late) == HELD_UP
    glass.number -= 1
    assert glass.tell(late) == HELD_UP
    assert glass.tell() == ""


def test_the_oldest_stamp_that_counts_keeps_it(glass: Glass) -> None:
    assert glass.tell(glass.now("down", "pad:0", late_us=LATE_MOST_US)) == ""
    assert glass.felt[0].at_us == glass.clock.now_us() - LATE_MOST_US


def test_a_stamp_from_ahead_is_now(glass: Glass) -> None:
    assert glass.tell(glass.now("down", "pad:0", late_us=-AHEAD_MOST_US)) == ""
    assert glass.felt[0].at_us == glass.clock.now_us()


@pytest.mark.parametrize("late_us", [-(10**12), 10**12])
def test_a_leaving_is_never_refused(glass: Glass, late_us: int) -> None:
    glass.tell(glass.now("down", "pad:0"))
    assert glass.tell(glass.now("up", "pad:0", late_us=late_us)) == ""
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]
    assert glass.felt[0].at_us <= glass.felt[1].at_us <= glass.clock.now_us()


@pytest.mark.parametrize(
    "contact",
    [
        ("down", "pad:5", 1, 0, DEAL),
        ("down", "seat:x", 1, 0, DEAL),
        ("stroke", "pad:0", 1, 0, DEAL),
    ],
)
def test_garbage_gets_a_sentence_and_changes_nothing(glass: Glass, contact: Contact) -> None:
    with pytest.raises(ValueError, match=r"There is no .*pad:0, |say down or up"):
        glass.tell(glass.now("down", "pad:0"), contact)
    assert glass.felt == []


def test_too_many_fingers_get_a_sentence(glass: Glass) -> None:
    hands = [glass.now("down", "pad:0", finger) for finger in range(FINGERS_MOST + 1)]
    assert "So many fingers" in glass.tell(*hands)
    for finger in range(FINGERS_MOST):
        glass.tell(glass.now("up", "pad:0", finger))
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]


@pytest.mark.parametrize(
    ("told_us", "least_ms", "stated_us"),
    [
        (0, 0.0, UNCERTAIN_LEAST_US),
        (9 * MS, 0.0, 9 * MS),
        (10**9, 0.0, UNCERTAIN_MOST_US),
        (DOUBT_US, 17.0, 17 * MS),
        (20 * MS, 17.0, 20 * MS),
    ],
)
def test_no_tablet_knows_better_than_glass_can(
    told_us: int, least_ms: float, stated_us: int
) -> None:
    glass = Glass(least_ms)
    glass.tell(glass.now("down", "pad:0"), doubt_us=told_us)
    assert glass.felt[0].uncertain_us == stated_us


# --- a tablet that goes away ------------------------------------------------------------------


def test_before_any_tablet_the_table_says_how_to_bring_one(glass: Glass) -> None:
    (said,) = glass.tablet.trouble()
    assert "/tabletop" in said
    glass.tell()
    assert glass.tablet.trouble() == ()


def test_where_no_dolphins_lie_nobody_misses_a_tablet(glass: Glass) -> None:
    glass.dolphins_lie = False
    assert glass.tablet.trouble() == ()


def test_a_quiet_tablet_is_told_and_holds_nothing(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0", 1), glass.now("down", "start", 2))
    glass.wait_us(GONE_US)
    glass.tablet.watch(glass.clock.now_us())
    assert glass.tablet.trouble() == ()
    glass.wait_us(1)
    glass.tablet.watch(glass.clock.now_us())
    assert glass.tablet.trouble() == ("The tablet is quiet: wake it up, and look at its Wi-Fi.",)
    assert glass.kinds() == [Kind.TOUCH, Kind.PRESS, Kind.RELEASE]
    glass.live(10 * SECOND)
    assert glass.tablet.trouble() == (), "back again"
    assert glass.kinds() == [Kind.TOUCH, Kind.PRESS, Kind.RELEASE], "nobody holds START"


def test_a_hidden_page_lets_go_at_once(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0"))
    glass.tablet.leave("another")
    assert glass.tablet.trouble() == ()
    glass.tablet.leave(glass.visit)
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]
    assert "shows something else" in glass.tablet.trouble()[0]
    glass.wait_us(2 * GONE_US)
    glass.tablet.watch(glass.clock.now_us())
    assert "shows something else" in glass.tablet.trouble()[0]
    glass.visit, glass.number = "two", 0
    glass.tell()
    assert glass.tablet.trouble() == ()


def test_a_page_loaded_again_begins_anew(glass: Glass) -> None:
    """Its time has another zero, and none of its fingers is where one was."""
    glass.tell(glass.now("down", "pad:0", 1))
    glass.visit, glass.number = "two", 0
    glass.offset_us += 100 * SECOND
    down, place, finger, at_us, deal = glass.now("down", "pad:1", 1)
    glass.tell((down, place, finger, at_us - 100 * SECOND, deal))
    assert [(s.kind, s.pad) for s in glass.felt] == [
        (Kind.TOUCH, RED),
        (Kind.RELEASE, RED),
        (Kind.TOUCH, BLUE),
    ]
    assert glass.felt[2].at_us == glass.clock.now_us()


def test_the_page_before_is_the_table_no_more(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0"))
    glass.visit, glass.number = "two", 0
    glass.tell()
    glass.visit, glass.number = "one", 9
    assert "Another page is the table now" in glass.tell(glass.now("down", "pad:1"))
    assert glass.kinds() == [Kind.TOUCH, Kind.RELEASE]


def test_the_table_lives_until_it_is_closed(glass: Glass) -> None:
    assert glass.tablet.alive()
    glass.tablet.start()
    assert glass.tablet.alive()
    glass.tablet.close()
    glass.tablet.close()
    assert not glass.tablet.alive()


# --- buttons, and doubt -----------------------------------------------------------------------


def test_a_button_is_pressed_and_held_once(glass: Glass) -> None:
    glass.tell(glass.now("down", "start"))
    glass.live(4_900 * MS)
    assert glass.kinds() == [Kind.PRESS]
    glass.live(20 * SECOND)
    assert [(s.kind, s.button) for s in glass.felt] == [(Kind.PRESS, "start"), (Kind.HELD, "start")]
    assert glass.felt[1].at_us - glass.felt[0].at_us == 5 * SECOND
    glass.tell(glass.now("up", "start"))
    assert len(glass.felt) == 2


def test_a_wet_spot_is_doubted_after_a_minute_and_a_hand_is_not(glass: Glass) -> None:
    glass.tell(glass.now("down", "pad:0"))
    glass.live(REST_US - SECOND)
    assert glass.kinds() == [Kind.TOUCH]
    glass.live(SECOND)
    assert (glass.felt[1].kind, glass.felt[1].why) == (Kind.SUSPECT, "stuck")
    assert glass.tablet.pads()[0].why == "stuck"
    glass.tell(glass.now("up", "pad:0"))
    glass.live(4 * SECOND)
    assert glass.kinds() == [Kind.TOUCH, Kind.SUSPECT, Kind.RELEASE, Kind.TRUST]


@pytest.mark.parametrize("seen_while", ["down", "up"])
def test_a_splash_floods_nothing_and_leaves_no_hand(glass: Glass, seen_while: str) -> None:
    for finger in range(100):
        glass.wait_us(10 * MS)
        for what in ("down", "up"):
            glass.tell(glass.now(what, "pad:0", finger))
            if what == seen_while:
                glass.tablet.watch(glass.clock.now_us())
    assert glass.kinds().count(Kind.SUSPECT) == 1
    assert len(glass.felt) < 30
    glass.live(4 * SECOND)
    assert glass.kinds()[-1] is Kind.TRUST
    assert glass.kinds().count(Kind.TOUCH) == glass.kinds().count(Kind.RELEASE)
