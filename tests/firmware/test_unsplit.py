"""Pads that are not split, as a table is built first: what a dolphin and noise do to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from companion.table.board.health import DRIFTED
from companion.table.boardsim.hands import SimHands
from companion.table.boardsim.ready import make_ready
from companion.table.boardsim.simulator import PADS, SHIPPED, Simulator
from companion.table.config import Config, board
from companion.table.signals import Kind
from companion.table.trust import STUCK, STUCK_US
from tests.firmware.bench import built, usual_noise
from tests.firmware.wire import Wire

GRIP_PF = 20.0
LOOSE_PF = 6.0  # a pad off its wire
OFF_US = 150_000  # so long that the board takes the pad for lighter
WHOLE_US = 1_300_000  # until the table knows what a pad weighs
NEEDED_US = 600_000  # a hand that let go of a dolphin that stands again, and goes on to START


class Round(Wire):
    """A table on pads without middles, with dolphins of so many picofarads."""

    def __init__(self, sim: Simulator, dolphin_pf: float, config: Config | None = None) -> None:
        super().__init__(sim, config=config)
        self.dolphin_pf = dolphin_pf
        self.empty_pf = list(sim.ground_pf)
        self.on = False
        self.table.calling = lambda: self.on
        for pad in range(PADS):
            self.put_back(pad)

    def put_back(self, pad: int) -> None:
        """The dolphin stands on its pad, and nobody holds it."""
        self.sim.ground_pf[pad] = self.empty_pf[pad] + self.dolphin_pf
        self.sim.leave(pad, self.sim.now_us)

    def carry_off(self, pad: int) -> None:
        """The dolphin leaves its pad, and the hand with it."""
        self.sim.ground_pf[pad] = self.empty_pf[pad]
        self.sim.leave(pad, self.sim.now_us)

    def comes_off(self, pad: int) -> None:
        """The ring's wire comes off its pad."""
        self.sim.ground_pf[pad] = LOOSE_PF
        self.sim.leave(pad, self.sim.now_us)

    def begin(self) -> None:
        """PASS is called, from now on."""
        self.run(NEEDED_US)
        self.on = True
        self.run(200_000)
        self.felt.clear()

    def grab(self, pad: int) -> list[Kind]:
        """What is felt of a hand on this dolphin, which stays; the round is over."""
        at_us = self.sim.now_us + 15_000
        self.sim.approach(pad, GRIP_PF, at_us)
        self.run(100_000)
        self.on = False
        return [signal.kind for signal in self.felt if signal.pad == pad]


@contextmanager
def at_a_table(dolphin_pf: float) -> Iterator[Round]:
    """It was calibrated with its dolphins on."""
    built()
    with Simulator(5, SHIPPED) as sim:
        usual_noise(sim)
        table = Round(sim, dolphin_pf)
        table.meet()
        yield table


@pytest.mark.parametrize(("dolphin_pf", "away_us"), [(12.0, 300_000), (3.0, 1_500_000)])
def test_a_dolphin_that_was_carried_off_is_felt_in_the_next_round(
    dolphin_pf: float, away_us: int
) -> None:
    with at_a_table(dolphin_pf) as table:
        table.begin()
        for _ in range(2):
            assert table.grab(1) == [Kind.TOUCH]
            table.carry_off(1)
            table.run(away_us)
            table.put_back(1)
            table.begin()
        assert table.grab(1) == [Kind.TOUCH]
        assert table.grab(3) == [Kind.TOUCH]


def test_whole_pads_that_are_said_to_be_split_go_deaf() -> None:
    """Which is why a table of which nobody says anything has whole ones."""
    built()
    assert not board().board.lifts
    said = replace(board(), board=replace(board().board, lifts=True))
    with Simulator(5, SHIPPED) as sim:
        usual_noise(sim)
        table = Round(sim, 12.0, said)
        table.meet()
        felt = []
        for _ in range(2):
            table.begin()
            felt.append(table.grab(1))
            table.carry_off(1)
            table.run(300_000)
            table.put_back(1)
        assert felt == [[Kind.TOUCH], []]


@pytest.mark.soak
def test_what_lies_on_a_dolphin_for_ever_is_no_hand() -> None:
    with at_a_table(5.0) as table:
        table.felt.clear()
        table.sim.touch(2, GRIP_PF, table.sim.now_us)
        table.run(STUCK_US + 5_000_000)
        mine = [signal for signal in table.felt if signal.pad == 2]
        kinds = [signal.kind for signal in mine]
        assert kinds == [Kind.TOUCH, Kind.SUSPECT, Kind.RELEASE, Kind.SUSPECT]
        assert [signal.why for signal in mine if signal.why] == [STUCK, DRIFTED]


def test_a_ring_wire_that_was_off_in_a_round_is_no_hand_when_it_is_back() -> None:
    with at_a_table(5.0) as table:
        table.run(WHOLE_US)
        table.begin()
        table.comes_off(2)
        table.run(OFF_US)
        table.put_back(2)
        table.run(300_000)
        told = [s for s in table.felt if s.pad == 2 and s.kind is not Kind.NEAR]
        assert {s.kind for s in told} == {Kind.SUSPECT}, "doubted, and not touched"
        assert Kind.TOUCH in table.grab(2), "and a hand is felt at once"


def test_noise_lifts_no_dolphin_and_makes_no_pad_deaf() -> None:
    with at_a_table(5.0) as table:
        table.sim.table.impulse_chance, table.sim.table.impulse_volt = 0.10, 2.0
        table.run(1_000_000)
        table.sim.table.impulse_chance = 0.0
        table.run(500_000)
        assert not {s.kind for s in table.felt} & {Kind.LIFT, Kind.HOME}
        for pad in range(PADS):
            table.felt.clear()
            assert table.grab(pad) == [Kind.TOUCH], pad


def test_pads_that_are_split_all_the_same_feel_every_hand() -> None:
    """Who leaves `lifts` as it is, and has soldered the middles: a dolphin was seen before."""
    built()
    with Simulator(5, SHIPPED) as sim:
        usual_noise(sim)
        hands = SimHands(sim)
        make_ready(sim)
        wire = Wire(sim)
        wire.meet(calibrate=False)
        for pad in range(PADS):
            wire.felt.clear()
            hands.touch(pad)
            wire.run(100_000)
            assert [(s.kind, s.pad) for s in wire.felt] == [(Kind.TOUCH, pad)]
