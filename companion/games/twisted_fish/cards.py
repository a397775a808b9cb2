"""The deck of Twisted Fish: kinds, colours, Zingers, what they are worth and what they are called.

Data only. Numbers of cards are kept forever in facts: never change an order.
"""

from functools import cache
from typing import Final

from companion.words import Text

COLOURS: Final = ("red", "green", "blue", "yellow", "purple")
KINDS: Final = (
    "card shark",
    "whale",
    "blowfish",
    "starfish",
    "clownfish",
    "barnacle",
    "jellyfish",
    "shrimp",
    "eel",
    "crab",
    "dogfish",
    "hammerhead",
    "flying fish",
)
ZINGERS: Final = (
    "Game Warden",
    "Dead Scuba Diver",
    "No Fishing",
    "Glass Bottom Boat",
    "Net",
    "Two Fisted Fisherman",
    "Lure",
    "Divine Intervention",
)

BASKET: Final = len(COLOURS)  # cards in a full basket
FISH: Final = len(KINDS) * BASKET  # the fish are cards 0..64: kind * 5 + colour
WARDEN, DIVER, NO_FISHING, BOAT, NET, TWO_FISTED, LURE, DIVINE = range(FISH, FISH + len(ZINGERS))
DECK: Final = FISH + len(ZINGERS)
HAND: Final = 8  # cards dealt to each

VALUES: Final = (15, 10, 10, 10, 10, 5, 5, 5, 5, 5, 5, 5, 5)  # a card, by kind
ZINGER_COST: Final = 25


def fish_of(card: int) -> int:
    """The kind of a fish card."""
    return card // BASKET


def cards_of(fish: int) -> range:
    """The five cards of a kind."""
    return range(fish * BASKET, fish * BASKET + BASKET)


def bits_of(fish: int) -> int:
    """The five cards of a kind as a set of bits."""
    return 0b11111 << fish * BASKET


def zinger_bit(zinger: int) -> int:
    """A Zinger in a set of those that were used."""
    return 1 << (zinger - FISH)


@cache
def card_text(card: int) -> Text:
    """ "purple hammerhead", or a Zinger's name."""
    if card >= FISH:
        return Text(ZINGERS[card - FISH])
    colour, kind = Text(COLOURS[card % BASKET]), kind_text(fish_of(card))
    return Text("{colour} {kind}", colour=colour, kind=kind)


@cache
def kind_text(fish: int) -> Text:
    """ "hammerhead"."""
    return Text(KINDS[fish])


@cache
def cards_text(cards: tuple[int, ...]) -> tuple[Text, ...]:
    """Cards as the labels of picks."""
    return tuple(card_text(card) for card in cards)


@cache
def kinds_text(kinds: tuple[int, ...]) -> tuple[Text, ...]:
    """Kinds as the labels of picks."""
    return tuple(kind_text(fish) for fish in kinds)
