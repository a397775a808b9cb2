"""The door over HTTP: strangers tap its pictures, people who are in open and shut it.

Checks the form of what is told; whether somebody comes in is decided in `companion/access`.
"""

from typing import Annotated

from flask import Blueprint, Response, jsonify

from companion.access import Access, AccessError
from companion.access.door import CHOICES, MORE_TAPS, PICTURES, TAPS
from companion.codec import Shaped
from companion.web import forms, guard
from companion.web.guard import needs, who
from companion.web.spoken import DONE, WHO, says
from companion.words import Between

Picture = Annotated[int, Between(0, len(PICTURES) - 1)]
Choice = Annotated[str, Shaped(enum=("", *CHOICES))]


def door_routes(access: Access) -> Blueprint:
    """The blueprint of the door."""
    blueprint = Blueprint("door", __name__, url_prefix="/api")

    @blueprint.post("/enter")
    @needs("nobody")
    @says(WHO, {"pictures": Annotated[tuple[Picture, ...], Shaped(maxItems=MORE_TAPS)]})
    def enter() -> Response:
        """The pictures that the wall shows, tapped in their order, let a phone in."""
        tapped = _pictures(forms.body())
        session = who()
        if session.role == "nobody":
            secret = access.joining.enter(tapped, guard.network(), guard.secret())
            guard.enter(secret)
            session = access.sessions.who(secret)
        return jsonify(role=session.role, seat=session.seat)

    @blueprint.post("/door")
    @needs("seat")
    @says(DONE, {"open": bool})
    def door() -> Response:
        """Opens the door for two minutes, in a lobby until it is shut; or shuts it."""
        access.open_door(forms.flag(forms.body(), "open"))
        return jsonify(ok=True)

    @blueprint.post("/door_choice")
    @needs("referee")
    @says(DONE, {"choice": Choice})
    def choose() -> Response:
        """How this house lets strangers in; empty: by the wall where there is one, else by nods."""
        choice = forms.body().get("choice")
        if choice not in ("", *CHOICES):
            raise AccessError(400, f"choice should be empty, or one of {', '.join(CHOICES)}.")
        access.choose_door(choice)
        return jsonify(ok=True)

    return blueprint


def _pictures(body: dict[str, object]) -> tuple[int, ...]:
    """The pictures by their numbers. Raises AccessError."""
    told = body.get("pictures")
    numbers = told if isinstance(told, list) else [None]
    if len(numbers) not in (0, TAPS, MORE_TAPS) or not all(map(_is_picture, numbers)):
        raise AccessError(400, f"pictures should be {TAPS} numbers below {len(PICTURES)}.")
    return tuple(numbers)


def _is_picture(number: object) -> bool:
    return type(number) is int and 0 <= number < len(PICTURES)
