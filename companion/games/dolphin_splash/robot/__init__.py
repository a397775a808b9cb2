"""Robots for SPLASH!: hands on the dolphins, cards of their own, and seats for people."""

from random import Random
from typing import Final

from companion.games.dolphin_splash.facts import Setup
from companion.games.dolphin_splash.robot.family import Temper
from companion.games.dolphin_splash.robot.live import LiveFamily
from companion.robots import Live, Robots

LIVELY: Final = Temper(slips=0.015, bluffs=0.1, claims=0.7)  # there is something to see


def family(setup: Setup, rng: Random) -> Live:
    """A family round the table."""
    return LiveFamily(setup, rng, LIVELY)


ROBOTS: Final = Robots(family, players=(4, 5), people=True)
