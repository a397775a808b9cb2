"""The rules of SPLASH!, by the names that a game's rules have."""

from companion.games.dolphin_splash.asks import asks as asks
from companion.games.dolphin_splash.facts import Setup as Setup
from companion.games.dolphin_splash.judge import judge as judge
from companion.games.dolphin_splash.judge import start as start
from companion.games.dolphin_splash.view import view as view
