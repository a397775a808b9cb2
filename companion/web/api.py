"""The JSON interface: what phones, robots and other programs read and tell.

Checks the form of what is told; whether it counts is the referee's business.
"""

from collections.abc import Callable
from contextlib import suppress

from flask import Blueprint, Response, jsonify, request, stream_with_context
from werkzeug.wrappers import Response as AnyResponse

from companion.doors import DoorError, Doors, Session
from companion.referee import Referee, Reply
from companion.referee.hub import TooManyFeeds
from companion.referee.picture import Knock
from companion.say import say
from companion.web import forms
from companion.web.events import stream
from companion.web.guard import needs, who
from companion.web.pages import viewer_of
from companion.web.render import LIVE_PAGES, Renderer
from companion.words import CompanionError, Seat

RETRY_S = 15
VERSION_MOST = 18  # digits of a version: what is longer is none of ours
COOKIE_S = 60 * 60 * 24 * 30


def api(referee: Referee, doors: Doors, renderer: Renderer, cookie: str) -> Blueprint:
    """The blueprint of everything under /api/."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    _reading(blueprint, referee, renderer)
    _live(blueprint, referee, doors, renderer, cookie)
    _telling(blueprint, referee)
    _leading(blueprint, referee)
    _door(blueprint, doors, cookie)
    doors.on_change = lambda: show_door(referee, doors)
    referee.on_knock = lambda knock: _start_pressed(doors, knock)
    show_door(referee, doors)
    return blueprint


def show_door(referee: Referee, doors: Doors) -> None:
    """Let the screens show who asks for a seat."""
    knocks = tuple(Knock(w.id, w.seat, w.words) for w in doors.waiting)
    referee.show_door(knocks, doors.phones())
    referee.hub.send("let_in")


def _start_pressed(doors: Doors, knock: str) -> None:
    """START lets the phone in that waits longest; one that gave up by then is no harm."""
    with suppress(DoorError):
        doors.let_in(knock, True)


# --- reading ----------------------------------------------------------------------------------


def _reading(blueprint: Blueprint, referee: Referee, renderer: Renderer) -> None:
    @blueprint.get("/time")
    @needs("nobody")
    def time() -> Response:
        return jsonify(table_us=referee.clock.now_us())

    @blueprint.get("/state")
    @needs("nobody")
    def state() -> Response:
        return jsonify(renderer.snap(viewer_of("seat" if who().seat is not None else "wall")))

    @blueprint.get("/fragment")
    @needs("nobody")
    def fragment() -> Response:
        seq, html = renderer.fragment(viewer_of(_page()))
        return jsonify(seq=seq, html=html)


def _live(
    blueprint: Blueprint, referee: Referee, doors: Doors, renderer: Renderer, cookie: str
) -> None:
    @blueprint.get("/events")
    @needs("nobody")
    def events() -> AnyResponse:
        viewer = viewer_of(_page())
        try:
            feed = referee.hub.subscribe()
        except TooManyFeeds:
            busy = jsonify(reply="refused", say="Many screens are live; this one will look again.")
            busy.status_code = 503
            busy.headers["Retry-After"] = str(RETRY_S)
            return busy
        still = _still(doors, request.cookies.get(cookie), who())
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


def _still(doors: Doors, secret: str | None, session: Session) -> Callable[[], bool]:
    """Whether the phone is still who it was when its stream began."""

    def still() -> bool:
        with suppress(CompanionError):  # what cannot be read puts nobody out
            return doors.who(secret) == session
        return True

    # A stranger's stream shows nothing of anybody's, and tells him that he is let in.
    return still if session.role != "nobody" else lambda: True


def _page() -> str:
    page = request.args.get("page", "wall")
    if page not in LIVE_PAGES:
        raise DoorError(400, "There is no live page of that name.")
    if page == "referee" and who().role != "referee":
        raise DoorError(403, "This is for the referee.")
    return page


# --- telling ----------------------------------------------------------------------------------


def _telling(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/answer")
    @needs("seat")
    def answer() -> Response:
        told = forms.told("tell", "ask", "key", "picks")
        tell, ask, key = (forms.text(told, field) for field in ("tell", "ask", "key"))
        picks, teller = forms.table(told, "picks"), viewer_of("seat").teller
        return _replied(referee, referee.answer(_own(tell), ask, key, picks, teller))

    @blueprint.post("/undo")
    @needs("seat")
    def undo() -> Response:
        told = forms.told("tell", "of")
        teller = viewer_of("seat").teller
        return _replied(
            referee, referee.undo(_own(forms.text(told, "tell")), forms.whole(told, "of"), teller)
        )

    @blueprint.post("/redo")
    @needs("seat")
    def redo() -> Response:
        told = forms.told("tell", "of")
        teller = viewer_of("seat").teller
        return _replied(
            referee, referee.redo(_own(forms.text(told, "tell")), forms.whole(told, "of"), teller)
        )


def _leading(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/game")
    @needs("referee")
    def game() -> Response:
        told = forms.told("tell", "kind", "people", "variant", "options")
        kind, people = forms.text(told, "kind"), forms.people(told, "people")
        options = forms.table(told, "options")
        if told.get("variant"):
            options = {**options, "variant": told["variant"]}
        tell = _own(forms.text(told, "tell")) if "tell" in told else ""
        return _replied(referee, referee.begin_game(kind, people, options, tell))

    @blueprint.post("/caller")
    @needs("referee")
    def caller() -> Response:
        told = forms.told("paused", "tempo", "every_ms")
        if len(told) != 1:
            raise DoorError(400, "Say one of paused, tempo, every_ms.")
        if "paused" in told:
            return _replied(referee, referee.pause(forms.flag(told, "paused")))
        if "tempo" in told:
            return _replied(referee, referee.set_tempo(forms.text(told, "tempo")))
        return _replied(referee, referee.set_tempo(forms.whole(told, "every_ms")))

    @blueprint.post("/names")
    @needs("referee")
    def names() -> Response:
        told = forms.told("seat", "name")
        seat, name = Seat(forms.whole(told, "seat")), forms.name(told.get("name"))
        others = (n for s, n in referee.picture.names.seats.items() if s != seat)
        if name.casefold() in (other.casefold() for other in others):
            raise forms.same_name()
        return _replied(referee, referee.rename(seat, name))


# --- the door ---------------------------------------------------------------------------------


def _door(blueprint: Blueprint, doors: Doors, cookie: str) -> None:
    @blueprint.get("/whoami")
    @needs("nobody")
    def whoami() -> Response:
        return _whoami(who())

    @blueprint.post("/redeem")
    @needs("nobody")
    def redeem() -> Response:
        secret = doors.redeem(forms.text(forms.told("t"), "t"), request.remote_addr or "")
        return _with_cookie(_whoami(doors.who(secret)), cookie, secret)

    @blueprint.post("/knock")
    @needs("nobody")
    def knock() -> Response:
        seat = Seat(forms.whole(forms.told("seat"), "seat"))
        old = request.cookies.get(cookie)
        secret, waiting = doors.knock(seat, request.remote_addr or "", old)
        answer = jsonify(knock=waiting.id, words=waiting.words)
        return _with_cookie(answer, cookie, secret)

    @blueprint.post("/let_in")
    @needs("referee")
    def let_in() -> Response:
        told = forms.told("knock", "yes")
        doors.let_in(forms.text(told, "knock"), forms.flag(told, "yes"))
        return jsonify(ok=True)


def _whoami(session: Session) -> Response:
    return jsonify(role=session.role, seat=session.seat)


def _with_cookie(answer: Response, cookie: str, secret: str) -> Response:
    answer.set_cookie(cookie, secret, max_age=COOKIE_S, httponly=True, samesite="Strict", path="/")
    return answer


# --- replies ----------------------------------------------------------------------------------


def _own(tell: str) -> str:
    """A nonce is the phone's own: another phone cannot use it up."""
    session = who()
    return f"{session.role}:{'' if session.seat is None else session.seat}:{tell}"


def _replied(referee: Referee, reply: Reply) -> Response:
    names = referee.picture.names
    said = say(reply.text, names) if reply.text else ""
    if reply.kind in ("already", "settled") and reply.by.startswith("seat:"):
        by = names.seat(Seat(int(reply.by.removeprefix("seat:"))))
        said = f"{by} was quicker. {said}"
    return jsonify(reply=reply.kind, say=said, rule=reply.rule)
