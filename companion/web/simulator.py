"""The simulated table's own route: taps on drawn dolphins become hands on pretend pins.

Only there on a simulated table; it decides nothing but where a hand goes, and whether in time.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Protocol

from flask import Blueprint, Response, jsonify

from companion.access import AccessError
from companion.codec import Shaped
from companion.referee import Referee
from companion.referee.drawn import too_late
from companion.web import forms
from companion.web.guard import needs, who
from companion.web.hand import Cards
from companion.web.replies import Once, own
from companion.web.spoken import HEARD, May, Word, says
from companion.web.wire import Count
from companion.words import Pad

_HANDS = ("touch", "release", "lift", "home", "near", "away", "press", "let_go")
_TROUBLES = ("bounce", "noise", "stick", "unplug")
DOES = _HANDS + _TROUBLES
TOLD = {
    "tell": Word,
    "do": Annotated[str, Shaped(enum=DOES)],
    "pad": May(Count),
    "button": May(str),
    "at_us": May(int | None),
    "deal": May(Word),
    "uncertain_us": May(Any),
    "ms": May(Count),
    "on": May(bool),
}
IN_TIME = ("touch", "lift", "home", "near", "press")  # a hand that leaves is never too late


class Hands(Protocol):
    """Pretend hands on pretend pins. All raise ValueError for what is not there, and `look_for`
    does no more than that.

    `drags` says whether the table's time may pass more slowly than its pages'.
    """

    drags: bool

    def look_for(self, what: Pad | str) -> None: ...
    def touch(self, pad: Pad, at_us: int | None = None) -> None: ...
    def wait_until_felt(self, pad: Pad) -> None: ...
    def release(self, pad: Pad, at_us: int | None = None) -> None: ...
    def lift(self, pad: Pad, at_us: int | None = None) -> None: ...
    def home(self, pad: Pad, at_us: int | None = None) -> None: ...
    def near(self, pad: Pad, at_us: int | None = None) -> None: ...
    def away(self, pad: Pad) -> None: ...
    def press(self, button: str, at_us: int | None = None) -> None: ...
    def let_go(self, button: str, at_us: int | None = None) -> None: ...
    def set_bounce(self, ms: int) -> None: ...
    def set_noise(self, pad: Pad, on: bool) -> None: ...
    def stick(self, pad: Pad, on: bool) -> None: ...
    def unplug(self, pad: Pad, on: bool) -> None: ...


def simulator(referee: Referee, hands: Hands, cards: Cards | None = None) -> Blueprint:
    """The blueprint of /api/sim; the keeper of robots' cards says which hand gets where."""
    blueprint = Blueprint("simulator", __name__, url_prefix="/api")
    acts, once = _acts(hands), Once()

    @blueprint.post("/sim")
    @needs("seat")
    @says(HEARD, TOLD)
    def sim() -> Response:
        """A pretend hand, on a simulated table only."""
        body = forms.body()
        nonce = own(forms.text(body, "tell"))
        does = str(body.get("do"))
        if does not in acts:
            raise AccessError(400, f"do should be one of {', '.join(acts)}.")

        def reply() -> tuple[bool, str]:
            act = acts[does](body)  # what does not fit is said however late it comes
            pad = _looked_for(hands, body)
            late = _late(referee, body, hands.drags)
            if late or not _gets_there(cards, does, pad):
                return False, late
            act()
            return True, ""

        try:
            ok, say = once.did(nonce, reply)
            if ok and body["do"] == "touch":
                hands.wait_until_felt(_pad(body))  # the next that this page tells comes after it
        except KeyError as missing:
            raise AccessError(400, f"No hand can do that without {missing.args[0]}.") from None
        except ValueError as problem:
            raise AccessError(400, f"No hand can do that: {problem}") from None
        return jsonify(ok=ok, say=say)

    return blueprint


def has_button(hands: Hands | None, button: str) -> bool:
    """Whether the table is a pretended one with this button."""
    try:
        if hands is not None:
            hands.look_for(button)
    except ValueError:
        return False
    return hands is not None


def _looked_for(hands: Hands, body: dict[str, Any]) -> Pad | None:
    """The pad that this hand is for, which is there; as is its button. Raises ValueError."""
    if "button" in body:
        hands.look_for(str(body["button"]))
    if "pad" not in body:
        return None
    hands.look_for(_pad(body))
    return _pad(body)


def _late(referee: Referee, body: dict[str, Any], drags: bool) -> str:
    """Why this hand is not heard, for a network held it up; empty where it is."""
    at_us, deal = _at(body), forms.text(body, "deal") if "deal" in body else ""
    if body["do"] not in IN_TIME:
        return ""
    return too_late(referee.picture, referee.clock, at_us, deal, drags=drags)


def _gets_there(cards: Cards | None, does: str, pad: Pad | None) -> bool:
    seat = who().seat
    return cards is None or seat is None or cards.reach(seat, does, pad)


def _acts(hands: Hands) -> dict[str, Callable[[dict[str, Any]], Callable[[], None]]]:
    """Of what is told, what a hand will do. Raises KeyError for a field that is missing."""
    return {
        "touch": lambda body: partial(hands.touch, _pad(body), _at(body)),
        "release": lambda body: partial(hands.release, _pad(body), _at(body)),
        "lift": lambda body: partial(hands.lift, _pad(body), _at(body)),
        "home": lambda body: partial(hands.home, _pad(body), _at(body)),
        "near": lambda body: partial(hands.near, _pad(body), _at(body)),
        "away": lambda body: partial(hands.away, _pad(body)),
        "press": lambda body: partial(hands.press, str(body["button"]), _at(body)),
        "let_go": lambda body: partial(hands.let_go, str(body["button"]), _at(body)),
        "bounce": lambda body: partial(hands.set_bounce, _whole(body["ms"])),
        "noise": lambda body: partial(hands.set_noise, _pad(body), body["on"] is True),
        "stick": lambda body: partial(hands.stick, _pad(body), body["on"] is True),
        "unplug": lambda body: partial(hands.unplug, _pad(body), body["on"] is True),
    }


def _pad(body: dict[str, Any]) -> Pad:
    return Pad(_whole(body["pad"]))


def _at(body: dict[str, Any]) -> int | None:
    return _whole(body["at_us"]) if body.get("at_us") is not None else None


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number.")
    return value
