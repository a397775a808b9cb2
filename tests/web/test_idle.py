"""A phone whose turn it is not says whose turn it is, and asks nothing: for every game."""

import re
from types import ModuleType

import pytest

from companion.access import Session
from companion.referee.picture import Picture
from companion.runtime import Companion
from companion.words import Seat
from tests.games.shelf import RULES
from tests.web.house import app_of
from tests.web.sheets import moments, sheet

EVERY = 12  # of the moments
WAITS = re.compile(r'<section class="card waiting".*?</section>', re.DOTALL)
WHOSE = re.compile(r'<h2 class="whose">.*?</h2>', re.DOTALL)


def asked_of_others(picture: Picture) -> tuple[Seat, ...]:
    """Who is asked first, where it is one or two people and no question is for everybody."""
    musts = [open_.ask for open_ in picture.open if open_.ask.must]
    return musts[0].seats if musts and len(musts[0].seats) in (1, 2) else ()


@pytest.mark.parametrize(("kind", "game"), RULES.items(), ids=RULES)
def test_an_idle_phone_says_whose_turn_it_is_and_asks_nothing(
    house: Companion, kind: str, game: ModuleType
) -> None:
    app, idle = app_of(house), 0
    some = [picture for picture in moments(kind, game, 2) if asked_of_others(picture)]
    with app.test_request_context():
        for picture in some[:: max(1, len(some) // EVERY)]:
            turns = {seat for o in picture.open if o.ask.must for seat in o.ask.seats}
            for seat in [seat for seat in picture.view.present if seat not in turns][:1]:
                page = sheet(app, picture, "seat", Session("seat", seat, "tonight"))
                (whose,) = WHOSE.findall(page)
                name = picture.names.seat(asked_of_others(picture)[0])
                assert ("The others' turn" if len(turns) > 2 else name) in whose
                is_turn = (picture.view.turn,) == asked_of_others(picture)
                assert is_turn or f"{name}'s turn" not in whose, "who only answers has no turn"
                assert 'data-turn=""' in page and "data-idle" in page
                assert "data-question" not in page
                (waits,) = WAITS.findall(page)
                assert "<p" not in waits, "it says more than whose turn it is"
                idle += 1
    assert idle or not some, "nobody was idle"  # in SPLASH! everybody is asked everything
