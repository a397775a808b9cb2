"""The hand of cards that a seat holds on its phone: shown there, and on no other screen.

On a table where people hold their own cards there is nothing here. Which card may go when is
decided by whoever keeps the cards.
"""

from collections.abc import Mapping
from typing import Protocol

from flask import Blueprint, Response, jsonify, render_template

from companion.access import AccessError
from companion.referee import Referee
from companion.referee.drawn import too_late
from companion.web import forms
from companion.web.guard import needs, who
from companion.web.replies import Once, own
from companion.web.spoken import HEARD, May, Word, says
from companion.web.wire import Count
from companion.words import Pad, Seat

HELD = {
    "playing": bool,
    "turn": Count,
    "cards": tuple[Count, ...],
    "chosen": Count | None,
    "passing": bool,
    "four": bool,
    "elsewhere": bool,
    "unchosen": bool,
    "robot": bool,
}
USUAL = {"elsewhere": False, "unchosen": False}  # where nobody can take a hand along
GRAB = {"tell": Word, "at_us": May(int | None), "uncertain_us": Count, "deal": Word}
UNCERTAIN_MOST_US = 1_000_000  # whose clock is no better has none
_GONE = "That card has gone already."
_NOT_DEALT = "The cards are not dealt yet."
_ROBOTS = "A robot plays for you."
_RESTS = "The dolphin rests."
_ALL_GONE = "All dolphins are gone."


class Hands(Protocol):
    """Who keeps cards, and knows whose hand is where, and on which phone."""

    def hand(self, seat: Seat, phone: str) -> Mapping[str, object]: ...
    def choose(self, seat: Seat, card: int, turn: int, phone: str) -> bool: ...


class Cards(Hands, Protocol):
    """Who keeps those of a pretend family."""

    def offers(self, kind: str) -> bool: ...
    def reach(self, seat: Seat, does: str, pad: Pad | None) -> bool: ...


class OnPhones(Hands, Protocol):
    """Who keeps those that people hold on phones, each with a dolphin of its own."""

    def reached(self, seat: Seat, at_us: int, uncertain_us: int) -> bool: ...


def hand(referee: Referee, cards: Cards | None, keeper: OnPhones | None = None) -> Blueprint:
    """The blueprint of /api/hand and /api/grab."""
    kept: Hands | None = cards or keeper
    blueprint = Blueprint("hand", __name__, url_prefix="/api")

    @blueprint.get("/hand")
    @needs("seat")
    @says({**HELD, "html": str}, refuses=(403, 404))
    def my_hand() -> Response:
        """The hand that a person plays with among robots, for this seat's own phone."""
        hands, seat = _mine(referee, kept, cards is not None)
        game, robots = referee.picture.game, referee.picture.view.robots
        held = {**USUAL, **hands.hand(seat, who().phone), "robot": str(seat) in robots}
        kind = game.kind if game is not None else ""
        return jsonify(**held, html=render_template("_hand.html", hand=held, kind=kind))

    @blueprint.post("/hand")
    @needs("seat")
    @says(HEARD, {"card": Count, "turn": Count}, refuses=(404,))
    def choose() -> Response:
        """Which card goes at the next pass."""
        body = forms.body()
        card, turn = forms.whole(body, "card"), forms.whole(body, "turn")
        hands, seat = _mine(referee, kept, cards is not None)
        goes = hands.choose(seat, card, turn, who().phone)
        return jsonify(ok=goes, say="" if goes else _GONE if turn else _NOT_DEALT)

    _grabbing(blueprint, referee, keeper)
    return blueprint


def _grabbing(blueprint: Blueprint, referee: Referee, keeper: OnPhones | None) -> None:
    replies = Once()

    @blueprint.post("/grab")
    @needs("seat")
    @says(HEARD, GRAB, refuses=(404,))
    def grab() -> Response:
        """A hand on its phone's own dolphin, where hands of cards are on phones."""
        body = forms.body()
        nonce, deal = own(forms.text(body, "tell")), forms.text(body, "deal")
        doubt_us = min(forms.whole(body, "uncertain_us"), UNCERTAIN_MOST_US)
        at_us = forms.whole(body, "at_us") if body.get("at_us") is not None else None
        _, seat = _mine(referee, keeper, pretended=False)

        def reply() -> tuple[bool, str]:
            late = too_late(referee.picture, referee.clock, at_us, deal, drags=False)
            if str(seat) in referee.picture.view.robots:
                late = _ROBOTS  # it grabs, too, by the cards that it sees
            if late or at_us is None or keeper is None:
                return False, late
            heard = keeper.reached(seat, at_us, doubt_us)
            view = referee.picture.view
            are_gone = len(view.claims) >= len(view.in_play or ())
            return heard, "" if heard else _ALL_GONE if are_gone else _RESTS

        ok, say = replies.did(nonce, reply)
        return jsonify(ok=ok, say=say)


def _mine(referee: Referee, kept: Hands | None, pretended: bool) -> tuple[Hands, Seat]:
    seat = who().seat
    if kept is None or not (pretended or referee.picture.view.phones):
        raise AccessError(404, "Everybody at this table holds cards of paper.")
    if seat is None:
        raise AccessError(404, "The referee holds no cards.")
    return kept, seat
