"""Ranking by stamp after a short wait."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.table.settle import Settling
from companion.table.signals import Kind, Signal
from companion.words import Pad

JITTER_US = 30_000


def touch(pad: int, at_us: int) -> Signal:
    return Signal(Kind.TOUCH, at_us, Pad(pad))


def delivered(settling: Settling, arrivals: list[tuple[int, Signal]]) -> list[Signal]:
    """Put signals in order of arrival, asking for what is due whenever a loop would."""
    out: list[Signal] = []
    for now_us, signal in sorted(arrivals, key=lambda each: each[0]):
        while (due := settling.next_due()) is not None and due < now_us:
            out += settling.due(due)
        settling.put(signal, now_us)
    while (due := settling.next_due()) is not None:
        out += settling.due(due)
    return out


bursts = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 60_000), st.integers(0, JITTER_US)),
    min_size=1,
    max_size=12,
)


@given(burst=bursts, window_us=st.integers(JITTER_US, 2 * JITTER_US))
def test_no_order_is_ever_wrong_within_the_window(
    burst: list[tuple[int, int, int]], window_us: int
) -> None:
    arrivals = [(at + late, touch(pad, at)) for pad, at, late in burst]
    out = delivered(Settling(window_us), arrivals)
    assert out == sorted((s for _, s in arrivals), key=lambda s: (s.at_us, s.pad))


def test_grabs_20_us_apart_and_30_ms_out_of_order() -> None:
    arrivals = [(JITTER_US - 7_000 * pad, touch(pad, 20 * pad)) for pad in range(5)]
    out = delivered(Settling(JITTER_US), arrivals)
    assert [s.pad for s in out] == [0, 1, 2, 3, 4]


def test_equal_stamps_stay_equal_and_are_listed_by_pad() -> None:
    settling = Settling(1_000)
    for pad in (3, 0, 2):
        settling.put(touch(pad, 500), 600)
    out = settling.due(1_600)
    assert [(s.pad, s.at_us) for s in out] == [(0, 500), (2, 500), (3, 500)]


def test_an_earlier_stamp_does_not_wait_for_its_own_window() -> None:
    settling = Settling(1_000)
    settling.put(touch(1, 5), 10)
    settling.put(touch(0, 3), 900)
    assert settling.due(1_009) == []
    assert [s.pad for s in settling.due(1_010)] == [0, 1]
    assert settling.next_due() is None


def test_all_that_is_due_comes_at_once() -> None:
    settling = Settling(1_000)
    settling.put(touch(1, 5), 10)
    settling.put(touch(0, 7), 20)
    settling.put(touch(2, 9), 4_500)
    assert [s.pad for s in settling.due(5_000)] == [1, 0]
    assert settling.next_due() == 5_500


def test_nothing_is_merged_or_changed() -> None:
    settling = Settling(0)
    one = touch(0, 5)
    two = replace(one, kind=Kind.RELEASE)
    settling.put(one, 5)
    settling.put(two, 5)
    assert settling.next_due() == 5
    assert settling.due(5) == [one, two]


def test_before_a_word_all_that_is_held_comes_by_its_stamp() -> None:
    settling = Settling(1_000)
    settling.put(touch(1, 5), 10)
    settling.put(touch(0, 3), 900)
    assert [s.pad for s in settling.all()] == [0, 1]
    assert settling.all() == []
    assert settling.next_due() is None
