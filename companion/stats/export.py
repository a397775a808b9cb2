"""Games as a table (CSV), as data (JSON), and as plays that BG Stats takes. Pure.

BG Stats takes a play as a link (`createPlay.html`), and shows it before it keeps it:
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from io import StringIO
from itertools import chain
from typing import Final
from urllib.parse import quote

from companion.frozen import dataclass

SOURCE: Final = "Splash Companion"
TAKES: Final = "https://app.bgstatsapp.com/createPlay.html?data="
FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")  # what programs for tables would work out
_NUMBER: Final = re.compile(r"-[0-9]+(?: [0-9]+/[0-9]+)?").fullmatch
COLUMNS: Final = (
    "game",
    "begun",
    "title",
    "way",
    "rounds",
    "who",
    "place",
    "score",
    "won",
    "figure",
    "times",
    "of",
    "numbers",
    "took_ms",
    "felt_with",
    "about",
    "part",
)
TABLE: Final = "the table"


@dataclass(frozen=True, slots=True)
class FigurePlayed:
    """A figure of somebody in one game: so often of so many; or how many, or how long each time."""

    figure: str
    times: int
    of: int
    numbers: tuple[int, ...]
    took_ms: tuple[float, ...]
    felt_with: str


@dataclass(frozen=True, slots=True)
class RecordPlayed:
    """A try at a record in one game: whose, and from where to where it lies, in `unit`; or in
    milliseconds, where it was felt. `moment` is that of the game's replay.
    """

    figure: str
    who: tuple[str, ...]
    low: float
    high: float
    unit: str
    felt_with: str
    moment: int


@dataclass(frozen=True, slots=True)
class TablePlayed(FigurePlayed):
    """What the table did in one game: of all together, or of one pad or word, which is a `part`."""

    part: str = ""


@dataclass(frozen=True, slots=True)
class LinePlayed:
    """How a game went for a side: its height after each round, of a thousand."""

    who: tuple[str, ...]
    heights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HousePlayed:
    """What is said of somebody over many games: a "rating", or whom they "met". So often of so
    many; or from where to where they stand.
    """

    about: str
    who: str
    figure: str
    title: str = ""
    way: str = ""
    times: int = 0
    of: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatPlayed:
    """Who sat there: a name where it was asked for, else a label of this one file."""

    who: str
    place: int | None
    score: str
    won: bool
    figures: tuple[FigurePlayed, ...] = ()


@dataclass(frozen=True, slots=True)
class GameTaken:
    """A game that came to its end. `begun` and `ended` are of ISO 8601, in UTC."""

    game: int
    kind: str
    title: str
    way: str
    begun: str
    ended: str
    rounds: int
    seats: tuple[SeatPlayed, ...]
    records: tuple[RecordPlayed, ...] = ()
    table: tuple[TablePlayed, ...] = ()
    race: tuple[LinePlayed, ...] = ()


def moment(ms: int) -> str:
    """A wall clock's milliseconds as a date and time of day in UTC."""
    return datetime.fromtimestamp(ms // 1000, UTC).isoformat()


def as_json(games: Iterable[GameTaken], house: Iterable[HousePlayed] = ()) -> str:
    """All of it, and each game as a play for BG Stats with the link that it takes."""
    told = [
        {**asdict(game), "bg_stats": {"takes": play(game), "link": link(game)}} for game in games
    ]
    whole = {"source": SOURCE, "games": told, "house": [asdict(one) for one in house]}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def as_csv(games: Iterable[GameTaken], house: Iterable[HousePlayed] = ()) -> str:
    """A line a figure; who has none has a line all the same. How games went is in JSON alone."""
    text = StringIO()
    lines = csv.DictWriter(text, COLUMNS)
    lines.writeheader()
    told = chain((line for game in games for line in _lines(game)), map(_of_house, house))
    for line in told:
        lines.writerow({name: _harmless(value) for name, value in line.items()})
    return text.getvalue()


def play(game: GameTaken) -> dict[str, object]:
    """A game as BG Stats has it."""
    begun, ended = (datetime.fromisoformat(at) for at in (game.begun, game.ended))
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(game.game),
        "playDate": f"{begun:%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round((ended - begun).total_seconds() / 60)),
        "board": game.way,
        "game": {"name": game.title, "sourceGameId": game.kind, "noPoints": True},
        "players": [
            {
                "name": seat.who,
                "sourcePlayerId": seat.who,
                "rank": seat.place or 0,
                "score": seat.score,
                "winner": seat.won,
            }
            for seat in game.seats
        ],
    }


def link(game: GameTaken) -> str:
    """What a phone with BG Stats opens to keep the game there."""
    return TAKES + quote(json.dumps(play(game), ensure_ascii=False))


def _lines(game: GameTaken) -> Iterator[dict[str, object]]:
    of_game = {
        "game": game.game,
        "begun": game.begun,
        "title": game.title,
        "way": game.way,
        "rounds": game.rounds,
    }
    for seat in game.seats:
        won = "yes" if seat.won else "no"
        whose = {"who": seat.who, "place": seat.place or "", "score": seat.score, "won": won}
        for one in seat.figures or (None,):
            told = {} if one is None else {**_cells(one), "about": "figure"}
            yield {**of_game, **whose, **told}
    for record in game.records:
        yield {**of_game, **_record(record), "about": "record"}
    for one in game.table:
        yield {**of_game, **_cells(one), "who": TABLE, "about": "table", "part": one.part}


def _cells(one: FigurePlayed) -> dict[str, object]:
    return {
        "figure": one.figure,
        "times": one.times if one.of else "",
        "of": one.of or "",
        "numbers": " ".join(map(str, one.numbers)),
        "took_ms": _numbers(one.took_ms),
        "felt_with": one.felt_with,
    }


def _record(one: RecordPlayed) -> dict[str, object]:
    much = "numbers" if one.unit else "took_ms"
    return {
        "figure": one.figure,
        "who": ", ".join(one.who),
        much: _numbers((one.low, one.high)),
        "felt_with": one.felt_with,
        "part": one.unit,
    }


def _of_house(one: HousePlayed) -> dict[str, object]:
    return {**asdict(one), "numbers": _numbers(one.numbers)}


def _numbers(some: Iterable[float]) -> str:
    return " ".join(f"{one:g}" for one in some)


def _harmless(value: object) -> object:
    """A text that no program for tables takes for a formula; a number stays one."""
    is_formula = isinstance(value, str) and value.startswith(FORMULAS) and not _NUMBER(value)
    return f"'{value}" if is_formula else value
