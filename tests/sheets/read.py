"""All sheets of all games, for whoever tests them."""

from companion.games import GAMES
from companion.sheets.paper import PrintSheet

SHEETS = [(kind, sheet) for kind, game in GAMES.items() for sheet in game.sheets]


def named(one: object) -> str:
    """What a sheet's test is called."""
    return one.key if isinstance(one, PrintSheet) else str(one)
