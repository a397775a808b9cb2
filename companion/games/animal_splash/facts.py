"""What can be told in a game of Animal Splash: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from enum import Enum
from typing import Annotated

from companion.frozen import dataclass
from companion.games.animal_splash import naming
from companion.games.animal_splash.deck import Deck
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
    Text,
)

CardNumber = Annotated[int, Between(0, 71), Named("card", naming.cards), OPEN]
"""A card of the deck: main cards in the deck's order, then start cards."""

MissionNumber = Annotated[int, Between(0, 71), Named("mission", naming.missions), OPEN]
"""A mission in the deck's order."""

EndNumber = Annotated[int, Between(0, 71), Named("end card", naming.ends), SECRET]
"""An end card in the deck's order; out of a pile, as all that is turned up."""

Place = Annotated[int, Between(0, 8), Named("place", naming.places), OPEN]
"""A place of the grid: row * 3 + column."""

Spot = Annotated[int, Between(0, 11), Named("spot", naming.spots), OPEN]
"""A spot around the grid, clockwise from above its left column."""

Oxygen = Annotated[int, Between(0, 3), OPEN]


class Variant(Enum):
    """Whether the companion counts what is typed in, or follows every card."""

    LIGHT = "light"
    FULL = "full"


class Action(Enum):
    """What oxygen buys."""

    CARD = "card"  # move a card within the row
    PEARL = "pearl"  # move a pearl one step
    SWAP = "swap"  # swap a card with one of the grid


class Attribute(Enum):
    """What a group has in common."""

    KIND = "kind"  # the same animal
    COLOUR = "colour"  # animals of the same colour
    PLANT = "plant"


class Area(Enum):
    """Where a pearl lies on a card."""

    ANIMAL = "animal"  # the upper half
    PLANT = "plant"  # the lower half


class Way(Enum):
    """Where a pearl moves."""

    OVER = "over"  # up or down, to the other half of its card
    LEFT = "left"
    RIGHT = "right"


LEFT, RIGHT = naming.LEFT, naming.RIGHT


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, with what deck, and the house options.

    Without a deck of its own a full game is played with the sample deck, which never changes.
    """

    seats: int
    variant: Variant = Variant.LIGHT
    dealer: Seat = Seat(0)  # who lays out the cards
    deck: Deck | None = None
    kind_and_colour_separate: bool = False
    double_plant_counts_two: bool = True
    two_animals_count_two: bool = False
    swap_gives_o2: bool = False
    zero_counts_for_end_card: bool = False
    show_groups: bool = False
    everybody_tells: bool = False  # everybody may tell for everybody, not only who is concerned


# --- the beginning ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are laid out: a game is on."""

    called = Text("a deal")
    dealer: Seat


@dataclass(frozen=True, slots=True)
class First:
    """The seat begins: it has the lowest number, or of equal ones the youngest."""

    called = Text("who begins")
    seat: Seat


@dataclass(frozen=True, slots=True)
class Breathed:
    """Light: the start card of the seat shows so much oxygen."""

    called = Text("oxygen")
    seat: Seat
    oxygen: Oxygen


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew this start card."""

    called = Text("a start card")
    seat: Seat
    card: Annotated[CardNumber, SECRET]


@dataclass(frozen=True, slots=True)
class Filled:
    """This card was laid on the place of the grid."""

    called = Text("a card of the grid")
    place: Place
    card: Annotated[CardNumber, SECRET]


@dataclass(frozen=True, slots=True)
class Revealed:
    """This mission was turned up."""

    called = Text("a mission that was turned up")
    mission: Annotated[MissionNumber, SECRET]


@dataclass(frozen=True, slots=True)
class EndTurned:
    """This end card was turned up."""

    called = Text("the end card")
    end: EndNumber


# --- a turn in a light game -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dived:
    """The seat moved its diver (no steps: placed it) and took a card with so much oxygen."""

    called = Text("a dive")
    seat: Seat
    steps: Annotated[int, Between(0, 12), OPEN]
    oxygen: Oxygen


@dataclass(frozen=True, slots=True)
class Paid:
    """The seat paid for an action; `pearls` came (or went) with a card that was swapped."""

    called = Text("an action")
    seat: Seat
    action: Annotated[Action, OPEN]
    pearls: Annotated[int, Between(-2, 2), OPEN] = 0
    oxygen: Oxygen = 0  # of the card that came, where the house gives it


@dataclass(frozen=True, slots=True)
class Surfaced:
    """The turn of the seat is over, with so many more pearls on its cards."""

    called = Text("the end of a turn")
    seat: Seat
    pearls: Annotated[int, Between(0, 18), OPEN]


@dataclass(frozen=True, slots=True)
class Granted:
    """The seat took a mission, and its turn is over, with so many more pearls on its cards."""

    called = Text("a mission")
    seat: Seat
    colour: Annotated[int, Between(0, 5), Named("mission colour", naming.colours), OPEN]
    points: Annotated[int, Between(1, 20), OPEN]
    pearls: Annotated[int, Between(0, 18), OPEN]


@dataclass(frozen=True, slots=True)
class Valued:
    """The end card gives so much to the best and to the second best."""

    called = Text("what the end card gives")
    best: Annotated[int, Between(1, 40), OPEN]
    second: Annotated[int, Between(0, 40), OPEN]


@dataclass(frozen=True, slots=True)
class Tallied:
    """The seat has so many of what the end card counts."""

    called = Text("a count")
    seat: Seat
    count: Annotated[int, Between(0, 40), OPEN]


# --- a turn in a full game --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """The diver of the seat went to the spot, clockwise; the first time it was placed there."""

    called = Text("a diver's move")
    seat: Seat
    spot: Spot


@dataclass(frozen=True, slots=True)
class Picked:
    """The seat took the card on the place to an end of its row: 0 the left one, 1 the right."""

    called = Text("a card that was taken")
    seat: Seat
    place: Place
    end: Annotated[int, Between(0, 1), Named("end of a row", naming.sides), OPEN]


@dataclass(frozen=True, slots=True)
class Shifted:
    """The seat moved a card of its row: `to` is the card's place in the row afterwards."""

    called = Text("a card that was moved")
    seat: Seat
    card: CardNumber
    to: Annotated[int, Between(0, 71), Named("place in a row", naming.row_places), OPEN]


@dataclass(frozen=True, slots=True)
class Slid:
    """The seat moved the pearl on that half of its card."""

    called = Text("a pearl that was moved")
    seat: Seat
    card: CardNumber
    area: Annotated[Area, OPEN]
    way: Annotated[Way, OPEN]


@dataclass(frozen=True, slots=True)
class Swapped:
    """The seat swapped a card of its row with the one on the place of the grid."""

    called = Text("a swap")
    seat: Seat
    card: CardNumber
    place: Place


@dataclass(frozen=True, slots=True)
class Scored:
    """The seat scored a group, and laid the pearl on this card of it."""

    called = Text("a group")
    seat: Seat
    card: CardNumber
    attribute: Annotated[Attribute, OPEN]


@dataclass(frozen=True, slots=True)
class Met:
    """The seat takes the open mission, as the last thing of its turn."""

    called = Text("a mission")
    seat: Seat
    mission: MissionNumber


@dataclass(frozen=True, slots=True)
class Voted:
    """The others looked whether the seat fulfils the mission that only they can judge."""

    called = Text("a vote")
    seat: Seat
    agreed: Annotated[bool, OPEN]


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn of the seat is over."""

    called = Text("the end of a turn")
    seat: Seat


# --- the table's pens -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table's own pen on oxygen: so much more (or less) for the seat."""

    called = Text("oxygen")
    seat: Seat
    oxygen: Annotated[int, Between(-88, 88), OPEN]


Layout = Dealt | First | Breathed | Drew | Filled | Revealed | EndTurned
Light = Dived | Paid | Surfaced | Granted | Valued | Tallied
Full = Moved | Picked | Shifted | Slid | Swapped | Scored | Met | Voted | Ended
Seating = Left | Joined | HandedOver
Fact = Layout | Light | Full | Seating | Adjusted | Corrected
