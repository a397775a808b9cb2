"""First edge, then lock-out; missed edges; contacts shorter than the kernel can look."""

from hypothesis import given
from hypothesis import strategies as st

from companion.table.edges import LOCK_OUT_US, Change, Line

MS = 1_000


def test_the_first_edge_counts_at_once_with_its_own_stamp() -> None:
    line = Line(False, 0)
    assert line.edge(1_234, True) == (Change(True, 1_234),)


def test_a_bounce_is_swallowed() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    for at_us in range(11 * MS, 19 * MS, MS):
        assert line.edge(at_us, at_us % (2 * MS) == 0) == ()
    assert line.look(60 * MS, True) == ()
    assert line.active


def test_a_bounce_whose_last_edge_was_lost_is_no_release() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    line.edge(17 * MS, False)
    assert line.look(60 * MS, True) == ()
    assert line.look(110 * MS, True) == ()
    assert line.edge(400 * MS, True) == ()  # a gap too short to see
    assert line.edge(500 * MS, False) == (Change(False, 500 * MS),)


def test_a_release_in_the_lock_out_waits_for_the_touch_after_it_that_is_still_on_its_way() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    line.edge(15 * MS, False)
    assert line.look(60 * MS, True) == ()
    assert line.edge(58 * MS, True) == (Change(False, 15 * MS), Change(True, 58 * MS))


def test_a_touch_shorter_than_the_lock_out_is_felt_and_its_end_keeps_its_stamp() -> None:
    line = Line(False, 0)
    assert line.edge(10 * MS, True) == (Change(True, 10 * MS),)
    assert line.edge(15 * MS, False) == ()
    assert line.look(39 * MS, False) == ()
    assert line.look(40 * MS, False) == (Change(False, 15 * MS),)


def test_the_next_touch_owns_up_to_the_release_before_it() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    line.edge(15 * MS, False)
    assert line.edge(90 * MS, True) == (Change(False, 15 * MS), Change(True, 90 * MS))


def test_a_touch_after_a_look_that_saw_the_hand_gone_is_another_one() -> None:
    """The edge of letting go was lost, and a look has seen it only once so far."""
    line = Line(False, 0)
    line.edge(10 * MS, True)
    assert line.look(50 * MS, True) == ()
    assert line.look(100 * MS, False) == ()
    gone = Change(False, 100 * MS, 50 * MS)
    assert line.edge(140 * MS, True) == (gone, Change(True, 140 * MS))


def test_a_touch_soon_after_that_look_is_told_once_the_lock_out_is_over() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    line.look(50 * MS, True)
    line.look(100 * MS, False)
    assert line.edge(120 * MS, True) == (Change(False, 100 * MS, 50 * MS),)
    assert line.look(150 * MS, True) == (Change(True, 120 * MS),)


def test_a_contact_shorter_than_the_kernels_look_is_felt() -> None:
    """It arrives as "went inactive" without a "went active" before it."""
    line = Line(False, 0)
    assert line.edge(10 * MS, False) == (Change(True, 10 * MS),)
    assert line.look(60 * MS, False) == (Change(False, 10 * MS),)


def test_a_gap_shorter_than_the_kernels_look_is_no_release() -> None:
    line = Line(False, 0)
    line.edge(10 * MS, True)
    assert line.edge(90 * MS, True) == ()


def test_a_missed_edge_is_made_up_with_the_doubt_of_one_tick() -> None:
    line = Line(False, 0)
    assert line.look(50 * MS, False) == ()
    assert line.look(100 * MS, True) == ()  # it may still be on its way
    assert line.look(150 * MS, True) == (Change(True, 100 * MS, 50 * MS),)


def test_a_level_that_was_read_late_stamps_no_change_before_it_came() -> None:
    line = Line(False, 0)
    assert line.look(50 * MS, False, 70 * MS) == ()
    assert line.look(100 * MS, True, 130 * MS) == ()
    assert line.look(150 * MS, True, 155 * MS) == (Change(True, 130 * MS, 80 * MS),)


def test_an_edge_that_was_only_late_keeps_its_own_stamp() -> None:
    line = Line(False, 0)
    line.look(50 * MS, False)
    line.look(100 * MS, True)
    assert line.edge(80 * MS, True) == (Change(True, 80 * MS),)
    assert line.look(150 * MS, True) == ()


def test_late_news_of_what_was_made_up_is_no_news() -> None:
    line = Line(True, 0)
    line.look(50 * MS, False)
    assert line.look(100 * MS, False) == (Change(False, 50 * MS, 50 * MS),)
    assert line.edge(30 * MS, False) == ()
    assert not line.active


def test_late_news_never_tells_of_a_release_before_the_touch_that_was_made_up() -> None:
    line = Line(False, 0)
    line.look(100 * MS, True)
    assert line.look(150 * MS, True) == (Change(True, 100 * MS, 100 * MS),)
    assert line.edge(80 * MS, True) == ()
    assert line.edge(85 * MS, False) == ()
    assert line.look(200 * MS, False) == ()
    assert line.look(250 * MS, False) == (Change(False, 200 * MS, 50 * MS),)


@given(
    st.lists(
        st.tuples(st.integers(1, 200_000), st.booleans(), st.booleans(), st.booleans()),
        max_size=60,
    )
)
def test_changes_alternate_and_never_go_back_in_time(
    steps: list[tuple[int, bool, bool, bool]],
) -> None:
    """Whatever edges come, get lost or merge: touches and releases take turns."""
    line = Line(False, 0)
    changes: list[Change] = []
    now_us, level = 0, False
    for after_us, level_next, lost, look in steps:
        now_us += after_us
        level = level_next
        if not lost:
            changes += line.edge(now_us, level)
        if look:
            changes += line.look(now_us, level)
    assert [c.active for c in changes] == [i % 2 == 0 for i in range(len(changes))]
    stamps = [c.at_us for c in changes]
    assert stamps == sorted(stamps)
    now_us += LOCK_OUT_US
    for i in range(4):  # and in the end the line is believed to be what it is
        changes += line.look(now_us + i * LOCK_OUT_US, level)
    assert line.active == level
