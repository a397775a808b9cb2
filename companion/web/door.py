"""The door over HTTP: links, knocking and being let in, phones put out, and good night.

Checks the form of what is told; whether somebody comes in is decided by the doors.
"""

from typing import Annotated

from flask import Blueprint, Response, jsonify, request

from companion.codec import Shaped
from companion.doors import INVITE_S, DoorError, Doors, Session
from companion.referee import Referee
from companion.web import forms, guard
from companion.web.address import Address
from companion.web.guard import needs, who
from companion.web.host import Host
from companion.web.render import qr
from companion.web.snapshot import pad_key
from companion.web.spoken import DONE, KNOCK, WHO, May, OneOf, Word, says
from companion.web.wire import Count, SeatNumber
from companion.words import Seat

Leading = Annotated[str, Shaped(enum=("referee", guard.TABLE))]  # whom nobody sits in place of


def door(
    referee: Referee, doors: Doors, address: Address, host: Host, tablet: bool = False
) -> Blueprint:
    """The blueprint of everything under /api/ that is about who comes and goes.

    With `tablet` a device may ask to be the table.
    """
    blueprint = Blueprint("door", __name__, url_prefix="/api")
    _coming(blueprint, referee, doors, host, tablet)
    _letting(blueprint, referee, doors, address)
    _leaving(blueprint, doors, host)
    return blueprint


def _coming(blueprint: Blueprint, referee: Referee, doors: Doors, host: Host, tablet: bool) -> None:
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
        secret = doors.redeem(key, request.remote_addr or "", guard.secret())
        guard.enter(secret)
        return jsonify(_who(doors.who(secret)))

    @blueprint.post("/knock")
    @needs("nobody")
    @says({"knock": str, **KNOCK}, OneOf({"seat": SeatNumber, "role": Leading}))
    def knock() -> Response:
        """Asks for a seat of the game, or to be a referee or the table."""
        seat, role = _asked(referee)
        if role == guard.TABLE and not tablet:
            raise DoorError(400, "The dolphins of this table are real: no tablet is the table.")
        old, was, address = guard.knock_secret(), guard.secret(), request.remote_addr or ""
        secret, waiting = doors.knock(seat, address, old, was, table=role == guard.TABLE)
        host.name_pads()
        guard.wait_with(secret)
        return jsonify(knock=waiting.id, **_knock(referee, doors, host, secret))

    @blueprint.get("/knock")
    @needs("nobody")
    @says({**KNOCK, **WHO})
    def my_knock() -> Response:
        """What became of this phone's knock."""
        secret = guard.knock_secret()
        knocked = _knock(referee, doors, host, secret)
        if secret and secret == guard.secret():
            knocked["state"] = "in"
        elif knocked["state"] != "waiting":
            guard.wait_with("")  # heard
        return jsonify(**knocked, **_who(who()))


def _letting(blueprint: Blueprint, referee: Referee, doors: Doors, address: Address) -> None:
    @blueprint.post("/let_in")
    @needs("referee")
    @says(DONE, {"knock": Word, "yes": bool}, refuses=(410,))
    def let_in() -> Response:
        """Lets a phone in, or not."""
        told = forms.told()
        doors.let_in(forms.text(told, "knock"), forms.flag(told, "yes"))
        return jsonify(ok=True)

    @blueprint.post("/invite")
    @needs("referee")
    @says({"link": str, "qr": str, "seconds": Count}, {"seat": SeatNumber})
    def invite() -> Response:
        """A joining link for a phone at this seat."""
        seat = _seat(referee, forms.whole(forms.told(), "seat"))
        link = address.link(doors.invite(seat))
        return jsonify(link=link, qr=qr(link), seconds=INVITE_S)


def _leaving(blueprint: Blueprint, doors: Doors, host: Host) -> None:
    @blueprint.post("/put_out")
    @needs("referee")
    @says(DONE, {"phone": Word}, refuses=(410,))
    def put_out() -> Response:
        """A phone that was let in is a stranger from now on, and its stream ends."""
        phone = forms.text(forms.told(), "phone")
        if phone == who().phone:
            raise DoorError(400, "That is this phone. Another referee's phone can put it out.")
        doors.put_out(phone)
        return jsonify(ok=True)

    @blueprint.post("/good_night")
    @needs("referee")
    @says(DONE, {"sure": Annotated[bool, Shaped(const=True)], "off": May(bool)})
    def good_night() -> Response:
        """Ends the evening."""
        told = forms.told()
        if not forms.flag(told, "sure"):
            raise DoorError(400, "sure should be true: good night ends the evening for everybody.")
        host.good_night(forms.flag(told, "off") if "off" in told else None)
        return jsonify(ok=True)


def _who(session: Session) -> dict[str, str | int | None]:
    return {"role": session.role, "seat": session.seat}


def _knock(
    referee: Referee, doors: Doors, host: Host, secret: str
) -> dict[str, str | dict[str, str | int] | None]:
    """What a phone shows while it waits, and what became of its knock."""
    waiting = doors.is_waiting(secret)
    pad = host.touch_for(waiting)
    name = referee.picture.names.pad(pad) if pad is not None else ""
    return {
        "state": doors.outcome(secret),
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
        raise DoorError(400, "Ask for a seat, or say that role is referee or table.")
    return None, str(told["role"])


def _seat(referee: Referee, number: int) -> Seat:
    if number not in referee.picture.names.seats:
        raise DoorError(400, "There is no such seat. When a game is on, its seats can be taken.")
    return Seat(number)
