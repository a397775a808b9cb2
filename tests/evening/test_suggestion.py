"""What is suggested for next fits who is there, the hour, and what was played."""

from dataclasses import replace

import pytest

from companion.evening.suggestion import LATE_FROM, fits, suggestion
from companion.games import GAMES
from companion.games.game import Game

AT_HAND = GAMES["split"]


def game(kind: str, seats: tuple[int, int], ages: str, minutes: int = 0, **more: object) -> Game:
    told = {"few": None, "never": (), **more}
    return replace(
        AT_HAND, kind=kind, title=kind.upper(), seats=seats, ages=ages, minutes=minutes, **told
    )


SHELF = (
    game("quick", (3, 6), "5 and up", 20),
    game("long", (2, 6), "12 and up", 90, never=(5,)),
    game("some", (2, 4), "8 and up"),
    game("many", (4, 8), "10 and up", 45, few=("fewer", 3)),
)


def said(people: int, hour: int, *played: str) -> str:
    found = suggestion(SHELF, people, hour, played)
    return found.said if found else ""


@pytest.mark.parametrize("people", range(10))
@pytest.mark.parametrize("hour", [0, 9, 19, 20, 21, 23])
def test_it_fits_as_many_as_there_are(people: int, hour: int) -> None:
    for played in ((), ("quick",), ("quick", "some"), ("long",) * 4):
        found = suggestion(SHELF, people, hour, played)
        fit = {game.kind for game in SHELF if fits(game, people)} - {*played[2:]}
        assert (found.kind if found else None) in (fit or {None})


def test_where_children_play_it_is_one_for_them_at_any_hour() -> None:
    for hour in (10, 20, 23):
        for played in ((), ("quick",), ("quick", "some")):
            found = suggestion(SHELF, 4, hour, played, children=True)
            assert found is not None and found.kind in ("quick", "some"), (hour, played)
    found = suggestion(SHELF, 8, 23, (), children=True)
    assert found is not None and found.kind == "many", "better than none"


def test_what_people_cannot_play_is_not_said() -> None:
    assert not fits(SHELF[1], 5) and fits(SHELF[3], 3) and not fits(SHELF[3], 2)


def test_by_day_what_was_not_played_and_the_young_ones_first() -> None:
    assert said(4, 17) == "QUICK first? It fits 4 people."
    assert said(4, 17, "quick") == "SOME next? It fits 4 people, and is new tonight."
    assert said(3, 17, "quick", "some", "long", "many") == (
        "QUICK next? It fits 3 people, from 5\u00a0years up."
    )


def test_late_it_is_short_and_says_so() -> None:
    assert said(4, LATE_FROM, "quick") == "QUICK next? It fits 4 people, and takes 20\u00a0minutes."
    assert said(2, 1) == "SOME first? It fits 2 people."


def test_not_the_one_that_was_just_played_thrice() -> None:
    assert "QUICK" in said(3, 22, "quick", "quick")
    assert "QUICK" not in said(3, 22, "quick", "quick", "quick")
    assert said(8, 22, "many", "many", "many") == ""
    assert "QUICK" in said(3, 22, "quick", "quick", "quick", "some")


def test_of_what_is_on_the_shelf_something_fits_two_to_eight() -> None:
    for people in range(2, 9):
        for hour in (10, 20, 23):
            assert suggestion(GAMES.values(), people, hour, ())
