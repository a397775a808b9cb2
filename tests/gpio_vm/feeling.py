"""A real table in the tests' own process, and what it felt.

Must be used by one test at a time: there is one gpiochip.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import TracebackType

from gpiozero import Factory

from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.edges import LOCK_OUT_US
from companion.table.gpio import Table
from companion.table.signals import Kind, Signal
from tests.gpio_vm.lines import Wires, sleep_ms, until

REST_MS = 2.5 * LOCK_OUT_US / 1000  # after that a line is ready for anything
ON = (Kind.TOUCH, Kind.PRESS)


@dataclass(frozen=True)
class Input:
    """One input of the table: its line, the level that means on, and what it is called."""

    pin: int
    high: bool
    place: str


class Feeling:
    """A table on the real factory, started, with every line at rest."""

    def __init__(self, config: Config, factory: Factory, wires: Wires) -> None:
        pads = enumerate(config.pads)
        self.pads = tuple(Input(p.touch, True, f"pad {i}") for i, p in pads if p.touch is not None)
        self.buttons = tuple(Input(pin, False, name) for name, pin in config.buttons.named())
        self.wires = wires
        self.clock = TableClock()
        self.felt: list[Signal] = []  # in the order of callbacks
        self.late_us: list[int] = []  # how long after its stamp each of them came
        self.table = Table(config, self.clock, factory, self._feel)

    def __enter__(self) -> "Feeling":
        self.rest()
        self.table.start()
        self.forget()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.rest()  # an edge that is told of while its line is closed may hold lgpio's thread
        self.table.close()

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All pads and buttons."""
        return self.pads + self.buttons

    def rest(self) -> None:
        """Take all hands away, and wait until every line is ready for anything."""
        for line in self.inputs:
            self.wires.drive(line.pin, not line.high)
        sleep_ms(REST_MS)
        until(lambda: not any(pad.touched for pad in self.table.pads()), "a table at rest")

    def forget(self) -> None:
        """Begin to listen anew."""
        self.felt, self.late_us = [], []

    def touched(self) -> list[Signal]:
        """What was touched or pressed, by the kernel's stamps."""
        return sorted((s for s in self.felt if s.kind in ON), key=lambda s: s.at_us)

    def _feel(self, signal: Signal) -> None:
        self.late_us.append(self.clock.now_us() - signal.at_us)
        self.felt.append(signal)


def place_of(signal: Signal) -> str:
    """Where a signal was felt: "pad 0", or a button's name."""
    return signal.button or f"pad {signal.pad}"


def free_lines(factory: Factory) -> None:
    """Let go of all lines, which gpiozero keeps until its factory is closed."""
    for pin in list(factory.pins.values()):
        until(partial(_is_let_go, factory._handle, pin._number), f"the end of line {pin._number}")
    factory.pins.clear()


def _is_let_go(handle: int, number: int) -> bool:
    """Let go of it: where lgpio's thread has not left it yet it says busy, and is asked again."""
    import lgpio  # only in the machine is there one

    with suppress(lgpio.error):  # a test that failed may have freed it
        lgpio.gpio_free(handle, number)
        return True
    return number not in holders(number)


def holders(*pins: int) -> dict[int, str]:
    """Who holds which of the lines, as the kernel says."""
    import lgpio

    chip = lgpio.gpiochip_open(0)
    try:
        told = {pin: lgpio.gpio_get_line_info(chip, pin) for pin in pins}
        return {pin: str(user) for pin, (_, _, flags, _, user) in told.items() if flags & 1}
    finally:
        lgpio.gpiochip_close(chip)
