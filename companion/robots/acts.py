"""What a pretend family does and says, in words that fit every game.

Data only.
"""

from dataclasses import field
from enum import Enum

from companion.frozen import dataclass
from companion.words import Pad, Seat


class Does(Enum):
    """What hands do at the table."""

    NEAR = "near"  # a hand hovers, and goes away again
    TOUCH = "touch"
    RELEASE = "release"
    LIFT = "lift"
    HOME = "home"
    PASS = "pass"  # everybody slides a card on the call


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody does at `at_us` of the family's own time."""

    does: Does
    at_us: int
    pad: Pad | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question: its key and picks, and who gives it."""

    key: str
    seat: Seat | None
    picks: dict[str, int | list[int]] = field(default_factory=dict)
