"""Robots that play New Game with cards of their own, and tell it to the referee.

They read its facts and never its rules, so that the referee's count can be held against theirs.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from companion.robots import Answering, Live, Robots
from companion.words import Seat

from ..facts import Dealt, Fact, Highest, Setup

CARDS = 52


class Family:
    """People round a table, and the cards that they hold."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.setup, self.rng = setup, rng
        self.points = [0] * setup.seats

    def game(self) -> Iterator[Fact]:
        """What happens, each when it happens."""
        while not self.winners():
            yield Dealt()
            cards = self.rng.sample(range(CARDS), self.setup.seats)
            highest = Seat(cards.index(max(cards)))
            self.points[highest] += 1
            yield Highest(highest)

    def winners(self) -> tuple[Seat, ...]:
        """Who has won, by their own count."""
        enough = self.setup.points
        return tuple(Seat(seat) for seat, points in enumerate(self.points) if points >= enough)


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return Answering(Family(setup, rng))


ROBOTS: Final = Robots(family, players=(3, 4))
