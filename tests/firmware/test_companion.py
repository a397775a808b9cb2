"""The companion's own link and table on the shipped binary, in lock-step."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, Row
from companion.referee import Referee, Teller
from companion.table.board.playing import played_back
from companion.table.board.recording import Recorder
from companion.table.boardsim.simulator import BUILT, SHIPPED, Simulator
from companion.table.frames import Cause
from companion.table.signals import Kind, Signal
from tests.firmware.bench import built, usual_noise
from tests.firmware.test_link import spoiler
from tests.firmware.wire import Wire


@pytest.fixture
def wire() -> Iterator[Wire]:
    yield from a_wire(1)


def a_wire(seed: int, ppm: float = 0.0, program: Path = BUILT) -> Iterator[Wire]:
    built()
    with Simulator(seed, program) as sim:
        usual_noise(sim)
        sim.table.clock_ppm = ppm
        wire = Wire(sim)
        wire.meet()
        yield wire


def grab(wire: Wire, pads: list[int], apart_us: float, grip_pf: float = 30) -> list[float]:
    """Hands on pads, one after another; answers when each touched."""
    at_us = [wire.sim.now_us + 15_000 + n * apart_us for n in range(len(pads))]
    for pad, when_us in zip(pads, at_us, strict=True):
        wire.sim.approach(pad, grip_pf, when_us)
        wire.sim.leave(pad, when_us + 150_000)
    wire.run(at_us[-1] - wire.sim.now_us + 250_000)
    return at_us


@pytest.mark.parametrize("ppm", [0.0, 5000.0, -5000.0])
def test_a_touch_has_its_moment_within_its_doubt_and_a_tenth_of_a_millisecond(ppm: float) -> None:
    for wire in a_wire(2, ppm):
        wire.port.slice_us = 100  # what a read may be late is the wire's, not the clock's
        wire.run(2_500_000)
        wire.felt.clear()
        for _ in range(3):
            true_us = grab(wire, [0, 2, 4], 1000)
            touches = [s for s in wire.felt if s.kind is Kind.TOUCH]
            assert [s.pad for s in touches] == [0, 2, 4]
            for signal, at_us in zip(touches, true_us, strict=True):
                late_us = signal.at_us - at_us
                assert -100 <= late_us <= signal.uncertain_us + 100, (late_us, signal)
            wire.felt.clear()
        assert abs(wire.table.now().clock_ppm + ppm) < 200


def test_a_scramble_of_five_is_in_order(wire: Wire) -> None:
    order = [3, 1, 4, 0, 2]
    grab(wire, order, 400)
    touches = [s for s in wire.felt if s.kind is Kind.TOUCH]
    assert [s.pad for s in touches] == order
    for first, second in zip(touches, touches[1:], strict=False):
        able_us = second.uncertain_us + first.early_us
        assert second.at_us - first.at_us > able_us, "called, not a tie"


def test_what_lies_within_a_scan_is_left_to_the_table(wire: Wire) -> None:
    grab(wire, [3, 1], 40)
    first, second = (s for s in wire.felt if s.kind is Kind.TOUCH)
    assert {first.pad, second.pad} == {3, 1}
    able_us = second.uncertain_us + first.early_us
    assert abs(second.at_us - first.at_us) <= able_us, "too close to call"


def test_a_fifth_of_all_frames_spoiled_each_way_changes_nothing(wire: Wire) -> None:
    wire.port.spoil = spoiler(5, 0.2, 12)  # type: ignore[assignment]
    chance, expected = random.Random(3), []
    for _ in range(8):
        order = chance.sample(range(5), 3)
        grab(wire, order, 400)
        expected += order
    wire.port.spoil = lambda data: data
    wire.run(1_000_000)
    touches = [s for s in wire.felt if s.kind is Kind.TOUCH and s.mark]
    assert [s.pad for s in touches] == expected
    assert len(wire.marked()) == len({s.mark for s in wire.marked()})


def test_a_board_that_hangs_is_back_with_what_its_pads_are_at(wire: Wire) -> None:
    wire.sim.touch(1, 30, wire.sim.now_us + 1000)
    wire.run(50_000)
    wire.sim.hang()
    wire.felt.clear()
    wire.run(600_000)
    now = wire.table.now()
    assert now.stage == "talking" and now.cause & Cause.WATCHDOG
    assert not wire.table.is_away
    assert all(s.kind is not Kind.SUSPECT or s.why == "never calibrated" for s in wire.felt)
    grab(wire, [3], 0)
    assert [s.pad for s in wire.felt if s.kind is Kind.TOUCH and s.mark] == [3]


def test_a_pulled_plug_in_mid_round_is_doubted_and_heals(wire: Wire) -> None:
    wire.port.is_there = False
    wire.run(300_000)
    assert wire.table.is_away
    assert {pad.why for pad in wire.table.pads()} == {"not connected"}
    wire.sim.power_cycle()
    wire.port.is_there = True
    wire.until(lambda: wire.table.now().stage == "talking")
    wire.calibrate()
    wire.until(lambda: not any(pad.why for pad in wire.table.pads()))
    wire.felt.clear()
    grab(wire, [2, 0], 500)
    assert [s.pad for s in wire.felt if s.kind is Kind.TOUCH] == [2, 0]


def test_what_nobody_keeps_the_board_keeps(wire: Wire) -> None:
    wire.keeps = False
    grab(wire, [0, 1], 500)
    wire.run(500_000)
    assert len(wire.marked()) == 4, "each once, however often it was told"
    assert wire.table.link.conversation.owed == 4
    for signal in wire.marked():
        wire.table.acknowledge(signal)
    wire.run(50_000)
    assert wire.table.link.conversation.owed == 0


def test_the_companion_at_rest_hears_little_and_doubts_nothing() -> None:
    for wire in a_wire(1, program=SHIPPED):  # of any other it says that it is not what ships
        wire.felt.clear()
        wire.run(3_000_000)
        assert wire.felt == []
        assert wire.table.trouble() == ()
        assert all(pad.margin.startswith(("calm", "quiet")) for pad in wire.table.pads())


def test_a_recording_of_the_binary_is_felt_again(tmp_path: Path) -> None:
    built()
    file = tmp_path / "evening.rec"
    recorders = []

    with Simulator(4) as sim:
        usual_noise(sim)

        def recorder(clock: "object") -> Recorder:
            recorders.append(Recorder(file, clock.now_us, 0))  # type: ignore[attr-defined]
            return recorders[0]

        wire = Wire(sim, recorder=recorder)
        wire.meet()
        grab(wire, [4, 1, 0], 300)
        felt = wire.marked()
        recorders[0].close()
    again = [signal for signal in played_back(file) if signal.mark]
    assert [(s.kind, s.pad, s.mark) for s in again] == [(s.kind, s.pad, s.mark) for s in felt]
    assert [s.at_us - again[0].at_us for s in again] == [s.at_us - felt[0].at_us for s in felt]


class Evening(Wire):
    """A referee with a journal at a simulated board: as much of a companion as can die."""

    def __init__(self, folder: Path, sim: Simulator, acknowledges: bool) -> None:
        self.journal = Journal(folder / "journal.sqlite", "this-boot")
        super().__init__(sim, start_us=self.journal.last_table_us() + 1_000_000)
        self.referee = Referee(self.journal, self.clock, wall_ms=lambda: 0)
        if acknowledges:
            self.referee.hooks.written = self.table.acknowledge

    def feel(self, signal: Signal) -> None:
        self.felt.append(signal)
        self.referee.feel(signal)

    def run(self, for_us: float) -> None:
        for _ in range(max(1, int(for_us / 5000))):
            super().run(min(for_us, 5000))
            self.referee.step()

    def of_the_board(self) -> list[Row]:
        """What the journal has of its events."""
        rows = self.journal.rows(1)
        return [row for row in rows if row.nonce and row.nonce.startswith("board:")]

    def close(self) -> None:
        self.referee.stop()
        self.journal.close()


def test_a_companion_that_died_before_it_acknowledged_writes_nothing_twice(tmp_path: Path) -> None:
    """The board is not reset: it tells once more what was written and never acknowledged."""
    built()
    with Simulator(6) as sim:
        usual_noise(sim)
        died = Evening(tmp_path, sim, acknowledges=False)
        died.meet()
        died.referee.begin_game("dolphin_splash", ["Ana", "Ben", "Cy"], {})
        [deal] = [one for one in died.referee.picture.open if one.ask.topic == "deal"]
        died.referee.answer("deal", deal.id, "start", {}, Teller("referee", referee=True))
        grab(died, [1, 0], 500)
        died.run(100_000)
        before, state = died.of_the_board(), died.referee.picture.state
        assert len(before) == 4 and state.phase.value == "grab"
        assert died.table.link.conversation.owed == 4
        died.close()

        again = Evening(tmp_path, sim, acknowledges=True)
        again.meet(calibrate=False)
        again.run(300_000)
        assert [signal.mark for signal in again.marked()] == [s.mark for s in died.marked()]
        assert again.of_the_board() == before and again.referee.picture.state == state
        assert again.table.link.conversation.owed == 0 and sim.figures.resets == 0
        again.close()
