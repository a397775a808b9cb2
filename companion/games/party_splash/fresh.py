"""What no new party begins with, though one that was begun so is played on.

Pure. What is no deck at all is refused in cards.py, of any party.
"""

from typing import Final

from companion.games.party_splash.cards import NAME_MOST, SAMPLE, Card, Print
from companion.games.party_splash.facts import Setup
from companion.games.party_splash.state import PLAYERS_LEAST
from companion.words import Refused, Text, short

_WATER: Final = (Card.SPLASH, Card.HOSE, Card.BUCKET, Card.BALL)


def fresh(setup: Setup) -> None:
    """Refuse a deck (P-S11, P-S12) that no screen has room for, or that might never end a party."""
    for card in setup.deck:
        # P-S11 A name is so short that screens have room for it, and is one line.
        if len(card.name) > NAME_MOST or card.name.splitlines()[1:]:
            text = Text(
                'Card {n} is called "{name}": write up to {most} letters.',
                n=card.card + 1,
                name=short(card.name),
                most=NAME_MOST,
            )
            raise Refused("P-S11", text)
    prints = {card.card: card for card in (*SAMPLE, *setup.deck)}
    water, towels = _water(prints), _towels(prints)
    # P-S12 More towels are lost than come back.
    if water <= towels:
        text = Text(
            "With that deck nobody may ever be soaked: {water} cards cost a towel, and Chips and "
            "Pizza bring back {towels}. Put in more Splash cards, or fewer Chips and Pizza.",
            water=water,
            towels=towels,
        )
        raise Refused("P-S12", text)


def _water(prints: dict[int, Print]) -> int:
    balloons = prints[Card.BALLOON].copies
    # P-S12 A balloon bursts by a snorkel alone.
    if not any(card.snorkels for card in prints.values()):
        balloons = 0
    return sum(prints[card].copies for card in _WATER) + balloons


def _towels(prints: dict[int, Print]) -> int:
    # P-S12 A Pizza is for everybody, so for four at least.
    return prints[Card.CHIPS].copies + PLAYERS_LEAST * prints[Card.PIZZA].copies
