"""What `tools/mutants` makes of its counts, and what it changes."""

from pathlib import Path

import pytest

from tests.mutants import PARTS, span

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("times", "of", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 20, 0.0, 0.161), (3, 20, 0.052, 0.360), (20, 20, 0.839, 1.0)],
)
def test_a_share_has_its_span(times: int, of: int, low: float, high: float) -> None:
    found = span(times, of)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.001)
    assert found.low - 1e-9 <= found.share <= found.high + 1e-9


@pytest.mark.parametrize("part", PARTS)
def test_each_part_and_its_tests_are_there(part: str) -> None:
    changed, tests = PARTS[part]
    for place in (changed, *tests.split()):
        assert (ROOT / place).exists()
