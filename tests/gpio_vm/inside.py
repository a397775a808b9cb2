"""What runs in the machine: brings up its own network and pins, plays the tests, switches off.

Must be started by `init` alone: it ends by switching its machine off.
"""

import ctypes
import fcntl
import os
import socket
import struct
import sys
import time
import traceback
from pathlib import Path

import pytest

from tests.gpio_vm import lines

TOLD = Path("/run/told")  # the one folder of the host's that can be written
SIOCSIFFLAGS, IFF_UP = 0x8914, 1  # linux/sockios.h, net/if.h
POWER_OFF = 0x4321FEDC  # linux/reboot.h
# Here the house's own conftest and most plugins cost a slow processor more than they bring.
HOUSE = ("--confcutdir=tests/gpio_vm", "-p", "pytest_timeout", "-p", "pytest_randomly")
HOUSE += ("-p", "no:cacheprovider", "--timeout=600", "--color=no")


def main() -> int:
    """Play the tests that are named in the folder; answers pytest's number."""
    _loopback_up()
    _let_others_read()
    lines.make_chip()
    words = (TOLD / "words").read_text(encoding="utf-8").split("\0")
    return int(pytest.main([*HOUSE, *filter(None, words)]))


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        fcntl.ioctl(asked, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))


def _let_others_read() -> None:
    """Any user may run this Python and read the project, wherever they lie; only in here."""
    for start in (Path(sys.executable).absolute(), Path(sys.executable).resolve(), Path.cwd()):
        for folder in start.parents:
            folder.chmod(folder.stat().st_mode | 0o011)


def _switch_off() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os.sync()
    ctypes.CDLL(None).reboot(POWER_OFF)


if __name__ == "__main__":
    code = 70
    try:
        code = main()
        print(f"The machine was on for {time.monotonic():.0f} s.")
    except BaseException:
        traceback.print_exc()
    finally:
        (TOLD / "code").write_text(str(code), encoding="ascii")
        _switch_off()
