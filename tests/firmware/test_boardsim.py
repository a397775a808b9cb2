"""The simulated board as a port: in lock-step for tests, behind a name in /dev for play."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table import frames
from companion.table.board.port import open_port
from companion.table.boardsim import simulator
from companion.table.boardsim.bridge import BoardBehindPty, SimHands, SimSerial
from companion.table.boardsim.simulator import NotBuiltError, Simulator
from companion.table.frames import Event, Greet, Hello, Kind, Message, Receiver
from tests.firmware.bench import Host, built

PATIENCE_S = 20.0  # for a thread on a busy machine; nothing below waits for so long if all is well


@pytest.fixture
def sim() -> Iterator[Simulator]:
    built()
    with Simulator(4) as sim:
        yield sim


def test_a_port_in_lock_step_reads_until_its_timeout(sim: Simulator) -> None:
    port = SimSerial(sim, timeout=0.01)
    before_us = sim.now_us
    assert port.read(1) == b""
    assert sim.now_us - before_us == pytest.approx(10_000, abs=1)

    receiver = Receiver()
    heard: list[Message] = []
    while not heard:
        heard += receiver.feed(port.read(1) + port.read(port.in_waiting))
    assert isinstance(heard[0], Hello)
    assert port.write(frames.written(Greet(0, heard[0].boot))) > 0
    while not any(isinstance(message, frames.Done) for message in heard):
        heard += receiver.feed(port.read(1) + port.read(port.in_waiting))

    port.close()
    with pytest.raises(OSError, match="closed"):
        port.read(1)


def test_hands_touch_lift_press_and_hover_by_capacitance(sim: Simulator) -> None:
    hands = SimHands(sim)
    host = Host(sim)
    host.greet()
    host.run(100_000)

    def told(act: Callable[[], None], for_us: float = 60_000) -> list[tuple[Kind, int]]:
        before = len(host.events)
        act()
        host.run(for_us)
        return sorted(host.kinds()[before:])

    assert told(lambda: hands.touch(2)) == [(Kind.TOUCH, 2)]
    assert told(lambda: hands.lift(2)) == [(Kind.RELEASE, 2), (Kind.LIFT, 2)]
    assert told(lambda: hands.home(2), 300_000) == [(Kind.HOME, 2)]
    assert told(lambda: hands.near(4), 200_000) == [(Kind.NEAR, 4)]
    assert told(lambda: hands.release(4)) == []
    assert told(lambda: hands.press(0)) == [(Kind.PRESS, 0)]
    assert told(lambda: hands.press(8)) == [(Kind.PRESS, 8)]
    assert told(lambda: hands.press(8, False)) == [(Kind.LET_GO, 8)]


def test_a_hand_that_leaves_at_once_has_touched(sim: Simulator) -> None:
    hands = SimHands(sim)
    host = Host(sim)
    host.greet()
    hands.touch(1, 8)
    hands.release(1)
    host.run(100_000)
    assert host.kinds()[-2:] == [(Kind.TOUCH, 1), (Kind.RELEASE, 1)]


@pytest.mark.parametrize(
    ("what", "number"), [("touch", 5), ("near", -1), ("press", 9), ("lift", 9), ("home", 5)]
)
def test_what_is_not_there_is_refused(sim: Simulator, what: str, number: int) -> None:
    with pytest.raises(ValueError, match="and no"):
        getattr(SimHands(sim), what)(number)


def test_a_board_that_is_not_built_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "LIBRARY", Path("nowhere.so"))
    with pytest.raises(NotBuiltError, match="make -C firmware all sim"):
        Simulator()


def test_the_companion_s_port_talks_with_the_board_behind_a_name() -> None:
    """In real time: what comes is asserted, never when."""
    built()
    with BoardBehindPty(seed=5) as board:
        port = open_port(board.path)
        try:
            receiver = Receiver()

            def wait_for(kind: type[Message]) -> Message:
                end_s = time.monotonic() + PATIENCE_S
                while time.monotonic() < end_s:
                    for message in receiver.feed(port.read()):
                        if isinstance(message, kind):
                            return message
                pytest.fail(f"no {kind.__name__} in {PATIENCE_S} s")

            hello = wait_for(Hello)
            assert isinstance(hello, Hello)
            port.write(frames.written(Greet(0, hello.boot)))
            wait_for(frames.Done)
            board.do(lambda hands: hands.press(3))
            event = wait_for(Event)
            assert isinstance(event, Event) and (event.kind, event.place) == (Kind.PRESS, 3)
        finally:
            port.close()
    board.close()
