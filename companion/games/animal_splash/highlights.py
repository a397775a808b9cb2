"""What was worth telling of a game of Animal Splash: how close it was."""

from collections.abc import Sequence

from companion.games.animal_splash.state import State, in_game, total
from companion.games.highlight import Highlight, by_points


def highlights(states: Sequence[State]) -> tuple[Highlight, ...]:
    """Of a game by its states."""
    end = states[-1]
    return by_points({seat: total(end, seat) for seat in in_game(end)})
