"""A robot family at a real table: pretend pins, real HTTP, the journal, and the truth."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.runtime import Companion
from tests.robots.table import SPEED, ButtonTable, Table, hold_to_the_truth
from tests.web.house import running

GAMES_A_TEST = 3


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A running companion, at a table where time flies."""
    house = running(tmp_path, speed=SPEED)
    yield house
    house.close()


@pytest.mark.parametrize("seed", range(GAMES_A_TEST))
def test_through_pins_and_pages_the_score_is_the_true_one(companion: Companion, seed: int) -> None:
    hold_to_the_truth(companion, Table, seed)


def test_by_table_buttons_the_score_is_the_true_one(companion: Companion) -> None:
    table, _ = hold_to_the_truth(companion, ButtonTable, 6)
    assert isinstance(table, ButtonTable)
    game = companion.referee.picture.game
    assert game is not None
    told = [row.by for row in companion.referee.journal.rows(game.game)]
    assert told.count("buttons") == table.pressed > told.count("referee") == table.tapped
