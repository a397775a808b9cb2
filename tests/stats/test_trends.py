"""A trend is said only where chance alone would hardly do it, over all that a page says."""

from random import Random

import pytest

from companion.stats.trends import Game, chance, trends

FIGURES, GAMES = 8, 40


def coins(rng: Random) -> list[list[Game]]:
    """A page of nothing but fair coins."""
    return [[(rng.randrange(2), 1) for _ in range(GAMES)] for _ in range(FIGURES)]


def pages_that_say_one(pages: int) -> int:
    rng = Random(23)
    return sum(any(trends(coins(rng))) for _ in range(pages))


def test_fair_coins_hardly_ever_have_a_trend() -> None:
    assert pages_that_say_one(200) <= 6, "were it more than 1 of 100, there would soon be more"


@pytest.mark.soak
def test_of_ten_thousand_pages_of_fair_coins_one_of_a_hundred_says_a_trend_at_most() -> None:
    assert pages_that_say_one(10_000) <= 100


def test_what_has_truly_changed_is_said_with_its_way() -> None:
    up = [(float(at >= 20), 1.0) for at in range(40)]
    (one, other) = trends([up, up[::-1]])
    assert (one, other) == (1, -1)


def test_the_more_a_page_says_the_surer_it_has_to_be() -> None:
    rng = Random(4)
    weak = next(
        games
        for games in iter(lambda: [(float(rng.random() < at / 40), 1.0) for at in range(40)], None)
        if 0.0008 < chance(games)[0] < 0.005
    )
    assert trends([weak]) == (1,)
    assert trends([weak, *coins(rng) * 2])[0] == 0


def test_of_nothing_and_of_one_game_there_is_none() -> None:
    assert trends([[], [(1.0, 1.0)], [(0.0, 0.0)] * 30]) == (0, 0, 0)


def test_a_long_game_does_not_count_as_a_change() -> None:
    assert trends([[(2.0, 4.0)] * 20 + [(20.0, 40.0)] * 20]) == (0,)
