"""The deck of SPLIT: suits, cards, what they are called, and bags of them.

Data only. Numbers of cards and suits are kept forever in facts: never change an order.
"""

from functools import cache, reduce
from typing import Final

from companion.words import Text

SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
LETTERS: Final = "SHDC"  # the suits in a board's data
RANKS: Final = ("ace", *(str(n) for n in range(2, 11)), "jack", "queen", "king")

RED_JOKER, BLACK_JOKER = 52, 53  # the cards before them are suit * 13 + rank
CARDS: Final = 54
HALVES: Final = 2  # each card was split: two identical halves
DECK: Final = CARDS * HALVES
HAND: Final = 7

RED_SUITS, BLACK_SUITS = 0b0110, 0b1001  # suits as sets of bits
ALL_SUITS: Final = 0b1111
_ODD: Final = sum(1 << 2 * card for card in range(CARDS))


def is_joker(card: int) -> bool:
    """Whether it is one of the two jokers."""
    return card >= RED_JOKER


def rank_of(card: int) -> int:
    """The rank of a card that is no joker."""
    return card % len(RANKS)


def suit_of(card: int) -> int:
    """The suit of a card that is no joker."""
    return card // len(RANKS)


def letter_of(card: int) -> str:
    """What stands on a card: "A", "7"; empty on a joker."""
    name = "" if is_joker(card) else RANKS[rank_of(card)]
    return name if name.isdecimal() else name[:1].upper()


def card_of(suit: int, rank: int) -> int:
    """The card of a suit and a rank."""
    return suit * len(RANKS) + rank


def suits_of_colour(card: int) -> int:
    """The two suits of a card's colour."""
    if is_joker(card):
        return RED_SUITS if card == RED_JOKER else BLACK_SUITS
    return RED_SUITS if RED_SUITS >> suit_of(card) & 1 else BLACK_SUITS


def suits_in(bits: int) -> tuple[int, ...]:
    """A set of suits as numbers."""
    return tuple(suit for suit in range(len(SUITS)) if bits >> suit & 1)


def suit_keys(bits: int) -> str:
    """A set of suits as part of an answer's key: "1" or "12"."""
    return "".join(str(suit) for suit in suits_in(bits))


# --- bags: how many of each card, two bits a card ---------------------------------------------


def one_card(card: int) -> int:
    """The bag of one card."""
    return 1 << 2 * card


def count(bag: int, card: int) -> int:
    """How many of that card are in the bag."""
    return bag >> 2 * card & 0b11


def size(bag: int) -> int:
    """How many cards are in the bag."""
    return (bag & _ODD).bit_count() + 2 * (bag >> 1 & _ODD).bit_count()


def cards_in(bag: int) -> tuple[int, ...]:
    """The cards in a bag, in their order, twice where there are two."""
    found: list[int] = []
    while bag:
        card = (bag & -bag).bit_length() - 1 >> 1
        found += [card] * count(bag, card)
        bag &= ~(0b11 << 2 * card)
    return tuple(found)


def hand_of(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards in their order as halves: the second half of a card where there are two of it."""
    return tuple(HALVES * c + cards[:n].count(c) for n, c in enumerate(cards))


# --- names ------------------------------------------------------------------------------------


@cache
def card_text(card: int) -> Text:
    """ "4 of spades", "red joker"."""
    if is_joker(card):
        return Text("red joker") if card == RED_JOKER else Text("black joker")
    rank, suit = Text(RANKS[rank_of(card)]), Text(SUITS[suit_of(card)])
    return Text("{rank} of {suit}", rank=rank, suit=suit)


@cache
def cards_text(cards: tuple[int, ...]) -> tuple[Text, ...]:
    """Cards as the labels of picks."""
    return tuple(card_text(card) for card in cards)


@cache
def suits_text(bits: int, template: str = "{one} or {other}") -> Text:
    """ "spades", "spades or hearts", "spades, hearts or clubs"."""
    *first, last = (Text(SUITS[suit]) for suit in suits_in(bits))
    if not first:
        return last
    before = reduce(lambda one, other: Text("{one}, {other}", one=one, other=other), first)
    return Text(template, one=before, other=last)
