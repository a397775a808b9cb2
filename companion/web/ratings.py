"""Who is ahead of whom, where a house wants to be told; what reckons is loaded when asked."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, render_template

from companion.access.own_figures import all_in_figures, house_rates, let_rate
from companion.journal.people import Person
from companion.referee import GameRow, Referee
from companion.referee.past import Summary
from companion.web import forms
from companion.web.figures import ended_games, group_of
from companion.web.guard import needs, who
from companion.web.spoken import DONE, says
from companion.words import Seat

if TYPE_CHECKING:
    from companion.stats.rating import Finish, RatingShown


def ratings(referee: Referee) -> Blueprint:
    """The blueprint of /ratings."""
    blueprint = Blueprint("ratings", __name__)

    @blueprint.get("/ratings")
    @needs("seat")
    def ratings_page() -> str:
        journal, wanted = referee.journal, house_rates(referee.journal)
        games = ended_games(referee) if wanted else []
        known = referee.past.summaries(games)
        found = ratings_of(games, known, all_in_figures(journal)) if games else ()
        more = {"known": len(known) - known.count(None), "all": len(known), "wanted": wanted}
        leads, most = who().role == "referee", found[0].newest if found else 0
        return render_template("ratings.html", ratings=found, leads=leads, most=most, **more)

    @blueprint.post("/api/ratings")
    @needs("referee")
    @says(DONE, {"on": bool})
    def say() -> Response:
        """Whether this house is shown who is ahead of whom."""
        let_rate(referee.journal, forms.flag(forms.body(), "on"))
        return jsonify(ok=True)

    return blueprint


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
            title, way = group_of(game, summary)
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
