"""What each did in a game, in figures that all games have in common.

Data only: what may be said of them is for whoever sums them up.
"""

from dataclasses import dataclass

from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class Figure:
    """What one seat did: so often of so many times, or how long it took each time.

    Of `every` one so many (`n`) could be counted, which `beside` says of all games together. What
    was `felt` hangs on what the table feels with.
    """

    seat: Seat
    said: Text
    k: int = 0
    n: int = 0
    every: int = 0
    beside: str = ""  # a template with {every} and {n}
    took_us: tuple[int, ...] = ()
    felt: bool = False
