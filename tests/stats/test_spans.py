"""How sure a figure is: spans of shares and of medians, held against exact sums and by trying."""

from math import comb
from random import Random

import pytest

from companion.stats import spans
from companion.stats.spans import FEW, MANY, left_out, median_span, share_span


def covered(n: int, share: float) -> float:
    """How often a span of so many tries holds the share that is true; exactly."""
    held = (k for k in range(n + 1) if (s := share_span(k, n))[0] <= share <= s[1])
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in held)


@pytest.mark.parametrize(("k", "n", "low", "high"), [
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (12, 30, 0.2459, 0.5768), (1, 1, 0.2065, 1.0),
])  # fmt: skip
def test_a_share_s_span_is_wilson_s(k: int, n: int, low: float, high: float) -> None:
    assert share_span(k, n) == pytest.approx((low, high), abs=2e-4)


def test_a_share_lies_in_its_span_and_more_tries_are_surer() -> None:
    for n in range(1, 60):
        for k in range(n + 1):
            low, high = share_span(k, n)
            assert 0 <= low <= k / n <= high <= 1
            assert (1 - high, 1 - low) == pytest.approx(share_span(n - k, n))
            wider = share_span(4 * k, 4 * n)
            assert wider[1] - wider[0] < high - low


def test_of_nothing_nothing_is_known() -> None:
    assert share_span(0, 0) == (0.0, 1.0)
    assert median_span([]) is None


def test_nineteen_of_twenty_spans_hold_the_truth() -> None:
    shares = [n / 20 for n in range(1, 20)]
    mean = sum(covered(FEW, share) for share in shares) / len(shares)
    assert 0.94 < mean < 0.97


def test_a_median_s_span_holds_it_nineteen_times_of_twenty_at_least() -> None:
    rng = Random(5)
    for n in (6, 9, 20, 51):
        held = 0
        for _ in range(1000):
            span = median_span([rng.random() ** 3 for _ in range(n)])
            assert span is not None
            held += span[0] <= 0.5**3 <= span[1]
        assert held >= 930, n


def test_a_median_of_few_has_no_span() -> None:
    assert median_span([1.0, 2.0, 3.0, 4.0, 5.0]) is None
    assert median_span([3.0, 1.0, 2.0, 6.0, 5.0, 4.0]) == (1.0, 6.0)


@pytest.mark.parametrize("n", [MANY + 1, MANY + 2, 1500, 2000])
def test_of_many_a_median_s_span_is_the_exact_one_or_wider(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = left_out(n)
    monkeypatch.setattr(spans, "MANY", n)
    assert left_out(n) - 1 <= many <= left_out(n)


def test_of_a_million_values_the_span_is_there_at_once() -> None:
    """Exact sums would take hours: a page of all games has a hundred thousand touches."""
    assert left_out(1_000_000) == pytest.approx(499_019, abs=2)
