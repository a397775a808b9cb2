"""The hand of somebody who plays with robots: shown to that seat's phone and to no other screen.

On a table where people hold their own cards there is nothing here. Which card may go when is
decided by whoever keeps the cards.
"""

from collections.abc import Mapping
from typing import Protocol

from flask import Blueprint, Response, jsonify, render_template

from companion.access import AccessError
from companion.referee import Referee
from companion.web import forms
from companion.web.guard import needs, who
from companion.web.spoken import HEARD, says
from companion.web.wire import Count
from companion.words import Pad, Seat

HELD = {
    "playing": bool,
    "turn": Count,
    "cards": tuple[Count, ...],
    "chosen": Count | None,
    "passing": bool,
    "four": bool,
}


class Cards(Protocol):
    """Who keeps the cards of a pretend family, and knows whose hand is where."""

    def offers(self, kind: str) -> bool: ...
    def hand(self, seat: Seat) -> Mapping[str, object]: ...
    def choose(self, seat: Seat, card: int, turn: int) -> bool: ...
    def reach(self, seat: Seat, does: str, pad: Pad | None) -> bool: ...


def hand(referee: Referee, cards: Cards | None) -> Blueprint:
    """The blueprint of /api/hand."""
    blueprint = Blueprint("hand", __name__, url_prefix="/api")

    @blueprint.get("/hand")
    @needs("seat")
    @says({**HELD, "html": str}, refuses=(403, 404))
    def my_hand() -> Response:
        """The hand that a person plays with among robots, for this seat's own phone."""
        keeper, seat = _mine(cards)
        held = keeper.hand(seat)
        game = referee.picture.game
        kind = game.kind if game is not None else ""
        return jsonify(**held, html=render_template("_hand.html", hand=held, kind=kind))

    @blueprint.post("/hand")
    @needs("seat")
    @says(HEARD, {"card": Count, "turn": Count}, refuses=(404,))
    def choose() -> Response:
        """Which card goes at the next pass."""
        body = forms.body()
        card, turn = forms.whole(body, "card"), forms.whole(body, "turn")
        keeper, seat = _mine(cards)
        goes = keeper.choose(seat, card, turn)
        return jsonify(ok=goes, say="" if goes else "That card has gone already.")

    return blueprint


def _mine(cards: Cards | None) -> tuple[Cards, Seat]:
    seat = who().seat
    if cards is None:
        raise AccessError(404, "Everybody at this table holds cards of paper.")
    if seat is None:
        raise AccessError(404, "The referee holds no cards.")
    return cards, seat
