"""Those of the smallest game."""

from companion.new_game.stub.rules import asks as asks
from companion.new_game.stub.rules import judge as judge
from companion.new_game.stub.rules import start as start
from companion.new_game.stub.rules import view as view
