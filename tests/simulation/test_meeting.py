"""Two threads that take turns: who waits goes on as soon as it may, and who never could is seen."""

from collections.abc import Callable

import pytest

from companion.frozen import replace
from companion.words import Text
from tests.simulation.meeting import Lock, Turns, between


def first(one: Lock, other: Lock, told: list[str]) -> Callable[[], None]:
    def work() -> None:
        with one:
            told.append("first")
            replace(Text("a"), template="b")  # a call of the product's: here the second comes in
            with other:
                told.append("first again")
        replace(Text("a"), template="b")
        told.append("first is done")

    return work


def test_who_wants_a_lock_goes_on_when_it_is_free() -> None:
    turns, told = Turns(), []
    one, other = Lock(turns, again=True), Lock(turns, again=False)

    def second() -> str:
        told.append("second")
        with one:
            told.append("second again")
        return "came"

    _, came = between(turns, first(one, other, told), second, 1, lambda: True)
    assert came == "came" and (turns.met, turns.waited) == (1, 1)
    assert told == ["first", "second", "first again", "second again", "first is done"]


def test_two_that_wait_for_each_other_are_seen() -> None:
    turns, told = Turns(), []
    one, other = Lock(turns, again=False), Lock(turns, again=False)

    def second() -> None:
        with other, one:
            pass

    with pytest.raises(AssertionError, match="they wait for each other"):
        between(turns, first(one, other, told), second, 1, lambda: True)


def test_two_that_only_might_wait_for_each_other_are_seen_too() -> None:
    turns = Turns()
    locks = [Lock(turns, again=True) for _ in range(3)]
    for name, lock in zip("abc", locks, strict=True):
        lock.name = name
    a, b, c = locks
    for some in ((a, b), (b, c), (a, c), (a, a)):
        with some[0], some[1]:
            pass
    assert turns.order.circle() == [] and turns.order.many == 3
    with c:
        assert a.acquire(blocking=False)  # who does not wait holds nobody up
        a.release()
    assert turns.order.circle() == []
    with c, a:
        pass
    assert sorted(turns.order.circle()) in (["a", "c"], ["a", "b", "c"])


def test_where_it_may_not_come_in_it_does_not() -> None:
    turns, told = Turns(), []
    one, other = Lock(turns, again=False), Lock(turns, again=False)
    assert between(turns, first(one, other, told), lambda: 1, 1, lambda: False) == (None, None)
    assert turns.met == 0
