"""Nobody has a phone: with START, YES and NO alone every game is played, and the wall leads."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.new_game.stub import GAME as STUB
from companion.referee.picture import AccessState
from tests.robots.hearsay import Room
from tests.robots.live_games import STEPS_MOST, play_with
from tests.robots.pressing import ByButtons

SEED = 2
ROUNDS = {"twisted_fish": 1}  # of a game that is long


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    made.referee.show_access((), AccessState(alone=True))
    yield made
    made.close()


@pytest.mark.usefixtures("new_game")
@pytest.mark.parametrize("kind", (*GAMES, STUB.kind))
def test_every_game_is_played_to_its_end_with_three_buttons(room: Room, kind: str) -> None:
    play_with(ByButtons(room, kind, SEED), kind, SEED, ROUNDS.get(kind, STEPS_MOST))
    game = room.referee.picture.game
    assert game is not None
    told: set[Any] = {row.by for row in room.journal.rows(game.game)}
    assert told & {"buttons"} and not told - {"buttons", "gpio", "table"}
