"""The referee's small parts, each at both sides of its limit."""

import time
from concurrent.futures import Future
from functools import wraps
from inspect import signature
from typing import Any

import pytest

from companion.access.session_rows import Session, SessionRows
from companion.frozen import replace
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Dealt
from companion.journal import GameRow, Journal, Row
from companion.journal.people import People
from companion.journal.settings import EVENING
from companion.looks import look_of
from companion.referee import pace, work_queue
from companion.referee.calibration import why_not_now
from companion.referee.drawn import too_late
from companion.referee.dressing import dress, taken, tonight
from companion.referee.fold import Fold, OpenAsk
from companion.referee.pace import SLICE_S, paced
from companion.referee.picture import CallerState, Picture
from companion.referee.referee import Referee
from companion.referee.rows import row_of
from companion.referee.showing import BETWEEN_ROUNDS
from companion.referee.work_queue import WorkQueue
from companion.table import lateness
from companion.table.clock import TableClock
from companion.words import Ask, Choice, CompanionError, Corrected, Seat, Text, short
from tests.referee.hall import REFEREE, Hall

GAME = GAMES["dolphin_splash"]
LAST = Fold(GAME, GAME.Setup(3), 1)
ON = Picture(game=GameRow(1, "dolphin_splash", "{}", 0, None), module=GAME, state=LAST.state)


# --- who works at low right -------------------------------------------------------------------


@pytest.mark.parametrize("begun_s", [0.0, 5.0])
def test_who_works_long_rests_as_long_and_who_does_not_does_not(
    begun_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, rests = begun_s, list[float]()
    monkeypatch.setattr(time, "thread_time", lambda: now_s)
    # After each of these the time that went into what there is is reckoned.
    works_s = [0.25 * SLICE_S, 0.25 * SLICE_S, SLICE_S, 3 * SLICE_S, 0.5 * SLICE_S, 0.75 * SLICE_S]
    items = list(range(len(works_s)))
    for item in paced(items, rests.append):
        now_s += works_s[item]
    wanted = [1.5 * SLICE_S, 3 * SLICE_S, 1.25 * SLICE_S]
    assert rests == pytest.approx(wanted)
    assert list(paced(items, rests.append)) == items
    assert pace.time is time and SLICE_S == 0.001, "what a touch waits for it"


# --- when something was told ------------------------------------------------------------------


def test_the_time_on_the_wall_is_the_machine_s_in_milliseconds() -> None:
    wall_ms = signature(Referee).parameters["wall_ms"].default
    before_s = time.time()
    assert before_s * 1000 - 1 <= wall_ms() <= time.time() * 1000


# --- a hand on a drawn dolphin ----------------------------------------------------------------


@pytest.mark.parametrize("drags", [False, True])
@pytest.mark.parametrize(
    ("age_us", "said", "dragging"),
    [
        (0, "", ""),
        (lateness.LATE_MOST_US, "", ""),
        (lateness.LATE_MOST_US + 1, lateness.HELD_UP, lateness.HELD_UP),
        (-lateness.AHEAD_MOST_US, "", ""),
        (-lateness.AHEAD_MOST_US - 1, lateness.NO_CLOCK, ""),
        (None, lateness.NO_CLOCK, lateness.NO_CLOCK),
    ],
)
def test_a_hand_is_heard_so_long(age_us: int | None, said: str, dragging: str, drags: bool) -> None:
    clock = TableClock(0, lambda: 7_000_000_000_000)
    clock_us = clock.now_us() + 50_000_000
    clock = TableClock(clock_us, lambda: 7_000_000_000_000)
    at_us = None if age_us is None else clock.now_us() - age_us
    found = too_late(Picture(), clock, at_us, "0.0", drags=drags)
    assert found == (dragging if drags else said)
    other = too_late(Picture(), clock, at_us, "0.1", drags=drags)
    assert other == (found or lateness.GONE_ON)


# --- calibrating beside a game ----------------------------------------------------------------


def asked(must: bool, topic: str) -> tuple[OpenAsk, ...]:
    choices = (Choice("yes", Text("Yes"), None),)
    return (OpenAsk("1", Ask(Text("Really?"), (), choices, must, topic)),)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (Picture(open=asked(True, "verdict"), review="seat:1"), ""),
        (ON, ""),
        (replace(ON, caller=CallerState(running=True)), "PASS is being called."),
        (replace(ON, caller=CallerState(running=True, paused=True)), ""),
        (replace(ON, caller=CallerState(paused=True)), ""),
        (replace(ON, review="seat:1"), "A ruling is being looked at."),
        (replace(ON, open=asked(True, "verdict")), "The game waits for an answer."),
        (replace(ON, open=asked(True, "dea")), "The game waits for an answer."),
        (replace(ON, open=asked(False, "verdict")), ""),
        (replace(ON, open=asked(True, f"{BETWEEN_ROUNDS[:2]}{BETWEEN_ROUNDS[2:]}")), ""),
    ],
)
def test_the_pads_are_calibrated_while_nobody_needs_to_trust_them(picture: Any, why: str) -> None:
    found = why_not_now(picture)
    assert found.startswith(why) and bool(found) == bool(why)


# --- the thread's queue -----------------------------------------------------------------------


def test_a_thread_that_does_not_come_round_is_no_more_alive() -> None:
    now_s = [50.0]
    queue = WorkQueue(lambda: None, lambda: 60.0, lambda: None, lambda: now_s[0])
    assert queue.round_s == 50.0 and not queue.alive(), "nothing was started"
    queue.start()
    try:
        queue.do(lambda: None)
        now_s[0] += 19.5
        assert queue.alive()
        now_s[0] += 1.0
        assert not queue.alive()
        queue.do(lambda: None)
    finally:
        queue.stop()
        queue.stop()
    assert not queue.alive()


def test_who_waits_for_a_busy_referee_is_told_to_tap_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited = list[float]()

    class Undone(Future[None]):
        def result(self, timeout: float | None = None) -> None:
            waited.append(timeout or 0.0)
            raise TimeoutError

    monkeypatch.setattr(work_queue, "Future", Undone)
    queue = WorkQueue(lambda: None, lambda: 60.0, lambda: None)
    queue.start()
    with pytest.raises(CompanionError, match="The referee is busy. Please tap again."):
        queue.do(lambda: None)
    queue.stop()
    assert waited == [5.0]


def test_work_is_done_in_turn_and_each_piece_is_a_round() -> None:
    now_s, done = [50.0], list[str]()

    def work(name: str) -> Any:
        def piece() -> None:
            done.append(f"{name} {queue.round_s:.0f}")
            now_s[0] += 1

        return piece

    queue = WorkQueue(work("tick"), lambda: 0.0, lambda: None, lambda: now_s[0])
    queue.put(work("a"))
    queue.put(work("b"))
    queue.step(work("first"))
    assert done == ["first 50", "a 50", "b 52", "tick 53"] and queue.round_s == 54
    assert queue.do(lambda: 7) == 7, "without a thread it is done here"


def test_what_somebody_wrote_is_quoted_as_far_as_a_sentence_goes() -> None:
    assert [len(short("x" * n)) for n in (59, 60, 61, 99)] == [59, 60, 60, 60]
    assert short("x" * 61).endswith("x...")


# --- what was found before it was written -----------------------------------------------------


def test_a_word_is_judged_once_and_by_the_state_that_it_meets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged, judge = list[Any](), GAME.judge

    @wraps(judge)
    def noted(state: Any, fact: Any) -> Any:
        judged.append(fact)
        return judge(state, fact)

    monkeypatch.setitem(vars(GAME), "judge", noted)
    deal, pen = Dealt(Seat(0)), Corrected(Seat(1), 1)
    fold = Fold(GAME, GAME.Setup(3), 1)
    fold.judge(deal)
    entry = fold.take(row(deal, 1))
    assert judged == [deal] and entry is not None and entry.after is fold.state
    fold.judge(pen)
    fold.take(row(Corrected(Seat(2), 2), 2))  # somebody else was quicker
    last = fold.take(row(pen, 3))
    assert judged == [deal, pen, Corrected(Seat(2), 2), pen]
    assert last is not None and last.after == judge(last.before, pen).state
    assert fold.view.letters == (0, 1, 2)  # type: ignore[attr-defined]


def row(fact: Any, seq: int) -> Row:
    return replace(row_of(fact, "referee", 0), seq=seq)


# --- who is here tonight ----------------------------------------------------------------------


@pytest.mark.parametrize("late_ms", [0, 1])
def test_who_played_in_the_last_eighteen_hours_is_here_tonight(
    journal: Journal, late_ms: int
) -> None:
    begun_ms = 1_700_000_000_000
    number = People(journal).number("Ana", begun_ms)
    game = journal.begin_game("dolphin_splash", "{}", (number,), begun_ms)
    now_ms = begun_ms + 18 * 60 * 60 * 1000 + late_ms
    assert [one.name for one in tonight(journal, now_ms)] == ["Ana"], "it is still on"
    journal.end_game(game.game, begun_ms)
    assert [one.name for one in tonight(journal, now_ms)] == ([] if late_ms else ["Ana"])
    assert [*taken(journal, now_ms, but=number)] == []


def test_nobody_takes_a_look_from_who_comes_in_at_the_same_time(journal: Journal) -> None:
    people, names = People(journal), ("Ana", "Ben", "Cy")
    numbers = [people.number(name, 0) for name in names]
    looks = [look_of(n) for n in (4, 5, 6)]
    for number, look in zip(numbers, looks, strict=True):
        people.look(number, look.word)
    for number, own in zip(numbers, looks, strict=True):
        assert dress(journal, number, 0, others=numbers) == (own, "")
        for name, look in zip(names, looks, strict=True):
            given, whose = dress(journal, number, 0, look, numbers)
            assert (given == look) == (look == own) and whose == ("" if look == own else name)
            people.look(number, own.word)
    journal.begin_game("dolphin_splash", "{}", numbers, 0)
    for number, name in zip(numbers, names, strict=True):
        found = taken(journal, 0, but=number)
        assert sorted(found.values()) == sorted({*names} - {name})


# --- who is called so -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "has_phone", "is_gone", "number"),
    [
        ("Zoe", True, False, 1),  # a new name
        ("Zoe", False, False, 5),  # without a phone it is somebody else
        ("Zoe", True, True, 5),
        ("Dee", True, False, 4),  # who was here and does not play
        ("Dee", False, False, 4),
        ("ANA", True, False, 1),
        ("ANA", False, False, 1),  # her own name, written anew
    ],
)
def test_who_has_a_phone_gets_a_new_name_and_else_it_is_somebody_else(
    table: Hall, name: str, has_phone: bool, is_gone: bool, number: int
) -> None:
    table.begin(4)
    table.begin(3)
    people = People(table.journal)
    ana = people.seated(2)[Seat(0)]
    if has_phone:
        evening = table.journal.setting(EVENING)
        session = Session("seat", Seat(0), evening, person=ana)
        SessionRows(table.journal).note("h" * 64, session, 0)
    if is_gone:
        people.forget(ana.number)
    assert table.referee.rename(Seat(0), name).kind == "counts"
    sits = people.seated(2)[Seat(0)]
    assert (sits.number, sits.name) == (number, name)
    assert table.referee.picture.names.seats[Seat(0)] == name
    assert [people.seated(2)[Seat(n)].number for n in (1, 2)] == [2, 3]


def test_somebody_sits_down_where_nobody_is_and_nowhere_twice(table: Hall) -> None:
    people = People(table.journal)
    zoe = people.number("Zoe", 0)

    def sits(person: int, at: int) -> str:
        return table.referee.sit(table.tap(), person, Seat(at), REFEREE).kind

    assert sits(zoe, 3) == "asked_again", "no game is on"
    table.begin(3)
    yan = people.number("Yan", 0)
    seated = people.seated(1)
    assert zoe < min(one.number for one in seated.values()) and yan > zoe
    for at, one in seated.items():
        assert sits(one.number, 3) == "already"
        assert {sits(zoe, at), sits(yan, at)} == {"refused"}, "somebody is there"
    assert people.seated(1) == seated
    assert sits(zoe, 3) == sits(yan, 4) == "counts"
    assert sits(zoe, 5) == sits(yan, 5) == "already"
    assert [one.number for one in people.seated(1).values()][3:] == [zoe, yan]
