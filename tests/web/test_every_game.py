"""Every game on every page, in every API answer and command, at every sort of moment.

The smallest game is among them: what a game leaves out is left out, and is never a fault.
"""

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.new_game.stub import GAME as STUB
from tests.web.walk import at_a_table, whole_evening

ALL = (*GAMES, STUB.kind)

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("new_game")]


@pytest.mark.parametrize("kind", ALL)
def test_every_page_and_answer_and_command_has_every_game(kind: str, tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        whole_evening(table, kind, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ALL)
def test_every_sort_of_table_at_every_moment(kind: str, tmp_path: Path) -> None:
    with at_a_table(tmp_path) as table:
        table.thorough = True
        whole_evening(table, kind, tmp_path)
