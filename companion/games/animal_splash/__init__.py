"""Animal Splash: dive round the grid, lay a row of underwater pictures, and score pearls for it.

The five names of a game: Setup, start, judge, asks, view. Pure, like everything below it.
"""

from companion.games.animal_splash.asks import asks as asks
from companion.games.animal_splash.facts import Setup as Setup
from companion.games.animal_splash.judge import judge as judge
from companion.games.animal_splash.judge import start as start
from companion.games.animal_splash.view import view as view
