"""The rules of Twisted Fish, by the names that a game's rules have."""

from companion.games.twisted_fish.asks import asks as asks
from companion.games.twisted_fish.facts import Setup as Setup
from companion.games.twisted_fish.judge import judge as judge
from companion.games.twisted_fish.judge import start as start
from companion.games.twisted_fish.view import view as view
