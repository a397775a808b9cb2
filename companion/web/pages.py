"""The pages: wall, seat, referee, joining, a new game, the rules, past games, the tabletop.

Each is drawn whole on the server, so that it can be read without JavaScript.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.boards import Boards
from companion.decks import Decks
from companion.games import GAMES
from companion.referee import GameRow, Referee
from companion.referee.picture import winner_of
from companion.referee.replay import Unusable, replayed
from companion.say import spoken
from companion.web import catalogue
from companion.web.guard import TABLE, at_machine, needs, who
from companion.web.kept import shown
from companion.web.past import PastGame
from companion.web.render import Renderer
from companion.web.rulebook import rules_of
from companion.web.snapshot import Viewer, places_of, snapshot
from companion.web.wire import SHAPES

NUMBER_MOST = 9  # digits of a game's number
LOOKED_BACK = 200  # games: what was entered longer ago is not remembered
PAST_MOST = 30  # folded anew at each visit; an evening has fewer


def pages(
    referee: Referee,
    renderer: Renderer,
    entered: Mapping[str, Boards | Decks],
    simulated: bool,
    tablet: bool,
) -> Blueprint:
    """The blueprint of all pages."""
    blueprint = Blueprint("pages", __name__)
    _live(blueprint, renderer, simulated, tablet)
    _reading(blueprint, referee, entered)
    return blueprint


def past_row(referee: Referee, number: str) -> GameRow | None:
    """The game of this number as an address says it, if there is one that is known here."""
    # Longer numbers are none of ours, and more than SQLite can look for.
    short = number.isascii() and number.isdecimal() and len(number) <= NUMBER_MOST
    game = referee.journal.game(int(number)) if short else None
    return game if game is not None and game.kind in GAMES else None


def viewer_of(page: str) -> Viewer:
    """Who looks at a page now."""
    return Viewer(page, who(), at_machine())


def _live(blueprint: Blueprint, renderer: Renderer, simulated: bool, tablet: bool) -> None:
    def live(page: str) -> str:
        return render_template(f"{page}.html", snap=renderer.snap(viewer_of(page)), page=page)

    @blueprint.get("/")
    @needs("nobody")
    def wall() -> str:
        return live("wall")

    @blueprint.get("/seat")
    @needs("nobody")
    def seat() -> str | AnyResponse:
        return live("seat") if who().seat is not None else redirect("/join")

    @blueprint.get("/referee")
    @needs("referee")
    def referee_page() -> str:
        return live("referee")

    @blueprint.get("/join")
    @needs("nobody")
    def join() -> str:
        return live("join")

    @blueprint.get("/tabletop")
    @needs("nobody")
    def tabletop() -> str | tuple[str, int]:
        if simulated:
            return live("tabletop")
        if tablet:
            return live("tablet" if who().role == TABLE else "become")
        text = "The dolphins of this table are real: touch those."
        return render_template("closed.html", title="Not here", text=text), 404


def _reading(blueprint: Blueprint, referee: Referee, entered: Mapping[str, Boards | Decks]) -> None:
    @blueprint.get("/new")
    @needs("referee")
    def new() -> str:
        known = referee.journal.people()
        people = [{"person": number, "name": name} for number, name in known]
        snap = snapshot(referee.picture, viewer_of("new"), referee.clock.now_us())
        kept = {
            f"{field}s": [shown(at, one) for at, one in sort.all().items()]
            for field, sort in entered.items()
        }
        more = {"recalled": _recalled(referee), "shapes": SHAPES, **kept}
        shelf = catalogue.shelf()
        return render_template("new.html", games=shelf, people=people, snap=snap, **more)

    @blueprint.get("/rules")
    @needs("nobody")
    def rules() -> AnyResponse:
        game = referee.picture.game
        return redirect(f"/rules/{game.kind if game else next(iter(GAMES))}")

    @blueprint.get("/rules/<kind>")
    @needs("nobody")
    def rules_page(kind: str) -> str | tuple[str, int]:
        if kind not in GAMES:
            return _nothing("There is no game of that name.")
        return render_template("rules.html", title=catalogue.title(kind), sections=rules_of(kind))

    @blueprint.get("/history")
    @needs("nobody")
    def history() -> str:
        past = (_past(referee, game) for game in referee.journal.games(PAST_MOST))
        return render_template("history.html", past=[entry for entry in past if entry])

    @blueprint.get("/game/<number>")
    @needs("nobody")
    def past_game(number: str) -> str | tuple[str, int]:
        game = past_row(referee, number)
        if game is None:
            return _nothing("There is no such game.")
        picture = replayed(referee.journal, game)
        snap = snapshot(picture, viewer_of("game"), referee.clock.now_us())
        placing = places_of(picture, picture.state)
        return render_template("game.html", snap=snap, placing=placing)

    @blueprint.get("/favicon.ico")
    @needs("nobody")
    def favicon() -> AnyResponse:
        return redirect("/static/favicon.svg")


def _recalled(referee: Referee) -> dict[str, Any]:
    """By game: what the newest one's setup says to who begins another."""
    newest = {game.kind: game.setup for game in reversed(referee.journal.games(LOOKED_BACK))}
    return {
        kind: spoken(game.recalls(json.loads(newest.get(kind, "{}"))), referee.picture.names)
        for kind, game in GAMES.items()
        if game.recalls is not None
    }


def _past(referee: Referee, game: GameRow) -> PastGame | None:
    if game.kind not in GAMES:
        return None
    when = datetime.fromtimestamp(game.begun_ms / 1000).strftime("%d %B %Y, %H:%M")
    title = catalogue.title(game.kind)
    try:
        picture = replayed(referee.journal, game)
    except Unusable:  # its own page says why
        people = tuple(referee.journal.names(game.game).values())
        return PastGame(game.game, title, when, people, "Today's rules can't tell it", 0, ())
    view = picture.module.view(picture.state)
    names, won = picture.names, winner_of(picture, view)
    running = referee.picture.game is not None and referee.picture.game.game == game.game
    unfinished = "Being played now" if running else "Not finished"
    nobody = "Nobody won" if view["over"] else unfinished
    return PastGame(
        id=game.game,
        title=title,
        when=when,
        players=tuple(names.seat(seat) for seat in names.seats),
        result=f"{won} won" if won else nobody,
        rounds=view.get("round", 0),
        placing=places_of(picture, picture.state),
    )


def _nothing(text: str) -> tuple[str, int]:
    return render_template("closed.html", title="Not here", text=text), 404
