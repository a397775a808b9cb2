"""Games as a table (CSV), as data (JSON), and as plays that BG Stats takes. Pure.

BG Stats takes a play as a link (`createPlay.html`), and shows it before it keeps it:
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import StringIO
from typing import Final
from urllib.parse import quote

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
)


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


def moment(ms: int) -> str:
    """A wall clock's milliseconds as a date and time of day in UTC."""
    return datetime.fromtimestamp(ms // 1000, UTC).isoformat()


def as_json(games: Iterable[GameTaken]) -> str:
    """All of it, and each game as a play for BG Stats with the link that it takes."""
    told = [
        {**asdict(game), "bg_stats": {"takes": play(game), "link": link(game)}} for game in games
    ]
    return json.dumps({"source": SOURCE, "games": told}, ensure_ascii=False, indent=1) + "\n"


def as_csv(games: Iterable[GameTaken]) -> str:
    """A line a figure; who has none has a line all the same."""
    text = StringIO()
    lines = csv.DictWriter(text, COLUMNS)
    lines.writeheader()
    for game in games:
        for seat in game.seats:
            for line in _lines(game, seat):
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


def _lines(game: GameTaken, seat: SeatPlayed) -> Iterator[dict[str, object]]:
    of_game = {
        "game": game.game,
        "begun": game.begun,
        "title": game.title,
        "way": game.way,
        "rounds": game.rounds,
        "who": seat.who,
        "place": seat.place or "",
        "score": seat.score,
        "won": "yes" if seat.won else "no",
    }
    for one in seat.figures or (None,):
        yield of_game if one is None else {**of_game, **_cells(one)}


def _cells(one: FigurePlayed) -> dict[str, object]:
    return {
        "figure": one.figure,
        "times": one.times if one.of else "",
        "of": one.of or "",
        "numbers": " ".join(map(str, one.numbers)),
        "took_ms": " ".join(f"{ms:g}" for ms in one.took_ms),
        "felt_with": one.felt_with,
    }


def _harmless(value: object) -> object:
    """A text that no program for tables takes for a formula; a number stays one."""
    is_formula = isinstance(value, str) and value.startswith(FORMULAS) and not _NUMBER(value)
    return f"'{value}" if is_formula else value
