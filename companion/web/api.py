"""The JSON interface: what phones, robots and other programs read and tell.

Checks the form of what is told; whether it counts is the referee's business.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any

from flask import Blueprint, Response, current_app, jsonify, request, stream_with_context
from werkzeug.wrappers import Response as AnyResponse

from companion.access import Access, AccessError
from companion.codec import Shaped, plain, terse
from companion.games import GAMES, robots
from companion.library import Library
from companion.names import SAME_NAME, alike
from companion.referee import Referee
from companion.referee import Reply as Told
from companion.referee.hub import TooManyFeeds
from companion.referee.showing import TEMPO_NAMES
from companion.web import forms
from companion.web.asking import teller_at_table
from companion.web.events import LivePage, stream
from companion.web.guard import KIOSK, OWN_SCREEN, TABLE, also_table, needs, network, secret, who
from companion.web.pages import viewer_of
from companion.web.render import Renderer
from companion.web.replies import own, replied
from companion.web.snapshot import Viewer
from companion.web.spoken import STREAM, May, Name, OneOf, Picks, Reply, Sure, Word, says
from companion.web.wire import LIVE_PAGES, Count, Snap
from companion.words import CompanionError, Seat

RETRY_S = 15
PAGE = {"page": Annotated[str, Shaped(enum=LIVE_PAGES, default="wall")]}
Tempo = Annotated[str, Shaped(enum=TEMPO_NAMES)]
GAME = {
    "tell": May(Word),
    "ends": May(Count),
    "sure": May(bool),
    "kind": Word,
    "people": Annotated[tuple[Name, ...], Shaped(maxItems=forms.PEOPLE_MOST)],
    "variant": May(str | None),
    "options": May(Annotated[Any, Shaped(ref="#/components/schemas/setup")]),
}
VERSION_MOST = 18  # digits of a version: what is longer is none of ours


def api(
    referee: Referee, access: Access, renderer: Renderer, entered: Mapping[str, Library]
) -> Blueprint:
    """The blueprint of everything under /api/ that is about the game."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    _reading(blueprint, referee, access, renderer)
    _live(blueprint, referee, access, renderer)
    _answers(blueprint, referee)
    _leading(blueprint, referee, access, entered)
    _naming(blueprint, referee, access)
    _going_on(blueprint, referee, access)
    return blueprint


# --- reading ----------------------------------------------------------------------------------


def _reading(blueprint: Blueprint, referee: Referee, access: Access, renderer: Renderer) -> None:
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
        viewer = viewer_of(_page())
        if viewer.is_door:
            access.door.saw_wall()
        drawn = renderer.fragment(viewer)
        return Response(drawn.json, mimetype="application/json")

    @blueprint.get("/openapi.json")
    @needs("nobody")
    @says(Mapping[str, Any])
    def openapi() -> Response:
        """All of this under /api/, for programs that write programs."""
        from companion.web.openapi import written

        return Response(written(current_app), mimetype="application/json")


def _live(blueprint: Blueprint, referee: Referee, access: Access, renderer: Renderer) -> None:
    @blueprint.get("/events")
    @needs("nobody")
    @says(STREAM, asks=PAGE, refuses=(400, 403))
    def events() -> AnyResponse:
        """The stream of a live page."""
        viewer = viewer_of(_page())
        phone = OWN_SCREEN if viewer.session == KIOSK else viewer.session.phone
        try:
            feed = referee.hub.subscribe(phone, network())
        except TooManyFeeds:
            busy = jsonify(reply="refused", say="Many screens are live; this one will look again.")
            busy.status_code = 503
            busy.headers["Retry-After"] = str(RETRY_S)
            return busy
        still = _still(access, secret(), viewer)
        lines = stream(LivePage(referee, renderer, viewer, _seen(referee), still), feed)
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


def _still(access: Access, cookie: str, viewer: Viewer) -> Callable[[], bool]:
    """Whether the phone is still who it was when its stream began."""

    def still() -> bool:
        if viewer.is_door:
            access.door.saw_wall()
        if viewer.session.role == "nobody" or viewer.session == KIOSK:
            return True  # it shows nothing of anybody's, and tells him that he is let in
        with suppress(CompanionError):  # what cannot be read puts nobody out
            return access.sessions.who(cookie) == viewer.session
        return True

    return still


def _page() -> str:
    page = request.args.get("page", "wall")
    if page not in LIVE_PAGES:
        raise AccessError(400, "There is no live page of that name.")
    if page == "referee" and who().role != "referee":
        raise AccessError(403, "This is for the referee.")
    return page


# --- answers ----------------------------------------------------------------------------------


def _answers(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/answer")
    @needs("seat")
    @also_table
    @says(Reply, {"tell": Word, "ask": Word, "key": Word, "picks": May(Picks | None)})
    def answer() -> Response:
        """Answers an open question; the tablet in the middle one that is asked on it."""
        body = forms.body()
        nonce, ask, key = (forms.text(body, field) for field in ("tell", "ask", "key"))
        picks = forms.table(body, "picks")
        at_table = who().role == TABLE
        teller = teller_at_table(referee.picture, ask) if at_table else viewer_of("seat").teller
        return replied(referee, referee.answer(own(nonce), ask, key, picks, teller))

    @blueprint.post("/undo")
    @needs("seat")
    @also_table
    @says(Reply, {"tell": Word, "of": Count})
    def undo() -> Response:
        """Takes back the newest word, still row `of` (the snapshot's undo): an own one, or any."""
        body = forms.body()
        teller = viewer_of("seat").teller
        return replied(
            referee, referee.undo(own(forms.text(body, "tell")), forms.whole(body, "of"), teller)
        )

    @blueprint.post("/redo")
    @needs("seat")
    @also_table
    @says(Reply, {"tell": Word, "of": Count}, refuses=(409,))
    def redo() -> Response:
        """Lets what the last undo took back, row `of` (the snapshot's redo), stand again."""
        body = forms.body()
        teller = viewer_of("seat").teller
        return replied(
            referee, referee.redo(own(forms.text(body, "tell")), forms.whole(body, "of"), teller)
        )


def _leading(
    blueprint: Blueprint, referee: Referee, access: Access, entered: Mapping[str, Library]
) -> None:
    @blueprint.post("/game")
    @needs("referee")
    @says(Reply, {**GAME, **dict.fromkeys(entered, May(Word | None))}, refuses=(409,))
    def game() -> Response:
        """Begins a game, people in seat order; one that is on ends by `ends` or `sure`."""
        body = forms.body()
        kind, people = forms.text(body, "kind"), forms.people(body, "people")
        access.persons.look_at_names(people)
        options = forms.table(body, "options")
        if body.get("variant") is not None:
            options = {**options, "variant": body["variant"]}
        for field, library in entered.items():
            if body.get(field) is not None:
                options = {**options, field: _entered(library, forms.text(body, field))}
        if _wants_phones(kind, options):
            access.persons.look_at_phones(people)
        nonce = own(forms.text(body, "tell")) if "tell" in body else ""
        sure = forms.flag(body, "sure") if "sure" in body else False
        ends = forms.whole(body, "ends") if "ends" in body else 0
        return replied(referee, referee.begin_game(kind, people, options, nonce, sure, ends))

    @blueprint.post("/caller")
    @needs("seat")
    @says(Reply, OneOf({"paused": bool, "tempo": Tempo, "every_ms": Count}))
    def caller() -> Response:
        """One of three, heard at once; whoever sits here may let PASS go on, and no more."""
        body = forms.body()
        if len(body) != 1:
            raise AccessError(400, "Say one of paused, tempo, every_ms.")
        goes_on = body.get("paused") is False and who().seat is not None
        if who().role != "referee" and not goes_on:
            raise AccessError(403, "The tempo is the referee's. Who plays may only let PASS go on.")
        if "paused" in body:
            return replied(referee, referee.pause(forms.flag(body, "paused")))
        if "tempo" in body:
            return replied(referee, referee.set_tempo(forms.text(body, "tempo")))
        return replied(referee, referee.set_tempo(forms.whole(body, "every_ms")))


def _wants_phones(kind: str, options: Mapping[str, Any]) -> bool:
    phones = GAMES[kind].on_phones if kind in GAMES else None
    return phones is not None and options.get(phones.option) == phones.value


def _naming(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.post("/names")
    @needs("referee")
    @says(Reply, {"seat": Count, "was": May(Name), "name": Name}, refuses=(409,))
    def names() -> Response:
        """Who sits at a seat from now on."""
        body = forms.body()
        seat, name = Seat(forms.whole(body, "seat")), forms.name(body.get("name"))
        was = forms.text(body, "was") if "was" in body else ""
        others = (n for s, n in referee.picture.names.seats.items() if s != seat)
        if any(alike(name, other) for other in others):  # sooner than that somebody is known so
            raise AccessError(400, SAME_NAME)
        if referee.picture.names.seats.get(seat) in robots():
            raise AccessError(400, "That is a robot. It keeps its name, so that all can tell.")
        access.persons.look_at_names((name,), referee.picture.names.people.get(seat))
        return replied(referee, referee.rename(seat, name, was))


def _going_on(blueprint: Blueprint, referee: Referee, access: Access) -> None:
    @blueprint.post("/again")
    @needs("referee")
    @says(Reply, {"tell": Word}, refuses=(409,))
    def again() -> Response:
        """Begins the game that is over once more: the same people and options."""
        nonce = own(forms.text(forms.body(), "tell"))
        return replied(referee, referee.begin_again(nonce))

    @blueprint.post("/go_on")
    @needs("referee")
    @says(Reply, {"sure": Sure})
    def go_on() -> Response:
        """Goes on with what was saved of a journal that was taken away."""
        if not forms.flag(forms.body(), "sure"):
            raise AccessError(400, "sure should be true: what was saved is the journal then.")
        went = access.go_on()
        return replied(referee, Told("counts" if went else "already"))


def _entered(library: Library, at: str) -> object:
    """What a family entered, for the setup of a game."""
    kept = library.all().get(at)
    if kept is None:
        word = library.content.word
        raise AccessError(400, f"That {word} is not here any more. Choose another one.")
    return terse(kept.value)


# --- replies ----------------------------------------------------------------------------------
