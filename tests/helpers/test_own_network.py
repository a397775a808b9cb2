"""The table's own network comes when somebody wants it, and goes when nobody does."""

import pytest

from companion.helpers.own_network import (
    LOST,
    NOBODY_CAME,
    NOBODY_S,
    OFF,
    ON,
    OVER,
    Own,
    Phase,
    Todo,
)


def raised(now_s: float = 100.0) -> Own:
    own, act = Own().told(ON, now_s)
    assert (own.phase, act) == (Phase.COMING, Todo.RAISE)
    return own.done("", now_s + 5)


def test_it_is_off_until_somebody_wants_it() -> None:
    own = Own()
    assert own.phase is Phase.OFF
    assert own.looked(False, 0, 1e6) == own.told(OFF, 1.0) == (own, Todo.NOTHING)
    assert raised().phase is Phase.ON


def test_whoever_asks_twice_asks_once() -> None:
    own, _ = Own().told(ON, 1.0)
    assert own.told(ON, 2.0) == own.told(OFF, 2.0) == (own, Todo.NOTHING)
    assert raised().told(ON, 200.0) == (raised(), Todo.NOTHING)


def test_one_that_cannot_come_says_why_and_is_off() -> None:
    own, _ = Own().told(ON, 1.0)
    assert own.done("No Wi-Fi.", 2.0) == Own(Phase.OFF, 2.0, say="No Wi-Fi.")


@pytest.mark.parametrize(("after_s", "goes"), [(NOBODY_S - 1, False), (NOBODY_S, True)])
def test_it_goes_when_nobody_came_in_ten_minutes(after_s: float, goes: bool) -> None:
    own, act = raised(95.0).looked(True, 0, 100.0 + after_s)
    assert (act is Todo.LOWER) == goes
    assert own.say == (NOBODY_CAME if goes else "")
    if goes:
        assert own.done("", 800.0) == Own(Phase.OFF, 800.0, say=NOBODY_CAME)


def test_once_somebody_came_it_stays_also_while_all_phones_sleep() -> None:
    own, act = raised().looked(True, 1, 200.0)
    assert act is Todo.NOTHING
    assert own.looked(True, 0, 1e6) == (own, Todo.NOTHING)


def test_it_goes_when_nobody_wants_it_any_more() -> None:
    own, act = raised().told(OFF, 300.0)
    assert (own.phase, own.say, act) == (Phase.GOING, OVER, Todo.LOWER)


def test_one_that_ended_by_itself_is_not_shown_any_longer() -> None:
    own, act = raised().looked(False, 3, 300.0)
    assert (own.phase, own.say, act) == (Phase.GOING, LOST, Todo.LOWER)
    again, act = own.done("", 301.0).told(ON, 302.0)
    assert (again.phase, again.say, act) == (Phase.COMING, "", Todo.RAISE)
