"""What can be told at a squirt-gun party: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from enum import Enum
from typing import Annotated

from companion.frozen import dataclass
from companion.games.party_splash import naming
from companion.games.party_splash.cards import Print as Print
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

CardNo = Annotated[int, Between(0, 21), Named("card", naming.cards), OPEN]
"""A kind of card, in the order of cards.py."""

HandCard = Annotated[CardNo, SECRET]
"""A card out of a hand: nobody has seen it if it was not played after all."""

IconNo = Annotated[int, Between(0, 3), Named("icon", naming.icons), OPEN]
"""What a card shows in its corner: ducky, bubble, snorkel, none."""

RoleNo = Annotated[
    int, Between(0, 3), Named("balloon", naming.roles), Secret(sure="Really show it")
]
"""What a balloon says: Birthday kid, Best Friend, Classmate, Sibling."""

AttendeeNo = Annotated[int, Between(0, 15), Named("attendee", naming.attendees), OPEN]
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

    called = Text("new invitations")


@dataclass(frozen=True, slots=True)
class Came:
    """The seat comes to the party as this attendee."""

    called = Text("a guest")
    seat: Seat
    attendee: AttendeeNo


@dataclass(frozen=True, slots=True)
class Dealt:
    """Balloons and cards are dealt, and this seat has shown the Birthday kid's balloon."""

    called = Text("a deal")
    birthday: Seat


# --- a turn -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flipped:
    """The seat flipped a card, and this icon counts."""

    called = Text("a flip")
    seat: Seat
    what: Annotated[Flip, OPEN]
    icon: IconNo


@dataclass(frozen=True, slots=True)
class Drew:
    """The first card of the seat's draw came from there; the second one from the pile."""

    called = Text("a draw")
    seat: Seat
    source: Annotated[Source, OPEN]
    target: Seat | None = None  # whose hand


@dataclass(frozen=True, slots=True)
class Showed:
    """The second card of the seat's draw shows this icon."""

    called = Text("a card that was shown")
    seat: Seat
    icon: IconNo


@dataclass(frozen=True, slots=True)
class Played:
    """The seat, whose turn it is, played the card, at the target if it needs one."""

    called = Text("a card that was played")
    seat: Seat
    card: HandCard
    target: Seat | None = None


@dataclass(frozen=True, slots=True)
class Picked:
    """The seat's Claw or Slip is for this card in play, or for a hand card."""

    called = Text("a card that was picked")
    seat: Seat
    card: CardNo | None


@dataclass(frozen=True, slots=True)
class Done:
    """The seat plays no more cards in this turn."""

    called = Text("the end of a turn")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Shed:
    """The seat discarded so many hand cards at the end of its turn."""

    called = Text("discards")
    seat: Seat
    cards: Annotated[int, Between(1, 99), OPEN]


# --- answers to a hit -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Missed:
    """The seat played this card as a Miss against a shot at it."""

    called = Text("a Miss")
    seat: Seat
    card: HandCard


@dataclass(frozen=True, slots=True)
class Threw:
    """The seat discarded this card as a Splash: against a Water Bucket, or in a Beach Ball."""

    called = Text("a Splash that was thrown away")
    seat: Seat
    card: HandCard


@dataclass(frozen=True, slots=True)
class Took:
    """The seat does nothing more against what hits it, and loses a towel."""

    called = Text("a towel")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Snacked:
    """The seat, hit on its last towel, ate Chips."""

    called = Text("Chips")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Traded:
    """The seat discarded two hand cards for a towel: Kimmy's power."""

    called = Text("a trade")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Soaked:
    """The seat is soaked, and its balloon says this."""

    called = Text("a balloon")
    seat: Seat
    role: RoleNo


@dataclass(frozen=True, slots=True)
class Shown:
    """The seat, which has left or after the game, shows its balloon."""

    called = Text("a balloon")
    seat: Seat
    role: RoleNo


# --- the table's own pens ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Handful:
    """The table's pen: the seat has so many cards in hand."""

    called = Text("a count of cards")
    seat: Seat
    cards: Annotated[int, Between(0, 99), OPEN]


@dataclass(frozen=True, slots=True)
class Fixed:
    """The table's pen: these cards lie before the seat, and no others."""

    called = Text("what lies before somebody")
    seat: Seat
    cards: tuple[CardNo, ...]


Before = Gathered | Came | Dealt
Turn = Flipped | Drew | Showed | Played | Picked | Done | Shed
Answers = Missed | Threw | Took | Snacked | Traded | Soaked | Shown
Pens = Handful | Fixed | Corrected
Seating = Left | Joined | HandedOver
Fact = Before | Turn | Answers | Pens | Seating
