"""The companion's own link and table on the simulated board, in the board's time."""

from collections.abc import Callable

from companion.table import config as configs
from companion.table.board.link import Ports
from companion.table.board.port import LinkError
from companion.table.board.recording import Recorder
from companion.table.board.table import BoardTable
from companion.table.boardsim.simulator import Simulator
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.frames import Field, parameter
from companion.table.signals import Signal

SLICE_US = 500


class SimPort:
    """The board's port. Reading lets its time pass; `spoil` is what the wire does, both ways."""

    def __init__(self, sim: Simulator, slice_us: float = SLICE_US) -> None:
        self.sim, self.slice_us = sim, slice_us
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self.is_there = True

    def read(self) -> bytes:
        self.sim.run_us(self.slice_us)
        data = bytes(byte for _, byte in self.sim.receive())
        if not self.is_there:
            raise LinkError("The simulated board is unplugged.")
        return self.spoil(data)

    def write(self, data: bytes) -> None:
        self.sim.send(self.spoil(data))

    def close(self) -> None:
        pass

    def wake(self) -> None:
        pass


class Wire:
    """A simulated board, and the table that feels by it. What is felt is kept at once."""

    def __init__(
        self,
        sim: Simulator,
        keeps: bool = True,
        config: Config | None = None,
        recorder: Callable[[TableClock], Recorder] | None = None,
        start_us: int = 0,
    ) -> None:
        self.sim, self.keeps = sim, keeps
        self.port = SimPort(sim)
        self.felt: list[Signal] = []
        self.clock = TableClock(start_us, lambda: int(sim.now_us * 1000))
        self.table = BoardTable(
            config or configs.board(),
            self.clock,
            self.feel,
            ports=Ports("/dev/simulated", open_=self._open),
            recorder=recorder(self.clock) if recorder else None,
        )

    def _open(self, path: str) -> SimPort:
        if not self.port.is_there:
            raise LinkError("There is no simulated board: plug it in.")
        return self.port

    def feel(self, signal: Signal) -> None:
        self.felt.append(signal)
        if self.keeps:
            self.table.acknowledge(signal)

    def run(self, for_us: float) -> None:
        """Let time pass, with the link at work."""
        end_us = self.sim.now_us + for_us
        while self.sim.now_us < end_us:
            before = self.sim.now_us
            self.table.step()
            if self.sim.now_us == before:  # no port to read from: time passes all the same
                self.sim.run_us(SLICE_US)
                self.sim.receive()

    def until(self, done: Callable[[], object], within_us: float = 5_000_000) -> None:
        """Let time pass until it is so; it has to come."""
        end_us = self.sim.now_us + within_us
        while not done():
            assert self.sim.now_us < end_us, f"not within {within_us} us: {self.table.now()}"
            self.run(SLICE_US)

    def meet(self, calibrate: bool = True) -> None:
        """Wait until the board is spoken with, and its settings are known."""
        self.until(lambda: self.table.now().stage == "talking")
        if calibrate:
            self.calibrate()
        self.until(lambda: not self.table._asked)

    def calibrate(self) -> None:
        """Take the pads as they are for empty, as somebody who calibrates does."""
        for pad in self.table.pads():
            base = self.ask(parameter(pad.pad, Field.BASE), self._base(pad.pad))
            assert base
        self.table._met()

    def ask(self, number: int, value: int | None = None) -> int:
        from companion.table.frames import Get, Set, Value

        def make(token: int) -> Get | Set:
            return Get(token, number) if value is None else Set(token, number, value)

        answer = self.table.link.ask(make)
        self.until(answer.done)
        told = answer.result()
        assert isinstance(told, Value)
        return told.value

    def _base(self, pad: int) -> int:
        looks = self.table._pads[pad].health._looks
        self.until(lambda: len(looks) > 0)
        return looks[-1].base

    def marked(self) -> list[Signal]:
        """What was felt by events of the board."""
        return [signal for signal in self.felt if signal.mark is not None]
