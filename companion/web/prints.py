"""The deck of the squirt-gun party as the next one begins with it, for the page that asks.

Keeps nothing: what a family entered is in the setup of its newest party.
"""

import json
from dataclasses import asdict
from typing import Any

from companion.games.party_splash.cards import SAMPLE, deck_of, is_gun
from companion.games.party_splash.facts import Print
from companion.referee import Referee
from companion.say import say

LOOKED_BACK = 200  # games: a party that is longer ago begins with the sample


def prints(referee: Referee) -> list[dict[str, Any]]:
    """What is on each card, in the order of the cards; `entered` is whether the family said so."""
    entered = {card["card"]: card for card in _entered(referee)}
    texts = deck_of(()).texts
    return [
        {
            **(asdict(Print(card.card, card.copies)) if card.card in entered else asdict(card)),
            **entered.get(card.card, {}),
            "called": say(texts[card.card], referee.picture.names),
            "gun": is_gun(card.card),
            "entered": card.card in entered,
        }
        for card in SAMPLE
    ]


def _entered(referee: Referee) -> list[dict[str, Any]]:
    """The cards of the newest party's deck that are not the sample's."""
    for game in referee.journal.games(LOOKED_BACK):
        if game.kind == "party_splash":
            deck: list[dict[str, Any]] = json.loads(game.setup).get("deck", [])
            return deck
    return []
