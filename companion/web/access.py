"""Who comes and goes, over HTTP: links, requests to join and their answers, and good night.

Checks the form of what is told; whether somebody comes in is decided in `companion/access`.
"""

from flask import Blueprint, Response, jsonify, request

from companion.access import Access, AccessError, Session
from companion.access.evening import Evening
from companion.access.sessions import INVITE_S
from companion.referee import Referee
from companion.web import forms, guard
from companion.web.address import Address
from companion.web.guard import needs, who
from companion.web.render import qr
from companion.web.snapshot import pad_key
from companion.words import Seat


def access_routes(
    referee: Referee, access: Access, address: Address, evening: Evening, tablet: bool = False
) -> Blueprint:
    """The blueprint of everything under /api/ that is about who comes and goes.

    With `tablet` a device may ask to be the table.
    """
    blueprint = Blueprint("access", __name__, url_prefix="/api")
    _requesting(blueprint, referee, access, evening, tablet)
    _admitting(blueprint, referee, access, address)
    _revoking(blueprint, access, evening)
    return blueprint


def _requesting(
    blueprint: Blueprint, referee: Referee, access: Access, evening: Evening, tablet: bool
) -> None:
    @blueprint.get("/whoami")
    @needs("nobody")
    def whoami() -> Response:
        return jsonify(_who(who()))

    @blueprint.post("/redeem")
    @needs("nobody")
    def redeem() -> Response:
        key = forms.text(forms.told("t"), "t")
        secret = access.sessions.redeem(key, request.remote_addr or "", guard.secret())
        guard.enter(secret)
        return jsonify(_who(access.sessions.who(secret)))

    @blueprint.post("/knock")
    @needs("nobody")
    def request_to_join() -> Response:
        seat, role = _asked(referee)
        if role == guard.TABLE and not tablet:
            raise AccessError(400, "The dolphins of this table are real: no tablet is the table.")
        old, was, address = guard.request_secret(), guard.secret(), request.remote_addr or ""
        secret, waiting = access.joining.request(seat, address, old, was, table=role == guard.TABLE)
        evening.name_pads()
        guard.wait_with(secret)
        return jsonify(knock=waiting.id, **_joining(referee, access, evening, secret))

    @blueprint.get("/knock")
    @needs("nobody")
    def my_request() -> Response:
        secret = guard.request_secret()
        said = _joining(referee, access, evening, secret)
        if secret and secret == guard.secret():
            said["state"] = "in"
        elif said["state"] != "waiting":
            guard.wait_with("")  # heard
        return jsonify(**said, **_who(who()))


def _admitting(blueprint: Blueprint, referee: Referee, access: Access, address: Address) -> None:
    @blueprint.post("/let_in")
    @needs("referee")
    def admit() -> Response:
        told = forms.told("knock", "yes")
        access.joining.answer(forms.text(told, "knock"), forms.flag(told, "yes"))
        return jsonify(ok=True)

    @blueprint.post("/invite")
    @needs("referee")
    def invite() -> Response:
        seat = _seat(referee, forms.whole(forms.told("seat"), "seat"))
        link = address.link(access.sessions.invite(seat))
        return jsonify(link=link, qr=qr(link), seconds=INVITE_S)


def _revoking(blueprint: Blueprint, access: Access, evening: Evening) -> None:
    @blueprint.post("/put_out")
    @needs("referee")
    def revoke() -> Response:
        phone = forms.text(forms.told("phone"), "phone")
        if phone == who().phone:
            raise AccessError(400, "That is this phone. Another referee's phone can put it out.")
        access.sessions.revoke(phone)
        return jsonify(ok=True)

    @blueprint.post("/good_night")
    @needs("referee")
    def good_night() -> Response:
        told = forms.told("sure", "off")
        if not forms.flag(told, "sure"):
            raise AccessError(
                400, "sure should be true: good night ends the evening for everybody."
            )
        evening.good_night(forms.flag(told, "off") if "off" in told else None)
        return jsonify(ok=True)


def _who(session: Session) -> dict[str, str | int | None]:
    return {"role": session.role, "seat": session.seat}


def _joining(
    referee: Referee, access: Access, evening: Evening, secret: str
) -> dict[str, str | dict[str, str | int] | None]:
    """What a phone shows while it waits, and what became of its request."""
    waiting = access.joining.is_waiting(secret)
    pad = evening.touch_for(waiting)
    name = referee.picture.names.pad(pad) if pad is not None else ""
    return {
        "state": access.joining.outcome(secret),
        "words": waiting.words if waiting else "",
        "role_asked": waiting.role if waiting else "seat",
        "touch": {"pad": pad, "name": name, "key": pad_key(pad)} if pad is not None else None,
    }


def _asked(referee: Referee) -> tuple[Seat | None, str]:
    """The seat that is asked for, and the role; no seat for who would be referee or table."""
    told = forms.told("seat", "role")
    if "role" not in told:
        return _seat(referee, forms.whole(told, "seat")), "seat"
    if told not in ({"role": "referee"}, {"role": guard.TABLE}):
        raise AccessError(400, "Ask for a seat, or say that role is referee or table.")
    return None, str(told["role"])


def _seat(referee: Referee, number: int) -> Seat:
    if number not in referee.picture.names.seats:
        raise AccessError(400, "There is no such seat. When a game is on, its seats can be taken.")
    return Seat(number)
