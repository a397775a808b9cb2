"""What the table calls and sounds: by the game's wish, and at the hand that is felt."""

from itertools import product
from typing import Any

import pytest

from companion.frozen import replace
from companion.referee.audio import Audio, announce, announce_felt
from companion.referee.effects import Effects
from companion.referee.hub import Event, Hub
from companion.referee.picture import CallerState
from companion.referee.showing import NO_TABLE
from companion.table.caller import Called, Hushed, Planned, Signed
from companion.table.signals import Kind, Signal
from companion.table.tempo import TEMPOS
from companion.words import Pad
from tests.referee.hall import Caller

BOOLS = (False, True)
WISH = replace(NO_TABLE, pads=(Pad(0), Pad(1)), calling=True, hush=True)


def audio() -> tuple[Audio, Caller]:
    made, caller = Audio(Effects(lambda key, sentence: None)), Caller()
    made.use(caller, NO_TABLE, 0)
    return made, caller


@pytest.mark.parametrize(("calling", "once", "runs", "calls"), [*product(*[BOOLS] * 4)])
def test_pass_is_called_as_the_game_wants_it(
    calling: bool, once: bool, runs: bool, calls: int
) -> None:
    made, caller = audio()
    caller.running = runs
    made.follow(replace(WISH, calling=calling, once=once), calls, 77)
    begins = calling and not runs and not (once and calls)
    assert caller.begins == begins and caller.once == (begins and once)
    assert caller.hushes == ([77] if runs and not calling else [])
    assert caller.running == (begins or (runs and calling))


@pytest.mark.parametrize(("calling", "hush"), [*product(BOOLS, BOOLS)])
def test_a_hand_silences_it_where_that_may_end_a_round(calling: bool, hush: bool) -> None:
    made, caller = audio()
    made.arm(replace(WISH, calling=calling, hush=hush), frozenset({Pad(1)}))
    for kind, pad in product(Kind, range(3)):
        caller.hushes.clear()
        made.hush_at_touch(Signal(kind, 9, Pad(pad)))
        armed = calling and hush and pad == 0 and kind in (Kind.TOUCH, Kind.LIFT)
        assert caller.hushes == ([9] if armed else []), (kind, pad)


def test_a_new_caller_waits_to_be_let_go_on() -> None:
    made, caller = Audio(Effects(lambda key, sentence: None)), Caller()
    made.use(caller, WISH, 0)
    assert caller.begins == 1 and caller.paused and made.paused
    made.pause(False)
    assert not made.paused
    made.pause(True)
    assert made.paused
    silent = Caller()
    made.use(silent, NO_TABLE, 0)
    assert not silent.begins and not silent.paused


def test_screens_are_told_what_the_caller_is_at() -> None:
    made, caller = audio()
    caller.running, caller.paused, caller.every_ms, caller.calls = True, True, 321, 5
    caller.tempo = list(TEMPOS.values())[-1]
    wanted = CallerState(True, True, False, caller.tempo.name, 321, 5)
    assert made.state(False) == wanted
    assert made.state(True) == replace(wanted, once=True)
    assert Audio(Effects(lambda key, sentence: None)).state(True) == CallerState()


def told(hub: Hub, *what: Any) -> list[Event]:
    feed = hub.subscribe()
    for work, one in what:
        work(hub, one)
    return feed.take(0, 0)[0]


def test_screens_hear_all_of_the_caller_s_news() -> None:
    hub = Hub()
    hub.announce(44)
    news = (
        (announce, Planned(((1, 500), (2, 900)))),
        (announce, Called(3, 70, 9)),
        (announce, Hushed(80)),
        (announce, Signed("win", 90)),
        (announce_felt, Signal(Kind.LIFT, 95, Pad(2))),
    )
    assert told(hub, *news) == [
        Event("calls", {"planned": [[1, 500], [2, 900]]}),
        Event("called", {"n": 3, "at_us": 70}),
        Event("hush", {"at_us": 80}),
        Event("sign", {"name": "win", "at_us": 90, "seq": 44}),
        Event("felt", {"pad": 2, "kind": "lift", "at_us": 95}),
    ]
