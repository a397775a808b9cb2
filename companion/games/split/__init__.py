"""SPLIT (1999): play half cards into matches, lay chips, and be the first to join two sides.

The five names of a game: Setup, start, judge, asks, view. Pure, like everything below it.
"""

from companion.games.split.asks import asks as asks
from companion.games.split.facts import Setup as Setup
from companion.games.split.judge import judge as judge
from companion.games.split.judge import start as start
from companion.games.split.view import view as view
