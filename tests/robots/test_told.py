"""The same chance tells the same game, and its facts without one are another fold."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import pytest

from tests.games.shelf import RULES
from tests.games.test_offered import hold_to_what_is_offered
from tests.robots import animal_straight, fish_straight, party_straight, split_straight
from tests.robots.told import Played, refolded

GAMES: dict[str, Callable[[int], Played]] = {
    "animal_splash": animal_straight.played,
    "party_splash": party_straight.played,
    "split": split_straight.played,
    "twisted_fish": partial(fish_straight.played, most=1),
}
each_game = pytest.mark.parametrize("kind", GAMES)


@each_game
def test_a_seed_gives_the_same_game(kind: str) -> None:
    played = GAMES[kind]
    assert played(7).facts == played(7).facts != played(9).facts


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_any_undo_is_another_fold(kind: str, seed: int) -> None:
    game, rules = GAMES[kind](seed), RULES[kind]
    place = Random(seed).randrange(1, len(game.facts))
    without = game.facts[:place] + game.facts[place + 1 :]
    assert refolded(rules, game.setup, without) == refolded(rules, game.setup, without)
    assert refolded(rules, game.setup, game.facts) == game.state


@each_game
@pytest.mark.parametrize(
    ("every", "seeds"), [(67, (3,)), pytest.param(5, range(10), marks=pytest.mark.soak)]
)
def test_what_is_offered_in_whole_games_counts(kind: str, every: int, seeds: Iterable[int]) -> None:
    """Deep in a game, where chips, cards and baskets are used up."""
    rules = RULES[kind]
    for seed in seeds:
        game = GAMES[kind](seed)
        state = rules.start(game.setup)
        for place, fact in enumerate(game.facts):
            state = rules.judge(state, fact).state
            if place % every == 0:
                hold_to_what_is_offered(rules, state)
