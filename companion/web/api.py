"""The JSON interface: what phones, robots and other programs read and tell.

Checks the form of what is told; whether it counts is the referee's business.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any, Protocol

from flask import Blueprint, Response, current_app, jsonify, request, stream_with_context
from werkzeug.wrappers import Response as AnyResponse

from companion.access import Access, AccessError, Session
from companion.codec import Shaped, plain
from companion.games import GAMES
from companion.referee import Referee
from companion.referee.hub import TooManyFeeds
from companion.referee.showing import TEMPO_NAMES
from companion.web import forms
from companion.web.events import stream
from companion.web.guard import needs, secret, who
from companion.web.openapi import written
from companion.web.pages import viewer_of
from companion.web.render import Renderer
from companion.web.replies import own, replied
from companion.web.spoken import STREAM, May, Name, OneOf, Picks, Reply, Word, says
from companion.web.wire import LIVE_PAGES, Count, Snap
from companion.words import CompanionError, Seat

RETRY_S = 15
PAGE = {"page": Annotated[str, Shaped(enum=LIVE_PAGES, default="wall")]}
Tempo = Annotated[str, Shaped(enum=TEMPO_NAMES)]
GAME = {
    "tell": May(Word),
    "kind": Word,
    "people": Annotated[tuple[Name, ...], Shaped(maxItems=forms.PEOPLE_MOST)],
    "variant": May(str | None),
    "options": May(Annotated[Any, Shaped(ref="#/components/schemas/setup")]),
    **{field: May(Word | None) for game in GAMES.values() for field in game.takes},
}
VERSION_MOST = 18  # digits of a version: what is longer is none of ours


class Entered(Protocol):
    """What a family entered of one sort, by id."""

    def filling(self, at: str, /) -> object: ...


def api(
    referee: Referee, access: Access, renderer: Renderer, entered: Mapping[str, Entered]
) -> Blueprint:
    """The blueprint of everything under /api/ that is about the game."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    _reading(blueprint, referee, renderer)
    _live(blueprint, referee, access, renderer)
    _telling(blueprint, referee)
    _leading(blueprint, referee, entered)
    return blueprint


# --- reading ----------------------------------------------------------------------------------


def _reading(blueprint: Blueprint, referee: Referee, renderer: Renderer) -> None:
    @blueprint.get("/time")
    @needs("nobody")
    @says({"table_us": Count})
    def time() -> Response:
        """The table's clock, by which a page sets its own."""
        return jsonify(table_us=referee.clock.now_us())

    @blueprint.get("/state")
    @needs("nobody")
    @says(Snap)
    def state() -> Response:
        """The picture as JSON, for robots and other programs."""
        viewer = viewer_of("seat" if who().seat is not None else "wall")
        return jsonify(plain(renderer.snap(viewer)))

    @blueprint.get("/fragment")
    @needs("nobody")
    @says({"seq": Count, "html": str}, asks=PAGE, refuses=(400, 403))
    def fragment() -> Response:
        """The live part of a page as HTML, with its version."""
        drawn = renderer.fragment(viewer_of(_page()))
        return Response(drawn.json, mimetype="application/json")

    @blueprint.get("/openapi.json")
    @needs("nobody")
    @says(Mapping[str, Any])
    def openapi() -> Response:
        """All of this under /api/, for programs that write programs."""
        return Response(written(current_app), mimetype="application/json")


def _live(blueprint: Blueprint, referee: Referee, access: Access, renderer: Renderer) -> None:
    @blueprint.get("/events")
    @needs("nobody")
    @says(STREAM, asks=PAGE, refuses=(400, 403))
    def events() -> AnyResponse:
        """The stream of a live page."""
        viewer = viewer_of(_page())
        try:
            feed = referee.hub.subscribe()
        except TooManyFeeds:
            busy = jsonify(reply="refused", say="Many screens are live; this one will look again.")
            busy.status_code = 503
            busy.headers["Retry-After"] = str(RETRY_S)
            return busy
        still = _still(access, secret(), who())
        lines = stream(referee, renderer, viewer, feed, _seen(referee), still)
        answer = Response(stream_with_context(lines), mimetype="text/event-stream")
        # Not in the stream itself: one that never began, as for HEAD, would keep its place.
        answer.call_on_close(lambda: referee.hub.unsubscribe(feed))
        return answer


def _seen(referee: Referee) -> int:
    """The version that the page shows; none, where it is not one of this journal's."""
    last = request.headers.get("Last-Event-ID", "")
    if not (last.isascii() and last.isdecimal() and len(last) <= VERSION_MOST):
        return -1
    return int(last) if int(last) <= referee.picture.version else -1


def _still(access: Access, cookie: str, session: Session) -> Callable[[], bool]:
    """Whether the phone is still who it was when its stream began."""

    def still() -> bool:
        with suppress(CompanionError):  # what cannot be read puts nobody out
            return access.sessions.who(cookie) == session
        return True

    # A stranger's stream shows nothing of anybody's, and tells him that he is let in.
    return still if session.role != "nobody" else lambda: True


def _page() -> str:
    page = request.args.get("page", "wall")
    if page not in LIVE_PAGES:
        raise AccessError(400, "There is no live page of that name.")
    if page == "referee" and who().role != "referee":
        raise AccessError(403, "This is for the referee.")
    return page


# --- telling ----------------------------------------------------------------------------------


def _telling(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/answer")
    @needs("seat")
    @says(Reply, {"tell": Word, "ask": Word, "key": Word, "picks": May(Picks | None)})
    def answer() -> Response:
        """Answers an open question."""
        told = forms.told()
        tell, ask, key = (forms.text(told, field) for field in ("tell", "ask", "key"))
        picks, teller = forms.table(told, "picks"), viewer_of("seat").teller
        return replied(referee, referee.answer(own(tell), ask, key, picks, teller))

    @blueprint.post("/undo")
    @needs("seat")
    @says(Reply, {"tell": Word, "of": Count})
    def undo() -> Response:
        """Takes back the newest word of a person, still row `of` (the snapshot's undo)."""
        told = forms.told()
        teller = viewer_of("seat").teller
        return replied(
            referee, referee.undo(own(forms.text(told, "tell")), forms.whole(told, "of"), teller)
        )

    @blueprint.post("/redo")
    @needs("seat")
    @says(Reply, {"tell": Word, "of": Count})
    def redo() -> Response:
        """Lets what the last undo took back, row `of` (the snapshot's redo), stand again."""
        told = forms.told()
        teller = viewer_of("seat").teller
        return replied(
            referee, referee.redo(own(forms.text(told, "tell")), forms.whole(told, "of"), teller)
        )


def _leading(blueprint: Blueprint, referee: Referee, entered: Mapping[str, Entered]) -> None:
    @blueprint.post("/game")
    @needs("referee")
    @says(Reply, GAME)
    def game() -> Response:
        """Begins a game with these people in seat order."""
        told = forms.told()
        kind, people = forms.text(told, "kind"), forms.people(told, "people")
        options = forms.table(told, "options")
        if told.get("variant") is not None:
            options = {**options, "variant": told["variant"]}
        for field, kept in entered.items():
            if told.get(field) is not None:
                options = {**options, field: _filling(kept, field, forms.text(told, field))}
        tell = own(forms.text(told, "tell")) if "tell" in told else ""
        return replied(referee, referee.begin_game(kind, people, options, tell))

    @blueprint.post("/caller")
    @needs("referee")
    @says(Reply, OneOf({"paused": bool, "tempo": Tempo, "every_ms": Count}))
    def caller() -> Response:
        """One of three, heard at once."""
        told = forms.told()
        if len(told) != 1:
            raise AccessError(400, "Say one of paused, tempo, every_ms.")
        if "paused" in told:
            return replied(referee, referee.pause(forms.flag(told, "paused")))
        if "tempo" in told:
            return replied(referee, referee.set_tempo(forms.text(told, "tempo")))
        return replied(referee, referee.set_tempo(forms.whole(told, "every_ms")))

    @blueprint.post("/names")
    @needs("referee")
    @says(Reply, {"seat": Count, "name": Name})
    def names() -> Response:
        """Who sits at a seat from now on."""
        told = forms.told()
        seat, name = Seat(forms.whole(told, "seat")), forms.name(told.get("name"))
        others = (n for s, n in referee.picture.names.seats.items() if s != seat)
        if name.casefold() in (other.casefold() for other in others):
            raise forms.same_name()
        return replied(referee, referee.rename(seat, name))


def _filling(kept: Entered, field: str, at: str) -> object:
    """What a game begins with of the thing that a family entered."""
    filling = kept.filling(at)
    if filling is None:
        raise AccessError(400, f"That {field} is not here any more. Choose another one.")
    return filling


# --- replies ----------------------------------------------------------------------------------
