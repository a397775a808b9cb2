"""The program that ships, put onto a Nano by avrdude and a real boot loader, as `make flash` does.

The chip is libsimavr's (nano.c), avrdude and optiboot are Debian's own. A pty has no DTR: opening
it resets the chip instead, as Linux does on a real port.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table import frames
from companion.table.board.port import open_port
from companion.table.board.shipped import HEX, image_of, shipped_image
from companion.table.frames import Done, Greet, Hello, Receiver
from tests.firmware.bench import FIRMWARE, built

LOADERS = Path("/usr/share/arduino/hardware/arduino/avr/bootloaders")
OLD, OLD_AT = LOADERS / "atmega" / "ATmegaBOOT_168_atmega328.hex", "0x7800"
OPTIBOOT, OPTIBOOT_AT = LOADERS / "optiboot" / "optiboot_atmega328.hex", "0x7e00"
PATIENCE_S = 100.0  # of avrdude, on a busy machine
pytestmark = pytest.mark.soak  # for its packages, not for its length


class Nano:
    """A new Nano with optiboot, and what can be done at its port."""

    def __init__(self, chip: "subprocess.Popen[str]") -> None:
        assert chip.stdout is not None
        self.port = chip.stdout.readline().strip()

    def make_flash(self, *words: str) -> str:
        """What a builder says."""
        return self._run("make", "-C", FIRMWARE, "flash", f"PORT={self.port}", *words)

    def companion_flash(self) -> str:
        """What a builder says who has the package alone."""
        return self._run(Path(sys.executable).with_name("companion"), "flash", "--port", self.port)

    def flash(self, folder: Path) -> bytes:
        """All that is in its flash, as avrdude reads it."""
        back = folder / "flash.bin"
        ask = ("avrdude", "-p", "atmega328p", "-c", "arduino", "-b", "115200", "-P", self.port)
        self._run(*ask, "-U", f"flash:r:{back}:r")
        return back.read_bytes()

    def meet(self) -> Hello:
        """Open the port, as a companion does, and speak with whoever says HELLO there."""
        port, receiver, hello = open_port(self.port), Receiver(), None
        try:
            end_s = time.monotonic() + PATIENCE_S
            while time.monotonic() < end_s:
                for message in receiver.feed(port.read()):
                    if isinstance(message, Hello) and hello is None:
                        hello = message
                        port.write(frames.written(Greet(hello.oldest, hello.boot)))
                    if isinstance(message, Done) and hello is not None:
                        return hello
        finally:
            port.close()
        pytest.fail("nobody says HELLO there")

    def _run(self, *words: str | Path) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        return said


@contextmanager
def bought(folder: Path, loader: Path, start: str) -> Iterator[Nano]:
    built()
    if not loader.exists():
        pytest.fail("missing: apt-get install arduino-core-avr", pytrace=False)
    program = folder / "nano"
    source = Path(__file__).with_name("nano.c")
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE"]
    subprocess.run(["cc", *flags, "-o", program, source, "-lsimavr"], check=True)
    with subprocess.Popen(
        [program, loader, start],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # simavr does not know the HEX records that say where to start
        text=True,
    ) as chip:
        yield Nano(chip)
        chip.kill()


@pytest.fixture
def nano(tmp_path: Path) -> Iterator[Nano]:
    if not shutil.which("avrdude"):
        pytest.fail("missing: apt-get install avrdude", pytrace=False)
    with bought(tmp_path, OPTIBOOT, OPTIBOOT_AT) as nano:
        yield nano


@pytest.mark.parametrize(
    ("loader", "start"),
    [(OPTIBOOT, OPTIBOOT_AT), (OLD, OLD_AT)],
    ids=["optiboot", "ATmegaBOOT"],
)
def test_companion_flash_writes_what_ships_and_it_starts(
    tmp_path: Path, loader: Path, start: str
) -> None:
    """The whole program, which has to find the loader's speed: a real chip hears no other."""
    with bought(tmp_path, loader, start) as nano:
        told = nano.companion_flash()
        assert f"read back, and says hello ({shipped_image():08x})" in told
        assert ("Its boot loader is an old one" in told) is (loader == OLD), told


def test_make_flash_writes_what_ships_and_it_starts(nano: Nano, tmp_path: Path) -> None:
    assert "bytes of flash verified" in nano.make_flash()
    image = image_of(HEX.read_text(encoding="ascii"))
    assert nano.flash(tmp_path)[: len(image)] == image
    assert nano.meet().image == shipped_image()


def test_each_opening_is_another_start(nano: Nano) -> None:
    nano.make_flash()
    boots = [nano.meet().boot for _ in range(3)]
    assert len(set(boots)) == len(boots)


def test_trying_writes_nothing(nano: Nano, tmp_path: Path) -> None:
    nano.make_flash("AVRDUDE_FLAGS=-n")
    image = image_of(HEX.read_text(encoding="ascii"))
    assert set(nano.flash(tmp_path)[: len(image)]) <= {0xFF}
