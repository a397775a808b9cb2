"""Who is ahead: said only where it is sure. Pretended families know the truth of it."""

from itertools import combinations
from random import Random

import pytest

from companion.stats.rating import (
    NEWEST,
    NOBODY,
    ROW_HIGH,
    WIDE,
    Finish,
    RatingShown,
    behind,
    rating_shown,
    skills,
)
from companion.stats.spans import FEW

NAMES = dict(enumerate(("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"), start=1))
WAYS = ("places", "one wins", "sides")
EQUAL = [0.0] * len(NAMES)
STEPS = [1.0 * n for n in range(len(NAMES))]


def game(rng: Random, strengths: list[float], way: str) -> Finish:
    """A game of pretended people: each plays as strong as they are, give or take their day."""
    people = list(range(1, len(strengths) + 1))
    today = {one: rng.gauss(strengths[one - 1], 1.0) for one in people}
    if way == "sides":
        rng.shuffle(people)
        half = len(people) // 2
        one, other = tuple(people[:half]), tuple(people[half:])
        won = sum(today[n] for n in one) > sum(today[n] for n in other)
        return Finish((one, other), (1, 2) if won else (2, 1))
    order = sorted(people, key=lambda one: -today[one])
    places = [n if way == "places" else min(n, 2) for n in range(1, len(order) + 1)]
    return Finish(tuple((one,) for one in order), tuple(places))


def family(rng: Random, strengths: list[float], way: str, games: int) -> list[Finish]:
    return [game(rng, strengths, way) for _ in range(games)]


def shown(games: list[Finish], names: dict[int, str] = NAMES) -> RatingShown:
    return rating_shown("SPLIT", "", games, names)


def with_an_order(families: int, games: int = 60) -> int:
    """How many families of equal people are told an order."""
    rng, told = Random(31), 0
    for _ in range(families):
        strengths = EQUAL[: rng.choice((2, 3, 4, 6, 8))]
        known = skills(family(rng, strengths, rng.choice(WAYS), rng.randrange(FEW, games)))
        told += any(behind(one, known) for one in known)
    return told


def test_equal_people_are_hardly_ever_put_in_an_order() -> None:
    assert with_an_order(60) <= 2


@pytest.mark.soak
def test_of_ten_thousand_equal_families_one_of_a_hundred_is_told_an_order_at_most() -> None:
    assert with_an_order(10_000, games=200) <= 100


@pytest.mark.parametrize("way", WAYS)
def test_who_is_truly_stronger_is_ahead_in_the_end_and_never_behind(way: str) -> None:
    rng = Random(7)
    known = skills(family(rng, STEPS[:4], way, NEWEST))
    told = {(one, other) for one in known for other in behind(one, known)}
    truth = {(one, other) for other, one in combinations(sorted(known), 2)}
    assert told <= truth
    if way == "places":
        assert told == truth
    assert (4, 1) in told, "the strongest before the weakest, however it is played"


def test_of_few_games_nothing_is_told() -> None:
    one = Finish(((1,), (2,)), (2, 1))
    games = [one] * (FEW - 1)
    found = shown(games)
    assert not found.people and not found.strokes
    assert found.said == ("Nothing yet: that takes two people with 20 games each against others.",)
    assert found.waiting == (("Ana", FEW - 1), ("Ben", FEW - 1))
    assert shown([one] * FEW).said == ("Too close to call.",), "each bar is long yet"
    found = shown([one] * 2 * FEW)
    assert found.said == ("Ben is surely ahead of Ana.",) and not found.waiting


def test_equal_ones_are_too_close_to_call_and_stand_by_their_names() -> None:
    games = [Finish(((1,), (2,)), (1, 2)), Finish(((1,), (2,)), (2, 1))] * FEW
    found = shown(games, {1: "Zoe", 2: "Ann"})
    assert found.said == ("Too close to call.",)
    assert [one.name for one in found.people] == ["Ann", "Zoe"]
    assert {one.ahead_of for one in found.people} == {NOBODY}


def test_who_has_no_name_there_is_not_in_it_and_tells_nothing_of_others() -> None:
    rng = Random(3)
    games = family(rng, STEPS[:3], "places", 60)
    alone = [one.of((1, 3)) for one in games]
    names = {1: "Ana", 3: "Cy"}
    assert shown(games, names) == shown(alone, names)
    assert "Ben" not in str(shown(games, names))


def test_the_newest_count() -> None:
    old = [Finish(((1,), (2,)), (1, 2))] * 500
    new = [Finish(((1,), (2,)), (2, 1))] * NEWEST
    assert shown([*new, *old]).said == ("Ben is surely ahead of Ana.",)


def test_what_is_told_is_what_the_picture_shows() -> None:
    """A bar a person, in the order of the table, whose ends are apart just where it is said."""
    rng = Random(11)
    found = shown(family(rng, STEPS, "places", NEWEST))
    assert found.high == ROW_HIGH * len(found.people) == ROW_HIGH * 8
    assert [one.text for one in found.words] == [one.name for one in found.people]
    assert [one.name for one in found.people] == list(NAMES.values())[::-1]
    for one in found.people:
        after = [other.name for other in found.people if other.high < one.low]
        assert all(name in one.ahead_of for name in after)


def test_no_name_lies_over_another_or_off_the_paper() -> None:
    rng = Random(2)
    long = {n: f"{n}{'W' * 19}" for n in range(1, 9)}
    found = shown(family(rng, EQUAL, "places", FEW), long)
    boxes = [one.box for one in found.words]
    assert all(left >= 0 and right <= WIDE for left, _, right, _ in boxes)
    assert all(one[3] <= other[1] for one, other in zip(boxes, boxes[1:], strict=False))
