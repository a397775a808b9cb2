"""An Animal Splash family at a table that asks: its facts as answers to the referee's questions."""

from random import Random

from companion.games.animal_splash.facts import Setup
from companion.robots.animal_splash import AnimalFamily, Temper
from companion.robots.telling import Telling


class AnimalTable(Telling):
    """The family, and where it stands in its game."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.family = AnimalFamily(setup, rng, temper)
        super().__init__(self.family.game())
