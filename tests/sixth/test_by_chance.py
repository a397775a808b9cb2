"""Games that chance made, each on every page, in every API answer and in every command."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import more_games
from companion.games import GAMES
from tests.every_day import some
from tests.sixth import by_chance
from tests.test_new_game import forget
from tests.web.walk import at_a_table, whole_evening

FEW = (0,)  # it feels dolphins and draws none
MANY = 64
SPOILT = (89, 215, 244)  # give something else for states that nobody had looked at before
SPOILT_MANY = 300
STEPS = 12


@pytest.fixture
def shelf() -> Iterator[None]:
    """As it was afterwards."""
    before = set(GAMES)
    yield
    forget(before)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("seed", some(range(MANY), FEW))
def test_whatever_a_game_leaves_out_is_left_out(seed: int, tmp_path: Path) -> None:
    kind = f"chance_{seed}"
    by_chance.write(kind, tmp_path / "games", seed)
    assert more_games.add(tmp_path / "games") == ()
    with at_a_table(tmp_path) as table:
        whole_evening(table, kind, tmp_path, STEPS)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("seed", some(range(SPOILT_MANY), SPOILT))
def test_whatever_a_hook_does_the_table_plays_on(
    seed: int, tmp_path: Path, in_haste: Callable[[], None]
) -> None:
    kind = f"spoilt_{seed}"
    by_chance.write(kind, tmp_path / "games", seed % 64)
    how = by_chance.spoil(tmp_path / "games" / kind, seed)
    in_haste()
    for sentence in more_games.add(tmp_path / "games"):
        assert re.search(rf"{kind}/[\w/]+\.\w+, line \d+\)$", sentence), (how, sentence)
    with at_a_table(tmp_path) as table:
        people = [f"P{n}" for n in range(GAMES[kind].seats[0])] if kind in GAMES else []
        options = {name: value for name, value in GAMES[kind].usual.items()} if people else {}
        begun = {"kind": kind, "people": people, "options": options}
        table.post("game", **begun, sure=True, tell=table.room.tap())
        row = table.room.referee.picture.game
        for _ in range(STEPS if row is not None else 0):
            table.step()
            table.pry()
        for path in table.paths(row.game if row else 1, kind if people else "split"):
            table.get("simulated", "referee", path)
        table.put_right()
        table.post("good_night")
        other = {"kind": "split", "people": ["Ana", "Ben"], "options": {}}
        said = table.post("game", **other, sure=True, tell=table.room.tap())
        assert said["reply"] == "counts", (how, said)
