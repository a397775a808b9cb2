"""Games that chance made, each on every page, in every API answer and in every command."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import more_games
from companion.games import GAMES
from tests.sixth import by_chance
from tests.test_new_game import forget
from tests.web.walk import at_a_table, whole_evening

FEW = (0,)  # it feels dolphins and draws none
MANY = [pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 64)]
STEPS = 12


@pytest.fixture
def shelf() -> Iterator[None]:
    """As it was afterwards."""
    before = set(GAMES)
    yield
    forget(before)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("seed", [*FEW, *MANY])
def test_whatever_a_game_leaves_out_is_left_out(seed: int, tmp_path: Path) -> None:
    kind = f"chance_{seed}"
    by_chance.write(kind, tmp_path / "games", seed)
    assert more_games.add(tmp_path / "games") == ()
    with at_a_table(tmp_path) as table:
        whole_evening(table, kind, tmp_path, STEPS)
