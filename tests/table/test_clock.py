"""Table time."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.clock import RESTART_GAP_US, TableClock, boot_id


def test_starts_where_it_is_told_and_grows_in_whole_microseconds() -> None:
    ns = [7_000_000_500]
    clock = TableClock(41_000_000, lambda: ns[0])
    assert clock.now_us() == 41_000_000
    ns[0] += 1_999
    assert clock.now_us() == 41_000_001
    ns[0] += 1
    assert clock.now_us() == 41_000_002


@given(
    zero_ns=st.integers(0, 9 * 10**15),
    start_us=st.integers(0, 10**15),
    later_us=st.integers(-(10**6), 10**12),
    speed=st.sampled_from((1, 1, 7, 100)),
)
def test_there_and_back_is_exact(zero_ns: int, start_us: int, later_us: int, speed: int) -> None:
    clock = TableClock(start_us, lambda: zero_ns, speed)
    at_us = start_us + later_us
    assert clock.from_ticks(clock.to_monotonic_s(at_us)) == at_us


@given(zero_ns=st.integers(0, 8 * 10**15), since_ns=st.integers(0, 10**14))
def test_kernel_ticks_are_exact(zero_ns: int, since_ns: int) -> None:
    """gpiozero divides the kernel's nanoseconds by 1e9; nothing may be lost on the way back."""
    clock = TableClock(0, lambda: zero_ns)
    assert clock.from_ticks((zero_ns + since_ns) / 1000000000) == since_ns // 1000


def test_pretend_time_flies_and_is_waited_for_accordingly() -> None:
    ns = [5_000_000_000]
    clock = TableClock(1_000, lambda: ns[0], speed=20)
    ns[0] += 50_000_000
    assert clock.now_us() == 1_001_000
    assert clock.wait_s(1_000_000) == 0.05
    assert TableClock().wait_s(1_000_000) == 1.0


@given(
    last_us=st.integers(1, 10**13),
    at_us=st.integers(-(10**13), 10**14),
    uncertain_us=st.integers(0, 10**8),
)
def test_what_came_before_the_clock_is_after_the_journal_and_before_all_else(
    last_us: int, at_us: int, uncertain_us: int
) -> None:
    begun_us = last_us + RESTART_GAP_US
    found_us, doubt_us = TableClock(begun_us, lambda: 0).known(at_us, uncertain_us)
    if at_us - uncertain_us >= begun_us:
        assert (found_us, doubt_us) == (at_us, uncertain_us)
    else:
        assert found_us == max(at_us, begun_us)
        assert last_us < found_us - doubt_us < begun_us
    assert TableClock(0, lambda: 0).known(at_us, uncertain_us) == (at_us, uncertain_us)


def test_boot_id_is_the_kernels(tmp_path: Path) -> None:
    file = tmp_path / "boot_id"
    file.write_text("0a1b-2c\n", encoding="ascii")
    assert boot_id(file) == "0a1b-2c"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_boot_id_without_a_kernel_differs_every_time(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "boot_id"
    if content is not None:
        file.write_bytes(content)
    assert boot_id(file) != boot_id(file)
