"""What was played, to be taken elsewhere: nobody is named unless that is asked for.

Who wants no figures has none here. Reads what is kept of the past; writes nothing.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial

from companion.access import AccessError
from companion.access.export_house import of_house
from companion.access.own_figures import wants_figures
from companion.access.tonight import people_in
from companion.frozen import dataclass
from companion.games import GAMES, robots
from companion.games.race import Course
from companion.journal import GameRow, Journal
from companion.journal.people import People
from companion.referee.past import (
    FigureTold,
    RecordTold,
    Summary,
    as_ended,
    evening_day,
    named,
    seats_in,
)
from companion.referee.table_told import TableTold, unpacked
from companion.say import Names
from companion.stats.export import (
    FigurePlayed,
    GameTaken,
    HousePlayed,
    LinePlayed,
    RecordPlayed,
    SeatPlayed,
    TablePlayed,
    moment,
)
from companion.words import Seat

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none looks like another
LABEL = 4
EVERY = 1_000_000  # games
_NOBODY = Names()  # what pads are called names nobody


def of_evening(games: Iterable[GameRow], day: str) -> list[GameRow]:
    """Those of one evening, as "2026-11-23"; all of them without one. Raises AccessError."""
    try:
        wanted = date.fromisoformat(day) if day else None
    except ValueError:
        raise AccessError(400, "Say the evening as a date, such as 2026-11-23.") from None
    return [game for game in games if wanted in (None, evening_day(game))]


@dataclass(frozen=True, slots=True)
class Exported:
    """What a file has: the games that came to an end, and what is said over all of them."""

    games: Iterator[GameTaken]  # made one by one, as they are written
    house: tuple[HousePlayed, ...]


def exported(
    journal: Journal,
    games: Iterable[tuple[GameRow, Summary]],
    names: bool,
    draw: Callable[[str], str] = secrets.choice,
) -> Exported:
    """Of these games, the newest first. Without `names` each person has a label of this one
    file.
    """
    label = partial(_label, dict[int, str](), draw, names)
    guests = dict[int, str]()
    ended = [
        (as_ended(game), summary) for game, summary in games if summary.over and game.kind in GAMES
    ]
    return Exported(
        (_game(journal, game, summary, guests, label) for game, summary in ended),
        tuple(of_house(journal, ended, label)),
    )


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
    shown = Names({seat: label(numbers[seat], name) for seat, name in called.items()}, upright=True)
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
        records=tuple(_record(one, shown, quiet) for one in summary.records),
        table=tuple(_of_table(one) for one in unpacked(summary.table)),
        race=tuple(_race(summary.course, shown)) if summary.course else (),
    )


def _record(one: RecordTold, names: Names, quiet: set[Seat]) -> RecordPlayed:
    much = 1 if one.unit else 1000
    return RecordPlayed(
        figure=one.said,
        who=tuple("somebody" if seat in quiet else names.seat(seat) for seat in one.seats),
        low=one.low / much,
        high=one.high / much,
        unit=one.unit,
        felt_with=one.felt_with,
        moment=one.moment,
    )


def _of_table(one: TableTold) -> TablePlayed:
    return TablePlayed(
        figure=one.said,
        times=one.k,
        of=one.n,
        numbers=one.counts,
        took_ms=tuple(us / 1000 for us in one.took_us),
        felt_with=one.felt_with,
        part=one.sort if one.pad is None else _NOBODY.pad(one.pad),
    )


def _race(course: Course, names: Names) -> Iterator[LinePlayed]:
    for side, heights in zip(course.sides, course.heights, strict=True):
        yield LinePlayed(tuple(names.seat(seat) for seat in side), heights)


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
