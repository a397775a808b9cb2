"""A SPLIT family at a table that asks: its facts as answers to the referee's questions."""

from random import Random

from companion.games.split.facts import Setup
from companion.robots.split import SplitFamily, Temper
from companion.robots.telling import Telling


class SplitTable(Telling):
    """The family, and where it stands in its game."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.family = SplitFamily(setup, rng, temper)
        super().__init__(self.family.game())
