"""Robots that fill seats: they stand nowhere, and nobody is ahead for having beaten them."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.access.gathering import gathered, people_of
from companion.access.tonight import played_of
from companion.evening.tonight import evening_of
from companion.games import GAMES, robots
from companion.games.dolphin_splash.facts import Way
from companion.games.dolphin_splash.highlights import highlights
from companion.journal.people import People, Person
from companion.journal.rows import GameRow
from companion.referee.opening import NewGame, with_robots
from companion.referee.past import Summary, summary_of, summary_of_fold
from companion.referee.picture import AccessState
from companion.referee.replay import fold_game
from companion.words import Corrected, Seat
from tests.games.test_leaving import moments
from tests.games.test_over import ends
from tests.hands.table import Table, table

KIND = "dolphin_splash"
ROW = GameRow(game=3, kind=KIND, setup="{}", begun_ms=0, ended_ms=None)


@pytest.fixture(scope="module")
def summary() -> Summary:
    return summary_of(GAMES[KIND].view(ends(KIND)[0]))


def seated(summary: Summary, *people: int) -> dict[Seat, Person]:
    """These seats are people's, and the others' are robots'."""
    names = iter(GAMES[KIND].robots)
    seats = sorted(one.seat for one in summary.placing)
    return {n: Person(10 + n, f"P{n}" if n in people else next(names)) for n in seats}


def test_robots_stand_nowhere_and_are_behind_nobody(summary: Summary) -> None:
    places = {one.seat: one.place for one in summary.placing}
    first = min(places, key=lambda seat: places[seat])
    for who in places:
        told = evening_of([played_of(ROW, summary, seated(summary, who), {})], "today")
        assert [(one.name, one.points, one.place) for one in told.people] == [(f"P{who}", 1, 1)]
        looks = tuple(one.look for one in told.people)
        assert told.games[0].won == (looks if who == first else ()), "no robot has won an evening"


def test_by_the_houses_table_a_place_behind_a_robot_is_that_place(summary: Summary) -> None:
    places = {one.seat: one.place for one in summary.placing}
    for who, place in places.items():
        played = played_of(ROW, summary, seated(summary, who), {})
        (one,) = evening_of([played], "today", (9, 5, 3, 2, 1)).people
        assert one.points == (9, 5, 3, 2, 1)[place - 1]


@pytest.mark.parametrize("asked", [None, -3, 0, 1, 2, 4, 9, "2", True])
@pytest.mark.parametrize("people", range(7))
def test_as_many_robots_sit_down_as_are_asked_for_or_missing(people: int, asked: object) -> None:
    module = GAMES[KIND]
    assert module.on_phones is not None
    names = tuple(f"P{n}" for n in range(people))
    options = {module.on_phones.option: module.on_phones.value}
    options |= {} if asked is None else {"robots": asked}
    wanted = NewGame(KIND, (*names, module.robots[0]), options)
    found = with_robots(wanted)
    assert found.people[:people] == names and found.kind == KIND
    sat = found.people[people:]
    assert sat == module.robots[: len(sat)] and found.options["robots"] == len(sat)
    number = 0 if asked is None else asked
    missing = module.seats[0] - people
    wants = max(number, missing, 0) if people and type(number) is int else 0
    assert len(sat) == min(wants, len(module.robots))
    if type(number) is int:
        assert with_robots(found) == found, "who sits already is not asked twice"


@pytest.mark.parametrize("kind", GAMES)
def test_no_robot_sits_down_where_cards_are_in_hands(kind: str) -> None:
    wanted = NewGame(kind, ("Ana",), {"robots": 2})
    assert with_robots(wanted) is wanted


def robots_of(known: list[Person]) -> set[str]:
    return {one.name for one in known} & robots()


def begun(folder_table: Table) -> Table:
    """Ana plays with two robots."""
    asked = {"cards": "phones", "way": "quick"}
    folder_table.hall.referee.begin_game(KIND, ["Ana"], asked, sure=True)
    folder_table.settle()
    return folder_table


def test_no_robot_is_here_for_the_next_game_nor_known(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        begun(made)
        here = gathered(made.hall.journal, made.hall.referee.picture, AccessState())
        assert [one.name for one in here] == ["Ana"]
        known = People(made.hall.journal).known()
        assert {one.name for one in known} > robots_of(known) and robots_of(known)
        assert not robots_of(people_of(known))


def test_a_game_with_robots_has_no_figures_even_where_no_robot_ever_told(tmp_path: Path) -> None:
    with table(tmp_path) as made:
        begun(made)
        made.deal()
        while not made.hall.view.over:
            made.hall.referee.tell("", Corrected(Seat(0), 1), "referee")
        game = made.hall.referee.picture.game
        assert game is not None
        fold = fold_game(made.hall.journal, game)
        told = summary_of_fold(fold)
        assert told.over and told.placing and "robot" not in {e.row.by for e in fold.entries}
        assert told.figures == ()


def test_a_round_with_robots_has_no_fastest_hand() -> None:
    states = [*moments(KIND)]
    assert highlights(states)
    helped = [replace(one, robots=((Seat(1), Way.QUICK),)) for one in states]
    assert highlights(helped) == ()
