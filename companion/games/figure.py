"""What each did in a game, in figures that all games have in common.

Data only: what may be said of them is for whoever sums them up.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.frozen import dataclass
from companion.words import Pad, Seat, Text


@dataclass(frozen=True, slots=True)
class Figure:
    """What one seat did: so often of so many times, how long it took each time, or how many there
    were in each round, game or turn (`each`).

    Of `every` one so many (`n`, or `of`) could be counted, which `beside` says of all games
    together. What was `felt` hangs on what the table feels with.
    """

    seat: Seat
    said: Text
    k: int = 0
    n: int = 0
    every: int = 0
    beside: str = ""  # a template with {every} and {n}
    took_us: tuple[int, ...] = ()
    felt: bool = False
    counts: tuple[int, ...] = ()
    each: str = "round"
    of: int = 0
    seldom: bool = False  # not worth a word where it has never been


@dataclass(frozen=True, slots=True)
class TableFigure:
    """What a table did, whoever sat there: so often of so many times, how long it was each time, or
    how many there were in a game.

    Of all together; or of one `pad`, or of one `sort`. What was `felt` hangs on what the table
    feels with.
    """

    said: Text
    k: int = 0
    n: int = 0
    pad: Pad | None = None
    sort: Text | None = None
    took_us: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    felt: bool = True


def counted(
    seat: Seat, found: Mapping[str, Sequence[int]], each: str = "round"
) -> Iterator[Figure]:
    """What somebody had so many of in each round or game, by what it is."""
    for said, counts in found.items():
        yield Figure(seat, Text(said), counts=tuple(counts), each=each)
