"""Hands of Twisted Fish as bits, and the tempers of those who hold them.

Helpers of the family alone; the rules have their own.
"""

from random import Random

from companion.bits import ones
from companion.frozen import dataclass
from companion.games.twisted_fish.facts import LeftOver
from companion.games.twisted_fish.robot.score import FISH
from companion.words import Seat

KINDS = 13
FULL = 0b11111
ALL_FISH = (1 << FISH) - 1


@dataclass(frozen=True, slots=True)
class Temper:
    """How a family plays: chances of everything that nobody has to do."""

    lies: float = 0.0  # a "no" to a card in the hand
    bluffs: float = 0.02  # asks for a card of its own
    zings: float = 0.06  # uses a Zinger, at each moment where one might be used
    stops: float = 0.5  # answers with No Fishing or Divine Intervention, where it can
    forgets: float = 0.1  # does not lay a basket at once, or misses a card just caught
    says_draws: float = 0.7  # tells that it went fishing, before the next one asks
    says_colour: float = 0.5  # tells which card went into the Net
    by_card: float = 0.7  # tells leftovers card by card
    challenges: float = 0.1  # asks the companion about somebody who just said no
    sees_through: float = 0.0  # the table itself catches a whopper


def best_of(found: int, hand: int, rng: Random) -> int:
    """Of some cards one of the kind that the hand holds most of."""
    cards = ones(found)
    if len(cards) == 1:
        return cards[0]
    first = rng.randrange(len(cards))
    cards = cards[first:] + cards[:first]
    return max(cards, key=lambda card: (hand >> card // 5 * 5 & FULL).bit_count())


def kinds_of(hand: int) -> int:
    """All cards of the kinds that a hand holds, as bits."""
    found = 0
    for kind in range(KINDS):
        mask = FULL << kind * 5
        if hand & mask:
            found |= mask
    return found


def full_kinds(hand: int) -> list[int]:
    """The kinds of which a hand holds all five."""
    if hand.bit_count() < 5:
        return []
    return [kind for kind in range(KINDS) if hand >> kind * 5 & FULL == FULL]


def by_value(seat: Seat, cards: list[int]) -> LeftOver:
    """A hand at the end as the table counts it."""
    kinds = [card // 5 for card in cards if card < FISH]
    sharks = sum(kind == 0 for kind in kinds)
    tens = sum(1 <= kind <= 4 for kind in kinds)
    zingers = len(cards) - len(kinds)
    return LeftOver(seat, sharks, tens, len(kinds) - sharks - tens, zingers)
