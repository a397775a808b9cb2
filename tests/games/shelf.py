"""All games whose rules are tested: those on the shelf, and those that are not served yet."""

from types import ModuleType
from typing import Final

from companion.games import GAMES, animal_splash, party_splash, split, twisted_fish

RULES: Final[dict[str, ModuleType]] = {
    **GAMES,
    "twisted_fish": twisted_fish,
    "split": split,
    "animal_splash": animal_splash,
    "party_splash": party_splash,
}
