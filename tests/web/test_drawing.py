"""Where words and marks go: on a line that is long enough, and none on another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.drawing import DISC_WIDE, WORDS_WIDE, time_line, two_lines

touches = st.lists(
    st.builds(
        lambda after_us, uncertain_us: {"after_us": after_us, "uncertain_us": uncertain_us},
        st.integers(0, 3_000_000),
        st.integers(0, 100_000),
    ),
    min_size=1,
    max_size=5,
).map(lambda marks: sorted(marks, key=lambda mark: mark["after_us"]))


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("", ("", "")),
        ("4 kelp", ("4 kelp", "")),
        ("Three of one kind", ("Three of one", "kind")),
        ("Most animals of one colour in a row", ("Most animals of", "one colour in a row")),
        ("Unbreakablebecauselong", ("", "Unbreakablebecauselong")),
    ],
)
def test_a_title_has_two_lines_at_most(title: str, lines: tuple[str, str]) -> None:
    assert two_lines(title) == lines


def test_one_touch_lies_at_the_left() -> None:
    (mark,) = time_line([{"after_us": 0, "uncertain_us": 0}], 1000)
    assert (mark.x, mark.bar, mark.low, mark.high, mark.stem) == (70, 6, 0, 0, 0)


def test_those_close_together_have_rows_of_their_own() -> None:
    order = [{"after_us": after, "uncertain_us": 100} for after in (0, 500, 100_000)]
    marks = time_line(order, 560)
    assert [(mark.low, mark.high, mark.stem) for mark in marks] == [(0, 0, 0), (1, 1, 0), (0, 0, 0)]


@given(touches, st.sampled_from([560, 1000]))
def test_all_lie_on_the_line_in_their_order(order: list[dict[str, int]], wide: int) -> None:
    marks = time_line(order, wide)
    assert [mark.touch for mark in marks] == order
    assert all(70 <= mark.x <= wide - 90 + 0.1 for mark in marks)
    for one, other in zip(marks, marks[1:], strict=False):
        assert one.x <= other.x
        assert one.low != other.low or other.x - one.x >= WORDS_WIDE
        assert one.high != other.high or other.x - one.x >= DISC_WIDE
