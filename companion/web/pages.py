"""The pages: wall, seat, referee, joining, a new game, the rules, past games, the tabletop.

Each is drawn whole on the server, so that it can be read without JavaScript.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion import codec, days
from companion.access import AccessError
from companion.access.gathering import gathered, people_of
from companion.evening.poster import poster
from companion.frozen import replace
from companion.games import GAMES, robots
from companion.games.game import Game
from companion.journal.people import People
from companion.journal.people import named as named_people
from companion.library import Library
from companion.looks import look_in
from companion.referee import GameRow, Referee
from companion.referee.past import PAST_MOST, UNTOLD, Summary, evening_day, named, summary_of
from companion.referee.replay import module_of, picture_of
from companion.say import DOLPHINS, Names, spoken
from companion.web import catalogue
from companion.web.content import shown
from companion.web.guard import TABLE, at_machine, needs, who
from companion.web.past import PastGame
from companion.web.race import race_of, small_race_of
from companion.web.render import Renderer
from companion.web.rulebook import book_of, home_of
from companion.web.snapshot import Viewer, places_of, snapshot
from companion.words import Refused

NUMBER_MOST = 9  # digits of a game's number
FEW = 4  # people who are ticked where nobody knows who is here
LOOKED_BACK = 200  # games: what was entered longer ago is not remembered


def pages(
    referee: Referee,
    renderer: Renderer,
    entered: Mapping[str, Library],
    simulated: bool,
    tablet: bool,
) -> Blueprint:
    """The blueprint of all pages."""
    blueprint = Blueprint("pages", __name__)
    _live(blueprint, referee, renderer, simulated, tablet)
    _reading(blueprint, referee, entered)
    _looking_back(blueprint, referee)
    return blueprint


def played(
    referee: Referee, games: Sequence[GameRow]
) -> tuple[tuple[GameRow, Summary | None], ...]:
    """Of these games, the newest first, those that were played, may have been, or are on; and what
    is known of each."""
    return tuple(
        (game, known)
        for game, known in zip(games, _summaries(referee, games), strict=True)
        if known is None or known.was_played or game.game == referee.picture.number
    )


def past_row(referee: Referee, number: str) -> GameRow | None:
    """The game of this number as an address says it, if there is one. Raises Unusable."""
    # Longer numbers are none of ours, and more than SQLite can look for.
    short = number.isascii() and number.isdecimal() and len(number) <= NUMBER_MOST
    game = referee.journal.game(int(number)) if short else None
    if game is not None:
        module_of(game)
    return game


def look_back(referee: Referee, game: GameRow) -> None:
    """Refuse to read up what is to be remembered of the game at hand. Raises AccessError."""
    if _is_closed(referee, game):
        raise AccessError(
            409, "This round is played from memory. When it is over, all of it is here again."
        )


def _is_closed(referee: Referee, game: GameRow) -> bool:
    """Whether who asks is not to read up this game now."""
    picture = referee.picture
    at_hand = picture.game is not None and picture.game.game == game.game
    is_open = picture.record and who().role == "referee"
    return at_hand and bool(picture.view.memory) and not is_open


def viewer_of(page: str) -> Viewer:
    """Who looks at a page now."""
    return Viewer(page, who(), at_machine())


def _live(
    blueprint: Blueprint, referee: Referee, renderer: Renderer, simulated: bool, tablet: bool
) -> None:
    def live(page: str, **more: bool) -> str:
        drawn = renderer.fragment(viewer_of(page))
        return render_template(f"{page}.html", snap=drawn.snap, page=page, live=drawn.html, **more)

    @blueprint.get("/")
    @needs("nobody")
    def wall() -> str:
        return live("wall")

    @blueprint.get("/seat")
    @needs("nobody")
    def seat() -> str | AnyResponse:
        session = who()
        if session.role not in ("seat", "referee"):
            return redirect("/join")
        if session.seat is None and session.person is None:
            return redirect("/me")
        return live("seat", covered="pass" in request.args)  # it was handed on just now

    @blueprint.get("/referee")
    @needs("referee")
    def referee_page() -> str:
        threading.Thread(target=_make_ready, args=(referee,), name="shelf", daemon=True).start()
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
            if who().role == TABLE:
                return live("tablet")
            return render_template("become.html", snap=renderer.snap(viewer_of("become")))
        text = "The dolphins of this table are real: touch those."
        return render_template("closed.html", title="Not here", text=text), 404


def _reading(blueprint: Blueprint, referee: Referee, entered: Mapping[str, Library]) -> None:
    @blueprint.get("/new")
    @needs("referee")
    def new() -> str:
        here = gathered(referee.journal, referee.picture, referee.picture.access)
        numbers = [one.number for one in here]
        known = people_of(People(referee.journal).known())
        others = [one for one in known if one.number not in numbers]
        people = [(one, look_in(one.look)) for one in (*here, *others)]
        # Nobody has a phone, and nothing was played yet: most likely those who played last.
        ticked = numbers or [one.number for one in others[:FEW]]
        snap = snapshot(referee.picture, viewer_of("new"), referee.clock.now_us())
        kept = {
            library.content.many: [shown(at, one) for at, one in library.all().items()]
            for library in entered.values()
        }
        playing = [one.name for one, _ in people if one.number in ticked]
        same = bool(numbers) and not referee.picture.is_on  # who is here plays
        people_here = {"people": people, "here": numbers, "ticked": ticked, "playing": playing}
        shares = {one.number for one in referee.picture.access.sharers}
        more = {"recalled": _recalled(referee), "same": same, "shares": shares}
        shelf = catalogue.shelf()
        return render_template("new.html", games=shelf, snap=snap, **people_here, **kept, **more)

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
        by_phone = referee.picture.view.phones and who().seat is not None
        home = home_of(who().role, by_phone)
        return render_template("rules.html", rulebook=book_of(kind), home=home)

    @blueprint.get("/favicon.ico")
    @needs("nobody")
    def favicon() -> AnyResponse:
        return redirect("/static/favicon.svg")


def _looking_back(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.get("/history")
    @needs("nobody")
    def history() -> str:
        games = [game for game in referee.journal.games(PAST_MOST) if game.kind in GAMES]
        shown = played(referee, games)
        past = [_past(referee, *one) for one in shown]
        counted, leads = sum(known is not None for _, known in shown), who().role == "referee"
        return render_template("history.html", past=past, known=counted, leads=leads)

    @blueprint.get("/poster.svg")
    @needs("nobody")
    def poster_svg() -> AnyResponse | tuple[str, int]:
        night = referee.picture.access.closing
        if night is None or referee.picture.game is not None or not night.poster.games:
            return _nothing("The next poster hangs here after good night.")
        svg = render_template("poster.html", poster=poster(night.poster))
        return Response(svg, mimetype="image/svg+xml")

    @blueprint.get("/game/<number>")
    @needs("nobody")
    def past_game(number: str) -> str | tuple[str, int]:
        game = past_row(referee, number)
        if game is None:
            return _nothing("There is no such game.")
        look_back(referee, game)
        fold = referee.past.told(game).fold
        picture = picture_of(referee.journal, game, fold, DOLPHINS)
        snap = snapshot(picture, viewer_of("game"), referee.clock.now_us())
        placing = places_of(summary_of(picture.view).placing, picture.names)
        race = race_of(fold, picture.names)
        return render_template("game.html", snap=snap, placing=placing, race=race)


def _make_ready(referee: Referee) -> None:
    """Load what the page of a new game will ask for, and the rules of the newest one: most begin
    that again. A game that cannot be loaded says so where it is asked for."""
    with suppress(Exception):
        catalogue.shelf()
        for game in referee.journal.games(1):
            GAMES[game.kind].load()


def _recalled(referee: Referee) -> dict[str, object]:
    """By game: what the newest one's setup says to who begins another."""
    newest = {game.kind: game.setup for game in reversed(referee.journal.games(LOOKED_BACK))}
    return {
        kind: spoken(game.recalled(_setup(game, newest.get(kind))), referee.picture.names)
        for kind, game in GAMES.items()
        if game.recalls
    }


def _setup(game: Game, told: str | None) -> Any:
    """None without a game, or where today's rules cannot tell its setup."""
    try:
        return None if told is None else codec.loads(game.Setup, told)
    except (codec.Malformed, Refused):
        return None


def _summaries(referee: Referee, games: Sequence[GameRow]) -> tuple[Summary | None, ...]:
    """What is known of these games, the newest first; the one at hand is folded already."""
    at_hand = referee.picture
    if games and at_hand.game is not None and at_hand.game.game == games[0].game:
        now = replace(summary_of(at_hand.view), seats=tuple(at_hand.names.seats))
        if not at_hand.view.over:
            return now, *referee.past.summaries(games[1:])
        ended, *before = referee.past.summaries(games)
        return ended or now, *before
    return referee.past.summaries(games)


def _past(referee: Referee, game: GameRow, known: Summary | None) -> PastGame:
    summary = known or UNTOLD
    seated = summary.there(People(referee.journal).seated(game.game))
    names = Names(named_people(seated))
    running = referee.picture.game is not None and referee.picture.game.game == game.game
    if known is None:
        result = "Still being counted"
    elif not summary.told:  # its own page says why
        result = "Today's rules can't tell it"
    elif summary.won:
        result = f"{named(summary.won, names)} won"
    elif summary.over:
        result = "Nobody won"
    else:
        result = "Being played now" if running else "Not finished"
    return PastGame(
        id=game.game,
        title=catalogue.title(game.kind, summary.called),
        when=_when(game),
        players=tuple(names.seat(seat) for seat in names.seats),
        robots=sum(name in robots() for name in names.seats.values()),
        closed=_is_closed(referee, game),
        result=result,
        rounds=summary.rounds,
        placing=places_of(summary.placing, names),
        race=small_race_of(summary.course, seated) if summary.course else (),
    )


def _when(game: GameRow) -> str:
    """When it was begun; and where it went on another evening, when that was."""
    begun, went_on = days.day(game.begun_ms), days.said(evening_day(game))
    is_one = days.evening(game.begun_ms) == evening_day(game)
    return f"{begun}, {days.hour(game.begun_ms)}" + ("" if is_one else f", went on {went_on}")


def _nothing(text: str) -> tuple[str, int]:
    return render_template("closed.html", title="Not here", text=text), 404
