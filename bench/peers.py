"""The rules beside a well-known peer: rlcard's Uno, whose loop includes its legal moves.

Not like for like: a judged fact is one that a table told, and no move is searched for it.
"""

import random
import time
from collections.abc import Iterator

from bench.figures import Figure, beside, in_turns
from bench.fish import rounds_per_s
from bench.rules import judged_per_s

STEPS = 20_000
GIN_GAMES = 40


def figures() -> Iterator[Figure]:
    """Facts judged a second, beside bare Uno's steps a second."""
    pairs = in_turns(judged_per_s, _uno_steps_per_s)
    yield beside(
        "facts judged", "a second", pairs, least=0.5, note="beside rlcard's bare Uno, its steps"
    )
    pairs = in_turns(rounds_per_s, _gin_games_per_s)
    note = "beside rlcard's gin rummy, its games"
    yield beside("Twisted Fish, rounds", "a second", pairs, note=note)


def _gin_games_per_s() -> float:
    # Here, not above: only this bench needs it installed.
    from rlcard.games.gin_rummy import Game

    rng = random.Random(1)
    game, taken_s = Game(), 0.0
    for _ in range(GIN_GAMES):
        game.init_game()
        start_s = time.perf_counter()
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
        taken_s += time.perf_counter() - start_s
    return GIN_GAMES / taken_s


def _uno_steps_per_s() -> float:
    # Here, not above: only this bench needs it installed.
    from rlcard.games.uno import Game

    rng = random.Random(1)
    game, steps, taken_s = Game(), 0, 0.0
    while steps < STEPS:
        game.init_game()
        start_s = time.perf_counter()
        while not game.is_over() and steps < STEPS:
            game.step(rng.choice(game.get_legal_actions()))
            steps += 1
        taken_s += time.perf_counter() - start_s
    return steps / taken_s
