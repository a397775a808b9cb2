"""What was played, to be taken elsewhere: nobody is named unless that is asked for.

Who wants no figures has none here. Reads what is kept of the past; writes nothing.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from functools import partial

from companion.access import AccessError
from companion.access.own_figures import wants_figures
from companion.access.tonight import people_in
from companion.games import GAMES, robots
from companion.journal import GameRow, Journal
from companion.journal.people import People
from companion.referee.past import FigureTold, Summary, named, seats_in
from companion.say import Names
from companion.stats.export import FigurePlayed, GameTaken, SeatPlayed, moment
from companion.words import Seat

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none looks like another
LABEL = 4
EVERY = 1_000_000  # games
AFTER_MIDNIGHT = timedelta(hours=6)


def of_evening(games: Iterable[GameRow], day: str) -> list[GameRow]:
    """Those of one evening, as "2026-11-23"; all of them without one. Raises AccessError."""
    try:
        wanted = date.fromisoformat(day) if day else None
    except ValueError:
        raise AccessError(400, "Say the evening as a date, such as 2026-11-23.") from None
    return [game for game in games if wanted in (None, evening_day(game))]


def evening_day(game: GameRow) -> date:
    """The day of the evening that a game belongs to, also where it was begun after midnight."""
    return (datetime.fromtimestamp(game.begun_ms / 1000) - AFTER_MIDNIGHT).date()


def exported(
    journal: Journal,
    games: Iterable[tuple[GameRow, Summary]],
    names: bool,
    draw: Callable[[str], str] = secrets.choice,
) -> Iterator[GameTaken]:
    """The games that came to an end. Without `names` each person has a label of this one file."""
    labels, guests = dict[int, str](), dict[int, str]()
    for game, summary in games:
        if summary.over and game.ended_ms is not None and game.kind in GAMES:
            yield _game(journal, game, summary, guests, partial(_label, labels, draw, names))


def _label(
    labels: dict[int, str], draw: Callable[[str], str], names: bool, number: int, name: str
) -> str:
    if names or name in robots():
        return name
    while number not in labels:
        label = "Player " + "".join(draw(LETTERS) for _ in range(LABEL))
        if label not in labels.values():
            labels[number] = label
    return labels[number]


def _game(
    journal: Journal,
    game: GameRow,
    summary: Summary,
    guests: dict[int, str],
    label: Callable[[int, str], str],
) -> GameTaken:
    seated = People(journal).seated(game.game)
    numbers, called = people_in(game, summary, seated, guests)
    shown = Names({seat: label(numbers[seat], name) for seat, name in called.items()})
    quiet = {seat for seat, one in seated.items() if not wants_figures(journal, one)}
    places = {one.seat: one for one in summary.placing}
    seats = []
    for seat in sorted(called):
        placed = places.get(seat)
        mine = [one for one in summary.figures if one.seat == seat and seat not in quiet]
        seats.append(
            SeatPlayed(
                who=shown.seat(seat),
                place=placed.place if placed else None,
                score=named(placed.score or "", shown) if placed else "",
                won=placed is not None and placed.place == 1,
                figures=tuple(_figure(one, shown) for one in mine if not _names(one) & quiet),
            )
        )
    return GameTaken(
        game=game.game,
        kind=game.kind,
        title=summary.called or GAMES[game.kind].title,
        way=dict(GAMES[game.kind].variants).get(summary.variant, ""),
        begun=moment(game.begun_ms),
        ended=moment(game.ended_ms or game.begun_ms),
        rounds=summary.rounds,
        seats=tuple(seats),
    )


def _names(one: FigureTold) -> set[Seat]:
    return set(seats_in(one.said))


def _figure(one: FigureTold, names: Names) -> FigurePlayed:
    return FigurePlayed(
        figure=named(one.said, names),
        times=one.k,
        of=one.n,
        numbers=one.counts,
        took_ms=tuple(us / 1000 for us in one.took_us),
        felt_with=one.felt_with,
    )
