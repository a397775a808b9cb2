"""Robots at a squirt-gun party with balloons of their own, who tell it to the referee."""

from random import Random
from typing import Final

from companion.games.party_splash.facts import Setup
from companion.games.party_splash.robot.family import PartyFamily
from companion.robots import Answering, Live, Robots


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return Answering(PartyFamily(setup, rng))


ROBOTS: Final = Robots(family, players=(5, 6))
