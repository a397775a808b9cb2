"""Who comes and goes, over HTTP: links, requests to join and their answers, and good night.

Checks the form of what is told; whether somebody comes in is decided in `companion/access`.
"""

from typing import Annotated

from flask import Blueprint, Response, jsonify, request

from companion.access import Access, AccessError, Session
from companion.access.evening import Evening
from companion.access.sessions import INVITE_S
from companion.codec import Shaped
from companion.referee import Referee
from companion.web import forms, guard
from companion.web.address import Address
from companion.web.guard import needs, who
from companion.web.render import qr
from companion.web.snapshot import pad_key
from companion.web.spoken import DONE, KNOCK, WHO, May, OneOf, Word, says
from companion.web.wire import Count, SeatNumber
from companion.words import Seat

Leading = Annotated[str, Shaped(enum=("referee", guard.TABLE))]  # whom nobody sits in place of


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
    @says(WHO)
    def whoami() -> Response:
        """The phone's role, and its seat if it has one."""
        return jsonify(_who(who()))

    @blueprint.post("/redeem")
    @needs("nobody")
    @says(WHO, {"t": Word})
    def redeem() -> Response:
        """The secret of the referee's link, or of a joining link."""
        key = forms.text(forms.told(), "t")
        secret = access.sessions.redeem(key, request.remote_addr or "", guard.secret())
        guard.enter(secret)
        return jsonify(_who(access.sessions.who(secret)))

    @blueprint.post("/knock")
    @needs("nobody")
    @says({"knock": str, **KNOCK}, OneOf({"seat": SeatNumber, "role": Leading}))
    def request_to_join() -> Response:
        """Asks for a seat of the game, or to be a referee or the table."""
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
    @says({**KNOCK, **WHO})
    def my_request() -> Response:
        """What became of this phone's knock."""
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
    @says(DONE, {"knock": Word, "yes": bool}, refuses=(410,))
    def admit() -> Response:
        """Lets a phone in, or not."""
        told = forms.told()
        access.joining.answer(forms.text(told, "knock"), forms.flag(told, "yes"))
        return jsonify(ok=True)

    @blueprint.post("/invite")
    @needs("referee")
    @says({"link": str, "qr": str, "seconds": Count}, {"seat": SeatNumber})
    def invite() -> Response:
        """A joining link for a phone at this seat."""
        seat = _seat(referee, forms.whole(forms.told(), "seat"))
        link = address.link(access.sessions.invite(seat))
        return jsonify(link=link, qr=qr(link), seconds=INVITE_S)


def _revoking(blueprint: Blueprint, access: Access, evening: Evening) -> None:
    @blueprint.post("/put_out")
    @needs("referee")
    @says(DONE, {"phone": Word}, refuses=(410,))
    def revoke() -> Response:
        """A phone that was let in is a stranger from now on, and its stream ends."""
        phone = forms.text(forms.told(), "phone")
        if phone == who().phone:
            raise AccessError(400, "That is this phone. Another referee's phone can put it out.")
        access.sessions.revoke(phone)
        return jsonify(ok=True)

    @blueprint.post("/good_night")
    @needs("referee")
    @says(DONE, {"sure": Annotated[bool, Shaped(const=True)], "off": May(bool)})
    def good_night() -> Response:
        """Ends the evening."""
        told = forms.told()
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
    told = forms.told()
    if "role" not in told:
        return _seat(referee, forms.whole(told, "seat")), "seat"
    if told not in ({"role": "referee"}, {"role": guard.TABLE}):
        raise AccessError(400, "Ask for a seat, or say that role is referee or table.")
    return None, str(told["role"])


def _seat(referee: Referee, number: int) -> Seat:
    if number not in referee.picture.names.seats:
        raise AccessError(400, "There is no such seat. When a game is on, its seats can be taken.")
    return Seat(number)
