"""No two questions on a page are alike: who taps one knows whom it is about. For every game."""

from collections import Counter

import pytest

from companion.access import Session
from companion.runtime import Companion
from companion.words import Seat
from tests.games.shelf import RULES
from tests.web.house import app_of
from tests.web.sheets import asked, moments, sheet

pytestmark = pytest.mark.long

each_game = pytest.mark.parametrize("kind", RULES)
of_each_moment = pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.soak)])
REFEREE = Session("referee", None, "tonight")


def alike(html: str) -> list[str]:
    """What a page asks or offers twice in the same words."""
    said = Counter(" ".join(one.words) for one in asked(html))
    return [words for words, times in said.items() if times > 1]


@of_each_moment
@each_game
def test_no_two_questions_of_the_referee_are_alike(house: Companion, kind: str, times: int) -> None:
    app = app_of(house)
    with app.test_request_context():
        for picture in moments(kind, RULES[kind], times):
            assert not alike(sheet(app, picture, "referee", REFEREE)), picture.state


@of_each_moment
@each_game
@pytest.mark.parametrize("seat", [0, 2])
def test_no_two_questions_of_a_seat_are_alike(
    house: Companion, kind: str, seat: int, times: int
) -> None:
    app = app_of(house)
    session = Session("seat", Seat(seat), "tonight")
    with app.test_request_context():
        for picture in moments(kind, RULES[kind], times):
            assert not alike(sheet(app, picture, "seat", session)), picture.state
