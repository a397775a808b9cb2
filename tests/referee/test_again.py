"""The next game: again with one tap, and no game that is on ends without saying so."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion import codec
from companion.games import GAMES
from companion.journal import Journal
from companion.referee import Bar
from companion.referee.buttons import FALLING_HAND_US
from companion.referee.opening import NewGame, again, opened, set_up
from companion.referee.picture import AccessState, Picture
from companion.words import Seat, Text
from tests.entered import SORTS
from tests.games.chance import any_setup
from tests.referee.hall import PEOPLE, Hall, live, seat
from tests.robots.hearsay import PEOPLE as FAMILY
from tests.robots.hearsay import REFEREE, Evening, Manners, Room
from tests.robots.stories import STORIES

PLAIN = Manners(mishears=0, twice=0, contradicts=0, undoes=0)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.close()


def over(room: Room, kind: str) -> Picture:
    """A game that a family has played to its end, with the pen if need be."""
    Evening(room, STORIES[kind](1), Random(1), PLAIN).play()
    for _ in range(40):
        if room.referee.picture.view.over:
            break
        pen = next(one for one in room.open if one.ask.topic == "crayon")
        most = max(n for n in pen.ask.choices[0].slots[1].options if isinstance(n, int))
        told = {"seat": 0, "points": most}
        room.referee.answer(room.tap(), pen.id, "correct", told, REFEREE)
    assert room.referee.picture.view.over
    return room.referee.picture


def won(table: Hall, players: int = 4) -> None:
    """Ana has six letters, by the pen."""
    table.begin(players)
    table.wait(500)
    write_six(table)


def write_six(table: Hall) -> None:
    for _ in range(3):
        table.counts("crayon", "correct", seat=0, points=2)
        if "bonus" in table.topics:
            table.counts("bonus", "no")
    assert table.referee.picture.view.over


@pytest.mark.parametrize("kind", STORIES)
def test_again_is_the_same_people_game_and_options(room: Room, kind: str) -> None:
    ended = over(room, kind)
    assert ended.again and ended.game is not None
    tap = room.tap()
    for _ in range(2):  # a tap that is told twice is one game
        assert room.referee.begin_again(tap).kind == "counts"
        now = room.referee.picture
        assert now.game is not None and now.game.game == ended.game.game + 1
    assert (now.game.kind, now.setup) == (kind, ended.setup)
    assert now.names.seats == ended.names.seats
    assert now.is_on and not now.may_rest and not now.again
    said = room.referee.begin_again(room.tap())
    assert (said.kind, room.referee.picture.game) == ("already", now.game)


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_house_chose_is_chosen_again(journal: Journal, kind: str, seed: int) -> None:
    """Chance picks the house's options; that nothing feels the dolphins is chosen, too."""
    game, rng = GAMES[kind], Random(f"{kind} {seed}")
    setup = any_setup(game, rng)
    options = {key: value for key, value in codec.encode(setup).items() if key != "kind"}
    if "pads" in options:
        options["pads"] = rng.choice((0, 5))
    wanted = NewGame(kind, tuple(FAMILY[: setup.seats]), options)
    told = set_up(wanted, 5)
    row = opened(journal, wanted, told, 0, "tap").game
    assert row is not None
    more = again(journal, row, told, game.view(game.start(told)))
    assert set_up(more, 5) == told


@pytest.mark.parametrize("left", [2, 3, 4])
def test_where_too_few_are_left_for_it_the_way_for_few_is_chosen(
    journal: Journal, left: int
) -> None:
    kind, (few, least) = "twisted_fish", GAMES["twisted_fish"].few or ("", 0)
    wanted = NewGame(kind, tuple(FAMILY[:4]), {})
    told, view = set_up(wanted, 5), SimpleNamespace(present=range(left), joining=())
    row = opened(journal, wanted, told, 0, "tap").game
    assert row is not None
    more = again(journal, row, told, cast(Any, view))
    assert more.people == tuple(FAMILY[:left]) and set_up(more, 5).seats == left
    assert (least, more.options[few]) == (2, left == 2), "three can play it as it is"


@pytest.mark.parametrize("word", [word for word in SORTS if SORTS[word].kind in GAMES])
def test_what_a_family_called_what_it_entered_is_in_no_setup(word: str) -> None:
    sort = SORTS[word]
    people = tuple(FAMILY[: GAMES[sort.kind].seats[0]])
    setups = [
        set_up(NewGame(sort.kind, people, {word: codec.encode(sort.value(title))}), 5)
        for title in ("Grandma Zoe's", "")
    ]
    assert setups[0] == setups[1] and getattr(setups[0], word), "it is played with all the same"
    assert "Zoe" not in codec.dumps(setups)


@pytest.mark.parametrize("kind", STORIES)
def test_a_game_that_is_on_ends_only_if_that_is_sure(room: Room, kind: str) -> None:
    seats = STORIES[kind](1).setup.seats
    room.begin(STORIES[kind](1))
    before = room.referee.picture
    assert before.module is not None
    tell, people = room.tap(), list(FAMILY[:seats])
    said = room.referee.begin_game(kind, people, {}, tell)
    assert (said.kind, said.bar) == ("refused", Bar.NOT_SO)
    assert said.text is not None and dict(said.text.values)["game"] == before.module.title
    assert room.referee.picture == before
    # The same tap, now that it is sure.
    options = {"two_players": True} if seats == 2 and kind == "twisted_fish" else {}
    assert room.referee.begin_game(kind, people, options, tell, sure=True).kind == "counts"
    assert room.referee.picture.game != before.game


def test_what_is_lost_is_said(table: Hall) -> None:
    live(table, 3)
    said = table.referee.begin_game("dolphin_splash", list(PEOPLE[:3]), {})
    assert said.text is not None and dict(said.text.values)["n"] == 1


def test_after_the_end_another_game_needs_no_question(table: Hall) -> None:
    won(table)
    assert table.referee.begin_game("split", list(PEOPLE[:2]), {}).kind == "counts"


def test_who_has_left_does_not_play_again(table: Hall) -> None:
    table.begin(4)
    table.wait(500)
    table.counts("seatings", "leave", seat=1)
    write_six(table)
    assert table.referee.begin_again("again").kind == "counts"
    assert list(table.referee.picture.names.seats.values()) == ["Ana", "Cy", "Dee"]


def test_without_a_game_that_has_ended_nothing_is_played_again(table: Hall) -> None:
    said = table.referee.begin_again("again")
    assert (said.kind, said.bar) == ("refused", Bar.NOT_SO)
    assert said.text == Text("No game was played yet. Begin one first.")
    assert table.referee.picture.game is None


# --- START ------------------------------------------------------------------------------------


def test_start_after_the_end_begins_the_same_again(table: Hall) -> None:
    won(table)
    ended = table.referee.picture
    table.press("start")
    assert "deny" not in table.caller.signs
    now = table.referee.picture
    assert now.game is not None and now.game != ended.game and now.is_on
    assert (now.names.seats, now.setup) == (ended.names.seats, ended.setup)
    table.press("start")  # and goes on as ever
    assert table.phase == "live"


def test_a_hand_already_falling_on_start_meant_the_game_that_ends(table: Hall) -> None:
    won(table)
    ended = table.referee.picture.game
    table.press("start", read_ms=FALLING_HAND_US // 2000)
    assert table.referee.picture.game == ended
    assert table.caller.signs[-1] == "deny"


def test_no_other_button_plays_again(table: Hall) -> None:
    won(table)
    ended = table.referee.picture.game
    for button in ("yes", "no", "seat:0"):
        table.press(button)
        assert table.referee.picture.game == ended


def test_a_question_at_the_end_goes_before_another_game(table: Hall) -> None:
    won(table)
    table.referee.review(True, seat(1))
    ended = table.referee.picture.game
    table.press("start")
    assert table.referee.picture.game == ended


def test_start_held_after_the_end_may_still_mean_good_night(table: Hall) -> None:
    won(table)
    table.press("start")
    assert table.referee.picture.is_on and table.referee.picture.may_rest
    table.referee.show_access((), AccessState(asked=True))
    begun = table.rows()
    table.press("start")
    assert table.rows() == begun, "the second hold deals nothing"
    table.referee.show_access((), AccessState(asked=True, alone=True))
    table.press("yes")
    assert table.referee.picture.draft is not None, "the others mean what they do"
    table.referee.show_access((), AccessState())
    table.press("start")
    assert table.phase == "live" and not table.referee.picture.may_rest


def test_whatever_needs_a_game_says_so_where_none_was_ever_on(room: Room) -> None:
    said = (
        room.referee.review(True, REFEREE),
        room.referee.review(False, REFEREE),
        room.referee.sit(room.tap(), 1, Seat(0), REFEREE),
    )
    assert {reply.text for reply in said} == {Text("No game is on. Begin one first.")}
    assert {reply.kind for reply in said} <= {"refused", "asked_again"}
