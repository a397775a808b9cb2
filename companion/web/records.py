"""The records of the whole house, each with the moment that tells it; what puts them in order is
loaded when it is asked for.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from companion.access.own_figures import named_in_figures
from companion.referee import GameRow, Referee
from companion.referee.past import Summary
from companion.web.figures import ended_games, group_of, holder_of, tries_of
from companion.web.guard import needs
from companion.words import Seat

if TYPE_CHECKING:
    from companion.stats.records import RecordsShown, Tried


def records(referee: Referee) -> Blueprint:
    """The blueprint of /records."""
    blueprint = Blueprint("records", __name__)

    @blueprint.get("/records")
    @needs("nobody")
    def records_page() -> str:
        games = ended_games(referee)
        known = referee.past.summaries(games)
        found = records_of(games, known, partial(named_in_figures, referee.journal))
        more = {"known": len(known) - known.count(None), "all": len(known)}
        return render_template("records.html", held=found, **more)

    return blueprint


def records_of(
    games: Sequence[GameRow],
    known: Sequence[Summary | None],
    named_in: Callable[[GameRow], dict[Seat, str]],
) -> "tuple[RecordsShown, ...]":
    """By game and way of playing; `named_in` is asked for games of holders alone."""
    from companion.stats.records import RecordsShown, records_shown

    tries: dict[tuple[str, str], list[Tried]] = {}
    for game, summary in zip(games, known, strict=True):
        if summary is not None and summary.records:
            tries.setdefault(group_of(game, summary), []).extend(tries_of(game, summary))
    who = holder_of({game.game: game for game in games}, named_in)
    return tuple(RecordsShown(*group, records_shown(some, who)) for group, some in tries.items())
