"""Splash, the squirt-gun party: who is soaked, who is in reach, and whose party it was.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.game import Game, Option
from companion.games.party_splash.sounds import SOUNDS

GAME = Game(
    kind="party_splash",
    package=__name__,
    title="Splash, the squirt-gun party",
    ages="8 years and up",
    seats=(4, 8),
    options=(
        Option("everybody_tells", "Everybody may tap for everybody"),
        Option("simultaneous_area_hits", "Hose and Water Bucket: all answer, then all fall"),
        Option("draw_at_last_towel", "Sen and Lil' Brudder draw at the last towel, too"),
    ),
    sounds=SOUNDS,
    recalls="prints",
    minutes=30,
)
