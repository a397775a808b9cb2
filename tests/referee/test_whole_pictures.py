"""Other threads look at the picture whenever they like: each one that there ever is, is whole."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee.judging import Judging
from companion.referee.picture import Picture
from tests.referee.hall import PEOPLE, hall


def test_a_picture_is_of_one_game_at_every_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def look(judging: Judging, name: str, value: Any) -> None:
        if name == "picture":
            assert isinstance(value, Picture)
            seen.append(value.view.phase)  # by the rules of its game, of its state
            assert len(value.open) == 0 or value.module is not None
        object.__setattr__(judging, name, value)

    monkeypatch.setattr(Judging, "__setattr__", look)
    with hall(tmp_path) as table:
        for kind in (*GAMES, *reversed(GAMES)):
            begun = table.referee.begin_game(kind, list(PEOPLE[:4]), {}, sure=True)
            assert begun.kind == "counts"
            table.restart()
    assert len(set(seen)) > 1
