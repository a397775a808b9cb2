"""Scales and their ticks: round numbers that hold all that is drawn, in its order."""

from fractions import Fraction
from random import Random

import pytest

from companion.stats.scales import Scale, scale_of, step_of, ticks

ROUND = (1, 2, 5)


def some(seed: int, times: int = 300) -> list[tuple[int, int, int]]:
    rng = Random(seed)
    found = []
    for _ in range(times):
        low = rng.choice((0, 1, -rng.randrange(400)))
        found.append((low, low + rng.randrange(1, 10 ** rng.randrange(1, 5)), rng.randrange(3, 9)))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_ticks_are_round_evenly_apart_and_hold_everything(seed: int) -> None:
    for low, high, most in some(seed):
        found = ticks(low, high, most)
        steps = {after - before for before, after in zip(found, found[1:], strict=False)}
        assert len(steps) == 1, (low, high, most)
        (step,) = steps
        assert int(str(step).rstrip("0")) in ROUND
        assert all(tick % step == 0 for tick in found)
        assert found[0] <= low < high <= found[-1]
        assert found[0] > low - step and found[-1] < high + step, "none that nothing needs"
        assert len(found) <= most + 2
        assert 0 in found or low > 0 or high < 0


def test_a_step_is_the_least_round_one() -> None:
    assert [step_of(span, 5) for span in (1, 5, 6, 10, 11, 25, 26, 51, 400)] == [
        1, 1, 2, 2, 5, 5, 10, 20, 100,
    ]  # fmt: skip


def test_what_stays_the_same_has_a_scale_too() -> None:
    assert ticks(0, 0, 5) == (0, 1)
    assert ticks(7, 7, 5) == (7, 8)


@pytest.mark.parametrize("seed", range(3))
def test_a_scale_keeps_order_and_ends(seed: int) -> None:
    rng = Random(seed)
    for low, high, most in some(seed, 60):
        scale, marks = scale_of(low, high, most, 300.0, 20.0)
        assert scale.at(marks[0]) == 300.0 and scale.at(marks[-1]) == 20.0
        values = sorted(Fraction(rng.randrange(low * 6, high * 6 + 1), 6) for _ in range(9))
        drawn = [scale.at(value) for value in values]
        assert drawn == sorted(drawn, reverse=True)
        assert all(20.0 <= y <= 300.0 for y in drawn)


def test_halves_lie_in_the_middle() -> None:
    assert Scale(0, 10, 0.0, 100.0).at(Fraction(15, 2)) == 75.0
