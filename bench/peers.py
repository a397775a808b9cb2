"""The rules beside a well-known peer: rlcard's Uno, whose loop includes its legal moves.

Not like for like: a judged fact is one that a table told, and no move is searched for it.
"""

import random
import time
from collections.abc import Iterator

from bench.figures import Figure, beside, in_turns
from bench.rules import judged_per_s

STEPS = 20_000


def figures() -> Iterator[Figure]:
    """Facts judged a second, beside bare Uno's steps a second."""
    pairs = in_turns(judged_per_s, _uno_steps_per_s)
    yield beside(
        "facts judged", "a second", pairs, least=0.5, note="beside rlcard's bare Uno, its steps"
    )


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
