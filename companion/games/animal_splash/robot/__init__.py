"""Robots that dive for Animal Splash with a deck of their own, and tell it to the referee."""

from random import Random
from typing import Final

from companion.games.animal_splash.facts import Setup
from companion.games.animal_splash.robot.family import AnimalFamily
from companion.robots import Answering, Live, Robots


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return Answering(AnimalFamily(setup, rng))


ROBOTS: Final = Robots(family, players=(3, 4), options=(("variant", "full"),))
