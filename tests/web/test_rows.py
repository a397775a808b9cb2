"""What the rows of everybody's score say about a seat is so. For every game."""

import re
from types import ModuleType

import pytest

from companion.access import Session
from companion.runtime import Companion
from tests.games.shelf import RULES
from tests.web.house import app_of
from tests.web.sheets import moments, sheet

ROW = re.compile(r'<li class="row[^"]*" id="row-(\d)".*?</li>', re.DOTALL)
STRANGER = Session("nobody", None, "tonight")


@pytest.mark.parametrize(("kind", "game"), RULES.items(), ids=RULES)
def test_nobody_who_plays_is_said_not_to(house: Companion, kind: str, game: ModuleType) -> None:
    # D-Q3 In overtime the others play along: they may grab, and they may foul.
    app = app_of(house)
    with app.test_request_context():
        for picture in moments(kind, game):
            present = game.view(picture.state).present
            html = sheet(app, picture, "wall", STRANGER)
            rows = {row.group(1): row.group() for row in ROW.finditer(html)}
            for seat in present:
                assert not re.search(r">(watching|away|out)<", rows[str(seat)]), picture.state


def test_who_plays_along_in_overtime_is_said_to(house: Companion) -> None:
    app, kind = app_of(house), "dolphin_splash"
    with app.test_request_context():
        overtimes = [
            picture
            for picture in moments(kind, RULES[kind])
            if {*picture.state.present} - {*picture.state.tied, picture.state.dealer}  # has a mark
            and picture.state.tied
            and picture.state.winner is None
        ]
        assert overtimes
        for picture in overtimes:
            assert ">plays along<" in sheet(app, picture, "wall", STRANGER)
