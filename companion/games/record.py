"""What was the most or the least of its kind in a game, so that the games of a house can be told
apart by it.

Data only: which one is the best of all is for whoever sums them up.
"""

from collections.abc import Sequence

from companion.frozen import dataclass
from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class Best:
    """One try at a record: somewhere from `low` to `high`, told by the state at `at`.

    Of microseconds (`felt`) the fewest are the best, of all else (`unit`) the most.
    """

    said: Text
    seats: tuple[Seat, ...]
    low: int
    high: int
    at: int
    unit: str = ""
    felt: bool = False


def at_of(states: Sequence[object], state: object) -> int:
    """Where a state was first."""
    return next(at for at, one in enumerate(states) if one is state)
