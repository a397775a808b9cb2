"""What can be told in New Game, and who sits down to it with which house options.

Facts are kept for ever: add kinds and fields, never rename or re-mean one.
"""

from typing import Annotated

from companion.frozen import dataclass
from companion.words import Between, Corrected, Seat, Text


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays, and the house options."""

    seats: int
    points: Annotated[int, Between(1, 20)] = 3  # that win


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody has a card."""

    called = Text("a deal")


@dataclass(frozen=True, slots=True)
class Highest:
    """This seat has the highest card."""

    called = Text("whose card is the highest")
    seat: Seat


Fact = Dealt | Highest | Corrected
