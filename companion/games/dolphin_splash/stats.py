"""How a game of SPLASH! went: the letters of everybody, round by round."""

from collections.abc import Sequence

from companion.games.dolphin_splash.state import Phase, State
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is scored."""
    end = states[-1]
    left = [last for last in last_of_each(states, lambda state: state.round) if last.round]
    if left and left[-1].phase not in (Phase.SCORED, Phase.OVER):
        left.pop()
    scores = level_at_first([state.letters for state in left], len(end.letters))
    sides = tuple((Seat(seat),) for seat in range(len(end.letters)))
    won = () if end.winner is None else (end.winner,)
    return decided(Text("Letters"), Text("Round"), sides, scores, won)
