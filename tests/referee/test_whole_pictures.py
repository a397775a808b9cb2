"""Other threads look at the picture whenever they like: each one that there ever is, is whole."""

from pathlib import Path
from typing import Any

import pytest

from companion.frozen import replace
from companion.games import GAMES
from companion.referee.judging import Judging
from companion.referee.picture import AccessState, JoinRequest, Night, Picture
from companion.referee.showing import without_game
from companion.web.snapshot import spoken_view
from tests.referee.hall import PEOPLE, hall, live


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


def test_what_everybody_may_see_is_worked_out_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it is worked out again")

    with hall(tmp_path) as table:
        live(table)
        picture = table.referee.picture
        table.grab(1)
        newer = table.referee.picture
        assert newer.module is not None
        for one in (picture, newer):
            assert one.view == newer.module.view(one.state)
        # A moment of the past has that picture, but a state of its own.
        assert replace(newer, state=picture.state).view == picture.view != newer.view
        monkeypatch.setitem(vars(newer.module), "view", never)
        assert newer.view is newer.view and picture.view is picture.view
        assert spoken_view(newer, newer.state) is not None


def test_a_table_that_rests_shows_who_is_there_and_asks_nothing_more() -> None:
    told: Any = None
    night = Night((), told)
    here = AccessState(watching=(4,), points=(3, 2, 1), asked=True)  # START was held once
    asks = (JoinRequest("1", None, "blue fish"),)
    before = Picture(9, 3, 5, access=here, requests=asks, margins=("wide",))
    after = replace(here, asked=False, closing=night)
    rests = Picture(9, access=after, requests=asks, margins=("wide",))
    assert without_game(before, night) == rests
