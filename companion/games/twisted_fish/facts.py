"""What can be told in a game of Twisted Fish: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from enum import Enum
from typing import Annotated

from companion.frozen import dataclass
from companion.games.twisted_fish import naming
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

Card = Annotated[int, Between(0, 64), Named("fish card", naming.fish_cards), SECRET]
"""A fish: kind * 5 + colour, in the order of cards.py."""

Fish = Annotated[int, Between(0, 12), Named("kind of fish", naming.kinds), SECRET]
"""A kind of fish, in the order of cards.py."""

Zinger = Annotated[int, Between(65, 72), Named("Zinger", naming.zingers), SECRET]
"""A Zinger, in the order of cards.py."""

AnyCard = Annotated[int, Between(0, 72), Named("card", naming.cards), SECRET]


class Variant(Enum):
    """Whether the companion follows every ask, or only adds up."""

    REFEREED = "refereed"
    SCORECARD = "scorecard"


class Whopper(Enum):
    """What a caught whopper costs."""

    BASKETS_SO_FAR = "baskets_so_far"
    WHOLE_ROUND = "whole_round"


class Announce(Enum):
    """What the companion says of a whopper that it can prove."""

    AT_ONCE = "at_once"
    IF_CHALLENGED = "if_challenged"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, which way, and the house options."""

    seats: int
    variant: Variant = Variant.REFEREED
    dealer: Seat = Seat(0)  # who deals first
    whopper: Whopper = Whopper.BASKETS_SO_FAR
    announce: Announce = Announce.AT_ONCE
    any_empty_hand_on_own_turn_ends: bool = False
    two_players: bool = False
    everybody_tells: bool = False  # everybody may tell for everybody, not only who is concerned


# --- a round ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """The dealer dealt: a round is on."""

    called = Text("a deal")
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Asked:
    """The asker asks the target for one exact card."""

    called = Text("an ask")
    asker: Seat
    target: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Gave:
    """The giver said yes, and the taker has the card that was asked for."""

    called = Text("a yes")
    giver: Seat
    taker: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Denied:
    """The seat said no to the asker: go fish!"""

    called = Text("a no")
    seat: Seat
    asker: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class AskVoid:
    """The asker held no card of that kind: the ask is taken back."""

    called = Text("an ask that was void")
    asker: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Fished:
    """After a "no" the seat drew a card, if there is a pond.

    `card` where it showed the very card it had asked for: caught it!
    """

    called = Text("a draw")
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """The seat laid a full basket of five real cards."""

    called = Text("a basket")
    seat: Seat
    fish: Fish


@dataclass(frozen=True, slots=True)
class Dead:
    """The seat is dead in the water; `drew` where it took a card from the pond."""

    called = Text("dead in the water")
    seat: Seat
    drew: Annotated[bool, OPEN]


# --- the Zingers ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Warden:
    """Game Warden: a card of the target goes unseen into the pond."""

    called = Text("a Zinger")
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class DiverLaid:
    """Dead Scuba Diver: the seat laid four of a kind, and the Diver for the `missing` card."""

    called = Text("a basket")
    seat: Seat
    missing: Card


@dataclass(frozen=True, slots=True)
class SixthCard:
    """The seat put the real card into its basket, and threw the Diver away."""

    called = Text("the real card for the Diver")
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class NoFishing:
    """No Fishing: the seat answers the asker neither yes nor no."""

    called = Text("a Zinger")
    seat: Seat
    asker: Seat


@dataclass(frozen=True, slots=True)
class Boat:
    """Glass Bottom Boat: the seat looks at a card of the target and gives it back."""

    called = Text("a Zinger")
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Netted:
    """The Net: the asker asks the target for any card of a kind."""

    called = Text("a Zinger")
    asker: Seat
    target: Seat
    fish: Fish


@dataclass(frozen=True, slots=True)
class NetGave:
    """The giver gave one of that kind into the Net; `card` where the table says which."""

    called = Text("a yes")
    giver: Seat
    taker: Seat
    fish: Fish
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class NetDenied:
    """The seat said that it has none of that kind."""

    called = Text("a no")
    seat: Seat
    asker: Seat
    fish: Fish


@dataclass(frozen=True, slots=True)
class NetVoid:
    """The asker held no card of the kind that the Net was for: the Net is taken back."""

    called = Text("a Net that was void")
    asker: Seat
    fish: Fish


@dataclass(frozen=True, slots=True)
class TwoFisted:
    """Two Fisted Fisherman: after a "no" the seat asks again."""

    called = Text("a Zinger")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Lured:
    """The Lure: the asker asks for an exact card, held kind or not."""

    called = Text("a Zinger")
    asker: Seat
    target: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Divine:
    """Divine Intervention: the seat stops the Zinger that `user` has just used on it.

    `picked_up` where the seat took that Zinger into its hand.
    """

    called = Text("a Zinger")
    seat: Seat
    user: Seat
    zinger: Zinger
    picked_up: Annotated[bool, OPEN]


@dataclass(frozen=True, slots=True)
class DivineDiscarded:
    """The seat threw Divine Intervention away, at the cost of its turn."""

    called = Text("a Zinger that was thrown away")
    seat: Seat


# --- whoppers ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenged:
    """`by` asks the companion whether it can prove a whopper of the seat."""

    called = Text("a suspicion")
    by: Seat
    seat: Annotated[Seat, Secret(sure="Really ask for the proof")]


@dataclass(frozen=True, slots=True)
class Caught:
    """The table agrees that the seat told a whopper.

    `card` where the asker has not gone on, and got the card that the seat had denied.
    """

    called = Text("a whopper")
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Forgiven:
    """The table lets the seat's whopper pass, or knows better."""

    called = Text("a whopper that was let pass")
    seat: Seat


# --- the end of a round -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreed:
    """The table agrees to end the round as it stands."""

    called = Text("the end of a round")


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What the seat still holds, by value."""

    called = Text("a hand")
    seat: Seat
    sharks: Annotated[int, Between(0, 5), SECRET]
    tens: Annotated[int, Between(0, 20), SECRET]
    fives: Annotated[int, Between(0, 40), SECRET]
    zingers: Annotated[int, Between(0, 8), SECRET]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the seat still holds, card by card."""

    called = Text("a hand")
    seat: Seat
    cards: tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Tallied:
    """A round of the seat on the scorecard: baskets that count, and what is still in hand."""

    called = Text("a line of the scorecard")
    seat: Seat
    sharks: Annotated[int, Between(0, 1), OPEN]
    tens: Annotated[int, Between(0, 4), OPEN]
    fives: Annotated[int, Between(0, 8), OPEN]
    diver: Annotated[int, Between(0, 15), OPEN] = 0  # worth of the card that the Diver stands for
    left_sharks: Annotated[int, Between(0, 5), SECRET] = 0
    left_tens: Annotated[int, Between(0, 20), SECRET] = 0
    left_fives: Annotated[int, Between(0, 40), SECRET] = 0
    zingers: Annotated[int, Between(0, 8), SECRET] = 0


Seating = Left | Joined | HandedOver
Ending = Agreed | LeftOver | Shown | Tallied
Whoppers = Challenged | Caught | Forgiven
Ordinary = Asked | Gave | Denied | AskVoid | Fished | Laid | Dead
Zingers = (
    Warden
    | DiverLaid
    | SixthCard
    | NoFishing
    | Boat
    | Netted
    | NetGave
    | NetDenied
    | TwoFisted
    | Lured
)
Stopping = Divine | DivineDiscarded | NetVoid
Fact = Dealt | Ordinary | Zingers | Stopping | Whoppers | Ending | Seating | Corrected
