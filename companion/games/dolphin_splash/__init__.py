"""SPLASH! (1993), the dolphins: four of a kind, a grab, and letters on the pad.

The five names of a game: Setup, start, judge, asks, view. Pure, like everything below it.
"""

from companion.games.dolphin_splash.asks import asks as asks
from companion.games.dolphin_splash.facts import Setup as Setup
from companion.games.dolphin_splash.judge import judge as judge
from companion.games.dolphin_splash.judge import start as start
from companion.games.dolphin_splash.view import view as view
