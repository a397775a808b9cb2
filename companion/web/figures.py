"""What somebody did, in figures, for their own phone; what draws is loaded when it is asked for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, jsonify, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion import days
from companion.access import AccessError
from companion.access.own_figures import (
    named_in_figures,
    others_in_figures,
    say_figures,
    wants_figures,
)
from companion.games import GAMES
from companion.journal.people import People, Person
from companion.referee import GameRow, Referee
from companion.referee.past import (
    FigureTold,
    RecordTold,
    Summary,
    as_ended,
    evening_day,
    named,
    seats_in,
)
from companion.say import Names, listed
from companion.web import catalogue, forms
from companion.web.guard import needs, who
from companion.web.people_shown import person_shown
from companion.web.spoken import DONE, says
from companion.words import Seat

if TYPE_CHECKING:
    from companion.stats.met import Meeting, MetShown
    from companion.stats.person import Did, GroupShown
    from companion.stats.records import Tried

SOMEBODY: Final = "somebody"


def figures(referee: Referee) -> Blueprint:
    """The blueprint of /figures."""
    blueprint = Blueprint("figures", __name__)

    @blueprint.get("/figures")
    @needs("seat")
    def figures_page() -> str | AnyResponse:
        person = who().person
        if person is None:
            return redirect("/me")
        wanted = wants_figures(referee.journal, person)
        games = _games_of(referee, person) if wanted else []
        known = referee.past.summaries([game for game, _ in games])
        counted = len(known) - known.count(None)
        groups = groups_of(games, known, partial(named_in_figures, referee.journal))
        met = met_of(games, known, others_in_figures(referee.journal, person) if games else {})
        more = {"known": counted, "all": len(known), "groups": groups, "wanted": wanted}
        return render_template("figures.html", me=person_shown(person), met=met, **more)

    @blueprint.post("/api/figures")
    @needs("seat")
    @says(DONE, {"on": bool})
    def say() -> Response:
        """Whether the person of this phone wants figures of what they did."""
        on, person = forms.flag(forms.body(), "on"), who().person
        if person is None:
            raise AccessError(400, "Say who you are first: tap your name, or write it.")
        say_figures(referee.journal, person.number, on)
        return jsonify(ok=True)

    return blueprint


def ended_games(referee: Referee) -> list[GameRow]:
    """All games that are over, the newest first."""
    from companion.access.export import EVERY

    games = ended(referee, referee.journal.games(EVERY))
    return [game for game in games if game.kind in GAMES]


def ended(referee: Referee, games: Sequence[GameRow]) -> list[GameRow]:
    """Those of them that are over; one that lies there ended with what was told in it last."""
    picture = referee.picture
    last = picture.game.game if picture.game is not None and picture.view.over else None
    over = (game for game in games if game.game == last or game.ended_ms is not None)
    return [as_ended(game) for game in over]


def _games_of(referee: Referee, person: Person) -> list[tuple[GameRow, Seat]]:
    """Their games that are over, the newest first, and where they sat."""
    played = People(referee.journal).played(person.number)
    seats = {game.game: seat for game, seat in played if game.kind in GAMES}
    games = ended(referee, [game for game, _ in played])
    return [(game, seats[game.game]) for game in games if game.game in seats]


def groups_of(
    games: Sequence[tuple[GameRow, Seat]],
    known: Sequence[Summary | None],
    named_in: Callable[[GameRow], dict[Seat, str]] = lambda game: {},
) -> "tuple[GroupShown, ...]":
    """By game and way of playing, each with its figures: unlike ones are never put together."""
    from companion.stats.person import Did, GroupShown, figures_shown, with_trends
    from companion.stats.records import records_shown

    did: dict[tuple[str, str], list[Did]] = {}
    tries: dict[tuple[str, str], list[Tried]] = {}
    for (game, seat), summary in zip(games, known, strict=True):
        if summary is not None and summary.figures and summary.there({seat: game}):
            group = group_of(game, summary)
            evening = evening_of(game)
            did.setdefault(group, []).extend(_did(game, seat, evening, summary, named_in))
            tries.setdefault(group, []).extend(tries_of(game, summary))
    who = holder_of({game.game: game for game, _ in games}, named_in)
    groups = (
        GroupShown(*group, figures_shown(some), records_shown(tries[group], who))
        for group, some in did.items()
        if some
    )
    return with_trends(tuple(groups))


def group_of(game: GameRow, summary: Summary) -> tuple[str, str]:
    """What is put together: which game, and the way of playing where there are several."""
    way = dict(GAMES[game.kind].variants).get(summary.variant, "")
    return catalogue.title(game.kind, summary.called), way


def tries_of(game: GameRow, summary: Summary) -> "Iterator[Tried]":
    """The tries at records in one game."""
    from companion.stats.records import Tried

    evening = evening_of(game) if summary.records else ""
    for one in summary.records:
        yield Tried(**_fields(one), evening=evening, game=game.game)


def holder_of(
    rows: Mapping[int, GameRow], named_in: Callable[[GameRow], dict[Seat, str]]
) -> "Callable[[Tried], str]":
    """Who made a try, in words: nobody is named who wants that in no figures."""

    def who(one: "Tried") -> str:
        names = named_in(rows[one.game])
        found = [names.get(Seat(seat), SOMEBODY) for seat in one.seats]
        return listed(found or [SOMEBODY], Names())

    return who


def met_of(
    games: Sequence[tuple[GameRow, Seat]],
    known: Sequence[Summary | None],
    others: Mapping[int, Mapping[Seat, Person]],
) -> "tuple[MetShown, ...]":
    """Whom somebody met in games that count, and how often they were ahead; `others` by game."""
    from companion.stats.met import met_shown

    return met_shown(
        meeting
        for (game, seat), summary in zip(games, known, strict=True)
        if summary is not None
        for meeting in _met(seat, summary, others.get(game.game, {}))
    )


def _met(seat: Seat, summary: Summary, others: Mapping[Seat, Person]) -> "Iterator[Meeting]":
    """The others of one game, each once; a shared place is ahead of nobody in it."""
    from companion.stats.met import Meeting

    counted = {one.seat for one in summary.figures}
    places = {one.seat: one.place for one in summary.placing if one.seat in counted}
    # Who played on two seats came in where the first of them did, as one's own figures have it.
    first = {one.number: there for there, one in sorted(others.items(), reverse=True)}
    for there in first.values():
        if seat in places and there in places:
            one = others[there]
            yield Meeting(one.number, one.name, places[seat] < places[there])


def _did(
    game: GameRow,
    seat: Seat,
    evening: str,
    summary: Summary,
    named_in: Callable[[GameRow], dict[Seat, str]],
) -> Iterator["Did"]:
    """What somebody did in a game; nothing of who is named in it and wants that in no figures."""
    from companion.stats.person import Did

    mine = [one for one in summary.figures if one.seat == seat]
    # Hardly any names somebody else: their names are looked for where one does.
    others = any(seats_in(one.said) for one in mine)
    names = Names(named_in(game) if others else {})
    for one in mine:
        if not others:
            yield Did(**_fields(one), evening=evening)
        elif seats_in(one.said) <= names.seats.keys():
            yield Did(**{**_fields(one), "said": named(one.said, names)}, evening=evening)


def _fields(one: FigureTold | RecordTold) -> dict[str, Any]:
    names = _OF_FIGURES if isinstance(one, FigureTold) else _OF_RECORDS
    return {name: getattr(one, name) for name in names}


_OF_FIGURES = tuple(field.name for field in fields(FigureTold) if field.name != "seat")
_OF_RECORDS = tuple(field.name for field in fields(RecordTold))


def evening_of(game: GameRow) -> str:
    """The evening that a game belongs to, in words."""
    return days.said(evening_day(game))
