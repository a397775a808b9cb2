"""Live families of all games play on to the end: whatever happens can be said, and nothing stalls.

They sit at a real referee, whose time is told.
"""

import pytest

from companion.games import GAMES
from companion.new_game.stub import GAME as STUB
from tests.robots.hearsay import Room
from tests.robots.live_games import play

pytestmark = pytest.mark.long

GAMES_A_TEST = 6  # a thousand others in test_soak.py


@pytest.mark.usefixtures("new_game")
@pytest.mark.parametrize("kind", (*GAMES, STUB.kind))
def test_no_family_stalls(room: Room, kind: str) -> None:
    for seed in range(GAMES_A_TEST):
        play(room, kind, seed)
