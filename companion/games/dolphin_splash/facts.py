"""What can be told in a game of SPLASH!: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from enum import Enum
from typing import Annotated

from companion.frozen import dataclass
from companion.words import (
    OPEN,
    Between,
    Corrected,
    Counted,
    Homed,
    Lifted,
    Pad,
    Released,
    Sealed,
    Seat,
    Suspected,
    Text,
    Touched,
    Trusted,
    Unsealed,
)
from companion.words import HandedOver as HandedOver
from companion.words import Joined as Joined
from companion.words import Left as Left

PLAYERS_LEAST, PLAYERS_MOST = 3, 6
LETTERS = "SPLASH"


class Variant(Enum):
    """Which of the two ways of the box is played."""

    STANDARD = "standard"
    ALTERNATE = "alternate"


class CardSet(Enum):
    """What is dealt: the cards of the box, or a pack with the rank that brings the bonus."""

    BOX = "box"
    ACES = "aces"
    KINGS = "kings"
    QUEENS = "queens"
    JACKS = "jacks"
    PHONES = "phones"  # no cards at all: each hand is on a phone


class Way(Enum):
    """How a robot plays a hand."""

    SLOW = "slow"
    QUICK = "quick"


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, which way, and the house options."""

    seats: int
    variant: Variant = Variant.STANDARD
    dealer: Seat = Seat(0)  # who deals first
    pads: Annotated[int, Between(0, 5)] = 5  # dolphins that the table can feel
    bonus_in_tiebreak: bool = True
    bonus_breaks_tie: bool = False
    one_foul_award_per_round: bool = False
    shuffle_discards: bool = False
    mercy_ms: Annotated[int, Between(0, 1000)] = 0
    announce_first_touch: bool = True
    keep_calling: bool = False  # alternate play: PASS goes on after the first call
    everybody_rules: bool = True  # who may settle a grab: everybody, or the referee alone
    cards: CardSet = CardSet.BOX
    waits_for_choice: bool = True  # hands on phones: who has chosen no card holds a call up once
    robots: Annotated[int, Between(0, PLAYERS_MOST - 1)] = 0  # hands on phones: so many are theirs
    way: Way = Way.SLOW


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealer dealt: a round is on."""

    called = Text("a deal")
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Grabbed:
    """Somebody saw a dolphin being touched."""

    called = Text("a grab")


@dataclass(frozen=True, slots=True)
class GoodGrab:
    """The first to touch showed four of a kind. Where hands are on phones the table knows whose
    they were, and of which sort."""

    called = Text("a good grab")
    seat: Seat | None = None
    sort: Annotated[int, Between(0, PLAYERS_MOST - 1), OPEN] | None = None


@dataclass(frozen=True, slots=True)
class TooSoon:
    """The first to touch had no four of a kind."""

    called = Text("too soon")


@dataclass(frozen=True, slots=True)
class NobodyTouched:
    """It was a knock at the table or a sensor's fancy: no hand was on a dolphin."""

    called = Text("nobody touched")


@dataclass(frozen=True, slots=True)
class Fouled:
    """These touched a dolphin without being entitled to."""

    called = Text("who fouled")
    touchers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class DolphinsBack:
    """All dolphins are back in the middle after a foul."""

    called = Text("the round goes on")


@dataclass(frozen=True, slots=True)
class Held:
    """These and no others hold a dolphin, now that the struggle is over."""

    called = Text("who holds a dolphin")
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat says that it holds this dolphin."""

    called = Text("whose dolphin it is")
    seat: Seat
    pad: Pad


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """The seat takes its claim back."""

    called = Text("a dolphin that was given back")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Kept:
    """The table agrees who has this dolphin; with no seat it scores for nobody."""

    called = Text("whose dolphin it is")
    pad: Pad
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A robot holds this seat's hand from now on, in that way; with none the person does again."""

    called = Text("who holds a hand")
    seat: Seat
    way: Annotated[Way | None, OPEN]


@dataclass(frozen=True, slots=True)
class Bonus:
    """The seat holds a dolphin and showed all four SPLASH! cards."""

    called = Text("four SPLASH! cards")
    seat: Seat


@dataclass(frozen=True, slots=True)
class NoBonus:
    """No holder showed all four SPLASH! cards."""

    called = Text("no four SPLASH! cards")


Felt = Touched | Released | Lifted | Homed | Suspected | Trusted | Counted
Sensed = Felt | Sealed | Unsealed
Told = (
    Dealt
    | Grabbed
    | GoodGrab
    | TooSoon
    | NobodyTouched
    | Fouled
    | DolphinsBack
    | Held
    | Claimed
    | Unclaimed
    | Kept
    | Bonus
    | NoBonus
    | StoodIn
    | Left
    | Joined
    | HandedOver
    | Corrected
)
Fact = Sensed | Told
