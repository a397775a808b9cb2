"""The referee's loop, step by step: signals to facts, the caller, the journal and its failures."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Row
from companion.referee.picture import NOBODY_IN, JoinRequest, PadNow
from companion.referee.signals import FAKE_OUT_US, doubts
from companion.table.clock import TableClock
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind, Signal
from companion.words import (
    CompanionError,
    Counted,
    Lifted,
    Pad,
    Seat,
    Suspected,
    Touched,
    Trusted,
)
from tests.referee.hall import MS, Hall, called, hall, live

FAKE_OUT_MS = FAKE_OUT_US // MS
WINDOW_MS = WINDOW_US // MS


def appends(table: Hall) -> list[list[Row]]:
    """A list that fills with what each transaction holds."""
    seen: list[list[Row]] = []
    whole = table.journal.append

    def append(game: int, rows: Any, wall_ms: int) -> tuple[Row, ...]:
        seen.append(list(rows))
        return whole(game, rows, wall_ms)

    table.journal.append = append  # type: ignore[method-assign]
    return seen


# --- signals ----------------------------------------------------------------------------------


def test_late_signals_are_ranked_by_their_stamps(table: Hall) -> None:
    live(table)
    table.wait(500)
    table.feel(Kind.TOUCH, 1, ago_ms=20)
    table.wait(10)
    assert table.phase == "live"  # an earlier one may still be on its way
    table.feels(Kind.TOUCH, 0, ago_ms=110)
    touched = [fact.pad for fact in table.facts(Touched)]
    assert touched == [0, 1]
    assert [entry.pad for entry in table.view.order] == [0, 1]


def test_facts_of_one_burst_share_a_transaction(table: Hall) -> None:
    live(table)
    seen = appends(table)
    for pad in (1, 0):
        table.feel(Kind.TOUCH, pad, ago_ms=pad)
        table.feel(Kind.LIFT, pad)
    table.wait()
    assert [len(rows) for rows in seen] == [4]
    assert table.facts()[-4:] == [
        fact for fact in table.facts() if isinstance(fact, Touched | Lifted)
    ]


def test_first_touch_silences_the_caller_before_anything_is_queued(table: Hall) -> None:
    live(table)
    assert table.caller.running
    heard: list[tuple[str, int]] = []
    table.caller.at_hush = lambda: heard.append(
        (threading.current_thread().name, table.referee._queue._queue.qsize())
    )
    at_us = table.clock.now_us()
    feeling = threading.Thread(
        target=table.referee.feel, args=(Signal(Kind.TOUCH, at_us, Pad(0)),), name="pins"
    )
    feeling.start()
    feeling.join()
    assert heard == [("pins", 0)] and table.caller.hushes == [at_us]
    assert table.phase == "live"  # nothing is judged yet
    table.wait()
    assert table.phase == "grab"


@pytest.mark.parametrize("kind", [Kind.NEAR, Kind.RELEASE, Kind.HOME, Kind.SUSPECT])
def test_only_a_touch_or_a_lift_silences_the_caller(table: Hall, kind: Kind) -> None:
    live(table)
    table.feel(kind, 0)
    assert table.caller.running
    table.feel(Kind.LIFT, 0)
    assert not table.caller.running


def test_pads_that_do_not_count_silence_nobody(table: Hall) -> None:
    live(table)  # three play with two dolphins
    table.feel(Kind.TOUCH, 4)
    assert table.caller.running
    table.feels(Kind.SUSPECT, 0, why="stuck")
    table.feels(Kind.TOUCH, 0)
    assert table.caller.running and table.phase == "live"


def test_signal_without_a_game_is_shown_and_not_written(table: Hall) -> None:
    table.feels(Kind.TOUCH, 3)
    assert [pad.state for pad in table.referee.picture.pads].index("touched") == 3
    assert table.referee.picture.game is None
    table.begin()
    assert table.facts() == []


def test_signals_reach_live_screens_at_once(table: Hall) -> None:
    live(table)
    feed = table.referee.hub.subscribe()
    table.feel(Kind.TOUCH, 1)
    table.referee.step()  # long before it is settled
    events, _ = feed.take(table.referee.picture.version, 0)
    felt = [event.data for event in events if event.name == "felt"]
    assert felt == [{"pad": 1, "kind": "touch", "at_us": table.clock.now_us()}]
    table.feel(Kind.TOUCH, 4)  # dark this round
    table.referee.step()
    assert feed.take(table.referee.picture.version, 0)[0] == []


def test_silent_first_touch_is_shown_nowhere(table: Hall) -> None:
    live(table, 4, announce_first_touch=False)
    feed = table.referee.hub.subscribe()
    feed.take(0, 0)
    said, asked = table.referee.picture.lines, table.referee.picture.open
    table.caller.signs.clear()
    table.feel(Kind.TOUCH, 0)
    table.feels(Kind.LIFT, 0)
    picture = table.referee.picture
    assert [fact.pad for fact in table.facts(Touched)] == [0]
    assert table.caller.running and table.caller.signs == [] and table.caller.hushes == []
    assert {pad.state for pad in picture.pads} == {"home", "dark"}
    assert (picture.lines, picture.open) == (said, asked)
    assert [event.name for event in feed.take(picture.version, 0)[0]] == []
    assert table.view.order == () and table.phase == "live"
    for pad in (1, 2):  # the last one goes
        table.feel(Kind.TOUCH, pad)
    table.wait()
    assert table.phase == "grab" and not table.caller.running
    assert [pad.state for pad in table.referee.picture.pads[:3]] == ["lifted", "touched", "touched"]


# --- what is only counted ---------------------------------------------------------------------


def test_calls_and_fake_outs_are_counted_and_written_with_the_rounds_end(table: Hall) -> None:
    live(table)
    table.caller.signs.clear()
    called(table, 3)
    table.feel(Kind.NEAR, 1)
    table.wait(FAKE_OUT_MS - 1)
    assert table.caller.signs == []
    table.referee.note_trouble("table", "shown")
    table.wait(0)
    assert table.referee.picture.pads[1].state == "near"
    table.wait(1)
    assert table.referee.picture.pads[1].state == "home"
    assert table.caller.signs == ["fake_out"]
    table.feel(Kind.NEAR, 0)
    table.wait(200)
    assert table.facts(Counted) == []
    table.feels(Kind.TOUCH, 0)  # that one was no feint
    table.wait(FAKE_OUT_MS)
    assert table.facts(Counted) == [Counted(3, (Pad(1),))]
    assert (table.view.calls, table.view.fake_outs) == (3, 1)
    table.counts("verdict", "start")
    called(table, 2)
    table.feels(Kind.TOUCH, 0)
    assert table.view.calls == 5


@pytest.mark.parametrize(("calls", "feint"), [(3, False), (0, True), (0, False)])
def test_whatever_was_only_counted_is_written_alone_too(
    table: Hall, calls: int, feint: bool
) -> None:
    live(table)
    if calls:
        called(table, calls)
    if feint:
        table.feel(Kind.NEAR, 1)
        table.wait(FAKE_OUT_MS)
    table.feels(Kind.TOUCH, 0)
    table.wait(FAKE_OUT_MS)
    wanted = Counted(calls, (Pad(1),) if feint else ())
    assert table.facts(Counted) == ([wanted] if calls or feint else [])


def test_hover_while_nobody_calls_is_no_feint(table: Hall) -> None:
    table.begin()
    table.feel(Kind.NEAR, 1)
    table.wait(2 * FAKE_OUT_MS)
    assert table.caller.signs == []


def test_calls_of_a_game_that_is_left_are_written_to_it(table: Hall) -> None:
    live(table)
    called(table, 4)
    table.wait()
    left = table.referee.picture.game
    table.begin()
    assert left is not None
    written = list(table.journal.rows(left.game))
    assert '"calls":4' in written[-1].facts
    assert table.rows() == []


# --- the caller -------------------------------------------------------------------------------


def test_caller_follows_the_game(table: Hall) -> None:
    table.begin()
    assert not table.caller.running
    table.wait(500)
    table.counts("deal", "start")
    assert table.caller.running and table.caller.signs == ["start"]
    table.counts("grab", "grab")
    assert not table.caller.running
    table.counts("verdict", "start")  # nobody touched
    assert table.caller.running and table.caller.begins == 2
    table.undo()
    assert not table.caller.running


def test_alternate_play_calls_once_a_round(table: Hall) -> None:
    live(table, variant="alternate")
    assert table.caller.once
    table.caller.running = False  # the one call was made
    called(table, 1)
    table.wait()
    table.counts("crayon", "correct", seat=0, points=1)
    assert table.caller.begins == 1
    table.counts("redeal", "redeal")
    assert not table.caller.running or table.caller.begins == 2


def test_after_a_restart_pass_waits_for_start(table: Hall) -> None:
    live(table)
    table.restart()
    assert table.phase == "live"
    assert table.caller.running and table.caller.paused
    table.press("start")
    assert not table.caller.paused and table.phase == "live"


def test_pause_holds_pass(table: Hall) -> None:
    live(table)
    assert table.referee.pause(True).kind == "counts"
    assert table.referee.picture.caller.paused
    table.referee.pause(False)
    assert not table.referee.picture.caller.paused


def test_tempo_that_there_is_not_is_refused_with_what_there_is(table: Hall) -> None:
    told = table.referee.set_tempo("furious")
    assert told.kind == "refused" and told.text is not None
    assert "calm, brisk, wild" in dict(told.text.values)["why"]  # type: ignore[operator]
    assert table.referee.set_tempo("calm").kind == "counts"
    assert table.referee.picture.caller.tempo == "calm"


# --- access -----------------------------------------------------------------------------------


def test_start_means_the_game_s_question_before_anything_else(table: Hall) -> None:
    asked: list[str] = []
    table.referee.hooks.start = asked.append
    table.press("start")
    assert asked == ["start"], "there is no game"
    table.begin()
    table.referee.show_access((JoinRequest("aa", Seat(1), "blue heron"),), NOBODY_IN)
    table.press("start")
    assert asked == ["start"] and table.phase == "live"
    table.referee.pause(True)
    table.press("start")
    assert asked == ["start"] and not table.caller.paused


def test_no_other_button_is_asked_about_the_door(table: Hall) -> None:
    asked: list[str] = []
    table.referee.hooks.start = asked.append
    for button in ("yes", "no", "seat:0"):
        table.press(button)
    assert asked == [] and table.caller.signs == ["deny"] * 3


def test_held_button_is_passed_on(table: Hall) -> None:
    held: list[str] = []
    table.referee.hooks.held = held.append
    table.feels(Kind.HELD, button="start")
    assert held == ["start"]


# --- pads in doubt ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "calling"),
    [("unplugged", False), ("unplugged", True), ("stuck", False), ("chattering", False)],
)
def test_a_dolphin_that_is_carried_about_is_no_broken_wire(
    table: Hall, why: str, calling: bool
) -> None:
    table.begin()
    table.wait(500)
    if calling:
        table.counts("deal", "start")
    table.feels(Kind.SUSPECT, 0, why=why)
    told = why != "unplugged" or calling
    assert table.view.suspects == ({"0": why} if told else {})
    assert (table.referee.picture.pads[0].state == "suspect") == told


def test_new_game_knows_the_pads_that_are_in_doubt_already(table: Hall) -> None:
    table.feels(Kind.SUSPECT, 0, why="stuck")
    table.begin()
    assert table.view.suspects == {"0": "stuck"}
    table.wait(500)
    table.counts("deal", "start")
    assert table.view.in_play == (1, 2)


def test_restart_trusts_pads_anew_and_doubts_those_that_the_table_doubts(table: Hall) -> None:
    live(table)
    table.feel(Kind.SUSPECT, 0, why="stuck")
    table.feels(Kind.SUSPECT, 1, why="unplugged")
    table.restart()
    pads = [PadNow(Pad(pad), "home") for pad in range(5)]
    pads[1] = PadNow(Pad(1), "suspect", "unplugged")
    pads[2] = PadNow(Pad(2), "suspect", "chattering")
    table.referee.note_pads(tuple(pads))
    table.wait()
    assert table.view.suspects == {"1": "unplugged", "2": "chattering"}
    assert [pad.state for pad in table.referee.picture.pads[1:3]] == ["suspect", "suspect"]


def test_doubts_are_told_once() -> None:
    pads = (PadNow(Pad(0), "suspect", "stuck"), PadNow(Pad(1), "home"))
    assert doubts(pads, {}) == [Suspected(Pad(0), "stuck")]
    assert doubts(pads, {"0": "stuck", "1": "unplugged"}) == [Trusted(Pad(1))]
    assert doubts(pads, {"0": "stuck"}) == []


# --- the thread -------------------------------------------------------------------------------


def test_stop_writes_what_was_felt_a_moment_ago_and_what_was_counted(table: Hall) -> None:
    live(table)
    called(table, 6)
    table.referee.start()
    table.feel(Kind.NEAR, 1)
    table.feel(Kind.TOUCH, 0)  # its window still runs
    table.referee.stop()
    assert [fact.pad for fact in table.facts(Touched)] == [0]
    assert table.facts(Counted) == [Counted(6)]


def test_other_threads_wait_for_the_one_that_judges(table: Hall) -> None:
    table.referee.start()
    ran: list[str] = []

    def note() -> None:
        ran.append(threading.current_thread().name)

    table.referee._queue.do(note)
    assert ran == ["referee"] and table.referee.alive()

    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        table.referee._queue.do(fail)
    assert table.referee.alive()


def test_work_put_before_the_stop_is_done_and_after_it_told_so(table: Hall) -> None:
    done: list[int] = []
    gate = threading.Event()
    table.referee.start()
    table.referee._queue.put(lambda: gate.wait())
    append: Callable[[int], None] = done.append
    for n in range(50):
        table.referee._queue.put(lambda n=n: append(n))  # type: ignore[misc]
    gate.set()
    table.referee.stop()
    assert done == list(range(50)) and not table.referee.alive()
    with pytest.raises(CompanionError, match="being stopped"):
        table.begin()


def test_clock_of_a_new_journal_begins_at_nothing(tmp_path: Path) -> None:
    clock = TableClock(0, lambda: 5)
    assert clock.now_us() == 0
    with hall(tmp_path) as table:
        live(table)
        last = table.journal.last_table_us()
        table.restart()
        assert table.clock.now_us() == last + 1_000_000
