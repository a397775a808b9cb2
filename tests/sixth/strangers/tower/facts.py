"""What can be told in Tower."""

from typing import Annotated

from companion.frozen import dataclass
from companion.words import OPEN, Between, Text


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays."""

    seats: int


@dataclass(frozen=True, slots=True)
class Built:
    """So many blocks stand."""

    called = Text("how high it is")
    blocks: Annotated[int, Between(1, 60), OPEN]


@dataclass(frozen=True, slots=True)
class Fell:
    """It fell down."""

    called = Text("a fall")


Fact = Built | Fell
