"""Who comes and goes, over HTTP: links, requests to join and their answers, and good night.

Checks the form of what is told; whether somebody comes in is decided in `companion/access`.
"""

from typing import Annotated

from flask import Blueprint, Response, jsonify

from companion.access import Access, AccessError, Session
from companion.access.evening import Evening
from companion.access.sessions import INVITE_S
from companion.codec import Shaped
from companion.referee import Referee
from companion.web import forms, guard
from companion.web.address import Address
from companion.web.guard import needs, who
from companion.web.render import qr
from companion.web.spoken import DONE, KNOCK, WHO, May, OneOf, Sure, Word, says
from companion.web.wire import Count, SeatNumber
from companion.words import Between, Seat

PLACES_MOST = 8
POINTS_MOST = 100
THEY_ADD = "One moment: the referee adds you."
YOU_ADD = "Let somebody sit down there, or begin a game with them."
Worth = Annotated[tuple[Annotated[int, Between(0, POINTS_MOST)], ...], Shaped(maxItems=PLACES_MOST)]
# What a phone may ask to be where it asks for no seat of the game.
Asked = Annotated[str, Shaped(enum=("seat", "referee", guard.TABLE, guard.WALL))]


def access_routes(
    referee: Referee, access: Access, address: Address, evening: Evening, tablet: bool = False
) -> Blueprint:
    """The blueprint of everything under /api/ that is about who comes and goes.

    With `tablet` a device may ask to be the table.
    """
    blueprint = Blueprint("access", __name__, url_prefix="/api")
    _requesting(blueprint, referee, access, tablet)
    _admitting(blueprint, referee, access, address)
    _revoking(blueprint, access, evening)
    _counting(blueprint, evening)
    return blueprint


def _requesting(blueprint: Blueprint, referee: Referee, access: Access, tablet: bool) -> None:
    @blueprint.get("/whoami")
    @needs("nobody")
    @says(WHO)
    def whoami() -> Response:
        """The phone's role, and its seat if it has one."""
        return jsonify(_who(who()))

    @blueprint.post("/redeem")
    @needs("nobody")
    @says(WHO, {"t": Word, "tell": May(Word)})
    def redeem() -> Response:
        """The secret of a link lets a phone in; told again with the same `tell` it counts once."""
        body = forms.body()
        key, tell = forms.text(body, "t"), forms.text(body, "tell") if "tell" in body else ""
        secret = access.sessions.redeem(key, guard.network(), guard.secret(), tell)
        guard.enter(secret)
        return jsonify(_who(access.sessions.who(secret)))

    @blueprint.post("/knock")
    @needs("nobody")
    @says({"knock": str, **KNOCK}, OneOf({"seat": SeatNumber, "role": Asked}))
    def request_to_join() -> Response:
        """Asks for a seat of the game, to be let in at all, or to be something else."""
        seat, role = _asked(referee)
        if role == guard.TABLE and not tablet:
            raise AccessError(400, "The dolphins of this table are real: no tablet is the table.")
        old, was, address = guard.request_secret(), guard.secret(), guard.network()
        secret, waiting = access.joining.request(seat, address, old, was, role)
        guard.wait_with(secret)
        return jsonify(knock=waiting.id, **_joining(access, secret))

    @blueprint.get("/knock")
    @needs("nobody")
    @says({**KNOCK, **WHO})
    def my_request() -> Response:
        """What became of this phone's knock."""
        secret = guard.request_secret()
        said: dict[str, str | int | None] = {**_joining(access, secret)}
        if secret and secret == guard.secret():
            said |= {"state": "in", "role_asked": who().role}
        elif said["state"] != "waiting":
            guard.wait_with("")  # heard
        return jsonify(**said, **_who(who()))


def _admitting(blueprint: Blueprint, referee: Referee, access: Access, address: Address) -> None:
    @blueprint.post("/let_in")
    @needs("referee")
    @says(DONE, {"knock": Word, "yes": bool}, refuses=(410,))
    def admit() -> Response:
        """Lets a phone in, or not."""
        body = forms.body()
        access.joining.answer(forms.text(body, "knock"), forms.flag(body, "yes"))
        return jsonify(ok=True)

    @blueprint.post("/send_away")
    @needs("referee")
    @says(DONE, {"sure": Sure})
    def send_away() -> Response:
        """Lets nobody in who waits."""
        if not forms.flag(forms.body(), "sure"):
            raise AccessError(400, "sure should be true: all who wait are sent away.")
        access.joining.send_away()
        return jsonify(ok=True)

    @blueprint.post("/invite")
    @needs("referee")
    @says({"link": str, "qr": str, "seconds": Count}, {"seat": SeatNumber})
    def invite() -> Response:
        """A joining link for a phone at this seat."""
        seat = _seat(referee, forms.whole(forms.body(), "seat"))
        link = address.link(access.sessions.invite(access.sessions.at_seat(seat)))
        return jsonify(link=link, qr=qr(link), seconds=INVITE_S)


def _revoking(blueprint: Blueprint, access: Access, evening: Evening) -> None:
    @blueprint.post("/put_out")
    @needs("referee")
    @says(DONE, {"phone": Word}, refuses=(410,))
    def revoke() -> Response:
        """A phone that was let in is a stranger from now on, and its stream ends."""
        phone = forms.text(forms.body(), "phone")
        if phone == who().phone:
            raise AccessError(400, "That is this phone. Another referee's phone can put it out.")
        access.sessions.revoke(phone)
        return jsonify(ok=True)

    @blueprint.post("/good_night")
    @needs("referee")
    @says(DONE, {"sure": Sure, "off": May(bool)})
    def good_night() -> Response:
        """Ends the evening."""
        body = forms.body()
        if not forms.flag(body, "sure"):
            raise AccessError(
                400, "sure should be true: good night ends the evening for everybody."
            )
        evening.good_night(forms.flag(body, "off") if "off" in body else None)
        return jsonify(ok=True)


def _counting(blueprint: Blueprint, evening: Evening) -> None:
    @blueprint.post("/points")
    @needs("referee")
    @says(DONE, {"table": Worth})
    def points() -> Response:
        """What places are worth over an evening; empty: a point for each behind, and one more."""
        table = forms.body().get("table")
        if not isinstance(table, list) or len(table) > PLACES_MOST or not all(map(_counts, table)):
            most = f"{PLACES_MOST} whole numbers up to {POINTS_MOST}"
            raise AccessError(400, f"table should be a list of at most {most}.")
        evening.let_count(tuple(table))
        return jsonify(ok=True)


def _counts(number: object) -> bool:
    return type(number) is int and 0 <= number <= POINTS_MOST


def _who(session: Session) -> dict[str, str | int | None]:
    return {"role": session.role, "seat": session.seat}


def _joining(access: Access, secret: str) -> dict[str, str]:
    """What a phone shows while it waits, and what became of its request."""
    waiting = access.joining.is_waiting(secret)
    state, asked = access.joining.outcome(secret)
    return {"state": state, "words": waiting.words if waiting else "", "role_asked": asked}


def _asked(referee: Referee) -> tuple[Seat | None, str]:
    """The seat that is asked for, if it is one, and the role."""
    body = forms.body()
    if "role" not in body:
        return _seat(referee, forms.whole(body, "seat")), "seat"
    if len(body) > 1 or body["role"] not in ("seat", "referee", guard.TABLE, guard.WALL):
        raise AccessError(400, "Ask for a seat, or say that role is seat, referee, table or wall.")
    return None, str(body["role"])


def _seat(referee: Referee, number: int) -> Seat:
    if number not in referee.picture.names.seats:
        leads = who().role == "referee"
        raise AccessError(400, f"Nobody sits there yet. {YOU_ADD if leads else THEY_ADD}")
    return Seat(number)
