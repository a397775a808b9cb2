"""Robots that play on the wall as if they were people, and leave their seats to people who come."""

from companion.demo.board import Board as Board
from companion.demo.director import Director as Director
