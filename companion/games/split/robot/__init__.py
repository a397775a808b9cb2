"""Robots that play SPLIT with cards and chips of their own, and tell it to the referee."""

from random import Random
from typing import Final

from companion.games.split.facts import Setup
from companion.games.split.robot.family import SplitFamily
from companion.robots import Answering, Live, Robots


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return Answering(SplitFamily(setup, rng))


ROBOTS: Final = Robots(family, players=(2, 4), options=(("variant", "refereed"),))
