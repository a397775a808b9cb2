"""New Game: cards are dealt, the highest one scores, and three points win.

What the game is on the shelf. Pure, like everything below it.
"""

from companion.games.game import Game, Option

GAME = Game(
    kind="new_game",
    package=__name__,
    title="New Game",
    ages="6 years and up",
    seats=(2, 6),
    options=(Option("points", "So many points win", "number", 1, 20),),
)
