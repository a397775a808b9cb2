"""What was played, as files to take elsewhere; what writes them is loaded when one is asked for."""

from flask import Blueprint, Response, request

from companion.access import AccessError
from companion.referee import Referee
from companion.web.figures import ended
from companion.web.guard import needs

MIMES = {"csv": "text/csv", "json": "application/json"}


def results(referee: Referee) -> Blueprint:
    """The blueprint of both files."""
    blueprint = Blueprint("results", __name__)

    @blueprint.get("/results.csv")
    @needs("referee")
    def as_table() -> Response:
        """A line a figure. `?names=1`: with names; `?evening=2026-11-23`: of that one alone."""
        return _file(referee, "csv")

    @blueprint.get("/results.json")
    @needs("referee")
    def as_data() -> Response:
        """The same as data, with each game as BG Stats takes it."""
        return _file(referee, "json")

    return blueprint


def _file(referee: Referee, form: str) -> Response:
    from companion.access.export import EVERY, exported, of_evening
    from companion.stats.export import as_csv, as_json

    games = of_evening(referee.journal.games(EVERY), request.args.get("evening", ""))
    games = ended(referee, games)
    known = list(zip(games, referee.past.summaries(games), strict=True))
    told = [(game, summary) for game, summary in known if summary is not None]
    if len(told) < len(known):
        why = f"Still counting: {len(told):,} of {len(known):,} games. Ask again in a while."
        raise AccessError(409, why)
    found = exported(referee.journal, told, request.args.get("names") == "1")
    headers = {"Content-Disposition": f'attachment; filename="splash-results.{form}"'}
    text = (as_csv if form == "csv" else as_json)(found.games, found.house)
    return Response(text, content_type=f"{MIMES[form]}; charset=utf-8", headers=headers)
