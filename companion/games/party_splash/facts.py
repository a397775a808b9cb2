"""What can be told at a squirt-gun party: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from companion.games.party_splash import called
from companion.games.party_splash.cards import Print as Print
from companion.words import Between, Corrected, HandedOver, Joined, Left, Named, Seat

CardNo = Annotated[int, Between(0, 21), Named("card", called.cards)]
"""A kind of card, in the order of cards.py."""

IconNo = Annotated[int, Between(0, 3), Named("icon", called.icons)]
"""What a card shows in its corner: ducky, bubble, snorkel, none."""

RoleNo = Annotated[int, Between(0, 3), Named("balloon", called.roles)]
"""What a balloon says: Birthday kid, Best Friend, Classmate, Sibling."""

AttendeeNo = Annotated[int, Between(0, 15), Named("attendee", called.attendees)]
"""Who somebody comes as, in the order of cards.py."""


class Source(Enum):
    """Where the first card of a draw comes from."""

    PILE = "pile"
    HAND = "hand"
    DISCARD = "discard"


class Flip(Enum):
    """What a card is flipped for."""

    HAT = "hat"
    POWER = "power"
    TIME_OUT = "time_out"
    BALLOON = "balloon"


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, the deck as the family entered it, and the house options.

    `deck` has the cards that were entered; the rest is the sample's, in cards.py.
    """

    seats: int
    dealer: Seat = Seat(0)  # who deals
    deck: tuple[Print, ...] = ()
    simultaneous_area_hits: bool = False
    draw_at_last_towel: bool = False
    everybody_tells: bool = False  # everybody may tell for everybody, not only who is concerned


# --- before the game --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gathered:
    """New invitations go round: nobody is anybody yet."""


@dataclass(frozen=True, slots=True)
class Came:
    """The seat comes to the party as this attendee."""

    seat: Seat
    attendee: AttendeeNo


@dataclass(frozen=True, slots=True)
class Dealt:
    """Balloons and cards are dealt, and this seat has shown the Birthday kid's balloon."""

    birthday: Seat


# --- a turn -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flipped:
    """The seat flipped a card, and this icon counts."""

    seat: Seat
    what: Flip
    icon: IconNo


@dataclass(frozen=True, slots=True)
class Drew:
    """The first card of the seat's draw came from there; the second one from the pile."""

    seat: Seat
    source: Source
    target: Seat | None = None  # whose hand


@dataclass(frozen=True, slots=True)
class Showed:
    """The second card of the seat's draw shows this icon."""

    seat: Seat
    icon: IconNo


@dataclass(frozen=True, slots=True)
class Played:
    """The seat, whose turn it is, played the card, at the target if it needs one."""

    seat: Seat
    card: CardNo
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class Picked:
    """The seat's Claw or Slip is for this card in play, or for a hand card."""

    seat: Seat
    card: CardNo | None


@dataclass(frozen=True, slots=True)
class Done:
    """The seat plays no more cards in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shed:
    """The seat discarded so many hand cards at the end of its turn."""

    seat: Seat
    cards: Annotated[int, Between(1, 99)]


# --- answers to a hit -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Missed:
    """The seat played this card as a Miss against a shot at it."""

    seat: Seat
    card: CardNo


@dataclass(frozen=True, slots=True)
class Threw:
    """The seat discarded this card as a Splash: against a Water Bucket, or in a Beach Ball."""

    seat: Seat
    card: CardNo


@dataclass(frozen=True, slots=True)
class Took:
    """The seat does nothing more against what hits it, and loses a towel."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Snacked:
    """The seat, hit on its last towel, ate Chips."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Traded:
    """The seat discarded two hand cards for a towel: Kimmy's power."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Soaked:
    """The seat is soaked, and its balloon says this."""

    seat: Seat
    role: RoleNo


@dataclass(frozen=True, slots=True)
class Shown:
    """The seat, which has left or after the game, shows its balloon."""

    seat: Seat
    role: RoleNo


# --- the table's own pens ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handful:
    """The table's pen: the seat has so many cards in hand."""

    seat: Seat
    cards: Annotated[int, Between(0, 99)]


@dataclass(frozen=True, slots=True)
class Fixed:
    """The table's pen: these cards lie before the seat, and no others."""

    seat: Seat
    cards: tuple[CardNo, ...]


Before = Gathered | Came | Dealt
Turn = Flipped | Drew | Showed | Played | Picked | Done | Shed
Answers = Missed | Threw | Took | Snacked | Traded | Soaked | Shown
Pens = Handful | Fixed | Corrected
Seating = Left | Joined | HandedOver
Fact = Before | Turn | Answers | Pens | Seating
