"""How far before and after its stamp a touch may have been: what the rise's kink makes of it."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.table.board import doubts
from companion.table.board.doubts import EARLY_US, FAR_US, doubts_us, is_sharp
from companion.table.board.kink import UNSEEN, Kink, Shape
from companion.table.board.noise import NOISY_US
from companion.table.board.pads import BoardPad
from companion.table.frames import UNKNOWN_US, Event, Kind
from companion.words import Pad

RISE = Shape(40, [40] * 8 + [80] * 16, [80 * n for n in range(24)])


def told(kind: Kind, uncertain_us: int, sure_us: int = 0) -> tuple[int, int]:
    return doubts_us(Event(0, kind, 1, 0, uncertain_us), sure_us, noisy=False, rise=RISE)


def test_what_the_board_does_not_know_reaches_back_to_when_the_pad_was_free() -> None:
    for kind in (Kind.TOUCH, Kind.RELEASE):
        assert told(kind, UNKNOWN_US, sure_us=5_000_000)[0] == 5_000_000
    assert not is_sharp(Event(0, Kind.TOUCH, 1, 0, UNKNOWN_US))


def test_a_soft_touch_rose_for_longer_than_the_board_says() -> None:
    """It counts 16 scans for 1.4 ms, and they last up to 1.8."""
    assert told(Kind.SOFT, 20_000)[0] == 26_000 > 20_000 * 16 * 110 / 1_400


@pytest.mark.parametrize("kind", [Kind.TOUCH, Kind.SOFT])
def test_no_contact_is_sure_to_the_microsecond(kind: Kind) -> None:
    """A board that says so means 24 ms, which do not fit into its byte."""
    assert told(kind, 0) == told(kind, UNKNOWN_US) == (NOISY_US, NOISY_US)
    assert not is_sharp(Event(0, kind, 1, 0, 0))


@pytest.mark.parametrize(
    ("found", "late_us", "early_us"),
    [
        (Kink(-120.5, 40.2), 121, 41),
        (Kink(300.9, 420.0), -300, 420),
        (Kink(-120.0, 2_000.0), 120, 2_000),
        (Kink(-120.0, None), 120, FAR_US),
        (Kink(None, 40.0), NOISY_US, 40),
        (Kink(-120.0, None, is_calm=False), 120, NOISY_US),
        (Kink(-120.0, 2_000.0, is_calm=False), 120, 2_000),
    ],
)
def test_a_kink_s_bounds_are_the_touch_s(
    monkeypatch: pytest.MonkeyPatch, found: Kink, late_us: int, early_us: int
) -> None:
    monkeypatch.setattr(doubts, "kink", lambda rise: found)
    assert told(Kind.TOUCH, 80) == (late_us, early_us)


def test_where_no_rise_is_told_a_large_hand_may_have_been_stamped_early() -> None:
    event = Event(0, Kind.TOUCH, 1, 0, 80)
    assert doubts_us(event, 0, noisy=False) == (80, EARLY_US)
    assert doubts_us(event, 0, noisy=False, rise=UNSEEN) == (80 + EARLY_US, EARLY_US)


def test_a_hand_that_surely_touched_after_its_stamp_is_told_when_it_may_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doubts, "kink", lambda rise: Kink(300.0, 420.0))
    event = Event(0, Kind.TOUCH, 1, 0, 80)
    felt: Any = SimpleNamespace(
        event=event, shape=RISE, at_us=10_000, line=SimpleNamespace(span=lambda us: us)
    )
    assert BoardPad(Pad(1), 0).moment_us(felt, noisy=False) == (10_300, 0, 120)
