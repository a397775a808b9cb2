"""Splash, the squirt-gun party: who is soaked, who is in reach, and whose party it was.

What the game is on the shelf, and its five names. Pure, like everything below it.
"""

from companion.games.game import Game, Option
from companion.games.party_splash.asks import asks as asks
from companion.games.party_splash.facts import Setup as Setup
from companion.games.party_splash.judge import judge as judge
from companion.games.party_splash.judge import start as start
from companion.games.party_splash.prints import prints
from companion.games.party_splash.sounds import SOUNDS
from companion.games.party_splash.view import view as view

GAME = Game(
    kind="party_splash",
    package=__name__,
    title="Splash, the squirt-gun party",
    ages="8 and up",
    seats=(4, 8),
    Setup=Setup,
    start=start,
    judge=judge,
    asks=asks,
    view=view,
    options=(
        Option("everybody_tells", "Everybody may tap for everybody"),
        Option("simultaneous_area_hits", "Hose and Water Bucket: all answer, then all fall"),
        Option("draw_at_last_towel", "Sen and Lil' Brudder draw at the last towel, too"),
    ),
    sounds=SOUNDS,
    recalls=prints,
)
