"""The rules: one module a game, pure, each with the five names Setup, start, judge, asks, view."""

from types import ModuleType
from typing import Final

from companion.games import (
    animal_splash,
    dolphin_splash,
    party_splash,
    split,
    twisted_fish,
)

GAMES: Final[dict[str, ModuleType]] = {
    "dolphin_splash": dolphin_splash,
    "twisted_fish": twisted_fish,
    "split": split,
    "party_splash": party_splash,
    "animal_splash": animal_splash,
}
