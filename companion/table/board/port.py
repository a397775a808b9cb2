"""The serial port of a touch board: found, opened for us alone, and read without surprises.

Must not know the protocol. Everything that can go wrong with a port is a LinkError.
"""

import errno
import fcntl
import os
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeVar

import serial
from serial.tools import list_ports

from companion.holding import Holder, at_device
from companion.table.frames import BOARD_BAUD
from companion.words import CompanionError

BY_ID = Path("/dev/serial/by-id")
USB = Path("/sys/bus/usb/devices")
NOBODY = (
    "No touch board is plugged in: put its cable into a USB socket of this machine. If it is in "
    "one, the cable may be one that only charges: take another, and look whether the board's lamp "
    "is lit."
)
TAKEN = "A board is plugged in, and something took its port away: most often brltty."
NOT_BRAILLE = (
    "brltty takes it for a Braille display: sudo apt remove brltty, then plug the board in again."
)
READ_S = 0.02  # how long a read waits at most: whoever reads has other things to do, too
WRITE_S = 0.25  # a wire that takes nothing for so long is none
# The USB chips of boards that there are: CH340, FTDI, CP2102; and Arduino's own.
CHIPS = frozenset({(0x1A86, 0x7523), (0x0403, 0x6001), (0x0403, 0x6015), (0x10C4, 0xEA60)})
MAKERS = frozenset({0x2341, 0x2A03})
T = TypeVar("T")


class LinkError(CompanionError, OSError):
    """The touch board cannot be reached, or does not do what it was told: the sentence says why."""


class Port(Protocol):
    """A line to a board. Whatever fails is a LinkError."""

    def read(self) -> bytes:
        """What has arrived; waits a little for the first byte."""

    def write(self, data: bytes) -> None:
        """Send all of it."""

    def close(self) -> None:
        """Let go; idempotent, and raises nothing."""

    def wake(self) -> None:
        """Let a waiting `read` return now; may be called from any thread."""


def found(by_id: Path = BY_ID) -> tuple[str, ...]:
    """The ports that a board may be at, by names that stay the same when others are plugged in."""
    links = {}
    with suppress(OSError):
        links = {os.path.realpath(link): str(link) for link in sorted(by_id.iterdir())}
    likely = (port for port in list_ports.comports() if is_likely(port.vid, port.pid))
    return tuple(sorted(links.get(os.path.realpath(port.device), port.device) for port in likely))


def why_none(usb: Path = USB) -> str:
    """Why no port was found, with what to do."""
    return f"{TAKEN} {NOT_BRAILLE}" if is_taken(usb) else NOBODY


def is_taken(usb: Path = USB) -> bool:
    """Whether a board is plugged in; where no port was found, something took it away."""
    for device in sorted(usb.glob("*")):
        with suppress(OSError, ValueError):
            maker, chip = (int((device / id_).read_text(), 16) for id_ in ("idVendor", "idProduct"))
            if is_likely(maker, chip):
                return True
    return False


def is_likely(maker: int | None, chip: int | None) -> bool:
    """Whether a USB device with these numbers is one that touch boards have."""
    return (maker, chip) in CHIPS or maker in MAKERS


def open_port(path: str) -> "SerialPort":
    """Open it for us alone. Raises LinkError with a sentence."""
    return SerialPort(path, opened(path, BOARD_BAUD))


def opened(path: str, baud: int) -> "serial.Serial":
    """The same as pyserial has it, at any speed."""
    try:
        # Trap: Linux resets a Nano by opening, whatever is said of DTR: HELLO is waited for anyway.
        line = serial.Serial(path, baud, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)
        # Trap: `exclusive` only keeps out those who ask; this keeps out all but root.
        fcntl.ioctl(line.fileno(), termios.TIOCEXCL)
    except (OSError, termios.error, ValueError) as problem:
        raise LinkError(_why_not(path, problem)) from problem
    return line


class SerialPort:
    """A real port, or a pretended one that has a name in /dev."""

    def __init__(self, path: str, line: "serial.Serial") -> None:
        self._path, self._line = path, line

    def read(self) -> bytes:
        """What has arrived; waits 20 ms for the first byte."""
        return self._do(self._read)

    def write(self, data: bytes) -> None:
        """Send all of it."""
        self._do(lambda: self._line.write(data))

    def close(self) -> None:
        """Let go."""
        with suppress(OSError, termios.error):
            self._line.close()

    def wake(self) -> None:
        """Let a waiting `read` return now."""
        with suppress(OSError, termios.error, AttributeError):  # closed a moment ago
            self._line.cancel_read()

    def _read(self) -> bytes:
        first = self._line.read(1)
        return bytes(first + self._line.read(self._line.in_waiting)) if first else b""

    def _do(self, work: Callable[[], T]) -> T:
        # Trap: of a pulled plug some calls raise SerialException, others a bare OSError or
        # termios.error, and one that was closed by another thread TypeError.
        try:
            return work()
        except (OSError, termios.error, TypeError) as problem:
            raise LinkError(f"{self._path} is gone: look at its USB cable.") from problem


def _why_not(path: str, problem: Exception) -> str:
    number = getattr(problem, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        if is_taken() and not found():
            return f"{TAKEN} {NOT_BRAILLE}"
        return f"There is no {path}: plug the touch board in, or look at its cable."
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"This user may not use {path}: sudo usermod --append --groups dialout "
            f'"$USER", then log out and in again.'
        )
    if number in (errno.EBUSY, errno.EAGAIN):
        return _taken_by(at_device(path), path)
    return f"{path} cannot be opened ({problem}): unplug the touch board, and plug it in again."


def _taken_by(owner: Holder | None, path: str) -> str:
    if owner is None:
        return f"Another program talks with {path}: end it. sudo companion doctor says who it is."
    return f"{owner.called[0].upper()}{owner.called[1:]} talks with {path}. {owner.stop}."
