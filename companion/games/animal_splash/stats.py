"""How a game of Animal Splash went: the pearls and points of everybody, round by round."""

from collections.abc import Sequence

from companion.games.animal_splash.state import Stage, State, in_game, total
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.words import Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is over."""
    end = states[-1]
    seats = in_game(end) if end.round else ()
    left = [last for last in last_of_each(states, lambda state: state.round) if last.round]
    if left and end.stage is not Stage.OVER:
        left.pop()
    scores = level_at_first([tuple(total(now, seat) for seat in seats) for now in left], len(seats))
    sides = tuple((seat,) for seat in seats)
    return decided(Text("Pearls and points"), Text("Round"), sides, scores, end.winners)
