"""Who stands where over all games of an evening: places become points, and points become places.

Pure arithmetic on places; knows no game, no clock and no names.
"""

from collections.abc import Iterable, Mapping, Sequence

from companion.frozen import dataclass
from companion.words import Seat

Person = int  # as the journal numbers people


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over: where each seat came in, and who sat there, as far as is known."""

    places: Mapping[Seat, int]
    people: Mapping[Seat, Person]


@dataclass(frozen=True, slots=True)
class Rank:
    """Where a person stands. 1 is the first; who is level shares a place, as in a game."""

    person: Person
    place: int
    points: int
    won: int  # games


def points_of(places: Mapping[Seat, int], table: Sequence[int] = ()) -> dict[Seat, int]:
    """By seat what a game's places are worth; who is level gets the same.

    The house's `table` says it from the first place on, and further places get nothing. Without
    one it is a point for everybody who came in behind, and one for having played.
    """
    if table:
        return {seat: table[n - 1] if n <= len(table) else 0 for seat, n in places.items()}
    return {seat: 1 + sum(other > n for other in places.values()) for seat, n in places.items()}


def standing(games: Iterable[EndedGame], table: Sequence[int] = ()) -> tuple[Rank, ...]:
    """Everybody who ended a game, the first first. Level ones stay in the order they came in."""
    points: dict[Person, int] = {}
    won: dict[Person, int] = {}
    for game in games:
        worth = points_of(game.places, table)
        for seat, place in game.places.items():
            person = game.people.get(seat)
            if person is not None:
                points[person] = points.get(person, 0) + worth[seat]
                won[person] = won.get(person, 0) + (place == 1)
    ranked = sorted(points, key=lambda person: -points[person])
    return tuple(
        Rank(
            person=person,
            place=1 + sum(other > points[person] for other in points.values()),
            points=points[person],
            won=won[person],
        )
        for person in ranked
    )
