"""Whatever a table tells becomes facts that a journal can be read by."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from companion import codec
from companion.referee.signals import fact_of
from companion.table.signals import Kind, Signal
from companion.words import UNCERTAIN_MOST_US, Hardware, Lifted, Pad, Touched

LONG = st.integers(0, 1 << 60)  # a table that was away for years


@given(st.sampled_from(Kind), st.integers(0, 4), LONG, LONG, LONG, st.text(max_size=30))
def test_every_signal_is_a_fact_that_can_be_read_again(
    kind: Kind, pad: int, at_us: int, late_us: int, early_us: int, why: str
) -> None:
    fact = fact_of(Signal(kind, at_us, Pad(pad), "", late_us, why=why, early_us=early_us))
    if fact is not None:
        assert isinstance(fact, get_args(Hardware))
        assert codec.loads(Hardware, codec.dumps(fact)) == fact
    if isinstance(fact, Touched | Lifted):
        assert fact.uncertain_us == min(late_us, UNCERTAIN_MOST_US)
