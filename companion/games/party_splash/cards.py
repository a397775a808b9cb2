"""The cards, kids and balloons of the party: what they are called, and what is printed on them.

Data only. Numbers of cards, icons, roles and attendees are kept forever in facts: never change
an order.
"""

from enum import IntEnum
from functools import cache, lru_cache
from typing import Annotated, Final

from companion.frozen import dataclass
from companion.games.common import CACHE_SIZE
from companion.words import Between, Named, Refused, Text


class Card(IntEnum):
    """What may be on a card. From TIME_OUT on they stay before somebody; from OZ on: guns."""

    SPLASH = 0
    MISS = 1
    CHIPS = 2
    PIZZA = 3
    BACKPACK = 4
    LUNCHBOX = 5
    FAVORS = 6
    CLAW = 7
    SLIP = 8
    HOSE = 9
    BUCKET = 10
    BALL = 11
    TIME_OUT = 12
    BALLOON = 13
    HAT = 14
    SKATEBOARD = 15
    GOGGLES = 16
    OZ = 17
    GUN_B = 18
    GUN_C = 19
    GUN_D = 20
    GUN_E = 21


class Icon(IntEnum):
    """What a flipped card shows in its corner."""

    DUCKY = 0
    BUBBLE = 1
    SNORKEL = 2
    NONE = 3


class Role(IntEnum):
    """What a balloon says."""

    BIRTHDAY_KID = 0
    BEST_FRIEND = 1
    CLASSMATE = 2
    SIBLING = 3


class Attendee(IntEnum):
    """Who comes to the party."""

    SEN = 0
    ADRIAN = 1
    MIKA = 2
    BRUDDER = 3
    STEVEN = 4
    DARREN = 5
    ROBERT = 6
    LISA_MARIA = 7
    JAZZY = 8
    RAYMOND = 9
    HAYLEY = 10
    KIMMY = 11
    JAMES = 12
    KAREN = 13
    MARVIN = 14
    OSCAR = 15


NAMES: Final = (
    "Splash", "Miss", "Chips", "Pizza", "Backpack", "Lunchbox", "Party Favors", "Claw", "Slip",
    "Hose", "Water Bucket", "Beach Ball", "Time Out", "Water Balloon", "Hat", "Skateboard",
    "Goggles", "O.Z. 6400",
)  # fmt: skip # a list to be read at one look
ATTENDEES: Final = (
    "Sen", "Adrian", "Mika", "Lil' Brudder", "Steven", "Darren", "Robert", "Lisa Maria", "Jazzy",
    "Raymond", "Hayley", "Kimmy", "James", "Karen", "Marvin", "Oscar",
)  # fmt: skip # a list to be read at one look
ICONS: Final = ("ducky", "bubble", "snorkel", "no icon")
ROLES: Final = ("Birthday kid", "Best Friend", "Classmate", "Sibling")

# P-R2's towels are on the boards: these two have three, all others four.
_SMALL: Final = (Attendee.BRUDDER, Attendee.JAZZY)

COPIES_MOST, RANGE_MOST, NAME_MOST = 60, 9, 24
Copies = Annotated[int, Between(0, COPIES_MOST)]


@dataclass(frozen=True, slots=True)
class Print:
    """What a family finds printed on the copies of one card; a name only where it has another."""

    card: Annotated[int, Between(0, 21), Named("card", lambda _: _sample_names())]
    copies: Copies
    range: Annotated[int, Between(0, RANGE_MOST)] = 0  # squirt guns alone
    duckies: Copies = 0
    bubbles: Copies = 0
    snorkels: Copies = 0
    name: str = ""


# A sample, not the printed deck: copies, range, duckies, bubbles and snorkels of each card.
SAMPLE: Final = (
    Print(0, 25, 0, 3, 13, 0), Print(1, 12, 0, 0, 0, 7), Print(2, 6, 0, 6, 0, 0),
    Print(3, 1, 0, 1, 0, 0), Print(4, 1, 0, 1, 0, 0), Print(5, 2, 0, 0, 0, 2),
    Print(6, 2, 0, 0, 0, 0), Print(7, 4, 0, 3, 1, 0), Print(8, 4, 0, 1, 3, 0),
    Print(9, 1, 0, 1, 0, 0), Print(10, 2, 0, 0, 2, 0), Print(11, 3, 0, 0, 1, 0),
    Print(12, 3, 0, 1, 0, 0), Print(13, 1, 0, 1, 0, 0), Print(14, 2, 0, 0, 0, 0),
    Print(15, 2, 0, 2, 0, 0), Print(16, 1, 0, 0, 0, 0), Print(17, 2, 1, 0, 0, 0),
    Print(18, 3, 2, 0, 0, 0), Print(19, 1, 3, 0, 0, 0), Print(20, 1, 4, 0, 0, 0),
    Print(21, 1, 5, 0, 0, 1),
)  # fmt: skip # a table of numbers
DECK_LEAST: Final = 48  # eight hands of five, and something to draw


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck that is complete: by card what is printed, and all of it counted."""

    texts: tuple[Text, ...]  # by card: what it is called
    ranges: tuple[int, ...]  # by card; none but guns have one
    size: int
    icons: tuple[int, int, int, int]  # cards with each icon
    sample: bool  # not all of it was entered by the family


def is_gun(card: int) -> bool:
    """Whether it is a squirt gun."""
    return card >= Card.OZ


def stays(card: int) -> bool:
    """Whether it is put down before somebody, and stays there."""
    return card >= Card.TIME_OUT


@lru_cache(CACHE_SIZE)
def deck_of(entered: tuple[Print, ...]) -> Deck:
    """The deck of a setup: what was entered, and the sample's for the rest. Raises Refused."""
    if len({card.card for card in entered}) != len(entered):
        # P-S11 Each card is entered once.
        raise Refused("P-S11", Text("A card was entered twice."))
    for card in entered:
        _is_sound(card)
    own = {card.card: card for card in entered}
    # P-S11 What is not entered is the sample's.
    prints = tuple(own.get(card.card, card) for card in SAMPLE)
    size = sum(card.copies for card in prints)
    # P-S11 A deck must go round a table of eight.
    if size < DECK_LEAST:
        text = Text("{n} cards are too few: a deck has at least {least}.", n=size, least=DECK_LEAST)
        raise Refused("P-S11", text)
    shown = (
        sum(card.duckies for card in prints),
        sum(card.bubbles for card in prints),
        sum(card.snorkels for card in prints),
    )
    texts, ranges = tuple(map(_text, prints)), tuple(card.range for card in prints)
    # P-S11 Marked as a sample until all cards are entered.
    return Deck(texts, ranges, size, (*shown, size - sum(shown)), len(own) < len(SAMPLE))


def towels_of(attendee: int) -> int:
    """The towels that an attendee's board says."""
    return 3 if attendee in _SMALL else 4


@cache
def attendee_text(attendee: int) -> Text:
    """Who somebody comes as."""
    return Text(ATTENDEES[attendee])


@cache
def icon_text(icon: int) -> Text:
    """What a flip shows."""
    return Text(ICONS[icon])


@cache
def role_text(role: int) -> Text:
    """What a balloon says."""
    return Text(ROLES[role])


def _sample_names() -> tuple[tuple[Text, ...], ...]:
    return tuple((text,) for text in deck_of(()).texts)


def _text(card: Print) -> Text:
    """What a card is called: "squirt gun of range 2" where nobody named it."""
    if card.name:
        # A family's own word may hold anything: it is a value, never a template.
        return Text("{name}", name=card.name)
    if card.card < len(NAMES):
        return Text(NAMES[card.card])
    return Text("squirt gun of range {n}", n=card.range)


def _is_sound(card: Print) -> None:
    """Refuse (P-S11, P-Q26) what cannot be printed on a card."""
    # P-S11 A card shows one icon at most.
    if card.duckies + card.bubbles + card.snorkels > card.copies:
        text = Text("Card {n} has more icons than copies.", n=card.card + 1)
        raise Refused("P-S11", text)
    # P-Q26 A range is printed on guns, and on nothing else.
    if is_gun(card.card) != bool(card.range):
        text = Text(
            "Card {n}: squirt guns have a range of 1 or more, other cards have none.",
            n=card.card + 1,
        )
        raise Refused("P-Q26", text)
