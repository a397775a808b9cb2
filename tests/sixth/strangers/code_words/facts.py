"""What can be told in Code Words."""

from typing import Annotated

from companion.frozen import dataclass
from companion.words import OPEN, Between, Seat, Secret, Text


@dataclass(frozen=True, slots=True)
class Setup:
    seats: int
    goal: Annotated[int, Between(1, 9)] = 2


@dataclass(frozen=True, slots=True)
class Kept:
    """What a seat has in its hand."""

    called = Text("a hidden word")
    seat: Seat
    word: Annotated[int, Between(0, 4), Secret()]


@dataclass(frozen=True, slots=True)
class Guessed:
    """A team has it."""

    called = Text("a guess")
    side: Annotated[int, Between(0, 1), OPEN]


Fact = Kept | Guessed
