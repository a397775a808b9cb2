"""How a game of SPLIT went: how much of its path each side had, turn by turn; and what each did."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.figure import Figure, counted
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.record import Best, at_of
from companion.games.split.facts import Match
from companion.games.split.path import SIDE, missing, shortest
from companion.games.split.state import (
    Stage,
    State,
    Step,
    free,
    pairs_of,
    side_of,
    winning_path,
    won_by,
)
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


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What everybody did: matches of their own, chips and paths with their side."""
    end = states[-1]
    moves = [(then, now) for then, now in pairwise(states) if then.number == now.number]
    moves = [(then, now) for then, now in moves if now.number == end.number]
    # Also those for which there was no chip (H-Q10): they are over as soon as they are made.
    matches = Counter(end.made)
    lost = Counter(side for then, now in moves for side in _lost(then, now))
    seats = [Seat(seat) for seat in range(end.setup.seats)]
    won, path = won_by(end), winning_path(end)
    return tuple(
        found
        for seat in seats
        for found in (
            *counted(seat, {_MATCHES[match]: [matches[seat, match]] for match in Match}, "game"),
            *counted(seat, {"Chips lost": [lost[side_of(end, seat)]]}, "game"),
            *counted(seat, {_PATH: [len(path)] if seat in won and path else []}, "path"),
        )
    )


def records(states: Sequence[State]) -> tuple[Best, ...]:
    """The path that won, if one did."""
    end = states[-1]
    path = len(winning_path(end))
    first = next((now for now in states if now.joined and now.number == end.number), end)
    tried = Best(Text("Longest path"), won_by(end), path, path, at_of(states, first), "spaces")
    return (tried,) if path else ()


_PATH = "Spaces of a winning path"
_MATCHES = {
    Match.WEAK: "Weak matches",
    Match.STRONG: "Strong matches",
    Match.PERFECT: "Perfect matches",
}


def _lost(then: State, now: State) -> Iterator[int]:
    """Whose chip an opponent took off: what the table's own pen wrote leaves the step as it was."""
    if then.step is Step.AGAIN or (then.step is Step.REMOVE and now.step is not Step.REMOVE):
        for side, chips in enumerate(then.chips):
            if chips & ~now.chips[side] and side != side_of(then, then.turn):
                yield side
