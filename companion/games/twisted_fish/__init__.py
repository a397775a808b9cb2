"""Twisted Fish: ask for cards, lay baskets, use Zingers, and tell no whopper.

The five names of a game: Setup, start, judge, asks, view. Pure, like everything below it.
"""

from companion.games.twisted_fish.asks import asks as asks
from companion.games.twisted_fish.facts import Setup as Setup
from companion.games.twisted_fish.judge import judge as judge
from companion.games.twisted_fish.judge import start as start
from companion.games.twisted_fish.view import view as view
