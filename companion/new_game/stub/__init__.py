"""New Game: cards are dealt, the highest one scores, and three points win.

What the game is on the shelf, and its five names. Pure, like everything below it.
"""

from companion.games.game import Game

from .rules import Setup as Setup
from .rules import asks as asks
from .rules import judge as judge
from .rules import start as start
from .rules import view as view

GAME = Game(
    kind="new_game",
    package=__name__,
    title="New Game",
    ages="6 and up",
    seats=(2, 6),
    Setup=Setup,
    start=start,
    judge=judge,
    asks=asks,
    view=view,
)
