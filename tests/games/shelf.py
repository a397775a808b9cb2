"""The rules of all games as modules, whose rows, papers and missing statements are tested."""

from importlib import import_module
from types import ModuleType
from typing import Final

from companion.games import GAMES

RULES: Final[dict[str, ModuleType]] = {
    kind: import_module(f"{game.package}.rules") for kind, game in GAMES.items()
}
