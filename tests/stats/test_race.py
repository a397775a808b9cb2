"""A game as one picture: nothing lies on anything else or leaves the paper, whoever played."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from companion.evening.poster import DASHES
from companion.looks import look_of
from companion.points import in_letters
from companion.stats.race import (
    WIDE,
    LineTold,
    RaceTold,
    Runner,
    apart,
    race_picture,
)
from tests.evening.test_poster import NAMES

LONG = ("Maximilian Alexander", 20 * "W", "Konstantinopolitaner", 20 * "🐬")


def line(name: str, n: int) -> LineTold:
    """A line of one person."""
    return LineTold(name, (Runner(name, look_of(n)),))


def race(people: int, steps: int, names: tuple[str, ...] = NAMES, seed: int = 1) -> RaceTold:
    """A made up one: points that go up and down."""
    rng, now = Random(seed), [0] * people
    scores = [tuple(now)]
    for _ in range(steps):
        now = [score + rng.randrange(-10, 60) for score in now]
        scores.append(tuple(now))
    lines = tuple(line(names[n % len(names)], n) for n in range(people))
    said = "from here on nobody caught up with anybody."
    return RaceTold("Points", "Round", lines, tuple(scores), steps // 2, said)


def held(told: RaceTold) -> None:
    """Every mark is on the paper, and no words lie on words or on shapes."""
    drawn = race_picture(told)
    assert drawn is not None
    words = [(one.text, one.box) for one in drawn.words]
    shapes = [(one.name, one.box) for one in drawn.symbols]
    for name, (left, top, right, bottom) in words + shapes:
        assert 0 <= left <= right <= WIDE + 0.1, name
        assert 0 <= top < bottom <= drawn.high, name
    for (one, (l1, t1, r1, b1)), (other, (l2, t2, r2, b2)) in combinations(words + shapes, 2):
        free = r1 <= l2 + 0.1 or r2 <= l1 + 0.1 or b1 <= t2 + 0.1 or b2 <= t1 + 0.1
        assert free, f"{one} lies on {other}"


@pytest.mark.parametrize("people", range(1, 9))
def test_no_words_lie_on_others(people: int) -> None:
    for steps in (1, 2, 5, 9, 10, 21, 60, 100, 119):
        for names in (NAMES, LONG, ("Ana", "Ben")):
            held(race(people, steps, names, steps))


@pytest.mark.parametrize("people", (2, 3, 8))
def test_level_ones_lie_side_by_side(people: int) -> None:
    lines = tuple(line(f"N{n}", n) for n in range(people))
    level = RaceTold("Letters", "Round", lines, ((0,) * people, (6,) * people))
    held(level)
    drawn = race_picture(level)
    assert drawn is not None
    wax = [one.d for one in drawn.strokes if "L" in one.d]
    assert len(set(wax)) == len(wax), "each has a line of its own"


def test_no_two_lines_look_alike_without_colours() -> None:
    drawn = race_picture(race(8, 5))
    assert drawn is not None
    looks = {(one.dash, one.thick) for one in drawn.strokes if one.d.count("L") == 5}
    assert len(looks) == 8 == 2 * len(DASHES)


def test_all_numbers_stand_behind_it() -> None:
    lines = (line("Ana", 0), line("Ben", 1))
    scores = ((0, 0), (1, 0), (1, 0), (1, Fraction(15, 2)), (1, Fraction(15, 2)))
    told = RaceTold("Points", "Round", lines, scores, 3, "from here on nobody caught up with Ben.")
    drawn = race_picture(told)
    assert drawn is not None
    assert [(row.step, row.scores) for row in drawn.rows] == [
        (1, ("1", "0")), (3, ("1", "7½")), (4, ("1", "7½")),
    ]  # fmt: skip
    assert drawn.said == "Round 3: from here on nobody caught up with Ben."
    assert drawn.spoken == f"Points: Ana 1, Ben 7½. {drawn.said}"


def test_of_a_side_everybody_is_named() -> None:
    sides = tuple(
        LineTold("both", tuple(Runner(f"N{n}", look_of(n)) for n in (side, side + 3)))
        for side in range(3)
    )
    told = RaceTold("Points", "Turn", sides, ((0, 0, 0), (Fraction(35, 4), 2, 3)))
    held(told)
    drawn = race_picture(told)
    assert drawn is not None
    texts = [one.text for one in drawn.words]
    assert {f"N{n}" for n in range(6)} <= set(texts) and "8¾" in texts


def test_what_nobody_has_scored_in_is_no_picture() -> None:
    assert race_picture(race(3, 0)) is None
    assert race_picture(RaceTold("Points", "Round", (), ((), ()))) is None


def test_scores_are_never_rounded() -> None:
    assert [in_letters(n) for n in (0, 7, -5, Fraction(1, 2), Fraction(-22, 3))] == [
        "0", "7", "-5", "½", "-7⅓",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_places_are_moved_apart_in_their_order(seed: int) -> None:
    rng = Random(seed)
    for _ in range(200):
        places = [rng.uniform(50, 240) for _ in range(rng.randrange(1, 9))]
        found = apart(places, 21, 50, 240)
        order = sorted(range(len(places)), key=lambda n: places[n])
        assert all(49 <= y <= 240.1 for y in found)
        assert all(found[b] - found[a] >= 20.8 for a, b in zip(order, order[1:], strict=False))
        if all(abs(a - b) > 21 for a, b in combinations(places, 2)):
            assert found == tuple(round(y, 1) for y in places)
