"""How a game of Animal Splash went: the pearls and points of everybody, round by round, and where
pearls came from.
"""

from collections.abc import Iterator, Sequence

from companion.games.animal_splash.groups import ON_ANIMAL, ON_PLANT
from companion.games.animal_splash.state import (
    Stage,
    State,
    in_game,
    is_light,
    mission_points,
    on_row,
    pearls_of,
    total,
)
from companion.games.figure import Figure, counted
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.words import Seat, Text


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


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """Where everybody's pearls came from."""
    end = states[-1]
    return tuple(found for seat in in_game(end) for found in _of_seat(end, seat))


def _of_seat(end: State, seat: Seat) -> Iterator[Figure]:
    found = {"Pearls on cards": pearls_of(end, seat)}
    if not is_light(end):
        on = on_row(end, seat)
        found = {
            "Pearls on animals": sum(bool(pearl & ON_ANIMAL) for pearl in on),
            "Pearls on plants": sum(bool(pearl & ON_PLANT) for pearl in on),
        }
    found |= {
        "Missions": len(end.missions[seat]),
        "Pearls for missions": mission_points(end, seat),
    }
    yield from counted(seat, {said: (n,) for said, n in found.items()}, "game")
    if end.shares:
        yield Figure(seat, Text("The end card gave me pearls"), int(end.shares[seat] > 0), 1)
