"""The deck of the squirt-gun party as the next one begins with it, for the page that asks.

What a family entered is in the setup of its newest party.
"""

from collections.abc import Mapping
from dataclasses import asdict

from companion.games.party_splash.cards import SAMPLE, deck_of, is_gun
from companion.games.party_splash.facts import Print


def prints(setup: Mapping[str, list[dict[str, int]]]) -> list[dict[str, object]]:
    """What is on each card, in the order of the cards; `entered` is whether the family said so."""
    entered = {card["card"]: card for card in setup.get("deck", [])}
    texts = deck_of(()).texts
    return [
        {
            **(asdict(Print(card.card, card.copies)) if card.card in entered else asdict(card)),
            **entered.get(card.card, {}),
            "called": texts[card.card],
            "gun": is_gun(card.card),
            "entered": card.card in entered,
        }
        for card in SAMPLE
    ]
