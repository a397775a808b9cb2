"""What the numbers in SPLIT's facts are called, for who writes facts by hand.

Words only: the first name is the one that screens say, the others are how people write it.
"""

from companion.games.split.board import space_text
from companion.games.split.cards import (
    CARDS,
    HALVES,
    LETTERS,
    RED_JOKER,
    SUITS,
    card_text,
    is_joker,
    letter_of,
    suit_of,
)
from companion.games.split.path import SIDE
from companion.words import Text

Names = tuple[tuple[Text, ...], ...]
_PLACES = 10


def cards(setup: object) -> Names:
    """ "4 of hearts" or "4H", "red joker" or "RJ"."""
    return tuple((card_text(card), Text(_short(card))) for card in range(CARDS))


def halves(setup: object) -> Names:
    """The names of the cards: two halves have one."""
    return tuple(names for names in cards(setup) for _ in range(HALVES))


def suits(setup: object) -> Names:
    """ "hearts" or "H"."""
    return tuple((Text(name), Text(letter)) for name, letter in zip(SUITS, LETTERS, strict=True))


def places(setup: object) -> Names:
    """ "place 3"."""
    return tuple((Text("place {n}", n=n + 1),) for n in range(_PLACES))


def spots(setup: object) -> Names:
    """ "place 3 left", or "place 3" where one card lies there; "place 3 right"."""
    return tuple(
        names
        for n, (place,) in enumerate(places(setup), 1)
        for names in ((Text("place {n} left", n=n), place), (Text("place {n} right", n=n),))
    )


def spaces(setup: object) -> Names:
    """ "row 6, space 7" or "6.7"."""
    return tuple(
        (space_text(space), Text("{row}.{n}", row=space // SIDE + 1, n=space % SIDE + 1))
        for space in range(SIDE * SIDE)
    )


def _short(card: int) -> str:
    if is_joker(card):
        return "RJ" if card == RED_JOKER else "BJ"
    return letter_of(card) + LETTERS[suit_of(card)]
