"""Robots that fish with hands, memories and whoppers of their own, and tell it to the referee."""

from random import Random
from typing import Final

from companion.games.twisted_fish.facts import Setup
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import Temper
from companion.games.twisted_fish.robot.live import TwistedFishTable
from companion.robots import Live, Robots

LIVELY: Final = Temper(lies=0.02)  # there is something to find out


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return TwistedFishTable(TwistedFishFamily(setup, rng, LIVELY))


ROBOTS: Final = Robots(family, players=(3, 4), options=(("variant", "refereed"),))
