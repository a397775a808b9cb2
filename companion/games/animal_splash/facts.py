"""What can be told in a game of Animal Splash: its setup and its facts.

Data only. The JSON of these is kept forever: add kinds and fields, never rename or re-mean one.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from companion.games.animal_splash import called
from companion.games.animal_splash.deck import Deck
from companion.words import Between, Corrected, HandedOver, Joined, Left, Named, Seat

CardNumber = Annotated[int, Between(0, 71), Named("card", called.cards)]
"""A card of the deck: main cards in the deck's order, then start cards."""

MissionNumber = Annotated[int, Between(0, 71), Named("mission", called.missions)]
"""A mission in the deck's order."""

EndNumber = Annotated[int, Between(0, 71), Named("end card", called.ends)]
"""An end card in the deck's order."""

Place = Annotated[int, Between(0, 8), Named("place", called.places)]
"""A place of the grid: row * 3 + column."""

Spot = Annotated[int, Between(0, 11), Named("spot", called.spots)]
"""A spot around the grid, clockwise from above its left column."""

Oxygen = Annotated[int, Between(0, 3)]


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


LEFT, RIGHT = called.LEFT, called.RIGHT


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

    dealer: Seat


@dataclass(frozen=True, slots=True)
class First:
    """The seat begins: it has the lowest number, or of equal ones the youngest."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Breathed:
    """Light: the start card of the seat shows so much oxygen."""

    seat: Seat
    oxygen: Oxygen


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew this start card."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class Filled:
    """This card was laid on the place of the grid."""

    place: Place
    card: CardNumber


@dataclass(frozen=True, slots=True)
class Revealed:
    """This mission was turned up."""

    mission: MissionNumber


@dataclass(frozen=True, slots=True)
class EndTurned:
    """This end card was turned up."""

    end: EndNumber


# --- a turn in a light game -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dived:
    """The seat moved its diver (no steps: placed it) and took a card with so much oxygen."""

    seat: Seat
    steps: Annotated[int, Between(0, 12)]
    oxygen: Oxygen


@dataclass(frozen=True, slots=True)
class Paid:
    """The seat paid for an action; `pearls` came (or went) with a card that was swapped."""

    seat: Seat
    action: Action
    pearls: Annotated[int, Between(-2, 2)] = 0
    oxygen: Oxygen = 0  # of the card that came, where the house gives it


@dataclass(frozen=True, slots=True)
class Surfaced:
    """The turn of the seat is over, with so many more pearls on its cards."""

    seat: Seat
    pearls: Annotated[int, Between(0, 18)]


@dataclass(frozen=True, slots=True)
class Granted:
    """The seat took a mission, and its turn is over, with so many more pearls on its cards."""

    seat: Seat
    colour: Annotated[int, Between(0, 5), Named("mission colour", called.colours)]
    points: Annotated[int, Between(1, 20)]
    pearls: Annotated[int, Between(0, 18)]


@dataclass(frozen=True, slots=True)
class Valued:
    """The end card gives so much to the best and to the second best."""

    best: Annotated[int, Between(1, 40)]
    second: Annotated[int, Between(0, 40)]


@dataclass(frozen=True, slots=True)
class Tallied:
    """The seat has so many of what the end card counts."""

    seat: Seat
    count: Annotated[int, Between(0, 40)]


# --- a turn in a full game --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """The diver of the seat went to the spot, clockwise; the first time it was placed there."""

    seat: Seat
    spot: Spot


@dataclass(frozen=True, slots=True)
class Picked:
    """The seat took the card on the place to an end of its row: 0 the left one, 1 the right."""

    seat: Seat
    place: Place
    end: Annotated[int, Between(0, 1), Named("end of a row", called.sides)]


@dataclass(frozen=True, slots=True)
class Shifted:
    """The seat moved a card of its row: `to` is the card's place in the row afterwards."""

    seat: Seat
    card: CardNumber
    to: Annotated[int, Between(0, 71), Named("place in a row", called.row_places)]


@dataclass(frozen=True, slots=True)
class Slid:
    """The seat moved the pearl on that half of its card."""

    seat: Seat
    card: CardNumber
    area: Area
    way: Way


@dataclass(frozen=True, slots=True)
class Swapped:
    """The seat swapped a card of its row with the one on the place of the grid."""

    seat: Seat
    card: CardNumber
    place: Place


@dataclass(frozen=True, slots=True)
class Scored:
    """The seat scored a group, and laid the pearl on this card of it."""

    seat: Seat
    card: CardNumber
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Met:
    """The seat takes the open mission, as the last thing of its turn."""

    seat: Seat
    mission: MissionNumber


@dataclass(frozen=True, slots=True)
class Voted:
    """The others looked whether the seat fulfils the mission that only they can judge."""

    seat: Seat
    agreed: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn of the seat is over."""

    seat: Seat


# --- the table's pens -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table's own pen on oxygen: so much more (or less) for the seat."""

    seat: Seat
    oxygen: Annotated[int, Between(-88, 88)]


Layout = Dealt | First | Breathed | Drew | Filled | Revealed | EndTurned
Light = Dived | Paid | Surfaced | Granted | Valued | Tallied
Full = Moved | Picked | Shifted | Slid | Swapped | Scored | Met | Voted | Ended
Seating = Left | Joined | HandedOver
Fact = Layout | Light | Full | Seating | Adjusted | Corrected
