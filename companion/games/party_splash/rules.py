"""The rules of Splash, by the names that a game's rules have."""

from companion.games.party_splash.asks import asks as asks
from companion.games.party_splash.facts import Setup as Setup
from companion.games.party_splash.fresh import fresh as fresh
from companion.games.party_splash.judge import judge as judge
from companion.games.party_splash.judge import start as start
from companion.games.party_splash.view import view as view
