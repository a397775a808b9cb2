"""Who is ahead of whom, where a house wants to be told; what reckons is loaded when asked."""

from flask import Blueprint, Response, jsonify, render_template

from companion.access.own_figures import all_in_figures, house_rates, let_rate
from companion.access.rating import ratings_of
from companion.referee import Referee
from companion.web import forms
from companion.web.figures import ended_games
from companion.web.guard import needs, who
from companion.web.spoken import DONE, says


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
