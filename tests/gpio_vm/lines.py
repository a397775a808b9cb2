"""The other end of every pin: what wires, modules and fingers do to a Pi, done to gpio-sim's lines.

Must not go through gpiozero or lgpio: those are what is tested.
"""

import fcntl
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.web import house

PATIENCE_S = 270.0  # a processor that is played by a program is slow, not wrong
CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 54  # as many as a Pi 3's chip has
LABEL = "pinctrl-bcm2835"  # as that chip calls itself
GPIO_V2_GET_LINE, GPIO_V2_LINE_FLAG_INPUT = 0xC250B407, 1 << 2  # linux/gpio.h
PULLS = {True: b"pull-up", False: b"pull-down"}


def make_chip() -> None:
    """Make /dev/gpiochip0."""
    bank = CONFIG / "pi" / "bank"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES))
    (bank / "label").write_text(LABEL)
    (CONFIG / "pi" / "live").write_text("1")
    assert Path("/dev/gpiochip0").exists()


class Wires:
    """The pins by BCM number. Whoever claims a line with a pull resets it: drive it after that."""

    def __init__(self) -> None:
        names = (CONFIG / "pi" / "dev_name", CONFIG / "pi" / "bank" / "chip_name")
        device, chip = (name.read_text().strip() for name in names)
        folder = Path("/sys/devices/platform") / device / chip
        self._pulls = [
            os.open(folder / f"sim_gpio{pin}" / "pull", os.O_WRONLY) for pin in range(LINES)
        ]
        self._values = [
            os.open(folder / f"sim_gpio{pin}" / "value", os.O_RDONLY) for pin in range(LINES)
        ]

    def drive(self, pin: int, high: bool) -> None:
        """Put a pin high or low, as what is wired to it would."""
        os.pwrite(self._pulls[pin], PULLS[high], 0)

    def pulse(self, pin: int, high: bool, ms: float) -> None:
        """Drive a pin for so long, and back."""
        self.drive(pin, high)
        sleep_ms(ms)
        self.drive(pin, not high)

    def is_high(self, pin: int) -> bool:
        """What an output puts out, or what drives an input."""
        return os.pread(self._values[pin], 2, 0).startswith(b"1")

    def close(self) -> None:
        """Take the wires off."""
        for file in (*self._pulls, *self._values):
            os.close(file)


@contextmanager
def wired() -> Iterator[Wires]:
    """Wires to every pin."""
    wires = Wires()
    try:
        yield wires
    finally:
        wires.close()


until = partial(house.until, patience_s=PATIENCE_S)


def sleep_ms(ms: float) -> None:
    """Let the machine's real time pass: in here there is no other."""
    time.sleep(ms / 1000)


@contextmanager
def held(pin: int, name: str) -> Iterator[None]:
    """Hold a line under a name, as any program may (linux/gpio.h, GPIO_V2_GET_LINE_IOCTL)."""
    asked = bytearray(592)
    struct.pack_into("I", asked, 0, pin)
    struct.pack_into("31s", asked, 256, name.encode())
    struct.pack_into("Q", asked, 288, GPIO_V2_LINE_FLAG_INPUT)
    struct.pack_into("I", asked, 560, 1)
    chip = os.open("/dev/gpiochip0", os.O_RDWR)
    fcntl.ioctl(chip, GPIO_V2_GET_LINE, asked)
    os.close(chip)
    (line,) = struct.unpack_from("i", asked, 588)
    try:
        yield
    finally:
        os.close(line)
