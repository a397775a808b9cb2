"""How a tournament of Twisted Fish went: the points of everybody, round by round."""

from collections.abc import Sequence

from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.twisted_fish.state import Stage, State, total
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is scored."""
    end = states[-1]
    left = [last for last in last_of_each(states, lambda state: state.number) if last.number]
    if left and left[-1].stage not in (Stage.SCORED, Stage.OVER):
        left.pop()
    points = [tuple(total(now, Seat(seat)) for seat in range(len(now.base))) for now in left]
    scores = level_at_first(points, len(end.base))
    sides = tuple((Seat(seat),) for seat in range(len(end.base)))
    return decided(
        Text("Points"), Text("Round"), sides, scores, () if end.king is None else (end.king,)
    )
