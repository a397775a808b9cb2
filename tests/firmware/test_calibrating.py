"""A calibration by hands on the shipped binary, in lock-step: stored when good, else not at all."""

import dataclasses
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from companion.calibrate import CHOICES, guided
from companion.say import Names, say
from companion.table import config as configs
from companion.table.board.asking import Board
from companion.table.board.calibration.calibrator import (
    LEFT,
    STORED,
    Calibrator,
    NotNowError,
    Stage,
)
from companion.table.board.calibration.guide import EVERY, Step
from companion.table.board.port import LinkError
from companion.table.board.terminal import Terminal
from companion.table.boardsim.hands import SimHands
from companion.table.boardsim.simulator import Simulator
from companion.table.frames import Field, FromBoard, Origin, parameter
from companion.table.signals import Kind
from tests.firmware.bench import built, usual_noise
from tests.firmware.wire import Wire

PADS = 2  # of the board's five: what holds for two holds for all
LOOK_US = 20_000
SLOTS = slice(16, 112)  # of the EEPROM; before them lies the count of starts
PATIENCE_US = 20_000_000


class House:
    """A table on the simulated board, hands, and the calibrator; one thread for all of it."""

    def __init__(self, sim: Simulator, pads: int = PADS) -> None:
        usual_noise(sim)
        self.sim, self.hands = sim, SimHands(sim)
        board = configs.board()
        lifts = dataclasses.replace(board.board, lifts=True)
        config = dataclasses.replace(board, pads=board.pads[:pads], board=lifts)
        self.wire = Wire(sim, config=config)
        self.wire.table.board = Board(self.wire.table.link.ask, self.wait)
        self.wire.port.slice_us = 2_000
        self.cut_after_us = 0.0  # so long after SAVE was told the power goes
        self.busy = ""
        table, now_us = self.wire.table, self.wire.clock.now_us
        self.calibrator = Calibrator(table, pads, True, now_us, lambda: self.busy)
        self.wire.meet(calibrate=False)

    def wait(self, answer: "Future[FromBoard]") -> FromBoard:
        """An answer, with time passing meanwhile; the power may go while the board saves."""
        end_us = self.sim.now_us + self.cut_after_us
        while not answer.done():
            self.wire.run(500)
            if self.cut_after_us and self.sim.now_us >= end_us:
                self.cut_after_us = 0
                self.sim.power_cycle()
        return answer.result()

    def until(self, *steps: Step, word: str = "") -> str:
        """Let time pass until one of these is asked for, or `word` is said; the words then."""
        end_us = self.sim.now_us + PATIENCE_US
        while True:
            self.calibrator.look()
            now = self.calibrator.now()
            if now.shown is None or now.stage is not Stage.GUIDING:
                return now.said
            words = say(now.shown.hint, Names()) if now.shown.hint else ""
            if now.shown.step in steps or (word and word in words):
                return words
            assert self.sim.now_us < end_us, now
            self.wire.run(LOOK_US)

    def show(self, pad: int) -> None:
        """Let a hand do all that is asked of one dolphin."""
        self.hands.near(pad)
        self.until(Step.TOUCH)
        self.hands.touch(pad)
        self.until(Step.OFF)
        self.hands.release(pad)
        self.until(Step.LIFT)
        self.hands.lift(pad)
        self.until(Step.BACK)
        self.hands.home(pad)
        self.until(Step.NEAR, Step.EMPTY, Step.RESULT)

    def stored(self) -> list[int]:
        """All that the board has of its pads."""
        return [self.wire.ask(parameter(pad, field)) for pad in range(PADS) for field in Field]

    def felt(self) -> list[Kind]:
        """What the table was told of pads, but for doubts."""
        doubts = (Kind.SUSPECT, Kind.TRUST)
        return [s.kind for s in self.wire.felt if s.pad is not None and s.kind not in doubts]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Four readings in the time of one: hands here do not tremble, and the simulator is slow."""
    monkeypatch.setattr("companion.table.board.calibration.calibrator.EVERY", EVERY // 4)
    built()
    with Simulator(7) as sim:
        yield House(sim)


def test_a_whole_calibration_with_a_child_s_slips_is_stored_for_ever(house: House) -> None:
    assert [pad.why for pad in house.wire.table.pads()] != ["", ""]  # never calibrated
    house.calibrator.begin()
    house.until(Step.NEAR)
    house.hands.touch(0)  # at once, instead of hovering
    house.until(word="That was a touch already.")
    house.hands.release(0)
    house.hands.near(0)
    house.until(Step.TOUCH)
    house.hands.release(0)
    house.hands.touch(1)  # the wrong dolphin
    house.until(word="That is Blue. Now it is the turn of Red.")
    house.hands.release(1)
    house.hands.touch(0)
    house.until(Step.OFF)
    house.until(word="Red still feels a hand.")  # it stays
    house.hands.release(0)
    house.until(Step.LIFT)
    house.hands.lift(1)
    house.until(word="That is Blue.")
    house.hands.home(1)
    house.wire.run(500_000)
    house.hands.lift(0)
    house.until(Step.BACK)
    house.hands.home(0)
    house.until(Step.NEAR)
    house.show(1)
    assert house.until() == STORED
    assert house.felt() == []  # no game has heard of all these hands
    for pad in range(PADS):  # what the board itself follows, to half a picofarad
        base = house.wire.ask(parameter(pad, Field.BASE))
        assert abs(base - house.wire._base(pad)) < 256
    kept = house.stored()
    house.wire.run(500_000)
    assert [pad.why for pad in house.wire.table.pads()] == ["", ""]
    house.sim.power_cycle()
    house.wire.until(lambda: house.wire.table.now().starts == 2)
    house.wire.until(lambda: house.wire.table.now().stage == "talking")
    assert house.stored() == kept and house.wire.table.now().origin is not Origin.DEFAULTS
    house.hands.touch(0)
    house.wire.until(lambda: Kind.TOUCH in house.felt())


def test_a_calibration_that_is_left_changes_nothing(house: House) -> None:
    before, eeprom = house.stored(), house.sim.eeprom
    house.calibrator.begin()
    house.until(Step.NEAR)
    house.show(0)
    house.hands.unplug(1, True)
    house.until(word="If it lies there, its wire has come off.")
    assert house.calibrator.say("stop") and house.calibrator.now().said == LEFT
    house.wire.run(300_000)
    assert (house.stored(), house.sim.eeprom) == (before, eeprom)


def test_a_board_that_starts_anew_ends_it(house: House) -> None:
    before = house.stored()
    house.calibrator.begin()
    house.until(Step.NEAR)
    house.sim.hang()
    assert "started anew" in house.until(Step.RESULT)
    house.wire.until(lambda: house.wire.table.now().stage == "talking")
    assert house.stored() == before


@pytest.mark.soak
def test_a_line_that_is_torn_for_a_moment_does_not(house: House) -> None:
    house.calibrator.begin()
    house.until(Step.NEAR)
    house.wire.port.is_there = False
    house.wire.run(2_500_000)  # the board gives its companion up
    house.wire.port.is_there = True
    house.wire.until(lambda: house.wire.table.now().stage == "talking")
    house.hands.near(0)
    house.until(Step.TOUCH)


@pytest.mark.parametrize("cut_after_us", [pytest.param(20_000, marks=pytest.mark.soak), 110_000])
def test_power_that_goes_while_it_is_stored_leaves_what_was_there(
    house: House, cut_after_us: float
) -> None:
    board = house.wire.table.board
    for pad in range(PADS):
        board.set(parameter(pad, Field.BASE), 80 * 256)
    board.save()
    before = house.stored()
    save = board.save

    def cut() -> None:
        house.cut_after_us = cut_after_us
        save()

    board.save = cut  # type: ignore[method-assign]
    house.calibrator.begin()
    house.until(Step.NEAR)
    for pad in range(PADS):
        house.show(pad)
    assert "Nothing is sure to be stored: calibrate once more." in house.until()
    house.wire.until(lambda: house.wire.table.now().stage == "talking")
    assert house.stored() == before


def test_it_does_not_begin_beside_an_incident_and_ends_when_one_comes(house: House) -> None:
    house.busy = "PASS is being called."
    with pytest.raises(NotNowError, match="PASS"):
        house.calibrator.begin()
    house.busy = ""
    house.calibrator.begin()
    house.until(Step.NEAR)
    house.busy = "PASS is being called."
    assert house.until() == f"PASS is being called. {LEFT}"
    house.hands.touch(0)
    house.wire.until(lambda: Kind.TOUCH in house.felt())


def test_a_touch_from_before_is_over_for_the_game_when_it_ends(house: House) -> None:
    house.hands.touch(0)
    house.wire.until(lambda: Kind.TOUCH in house.felt())
    house.calibrator.begin()
    house.hands.release(0)
    house.wire.run(300_000)
    assert Kind.RELEASE not in house.felt()
    house.calibrator.say("stop")
    assert Kind.RELEASE in house.felt()


def test_nobody_who_looks_on_ends_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.board.calibration.calibrator.ALONE_US", 400_000)
    house.calibrator.begin()
    for _ in range(30):
        house.wire.run(LOOK_US)
        house.calibrator.look()
    assert "Nobody has looked on" in house.calibrator.now().said


def test_without_a_board_there_is_nothing_to_begin(house: House) -> None:
    house.wire.port.is_there = False
    house.wire.run(500_000)
    with pytest.raises(LinkError):
        house.calibrator.begin()
    assert house.calibrator.now().stage is Stage.IDLE


def test_in_a_terminal_weak_hands_are_asked_about_and_good_ones_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.table.board.calibration.calibrator.EVERY", EVERY // 4)
    built()
    with Simulator(7) as sim:
        house = House(sim, pads=1)
        passing: list[str] = []
        assert not guided(house.calibrator, Names(), typist(house, passing, 5.5, "l"))
        said = "\n".join(passing)
        assert "Now touch Red, and hold on." in said and "[Red] " in said
        assert "A hand on Red adds only" in said and CHOICES in said and LEFT in said
        assert set(house.sim.eeprom[SLOTS]) == {0xFF}
        assert guided(house.calibrator, Names(), typist(house, passing, 20.0, ""))
        assert "✓ Red: touch is" in passing[-3] and "#" in passing[-2] and passing[-1] == STORED


def typist(house: House, heard: list[str], grip_pf: float, choice: str) -> Terminal:
    """A terminal, and somebody who does what stands there and types a choice in the end."""
    done: set[Step] = set()
    acts = {
        Step.NEAR: lambda: house.hands.near(0),
        Step.TOUCH: lambda: house.hands.touch(0, grip_pf),
        Step.OFF: lambda: house.hands.release(0),
        Step.LIFT: lambda: house.hands.lift(0),
        Step.BACK: lambda: house.hands.home(0),
    }

    def rest(for_s: float) -> str | None:
        shown = house.calibrator.now().shown
        house.wire.run(LOOK_US)
        if shown is not None and shown.is_over:
            return choice
        if shown is not None and shown.step not in done:
            done.add(shown.step)
            acts.get(shown.step, lambda: None)()
        return None

    return Terminal(heard.append, heard.append, rest)
