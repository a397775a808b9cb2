"""How a squirt-gun party went: the towels of everybody, round by round.

Who is ahead nobody knows before balloons are shown: the wettest round stands for a turn.
"""

from collections.abc import Sequence

from companion.games.figure import Figure
from companion.games.party_splash.state import Stage, State, is_new, most_towels, still_in
from companion.games.race import Race, last_of_each
from companion.words import Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is over."""
    end = states[-1]
    seats = end.players
    rounds = [state for state in states if state.number == end.number and state.round]
    left = list(last_of_each(rounds, lambda state: state.round))
    if left and end.stage is not Stage.OVER:
        left.pop()
    first = rounds[:1]
    towels = [tuple(most_towels(state, seat) for seat in seats) for state in first]
    towels += [tuple(max(0, state.kids[seat].towels) for seat in seats) for state in left]
    lost = [sum(now) - sum(then) for now, then in zip(towels, towels[1:], strict=False)]
    pivot = 1 + lost.index(max(lost)) if lost and max(lost) > 0 else 0
    said = _said(max(lost)) if pivot else None
    title, sides = Text("Dry towels"), tuple((seat,) for seat in seats)
    return Race(title, Text("Round"), sides, tuple(towels), pivot, said)


def _said(fewer: int) -> Text:
    if fewer == 1:
        return Text("the wettest of all, one dry towel fewer.")
    return Text("the wettest of all, {n} dry towels fewer.", n=fewer)


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """Who was still dry when it was over."""
    end = states[-1]
    dry, seats = still_in(end), [seat for seat in end.players if not is_new(end, seat)]
    return tuple(Figure(seat, Text("Dry at the end"), int(seat in dry), 1) for seat in seats)
