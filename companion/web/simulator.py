"""The simulated table's own route: taps on drawn dolphins become hands on pretend pins.

Only there on a simulated table; it decides nothing but where a hand goes.
"""

from collections.abc import Callable
from typing import Any, Protocol

from flask import Blueprint, Response, jsonify

from companion.doors import DoorError
from companion.web import forms
from companion.web.guard import needs, who
from companion.web.hand import Cards
from companion.words import Pad

FIELDS = ("do", "pad", "button", "at_us", "uncertain_us", "ms", "on")


class Hands(Protocol):
    """Pretend hands on pretend pins. All raise ValueError for what is not there."""

    def touch(self, pad: Pad, at_us: int | None = None) -> None: ...
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


def simulator(hands: Hands, cards: Cards | None = None) -> Blueprint:
    """The blueprint of /api/sim; the keeper of robots' cards says which hand gets where."""
    blueprint = Blueprint("simulator", __name__, url_prefix="/api")
    acts = _acts(hands)

    @blueprint.post("/sim")
    @needs("seat")
    def sim() -> Response:
        told = forms.told(*FIELDS)
        act = acts.get(str(told.get("do")))
        if act is None:
            raise DoorError(400, f"do should be one of {', '.join(acts)}.")
        try:
            if not _gets_there(cards, told):
                return jsonify(ok=False)
            act(told)
        except KeyError as missing:
            raise DoorError(400, f"No hand can do that without {missing.args[0]}.") from None
        except ValueError as problem:
            raise DoorError(400, f"No hand can do that: {problem}") from None
        return jsonify(ok=True)

    return blueprint


def _gets_there(cards: Cards | None, told: dict[str, Any]) -> bool:
    seat = who().seat
    if cards is None or seat is None:
        return True
    return cards.reach(seat, str(told["do"]), _pad(told) if "pad" in told else None)


def _acts(hands: Hands) -> dict[str, Callable[[dict[str, Any]], None]]:
    return {
        "touch": lambda told: hands.touch(_pad(told), _at(told)),
        "release": lambda told: hands.release(_pad(told), _at(told)),
        "lift": lambda told: hands.lift(_pad(told), _at(told)),
        "home": lambda told: hands.home(_pad(told), _at(told)),
        "near": lambda told: hands.near(_pad(told), _at(told)),
        "away": lambda told: hands.away(_pad(told)),
        "press": lambda told: hands.press(str(told["button"]), _at(told)),
        "let_go": lambda told: hands.let_go(str(told["button"]), _at(told)),
        "bounce": lambda told: hands.set_bounce(_whole(told["ms"])),
        "noise": lambda told: hands.set_noise(_pad(told), told["on"] is True),
        "stick": lambda told: hands.stick(_pad(told), told["on"] is True),
        "unplug": lambda told: hands.unplug(_pad(told), told["on"] is True),
    }


def _pad(told: dict[str, Any]) -> Pad:
    return Pad(_whole(told["pad"]))


def _at(told: dict[str, Any]) -> int | None:
    return _whole(told["at_us"]) if told.get("at_us") is not None else None


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number.")
    return value
