"""What the table did over all games, for the referee, so that it gets better; what sums it up is
loaded when it is asked for.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from companion.games import GAMES
from companion.referee import GameRow, Referee
from companion.referee.past import Summary
from companion.referee.table_told import ADVICE, TableTold, unpacked
from companion.say import Names
from companion.web.figures import ended_games, evening_of, group_of
from companion.web.guard import needs

if TYPE_CHECKING:
    from companion.stats.of_table import TableDid, TableShown


def of_table(referee: Referee) -> Blueprint:
    """The blueprint of /table."""
    blueprint = Blueprint("of_table", __name__)

    @blueprint.get("/table")
    @needs("referee")
    def table_page() -> str:
        games = ended_games(referee)
        known = referee.past.summaries(games)
        found = tables_of(games, known, referee.picture.names)
        more = {"known": len(known) - known.count(None), "all": len(known)}
        return render_template("table.html", tables=found, **more)

    return blueprint


def tables_of(
    games: Sequence[GameRow], known: Sequence[Summary | None], names: Names
) -> "tuple[TableShown, ...]":
    """By game, what the table did; pads are called by their `names`."""
    from companion.stats.of_table import tables_shown

    did: dict[tuple[str, str], list[TableDid]] = {}
    for game, summary in zip(games, known, strict=True):
        if summary is not None and summary.table:
            title, evening = group_of(game, summary)[0], evening_of(game)
            told = (_did(one, evening, names) for one in unpacked(summary.table))
            did.setdefault((title, game.kind), []).extend(told)
    return tuple(
        shown
        for (title, kind), some in did.items()
        for shown in tables_shown(title, some, {**ADVICE, **GAMES[kind].advice})
    )


def _did(one: TableTold, evening: str, names: Names) -> "TableDid":
    from companion.stats.of_table import TableDid

    return TableDid(
        said=one.said,
        k=one.k,
        n=one.n,
        part=one.sort if one.pad is None else names.pad(one.pad),
        took_us=one.took_us,
        counts=one.counts,
        felt_with=one.felt_with,
        evening=evening,
    )
