"""The deck of the squirt-gun party as the next one begins with it, for the page that asks.

What a family entered is in the setup of its newest party.
"""

from dataclasses import asdict

from companion.frozen import dataclass
from companion.games.party_splash.cards import SAMPLE, Print, deck_of, is_gun
from companion.games.party_splash.facts import Setup
from companion.words import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintView(Print):
    """What is on a card; `entered` is whether the family said so."""

    called: Text
    gun: bool
    entered: bool


def prints(setup: Setup | None) -> tuple[PrintView, ...]:
    """What is on each card, in the order of the cards."""
    entered = {card.card: card for card in (setup.deck if setup else ())}
    texts = deck_of(()).texts
    return tuple(
        PrintView(
            **asdict(entered.get(card.card, card)),
            called=texts[card.card],
            gun=is_gun(card.card),
            entered=card.card in entered,
        )
        for card in SAMPLE
    )
