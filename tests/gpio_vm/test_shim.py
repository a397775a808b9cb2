"""rpi-lgpio, which stands in for RPi.GPIO: it drives buzzers and lights, and knows no stamps."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from companion.table.config import Config, default
from tests.gpio_vm.daemon import environment
from tests.gpio_vm.feeling import Feeling, place_of
from tests.gpio_vm.lines import Wires, until

BUZZER, LIGHT, INPUT = 2, 3, 4  # lines that no other test uses
TOUCHES = 20
PROGRAM = f"""
import sys
from gpiozero import Buzzer, DigitalInputDevice, LED
from gpiozero.pins.rpigpio import RPiGPIOFactory

shim = RPiGPIOFactory()
buzzer, light = Buzzer({BUZZER}, pin_factory=shim), LED({LIGHT}, pin_factory=shim)
touch = DigitalInputDevice({INPUT}, pin_factory=shim)
touch.pin.when_changed = tell = lambda ticks, state: print(ticks, state, flush=True)
print("ready", flush=True)
for line in sys.stdin:
    exec(line)
    print("done", flush=True)
"""


class Shim:
    """A program that uses the shim, told line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        assert self.says() == "ready"

    def says(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def do(self, what: str) -> None:
        """Let it do something."""
        assert self._process.stdin is not None
        print(what, file=self._process.stdin, flush=True)
        assert self.says() == "done"


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shim]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=environment(tmp_path_factory.mktemp("shim")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Shim(process)
        finally:
            process.kill()


def test_it_drives_a_buzzer_and_a_light(shim: Shim, wires: Wires) -> None:
    for on in (True, False, True, False):
        for name, pin in (("buzzer", BUZZER), ("light", LIGHT)):
            shim.do(f"{name}.{'on' if on else 'off'}()")
            assert wires.is_high(pin) == on


def test_its_stamps_are_of_the_callback_and_not_of_the_edge(shim: Shim, wires: Wires) -> None:
    """So it can never tell who was first: each stamp is later than the edge's own end."""
    late = 0
    for i in range(TOUCHES):
        wires.drive(INPUT, i % 2 == 0)
        driven_s = time.monotonic()
        ticks_s = float(shim.says().split()[0])
        late += ticks_s > driven_s
    assert late > TOUCHES / 2  # the machine may stumble between the drive and our own look


def test_the_companion_takes_the_kernels_stamps_even_where_the_shim_is_asked_for(
    feeling: Callable[[Config], Feeling],
) -> None:
    """GPIOZERO_PIN_FACTORY=rpigpio counts for gpiozero, not for who was first."""
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "rpigpio"
    on = feeling(default())
    for _ in range(TOUCHES // len(on.pads)):
        driven = {}
        on.forget()
        for pad in on.pads:
            before_us = on.clock.now_us()
            on.wires.drive(pad.pin, pad.high)
            driven[pad.place] = (before_us, on.clock.now_us())
        until(lambda: len(on.touched()) == len(on.pads), "a touch of every pad")
        for signal in on.touched():
            before_us, after_us = driven[place_of(signal)]
            assert before_us <= signal.at_us <= after_us
        on.rest()
