"""The rules of all games as modules, whose rows, papers and missing statements are tested."""

from importlib import import_module
from types import ModuleType
from typing import Final

from companion.games import GAMES

RULES: Final[dict[str, ModuleType]] = {
    kind: import_module(f"{game.package}.rules") for kind, game in GAMES.items()
}


def most(kind: str) -> dict[str, str]:
    """What a new game of this kind is told so that it follows as much as it can."""
    efforts = GAMES[kind].efforts
    return {"variant": efforts[-1].variant} if efforts else {}
