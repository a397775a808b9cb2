"""The simulated board as a port: in lock-step for tests, behind a name in /dev for play."""

import math
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.doctor.looking import used_pins
from companion.table import config as configs
from companion.table import frames
from companion.table.board.health import NOISY_A_S
from companion.table.board.port import open_port
from companion.table.boardsim import simulator
from companion.table.boardsim.bridge import (
    AHEAD_MOST_NS,
    BoardBehindPty,
    Order,
    PatientClock,
    SimSerial,
)
from companion.table.boardsim.family import LATE_US, BoardHands
from companion.table.boardsim.hands import SimHands
from companion.table.boardsim.ready import make_ready
from companion.table.boardsim.simulator import WORDS, NotBuiltError, Simulator
from companion.table.clock import TableClock
from companion.table.config import BoardConfig, Config
from companion.table.frames import Event, Greet, Hello, Kind, Message, Receiver
from companion.table.pins import mock_factory
from companion.table.simulated import STAMP_OLDEST_US, Hands
from companion.words import Pad
from tests.firmware.bench import FIRMWARE, Host, built
from tests.firmware.wire import Wire
from tests.web.house import PATIENCE_S, until


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


@pytest.mark.parametrize("clock_ppm", [-5000.0, -17.0, 0.0, 3000.0])
def test_a_run_comes_to_any_moment_that_is_asked_for(sim: Simulator, clock_ppm: float) -> None:
    """Also to the very next one that a number can say: who waits for it would wait for ever."""
    sim.table.clock_ppm = clock_ppm
    for _ in range(2000):
        at_us = math.nextafter(sim.now_us, math.inf)
        sim.run_until(at_us)
        assert sim.now_us >= at_us


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


@pytest.fixture
def table(sim: Simulator) -> tuple[SimHands, Host]:
    """Dolphins at home, and a host that speaks with the board."""
    hands, host = SimHands(sim), Host(sim)
    host.greet()
    host.run(100_000)
    return hands, host


def test_a_trembling_hand_touches_once(table: tuple[SimHands, Host]) -> None:
    hands, host = table
    hands.bounce(8_000)
    hands.touch(4)
    host.run(100_000)
    assert host.kinds() == [(Kind.TOUCH, 4)]


def test_a_hover_that_ends_takes_no_hand_off(table: tuple[SimHands, Host]) -> None:
    hands, host = table
    hands.touch(1)
    hands.near(1)
    hands.away(1)
    host.run(100_000)
    assert host.kinds() == [(Kind.TOUCH, 1)]


def test_what_is_broken_is_felt_as_it_is(table: tuple[SimHands, Host]) -> None:
    hands, host = table
    hands.unplug(2, True)
    hands.stick(3, True)
    host.run(100_000)
    assert sorted(host.kinds()) == [(Kind.TOUCH, 3), (Kind.LIFT, 2)]
    hands.touch(3)
    hands.release(3)
    hands.touch(2)
    hands.release(2)
    host.run(100_000)
    assert len(host.kinds()) == 2, "neither can feel a hand"
    hands.unplug(2, False)
    hands.stick(3, False)
    host.run(200_000)
    assert sorted(host.kinds()[2:]) == [(Kind.RELEASE, 3), (Kind.HOME, 2)]


def test_a_loose_wire_is_uneven_and_touches_nobody(table: tuple[SimHands, Host]) -> None:
    hands, host = table
    hands.noise(0, True)
    for _ in range(1_500):
        hands.shake()
        host.run(1_000)
    uneven: Counter[int] = Counter()  # in the last second
    for heard in host.heard:
        if isinstance(heard.message, frames.Health) and heard.at_us > host.sim.now_us - 1e6:
            uneven[heard.message.pad] += heard.message.noise
    assert uneven[0] > NOISY_A_S and max(uneven[pad] for pad in (1, 2, 3, 4)) < NOISY_A_S
    assert host.kinds() == []


def test_a_board_made_ready_is_calibrated_for_ever() -> None:
    built()
    with Simulator(4, simulator.SHIPPED) as sim:
        SimHands(sim)
        make_ready(sim)
        wire = Wire(sim)
        wire.meet(calibrate=False)
        wire.until(lambda: all(pad.margin for pad in wire.table.pads()))
        assert wire.table.now().origin is frames.Origin.SLOT_A
        assert wire.table.trouble() == ()
        assert {pad.why for pad in wire.table.pads()} == {""}


# --- the clock that waits ---------------------------------------------------------------------


def test_the_clock_is_the_real_one_while_the_board_keeps_pace() -> None:
    real = Ticks(5_000)
    clock = PatientClock(real)
    for _ in range(100):
        real.ns += 1_000_000
        assert clock() == real.ns
        clock.reach(real.ns - 500_000)


def test_the_clock_waits_for_a_slow_board_and_never_jumps() -> None:
    real = Ticks(0)
    clock, said = PatientClock(real), [0]
    for reached in range(0, 50_000_000, 1_000_000):  # the board does a fifth of what it should
        clock.reach(reached)
        real.ns += 5_000_000
        said.append(clock())
        assert said[-2] <= said[-1] <= reached + AHEAD_MOST_NS
    real.ns += 1_000_000_000
    assert clock() == said[-1]
    clock.reach(said[-1])
    real.ns += 3_000_000
    assert clock() == said[-1] + 3_000_000, "what was waited is lost, and it goes on from there"


def test_a_board_whose_processor_crashed_is_no_more_alive() -> None:
    built()

    def crash(_: SimHands, at_us: float) -> None:
        raise RuntimeError("the processor crashed")

    with BoardBehindPty() as board:
        assert board.alive()
        board.do(crash)
        until(lambda: not board.alive(), "the end of its thread", PATIENCE_S)


def test_a_machine_that_is_too_slow_is_said_to_be() -> None:
    built()
    with BoardBehindPty(real=lambda: time.monotonic_ns() * 50) as board:
        said = until(board.trouble, "the sentence", PATIENCE_S)
        assert "too slow for the simulated touch board" in said


@dataclass
class Ticks:
    """Nanoseconds that are told."""

    ns: int

    def __call__(self) -> int:
        return self.ns


# --- the family -------------------------------------------------------------------------------


class Orders:
    """A board that only notes what is to be done, and when."""

    def __init__(self) -> None:
        self.told: list[tuple[float, Order]] = []

    def do(self, order: Order, at_us: float = 0.0) -> None:
        self.told.append((at_us, order))

    def trouble(self) -> str:
        return ""


def family(config: Config) -> tuple[BoardHands, Orders, Ticks]:
    real, board = Ticks(0), Orders()
    clock = TableClock(0, real)
    real.ns = 1_000_000_000
    factory = mock_factory(lambda: real.ns / 1e9)
    pins = Hands(config, factory, clock, lambda signal: None) if used_pins(config) else None
    return BoardHands(config, board, clock, pins), board, real  # type: ignore[arg-type]


def test_taps_keep_the_gaps_that_pages_gave_them_however_late_they_are() -> None:
    hands, board, real = family(configs.simulated_board())
    hands.touch(Pad(1), 903_000)
    real.ns += 25_000_000
    hands.touch(Pad(0), 900_000)
    hands.touch(Pad(2), 5_000_000)
    hands.touch(Pad(3), 0)
    first, second, future, old = (at_us for at_us, _ in board.told)
    assert first - second == pytest.approx(3_000, abs=1)
    now_us = real.ns / 1000
    assert future == pytest.approx(now_us + LATE_US, abs=1)
    assert old == pytest.approx(now_us + LATE_US - STAMP_OLDEST_US, abs=1)


def test_a_touch_is_over_for_its_page_when_the_board_has_told_of_it() -> None:
    hands, _, _ = family(configs.simulated_board())
    looks = iter([False, False, True])
    hands.touch(Pad(1))
    hands.is_felt = lambda pad: pad == Pad(1) and next(looks)
    hands.wait_until_felt(Pad(1))
    assert list(looks) == [], "it looked until it was felt"
    hands.is_felt = lambda _: False
    hands.wait_until_felt(Pad(1))  # a stuck pad keeps nobody for ever


def test_pages_are_told_what_there_is() -> None:
    hands, board, _ = family(configs.simulated_board())
    with pytest.raises(ValueError, match="There is no pad 5: there are 0 to 4"):
        hands.touch(Pad(5))
    with pytest.raises(ValueError, match="There is no button 'seat:6'"):
        hands.press("seat:6")
    with pytest.raises(ValueError, match="0 to 25"):
        hands.set_bounce(26)
    assert board.told == []


def test_a_button_bounces_and_ends_where_it_was_pushed(sim: Simulator) -> None:
    hands, board, _ = family(configs.simulated_board())
    hands.set_bounce(8)
    board.told.clear()
    hands.press("yes")
    pretended, host = SimHands(sim), Host(sim)
    host.greet()
    for _, order in sorted(board.told, key=lambda told: told[0]):
        order(pretended, sim.now_us)
        host.run(500)
    host.run(100_000)
    assert len(board.told) == 17 and host.kinds() == [(Kind.PRESS, 7)]


def test_what_hangs_at_the_pi_is_pressed_there() -> None:
    config = configs.on_a_board(configs.default())
    hands, board, _ = family(replace(config, board=BoardConfig(buttons=("yes",))))
    hands.press("start")
    hands.let_go("start")
    assert board.told == []
    hands.press("yes")
    assert len(board.told) == 1


def test_an_installed_companion_says_that_it_has_no_such_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(simulator, "LIBRARY", tmp_path / "nowhere.so")
    monkeypatch.setattr(simulator, "FIRMWARE", tmp_path)
    with pytest.raises(NotBuiltError, match="no simulated touch board in an installed companion"):
        Simulator()


def test_a_board_that_is_not_built_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "LIBRARY", Path("nowhere.so"))
    with pytest.raises(NotBuiltError, match="make -C firmware sim"):
        Simulator()


END = ":00000001FF\n"
LARGE = "".join(
    f":{record.hex()}{-sum(record) % 256:02x}\n"
    for at in range(0, 2 * WORDS + 16, 16)
    for record in [bytes([16, at >> 8, at & 255, 0, *range(16)])]
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file"),
        ("", "the file has no end"),
        (":0100000000FE\n" + END, "is damaged"),
        (":0100100000EF\n" + END, "a gap before 0x10"),
        (LARGE + END, "does not fit"),
    ],
    ids=["missing", "empty", "damaged", "gap", "large"],
)
def test_what_is_no_program_of_a_board_is_said(text: str | None, said: str, tmp_path: Path) -> None:
    built()
    program = tmp_path / "touch_board.hex"
    if text is not None:
        program.write_text(text, encoding="ascii")
    with pytest.raises(NotBuiltError, match=said):
        Simulator(program=program)


def test_the_simulated_board_is_built_without_the_chip_s_own_tools(tmp_path: Path) -> None:
    """Debian's binutils for the chip are not alike from release to release."""
    words = ["make", "-C", FIRMWARE, "sim", f"BUILD={tmp_path}", "AVR=missing-"]
    made = subprocess.run(words, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["libsplash_sim.so"]


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
            board.do(lambda hands, _: hands.press(3))
            event = wait_for(Event)
            assert isinstance(event, Event) and (event.kind, event.place) == (Kind.PRESS, 3)
        finally:
            port.close()
    board.close()
