"""What the numbers in Twisted Fish's facts are called, for who writes facts by hand.

Words only, and those of the screens.
"""

from companion.games.twisted_fish.cards import DECK, FISH, KINDS, card_text, kind_text
from companion.words import Text

Names = tuple[tuple[Text, ...], ...]


def cards(setup: object) -> Names:
    """ "purple hammerhead", or a Zinger's name."""
    return tuple((card_text(card),) for card in range(DECK))


def fish_cards(setup: object) -> Names:
    """ "purple hammerhead"."""
    return cards(setup)[:FISH]


def zingers(setup: object) -> Names:
    """ "Game Warden"."""
    return cards(setup)[FISH:]


def kinds(setup: object) -> Names:
    """ "hammerhead"."""
    return tuple((kind_text(fish),) for fish in range(len(KINDS)))
