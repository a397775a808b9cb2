"""Splash, the squirt-gun party: who is soaked, who is in reach, and whose party it was.

The five names of a game: Setup, start, judge, asks, view. Pure, like everything below it.
"""

from companion.games.party_splash.asks import asks as asks
from companion.games.party_splash.facts import Setup as Setup
from companion.games.party_splash.judge import judge as judge
from companion.games.party_splash.judge import start as start
from companion.games.party_splash.view import view as view
