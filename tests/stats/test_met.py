"""Whom somebody met: bare counts while they are few, and a span from twenty on."""

from hypothesis import given
from hypothesis import strategies as st

from companion.stats.met import MET_MOST, Meeting, met_shown
from companion.stats.spans import FEW

MEETINGS = st.lists(
    st.builds(
        lambda number, ahead: Meeting(number, f"P{number}", ahead),
        st.integers(1, MET_MOST + 5),
        st.booleans(),
    )
)


def test_below_twenty_nothing_is_said_beside_the_counts() -> None:
    meetings = [Meeting(1, "Ben", n < FEW // 2) for n in range(FEW)]
    (few,) = met_shown(meetings[1:])
    assert (few.met, few.ahead) == ("19 times", "9 times")
    (many,) = met_shown(meetings)
    assert (many.met, many.ahead) == ("20 times", "10 times (30 to 70\u00a0%)")


@given(MEETINGS)
def test_each_once_and_the_most_met_first(meetings: list[Meeting]) -> None:
    shown = met_shown(meetings)
    often = [sum(f"P{one.number}" == each.name for one in meetings) for each in shown]
    assert often == sorted(often, reverse=True)
    assert len(shown) == min(MET_MOST, len({one.number for one in meetings}))
    assert len({each.name for each in shown}) == len(shown)
