"""Live families of all games play on to the end: whatever happens can be said, and nothing stalls.

They sit at a real referee, whose time is told.
"""

import pytest

from companion.games import GAMES
from companion.new_game.stub import GAME as STUB
from tests.robots.hearsay import Room
from tests.robots.live_games import play

GAMES_A_TEST = 10  # a thousand others in test_soak.py
SPARED = {"twisted_fish": {6, 7, 9}}  # long ones that come by nothing that the others do not


@pytest.mark.usefixtures("new_game")
@pytest.mark.parametrize("kind", (*GAMES, STUB.kind))
def test_no_family_stalls(room: Room, kind: str) -> None:
    for seed in set(range(GAMES_A_TEST)) - SPARED.get(kind, set()):
        play(room, kind, seed)
