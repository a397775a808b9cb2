"""What can be told in a game of SPLIT: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from enum import Enum
from typing import Annotated, Final

from companion.frozen import dataclass
from companion.games.split import naming
from companion.words import (
    OPEN,
    SECRET,
    Between,
    Corrected,
    HandedOver,
    Joined,
    Left,
    Named,
    Seat,
    Secret,
    Text,
)

Card = Annotated[int, Between(0, 53), Named("card", naming.cards), SECRET]
"""A card: suit * 13 + rank, in the order of cards.py; 52 is a red joker, 53 a black one."""

Half = Annotated[int, Between(0, 107), Named("half", naming.halves), SECRET]
"""One of the two halves of a card: card * 2, or one more."""

Suit = Annotated[int, Between(0, 3), Named("suit", naming.suits), OPEN]
"""A suit, in the order of cards.py."""

Place = Annotated[int, Between(0, 9), Named("place", naming.places), OPEN]
"""A place beside the board: 0..4 along one side, 5..9 along the opposite one."""

Spot = Annotated[int, Between(0, 19), Named("spot", naming.spots), OPEN]
"""A card that lies open: place * 2, or one more for the other card of a match."""

Space = Annotated[int, Between(0, 99), Named("space", naming.spaces), OPEN]
"""A space of the board: row * 10 + column."""


class Variant(Enum):
    """Whether the companion follows the cards, or only turns and chips."""

    REFEREED = "refereed"
    LIGHT = "light"


class CardSet(Enum):
    """What is dealt: the half cards of the box, or two packs of which each card is a half."""

    BOX = "box"
    PACKS = "packs"


class Match(Enum):
    """What two halves make."""

    WEAK = "weak"
    STRONG = "strong"
    PERFECT = "perfect"


CHIPS: Final = {Match.WEAK: 1, Match.STRONG: 2, Match.PERFECT: 2}  # that a match gives


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, on what board, which way, and the house options.

    `board` has ten rows of ten spaces with a blank between: "S" or "SH", by the letters of
    cards.py. Without one it is the practice board, which never changes.
    """

    seats: int
    variant: Variant = Variant.REFEREED
    dealer: Seat = Seat(0)  # who deals
    board: tuple[str, ...] = ()
    turned: bool = False  # red joins left and right, green top and bottom
    perfect_memory: bool = False
    joker_keeps_rank: bool = False
    joker_on_joker: bool = True
    must_change_type: bool = False
    light_up_spaces: bool = False  # always show where a chip may go, not only on request
    everybody_tells: bool = False  # everybody may tell for everybody, not only who is concerned
    cards: CardSet = CardSet.BOX


# --- cards ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealer dealt: a game is on."""

    called = Text("a deal")
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Turned:
    """This card was turned up at the place."""

    called = Text("a card that was turned up")
    place: Place
    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """The seat played a half of the card upon (or beside) the card that lies open there."""

    called = Text("a card")
    seat: Seat
    on: Spot
    card: Card


@dataclass(frozen=True, slots=True)
class Meant:
    """The seat said what its match is, where there were several ways; `suits` are the match's."""

    called = Text("what a match is")
    seat: Seat
    match: Annotated[Match, OPEN]
    suits: tuple[Suit, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat says that it cannot make a match, and shows its hand."""

    called = Text("a claim")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Searched:
    """The others looked at the hand of the seat; `found` where they saw a playable card."""

    called = Text("a look at a hand")
    seat: Seat
    found: Annotated[bool, SECRET]


@dataclass(frozen=True, slots=True)
class Shown:
    """The hand that the seat shows, card by card: the companion looks itself."""

    called = Text("a hand")
    seat: Seat
    cards: tuple[Half, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """Light: the seat made a match of this kind."""

    called = Text("a match")
    seat: Seat
    match: Annotated[Match, OPEN]


@dataclass(frozen=True, slots=True)
class Spent:
    """Light: no card is left to exchange, and the turn of the seat is over."""

    called = Text("the end of a turn")
    seat: Seat


# --- chips ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed:
    """A chip of the seat, whose turn it is, was placed on the space."""

    called = Text("a chip")
    seat: Seat
    space: Space


@dataclass(frozen=True, slots=True)
class Removed:
    """The seat, whose turn it is, removed the chip from the space."""

    called = Text("a chip that was taken off")
    seat: Seat
    space: Annotated[Space, Secret(variant="refereed")]  # what it hid was told


@dataclass(frozen=True, slots=True)
class Enough:
    """Perfect Memory: the seat removes no further chip."""

    called = Text("the end of a turn")
    seat: Seat


@dataclass(frozen=True, slots=True)
class LitUp:
    """The seat wants to see where its chip may go."""

    called = Text("a look at the board")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Fixed:
    """The table's own pen on the board: a chip of this seat's colour lies there, or none."""

    called = Text("what the pen wrote")
    space: Space
    seat: Seat | None


Cards = Dealt | Turned | Played | Meant | Claimed | Searched | Shown | Matched | Spent
Chips = Placed | Removed | Enough | LitUp | Fixed
Seating = Left | Joined | HandedOver
Fact = Cards | Chips | Seating | Corrected
