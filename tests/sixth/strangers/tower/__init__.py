"""Tower: one builds as high as it goes."""

from companion.games.game import Game

GAME = Game(
    kind="tower",
    package=__name__,
    title="Tower",
    ages="4 years and up",
    seats=(1, 1),
    minutes=5,
)
