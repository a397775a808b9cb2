"""A disk that takes nothing, games that cannot be read, restarts: play goes on where it was."""

from dataclasses import replace
from typing import Any

import pytest

from companion.journal import Op, Row
from companion.referee import Referee
from companion.referee.signals import FAKE_OUT_US
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind
from companion.words import (
    Seat,
    Touched,
)
from tests.referee.hall import MS, REFEREE, Hall, broken, called, live, seat

FAKE_OUT_MS = FAKE_OUT_US // MS
WINDOW_MS = WINDOW_US // MS


# --- when it wakes up -------------------------------------------------------------------------


def test_it_sleeps_until_something_is_due(table: Hall) -> None:
    judging = table.referee._judging
    live(table)
    table.wait(4_500)
    assert judging.sleep_s() == 0.5  # then the big undo goes
    table.wait(500)
    assert judging.sleep_s() == 5.0
    table.feel(Kind.TOUCH, 0)
    table.referee.step()
    assert judging.sleep_s() == WINDOW_MS / 1000
    with broken(table.journal):
        table.wait()
        assert judging.sleep_s() == 0.5  # what was felt is not written yet


def test_hands_count_while_cards_go_round(table: Hall) -> None:
    assert not table.referee.hands_count
    live(table)
    assert table.referee.hands_count
    table.feels(Kind.TOUCH, 0)
    assert table.phase == "grab" and not table.referee.hands_count  # people's words do now


def test_a_part_that_says_the_same_again_wakes_nobody(table: Hall) -> None:
    def wakes(sentence: str) -> bool:
        table.referee.note_trouble("caller", sentence)
        return bool(table.referee._queue._queue.qsize())

    table.referee.step()
    assert not wakes("")
    assert wakes("It is hoarse.") and wakes("") and wakes("It is hoarse.")
    table.referee.step()
    assert table.referee.picture.trouble == ("It is hoarse.",)
    assert not wakes("It is hoarse.")
    assert wakes("")
    table.referee.step()
    assert table.referee.picture.trouble == ()


# --- the journal fails ------------------------------------------------------------------------


def test_full_disk_refuses_people_kindly_and_keeps_what_was_felt(table: Hall) -> None:
    live(table)
    table.wait(500)
    with broken(table.journal):
        told = table.answer("grab", "grab", seat(1), tell="mine")
        assert told.kind == "refused" and told.text is not None
        assert dict(told.text.values)["why"] == table.referee.picture.trouble[0]
        assert table.phase == "live" and "grab" in table.topics
        table.feels(Kind.TOUCH, 0, ago_ms=84)
        table.feels(Kind.TOUCH, 1)
        assert table.facts(Touched) == [] and table.phase == "live"
    table.wait(1)
    assert [fact.pad for fact in table.facts(Touched)] == [0, 1]
    assert table.phase == "grab" and table.referee.picture.trouble == ()
    rows = table.rows()
    table.wait()
    assert table.rows() == rows  # written once


def test_tap_that_a_full_disk_refused_counts_when_it_is_tried_again(table: Hall) -> None:
    live(table)
    with broken(table.journal):
        assert table.answer("grab", "grab", tell="mine").kind == "refused"
    assert table.answer("grab", "grab", tell="mine").kind == "counts"


def test_what_was_felt_during_the_failure_comes_before_what_is_told_after_it(
    table: Hall,
) -> None:
    live(table)
    grab = table.ask("grab")
    with broken(table.journal):
        table.feels(Kind.TOUCH, 0)
    late = table.referee.answer("t", grab, "grab", {}, REFEREE)
    assert late.kind == "asked_again"  # the touch was first: the grab is open already
    assert table.phase == "grab" and len(table.facts(Touched)) == 1


def test_undo_on_a_full_disk_changes_nothing(table: Hall) -> None:
    live(table)
    before = table.referee.picture.open
    with broken(table.journal):
        assert table.undo().kind == "refused"
    assert table.phase == "live" and table.referee.picture.open == before


def test_counted_calls_outlive_a_failure(table: Hall) -> None:
    live(table)
    called(table, 3)
    table.wait()
    whole = table.journal.append

    def only_words(game: int, rows: Any, wall_ms: int) -> tuple[Row, ...]:
        if any('"counted"' in row.facts for row in rows):
            with broken(table.journal):
                return table.journal.append(game, rows, wall_ms)
        return whole(game, rows, wall_ms)

    table.journal.append = only_words  # type: ignore[method-assign]
    table.counts("grab", "grab")
    assert table.view.calls == 0 and table.referee.picture.trouble
    table.journal.append = whole  # type: ignore[method-assign]
    table.counts("verdict", "yes")
    assert table.view.calls == 3 and not table.referee.picture.trouble


# --- games and starts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "players", "options"),
    [
        ("chess", 3, {}),
        ("dolphin_splash", 2, {}),
        ("dolphin_splash", 3, {"variant": "fast"}),
        ("dolphin_splash", 3, {"pads": 99}),
        ("dolphin_splash", 3, {"jokers": True}),
    ],
)
def test_game_that_cannot_be_is_refused_and_the_running_one_stays(
    table: Hall, kind: str, players: int, options: dict[str, Any]
) -> None:
    live(table)
    game = table.referee.picture.game
    told = table.referee.begin_game(kind, ["A", "B", "C"][:players], options)
    assert told.kind == "refused" and told.text is not None
    assert table.referee.picture.game == game and table.phase == "live"


def test_new_game_takes_the_place_of_the_running_one(table: Hall) -> None:
    live(table)
    table.begin(4)
    assert table.phase == "waiting" and len(table.view.letters) == 4
    ended = [game.ended_ms for game in table.journal.games()]
    assert ended[0] is None and ended[1] is not None
    assert table.referee.picture.undo is None


def test_restart_goes_on_where_it_was(table: Hall) -> None:
    live(table)
    table.feels(Kind.TOUCH, 1)
    table.counts("verdict", "no")
    table.undo()
    before = table.referee.picture
    table.restart()
    after = table.referee.picture
    assert (after.state, after.open, after.seq) == (before.state, before.open, before.seq)
    assert (after.undo, after.redo, after.lines) == (before.undo, before.redo, before.lines)
    assert after.names == before.names
    assert table.redo().kind == "counts" and table.phase == "foul"


def test_pictures_never_grow_older_over_a_restart(table: Hall) -> None:
    live(table)
    for sentence in ("a", "b", "c"):
        table.wait(60_000)  # long after the journal's last row
        table.referee.note_trouble("table", sentence)
        table.referee.step()
    for n in range(40):  # an evening has thousands of pictures
        table.referee.let_wait(n % 2 == 0)
    before = table.referee.picture.version
    table.restart()
    assert before < table.referee.picture.version < 2**53


def test_game_that_cannot_be_read_never_stops_the_start(table: Hall) -> None:
    live(table)
    game = table.referee.picture.game
    assert game is not None
    table.journal.append(game.game, [Row(Op.FACT, '[{"kind":"levitated"}]', "gpio", 5)], 0)
    table.restart()
    assert table.referee.picture.game is None
    assert "levitated" in table.referee.picture.trouble[0]
    assert table.begin().kind == "counts" and table.referee.picture.trouble == ()


@pytest.mark.parametrize("change", [{"kind": "tiddlywinks"}, {"setup": '{"seats":1}'}])
def test_unknown_game_never_stops_the_start(table: Hall, change: dict[str, str]) -> None:
    live(table)
    row = table.journal.games(1)[0]
    table.journal.games = lambda limit=1: [replace(row, **change)]  # type: ignore[method-assign, arg-type]
    referee = Referee(table.journal, table.clock)
    assert referee.picture.game is None
    assert "Begin a new one" in referee.picture.trouble[0]


def test_names_follow_who_sits_there(table: Hall) -> None:
    table.begin()
    assert table.referee.picture.names.seat(Seat(1)) == "Ben"
    assert table.referee.rename(Seat(1), "Bea").kind == "counts"
    assert table.referee.picture.names.seat(Seat(1)) == "Bea"
    assert table.referee.rename(Seat(7), "Nobody").kind == "refused"


def test_undo_is_offered_big_for_five_seconds(table: Hall) -> None:
    live(table)
    assert table.referee.picture.undo_until_us
    version = table.referee.picture.version
    table.wait(5_000)
    assert table.referee.picture.undo_until_us == 0 and table.referee.picture.undo
    assert table.referee.picture.version > version


def test_undo_of_what_is_not_the_newest_word_is_asked_again(table: Hall) -> None:
    live(table)
    first = table.rows()[0].seq
    table.counts("grab", "grab")
    assert table.referee.undo("u", first, REFEREE).kind == "asked_again"
    assert table.referee.redo("r", first, REFEREE).kind == "asked_again"
