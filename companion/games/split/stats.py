"""How a game of SPLIT went: how much of its path each side had, turn by turn."""

from collections.abc import Sequence

from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.split.path import SIDE, missing, shortest
from companion.games.split.state import Stage, State, free, pairs_of, side_of, won_by
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the turn at hand is left out until it is over."""
    end = states[-1]
    played = (Stage.PLAYING, Stage.OVER)
    dealt = [now for now in states if now.stage in played and now.number == end.number]
    turns = list(last_of_each(dealt, lambda state: state.turn))
    if turns and end.stage is not Stage.OVER:
        turns.pop()
    scores = level_at_first([_across(state) for state in turns], len(end.chips))
    seats = tuple(Seat(seat) for seat in range(end.setup.seats))
    sides = tuple(
        tuple(seat for seat in seats if side_of(end, seat) == side)
        for side in range(len(end.chips))
    )
    won = won_by(end) if end.joined else ()  # who won by chips alone was not ahead on the way
    return decided(Text("How far across"), Text("Turn"), sides, scores, won)


def _across(state: State) -> tuple[int, ...]:
    """By side how many of the spaces from shore to shore are done; none where all is barred."""
    return tuple(_done(state, side) for side in range(len(state.chips)))


def _done(state: State, side: int) -> int:
    pairs, chips = pairs_of(state, side), state.chips[side]
    if shortest(chips, pairs):
        return SIDE
    short = missing(chips, free(state), pairs)
    return SIDE - short if short else 0
