"""Who is ahead of whom, of games as they are kept: which of them count, and between whom.

What reckons it is loaded when it is asked for.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.games import GAMES
from companion.journal import GameRow
from companion.journal.people import Person
from companion.referee.past import Summary
from companion.words import Seat

if TYPE_CHECKING:
    from companion.stats.rating import Finish, RatingShown


def ratings_of(
    games: Sequence[GameRow],
    known: Sequence[Summary | None],
    people: Mapping[int, Mapping[Seat, Person]],
) -> "tuple[RatingShown, ...]":
    """By game, way of playing and kind of table who is ahead of whom, of games that count.

    `people` by game are those who are named in figures: nobody else is in it.
    """
    from companion.stats.rating import Finish, rating_shown
    from companion.stats.sensors import FELT_WITH

    groups: dict[tuple[str, str], list[Finish]] = {}
    names: dict[int, str] = {}
    for game, summary in zip(games, known, strict=True):
        if summary is None:
            continue
        finish = finish_of(summary, people.get(game.game, {}))
        if len(finish.sides) > 1:
            title = summary.called or GAMES[game.kind].title
            way = dict(GAMES[game.kind].variants).get(summary.variant, "")
            felt_with = FELT_WITH.get(summary.felt_with, summary.felt_with)
            parts = ", ".join(part for part in (way, felt_with) if part)
            groups.setdefault((title, parts), []).append(finish)
            names |= {one.number: one.name for one in people[game.game].values()}
    return tuple(rating_shown(*group, some, names) for group, some in groups.items())


def finish_of(summary: Summary, seated: Mapping[Seat, Person]) -> "Finish":
    """How a game came out between these people: who played on two seats came in with the first.

    A side of which somebody is not counted tells nothing of the others, nor does its game.
    """
    from companion.stats.rating import Finish

    counted = {one.seat for one in summary.figures}
    places = {one.seat: one.place for one in summary.placing if one.seat in counted}
    first = {one.number: seat for seat, one in sorted(seated.items(), reverse=True)}
    numbers = {seat: number for number, seat in first.items() if seat in places}
    sides = summary.sides or tuple((seat,) for seat in sorted(numbers))
    if any(seat not in numbers for side in sides for seat in side):
        return Finish((), ())
    return Finish(
        tuple(tuple(numbers[seat] for seat in side) for side in sides),
        tuple(places[side[0]] for side in sides),
    )
