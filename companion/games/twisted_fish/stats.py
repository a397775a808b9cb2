"""How a tournament of Twisted Fish went: everybody's points, round by round, and who was caught."""

from collections.abc import Iterator, Sequence

from companion.games.figure import Figure
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.twisted_fish.state import Stage, State, total
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is scored."""
    end, left = states[-1], _scored(states)
    points = [tuple(total(now, Seat(seat)) for seat in range(len(now.base))) for now in left]
    scores = level_at_first(points, len(end.base))
    sides = tuple((Seat(seat),) for seat in range(len(end.base)))
    return decided(
        Text("Points"), Text("Round"), sides, scores, () if end.king is None else (end.king,)
    )


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What everybody did, in rounds that were scored; a whopper counts if it came out."""
    scored = _scored(states)
    return tuple(
        found
        for seat in map(Seat, range(len(states[-1].base)))
        for found in _of_seat(seat, [state for state in scored if seat in state.present])
    )


def _of_seat(seat: Seat, rounds: Sequence[State]) -> Iterator[Figure]:
    yield Figure(seat, Text("Rounds won"), sum(seat in now.winners for now in rounds), len(rounds))
    followed = [state.round for state in rounds if state.round is not None]
    caught = sum(seat in now.liars for now in followed)
    yield Figure(seat, Text("Caught telling a whopper"), caught, len(followed))


def _scored(states: Sequence[State]) -> list[State]:
    """How each round that was scored was left."""
    left = [last for last in last_of_each(states, lambda state: state.number) if last.number]
    if left and left[-1].stage not in (Stage.SCORED, Stage.OVER):
        left.pop()
    return left
