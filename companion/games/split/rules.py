"""The rules of SPLIT, by the names that a game's rules have."""

from companion.games.split.asks import asks as asks
from companion.games.split.facts import Setup as Setup
from companion.games.split.judge import judge as judge
from companion.games.split.judge import start as start
from companion.games.split.view import view as view
