"""Looks at this machine. Must not change anything, claim a pin, or keep a port."""

import errno
import grp
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from companion.doctor.readings import Device, Pins, Readings
from companion.holding import at_port, holders
from companion.journal.mark import complaint
from companion.namesake import is_announced, namesake
from companion.places import journal_file
from companion.table.board.port import is_taken
from companion.table.config import Config, Sensor, used_pins
from companion.table.pins import board_name

WRITES = 5
PLATFORM = Path("/sys/devices/platform")
THROTTLED = "soc*/soc*:firmware/get_throttled"  # a Pi 5 has soc@107c000000
HWMON = Path("/sys/class/hwmon")  # of any kernel
VOLTAGE_WAS_LOW = 0x10000  # as get_throttled has it
IN_MEMORY = ("tmpfs", "ramfs", "overlay", "overlayfs")
PROBE = Path(__file__).with_name("probe.py")
PROBE_PATIENCE_S = 10  # a Pi Zero imports lgpio in well under one


def examine(config: Config, state: Path, within: bool = False) -> Readings:
    """Look at this machine with the configured pins and port, and `state` as the journal's folder.

    `within` says that the companion which holds those pins and that port looks itself. Takes well
    under a second (10 s at most, if lgpio hangs); raises nothing.
    """
    pi, tablet = board_name(), config.table.sensor is Sensor.TABLET
    on_board = config.table.sensor is Sensor.BOARD
    without_pins = tablet or (on_board and not used_pins(config))
    hostname, announced = socket.gethostname(), is_announced()
    return Readings(
        python=sys.version_info[:2],
        pi=pi,
        pins=probe_pins(used_pins(config)) if pi and not without_pins else Pins(),
        chips=devices("gpiochip*"),
        port_taken=is_taken(),
        serial_ports=devices("ttyUSB*") + devices("ttyACM*"),
        installed=frozenset(filter(is_installed, ("rpi-lgpio", "rpi.gpio"))),
        state=str(state),
        state_writable=is_writable(state),
        free_mb=free_mb(state),
        state_in_memory=_forgets(state, bool(pi)),
        journal=complaint(journal_file(config, state)),
        port=config.web.port,
        port_trouble="" if within else port_trouble(config.web.host, config.web.port),
        port_owner=None if within else at_port(config.web.port),
        hostname=hostname,
        hostname_known=is_known(hostname),
        announced=announced,
        namesake=namesake(hostname.split(".")[0]) if announced else "",
        clock_behind=time.time() < Path(__file__).stat().st_mtime,
        kernel=platform.release(),
        groups=groups(),
        holders=holders() if pi else (),
        within=within,
        tablet=tablet,
        write_ms=write_ms(state),
        throttled=throttled() if pi else 0,
        games=str(config.table.games or ""),
        board_wanted=on_board,
        without_pins=without_pins,
        pins_wanted=used_pins(config),
        port_holders=holders(opened=("/dev/ttyUSB", "/dev/ttyACM")),
    )


def probe_pins(pins: tuple[int, ...]) -> Pins:
    """Whether lgpio loads, is whole, and who holds the pins."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [sys.executable, str(PROBE), *map(str, pins)],
                cwd=folder,
                env={**os.environ, "LG_WD": folder},
                capture_output=True,
                text=True,
                timeout=PROBE_PATIENCE_S,
            )
            told = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            return Pins("broken", str(error))
    taken = tuple((int(pin), str(user)) for pin, user in told.pop("taken", ()))
    return Pins(**told, taken=taken)


def groups() -> frozenset[str]:
    """The names of the groups that this process is in; one that has no name is left out."""
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        with suppress(KeyError):
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


def devices(pattern: str, dev: Path = Path("/dev")) -> tuple[Device, ...]:
    """The devices of that name, and whether this user may use them."""
    return tuple(
        Device(str(path), os.access(path, os.R_OK | os.W_OK)) for path in sorted(dev.glob(pattern))
    )


def is_installed(distribution: str) -> bool:
    """Whether this Python has that distribution."""
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def is_writable(folder: Path) -> bool:
    """Whether files can be made in the folder, or it in the nearest folder there is."""
    there = _nearest(folder)
    if there != folder:
        return there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def free_mb(folder: Path) -> int:
    """Megabytes free where the folder is, or will be."""
    return shutil.disk_usage(_nearest(folder)).free // 1_000_000


def write_ms(folder: Path) -> float:
    """Milliseconds of the slowest of a few small writes that are flushed; 0 if none can be made."""
    slowest = 0.0
    try:
        with tempfile.TemporaryFile(dir=_nearest(folder)) as file:
            for _ in range(WRITES):
                start_s = time.monotonic()
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                slowest = max(slowest, time.monotonic() - start_s)
    except OSError:
        return 0.0  # that it cannot be written to is another finding
    return slowest * 1000


def throttled(platform: Path = PLATFORM, hwmon: Path = HWMON) -> int:
    """The firmware's bits on power and heat; 0 where nothing tells them.

    Trap: kernels other than Raspberry Pi's own have no get_throttled, and an alarm of low voltage.
    """
    bits = 0
    for file in platform.glob(THROTTLED):
        with suppress(OSError, ValueError):
            bits |= int(file.read_text(encoding="ascii").strip() or "0", 16)
    for name in hwmon.glob("hwmon*/name"):
        with suppress(OSError, ValueError):
            if name.read_text(encoding="ascii").strip() == "rpi_volt":
                alarm = int(name.with_name("in0_lcrit_alarm").read_text(encoding="ascii"))
                bits |= VOLTAGE_WAS_LOW if alarm else 0
    return bits


def _forgets(state: Path, is_pi: bool) -> str:
    kind = in_memory(state)
    return "" if kind.startswith("overlay") and not is_pi else kind  # a container's is on a disk


def in_memory(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """The kind of file system, where what is written to the folder is gone after a power cut."""
    place, found = _nearest(folder).resolve(), (0, "")
    with suppress(OSError):
        for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
            _, where, kind, *_ = line.split(" ")
            if place.is_relative_to(where):
                found = max(found, (len(Path(where).parts), kind))
    return found[1] if found[1] in IN_MEMORY else ""


def port_trouble(host: str, port: int) -> str:
    """Why the port cannot be opened: "" (it can), "taken", "forbidden" or the system's words."""
    try:
        where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(where[0], where[1]) as trial:
            # As the server does it: a port that was closed a moment ago is free.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where[4])
    except PermissionError:
        return "forbidden"
    except OSError as error:
        return "taken" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
    return ""


def is_known(hostname: str) -> bool:
    """Whether the name leads to an address."""
    try:
        return bool(socket.getaddrinfo(hostname, None))
    except OSError:
        return False


def _nearest(folder: Path) -> Path:
    # Not the path's own exists(), which raises where this user may not look.
    return next(path for path in (folder, *folder.absolute().parents) if os.path.exists(path))
