"""The JSON interface: what phones, robots and other programs read and tell.

Checks the form of what is told; whether it counts is the referee's business.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, request, stream_with_context
from werkzeug.wrappers import Response as AnyResponse

from companion.doors import DoorError, Doors, Session
from companion.referee import Referee, Reply
from companion.referee.hub import TooManyFeeds
from companion.referee.picture import Knock
from companion.say import say
from companion.web.events import stream
from companion.web.guard import needs, who
from companion.web.pages import viewer_of
from companion.web.render import LIVE_PAGES, Renderer
from companion.words import Seat

NAME_MOST = 20  # what fits beside six boxes
TELL_MOST = 64
RETRY_S = 15
COOKIE_S = 60 * 60 * 24 * 30


def api(referee: Referee, doors: Doors, renderer: Renderer, cookie: str) -> Blueprint:
    """The blueprint of everything under /api/."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    _reading(blueprint, referee, renderer)
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
        last = request.headers.get("Last-Event-ID", "")
        seen = int(last) if last.isascii() and last.isdigit() else -1
        lines = stream(referee, renderer, viewer, feed, seen)
        return Response(stream_with_context(lines), mimetype="text/event-stream")


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
        told = _told("tell", "ask", "key", "picks")
        tell, ask, key = _text(told, "tell"), _text(told, "ask"), _text(told, "key")
        picks = told.get("picks") or {}
        if not isinstance(picks, dict):
            raise DoorError(400, "Picks should be an object: the field, and what was picked.")
        reply = referee.answer(_own(tell), ask, key, picks, viewer_of("seat").teller)
        return _replied(referee, reply)

    @blueprint.post("/undo")
    @needs("seat")
    def undo() -> Response:
        told = _told("tell", "of")
        teller = viewer_of("seat").teller
        return _replied(
            referee, referee.undo(_own(_text(told, "tell")), _whole(told, "of"), teller)
        )

    @blueprint.post("/redo")
    @needs("seat")
    def redo() -> Response:
        told = _told("tell", "of")
        teller = viewer_of("seat").teller
        return _replied(
            referee, referee.redo(_own(_text(told, "tell")), _whole(told, "of"), teller)
        )


def _leading(blueprint: Blueprint, referee: Referee) -> None:
    @blueprint.post("/game")
    @needs("referee")
    def game() -> Response:
        told = _told("tell", "kind", "people", "variant", "options")
        people = _people(told.get("people"))
        options = told.get("options") or {}
        if not isinstance(options, dict):
            raise DoorError(400, "Options should be an object.")
        if told.get("variant"):
            options = {**options, "variant": told["variant"]}
        tell = _own(_text(told, "tell")) if "tell" in told else ""
        return _replied(referee, referee.begin_game(_text(told, "kind"), people, options, tell))

    @blueprint.post("/caller")
    @needs("referee")
    def caller() -> Response:
        told = _told("paused", "tempo", "every_ms")
        if isinstance(told.get("paused"), bool):
            return _replied(referee, referee.pause(told["paused"]))
        if "tempo" in told:
            return _replied(referee, referee.set_tempo(_text(told, "tempo")))
        return _replied(referee, referee.set_tempo(_whole(told, "every_ms")))

    @blueprint.post("/names")
    @needs("referee")
    def names() -> Response:
        told = _told("seat", "name")
        return _replied(referee, referee.rename(Seat(_whole(told, "seat")), _name(told["name"])))


# --- the door ---------------------------------------------------------------------------------


def _door(blueprint: Blueprint, doors: Doors, cookie: str) -> None:
    @blueprint.get("/whoami")
    @needs("nobody")
    def whoami() -> Response:
        return _whoami(who())

    @blueprint.post("/redeem")
    @needs("nobody")
    def redeem() -> Response:
        secret = doors.redeem(_text(_told("t"), "t"), request.remote_addr or "")
        return _with_cookie(_whoami(doors.who(secret)), cookie, secret)

    @blueprint.post("/knock")
    @needs("nobody")
    def knock() -> Response:
        seat = Seat(_whole(_told("seat"), "seat"))
        secret, waiting = doors.knock(seat, request.remote_addr or "")
        answer = jsonify(knock=waiting.id, words=waiting.words)
        return _with_cookie(answer, cookie, secret)

    @blueprint.post("/let_in")
    @needs("referee")
    def let_in() -> Response:
        told = _told("knock", "yes")
        doors.let_in(_text(told, "knock"), told.get("yes") is True)
        return jsonify(ok=True)


def _whoami(session: Session) -> Response:
    return jsonify(role=session.role, seat=session.seat)


def _with_cookie(answer: Response, cookie: str, secret: str) -> Response:
    answer.set_cookie(cookie, secret, max_age=COOKIE_S, httponly=True, samesite="Strict", path="/")
    return answer


# --- forms ------------------------------------------------------------------------------------


def _told(*fields: str) -> dict[str, Any]:
    told = request.get_json(silent=True)
    if not isinstance(told, dict):
        raise DoorError(400, "That was not JSON. Send an object.")
    for field in told:
        if field not in fields:
            raise DoorError(400, f"{field[:40]!r} is not known here: say {', '.join(fields)}.")
    return told


def _text(told: Mapping[str, Any], field: str) -> str:
    value = told.get(field)
    if not isinstance(value, str) or not 0 < len(value) <= TELL_MOST:
        raise DoorError(400, f"{field} should be a text of 1 to {TELL_MOST} characters.")
    return value


def _whole(told: Mapping[str, Any], field: str) -> int:
    value = told.get(field)
    if type(value) is not int or not 0 <= value < 2**53:
        raise DoorError(400, f"{field} should be a whole number.")
    return value


def _own(tell: str) -> str:
    """A nonce is the phone's own: another phone cannot use it up."""
    session = who()
    return f"{session.role}:{'' if session.seat is None else session.seat}:{tell}"


def _people(people: object) -> list[str]:
    if not isinstance(people, list) or len(people) > 12:
        raise DoorError(400, "People should be a list of names.")
    names = [_name(name) for name in people]
    if len({name.casefold() for name in names}) < len(names):
        raise DoorError(400, "Two people have the same name. Add a letter to one of them.")
    return names


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise DoorError(400, "A name should be a text.")
    plain = " ".join("".join(c for c in name if c.isprintable()).split())
    if not 0 < len(plain) <= NAME_MOST:
        raise DoorError(400, f"A name should have 1 to {NAME_MOST} letters.")
    return plain


def _replied(referee: Referee, reply: Reply) -> Response:
    names = referee.picture.names
    said = say(reply.text, names) if reply.text else ""
    if reply.kind in ("already", "settled") and reply.by.startswith("seat:"):
        by = names.seat(Seat(int(reply.by.removeprefix("seat:"))))
        said = f"{by} was quicker. {said}"
    return jsonify(reply=reply.kind, say=said, rule=reply.rule)
