"""The rules of Animal Splash, by the names that a game's rules have."""

from companion.games.animal_splash.asks import asks as asks
from companion.games.animal_splash.facts import Setup as Setup
from companion.games.animal_splash.judge import judge as judge
from companion.games.animal_splash.judge import start as start
from companion.games.animal_splash.view import view as view
