"""A table of lever switches alone: lifting a dolphin is all that it feels, and enough to play."""

from pathlib import Path

from companion.games.dolphin_splash.facts import Dealt, Setup
from companion.games.dolphin_splash.judge import judge, start
from companion.games.dolphin_splash.state import Phase, State, photo_finish, too_close
from companion.referee.signals import fact_of
from companion.table import config
from companion.table.signals import Kind
from companion.words import Pad, Seat
from tests.table.bench import BLUE, GOLD, GREEN, RED, WHITE, Bench, bench

LEVERS = config.load(Path(__file__).resolve().parents[2] / "hardware" / "companion-levers.toml")


def judged(on: Bench, state: State) -> State:
    """The state after everything that the table felt."""
    for signal in on.felt:
        fact = fact_of(signal)
        assert fact is not None
        state = judge(state, fact).state
    on.felt.clear()
    return state


def live(players: int) -> State:
    return judge(start(Setup(players)), Dealt(Seat(0))).state


def test_a_lifted_dolphin_is_a_grab_and_the_levers_tell_the_order() -> None:
    with bench(LEVERS) as on:
        on.wait(1_000)
        on.hands.set_bounce(12)
        on.hands.lift(GREEN)
        on.wait(6, 1)
        on.hands.lift(RED)
        on.wait(200)
        state = judged(on, live(6))
        assert state.phase is Phase.GRAB
        assert [placed.touch.pad for placed in photo_finish(state)] == [GREEN, RED]
        assert [placed.place for placed in photo_finish(state)] == [1, 2]


def test_within_the_levers_own_doubt_it_is_too_close_to_call() -> None:
    with bench(LEVERS) as on:
        on.wait(1_000)
        on.hands.lift(GREEN)
        on.wait(4, 1)
        on.hands.lift(RED)
        assert {placed.touch.pad for placed in too_close(judged(on, live(6)))} == {GREEN, RED}


def test_dolphins_back_on_their_stands_are_home() -> None:
    with bench(LEVERS) as on:
        for pad in (RED, WHITE):
            on.hands.lift(pad)
            on.wait(300)
        assert [state.home for state in on.table.pads()] == [False, True, True, True, False]
        for pad in (RED, WHITE):
            on.hands.home(pad)
            on.wait(300)
        assert all(state.home and not state.why for state in on.table.pads())


def test_stands_without_a_dolphin_are_left_out_of_the_game() -> None:
    """Four play with three dolphins; two stands have been empty since the evening began."""
    with bench(LEVERS) as on:
        for pad in (BLUE, WHITE):
            on.hands.lift(pad)
        on.wait(61_000, 1_000)
        assert [(s.kind, s.pad) for s in on.felt if s.kind is Kind.SUSPECT] == [
            (Kind.SUSPECT, BLUE),
            (Kind.SUSPECT, WHITE),
        ]
        state = judge(judged(on, start(Setup(4))), Dealt(Seat(0))).state
        assert state.in_play == (RED, GREEN, GOLD)
        on.hands.home(BLUE)
        on.wait(3_100)
        assert on.kinds(BLUE) == [Kind.HOME, Kind.TRUST]


def test_a_wire_that_came_off_is_not_a_dolphin_at_home() -> None:
    with bench(LEVERS) as on:
        on.wait(1_000)
        on.hands.unplug(Pad(2), True)
        assert on.kinds(GREEN) == [Kind.LIFT]
        on.wait(61_000, 1_000)
        assert on.table.pads()[GREEN].why == "unplugged"
