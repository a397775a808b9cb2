"""Says whether this machine can run the table, and what to do where it cannot.

Must not change anything, claim a pin, or keep a port. `examine` looks, `checks` only thinks.
"""

import errno
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from enum import Enum
from importlib import metadata
from pathlib import Path

from companion.table.config import Config, Sensor

PYTHON_LEAST = (3, 11)  # tomllib, and enough typing
FREE_LEAST_MB = 100  # an evening's journal is under 1 MB; below this a Pi's own logs fill the rest
SLOW_WRITE_MS = 250  # a card this slow is worn or a copy: a tap is told late that it counts
WRITES = 5
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
# Bits of the firmware's get_throttled (Raspberry Pi documentation, vcgencmd).
LOW_VOLTAGE, TOO_HOT = 0x1 | 0x10000, 0x4 | 0x8 | 0x40000 | 0x80000
PROBE_PATIENCE_S = 10  # a Pi Zero imports lgpio in well under one


class Standing(Enum):
    """How a finding stands: fine, worth knowing, or in the way of play."""

    OK = "ok"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what is so, and what to do if it should not be."""

    about: str
    standing: Standing
    sentence: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """A file in /dev, and whether this user may read and write it."""

    path: str
    usable: bool


@dataclass(frozen=True, slots=True)
class Pins:
    """What lgpio says from a process of its own: `lgpio` is "ok", "none", "old" or "broken".

    `taken` are pins of the configuration that somebody else holds, with the holder's name.
    """

    lgpio: str = "none"
    words: str = ""
    taken: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything about a machine that the checks want to know."""

    python: tuple[int, int]
    pi: str  # the board's own name, "" when this is no Raspberry Pi
    pins: Pins
    chips: tuple[Device, ...]
    serial_ports: tuple[Device, ...]
    installed: frozenset[str]  # distributions that matter here, in small letters
    state: str
    state_writable: bool
    free_mb: int
    port: int
    port_trouble: str  # "", "taken", "forbidden" or the system's words
    hostname: str
    hostname_known: bool
    announced: bool  # avahi answers for hostname.local
    clock_behind: bool  # the wall clock is older than this very program
    tablet: bool = False  # the dolphins are drawn on one: no pin is needed
    write_ms: float = 0.0  # the slowest of a few small writes to the disk, 0 where none can be made
    throttled: int = 0  # the firmware's bits: what the board suffers, or suffered since it started


def examine(config: Config, state: Path) -> Readings:
    """Look at this machine with the configured pins and port, and `state` as the journal's folder.

    Takes well under a second (10 s at most, if lgpio hangs); raises nothing.
    """
    pi, tablet = board_name(), config.table.sensor is Sensor.TABLET
    hostname = socket.gethostname()
    return Readings(
        python=sys.version_info[:2],
        pi=pi,
        pins=probe_pins(used_pins(config)) if pi and not tablet else Pins(),
        chips=devices("gpiochip*"),
        serial_ports=devices("ttyUSB*") + devices("ttyACM*"),
        installed=frozenset(filter(is_installed, ("rpi-lgpio", "rpi.gpio"))),
        state=str(state),
        state_writable=is_writable(state),
        free_mb=free_mb(state),
        port=config.web.port,
        port_trouble=port_trouble(config.web.host, config.web.port),
        hostname=hostname,
        hostname_known=is_known(hostname),
        announced=Path("/run/avahi-daemon/pid").exists(),
        clock_behind=time.time() < Path(__file__).stat().st_mtime,
        tablet=tablet,
        write_ms=write_ms(state),
        throttled=throttled() if pi else 0,
    )


def checks(readings: Readings) -> tuple[Finding, ...]:
    """What the readings mean, in the order in which a builder wants to know it."""
    return (
        _python(readings),
        *_pins(readings),
        _touch_board(readings),
        _state(readings),
        *_writes(readings),
        *_power(readings),
        _port(readings),
        _name(readings),
        _clock(readings),
    )


def report(findings: tuple[Finding, ...]) -> str:
    """The findings as lines for a terminal, each remedy under its sentence."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.standing.value:8} {finding.about}: {finding.sentence}")
        if finding.remedy:
            lines.append(f"{'':8} -> {finding.remedy}")
    return "\n".join(lines)


def as_json(findings: tuple[Finding, ...]) -> str:
    """The findings for programs: a list of objects with about, standing, sentence and remedy."""
    rows = [{**asdict(finding), "standing": finding.standing.value} for finding in findings]
    return json.dumps(rows, indent=2, ensure_ascii=False)


def is_fit(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing stands in the way of play; warnings do not."""
    return all(finding.standing is not Standing.MISSING for finding in findings)


# --- what the readings mean -------------------------------------------------------------------


def _python(now: Readings) -> Finding:
    said = "Python {}.{}".format(*now.python)
    if now.python >= PYTHON_LEAST:
        return Finding("Python", Standing.OK, f"{said} is new enough.")
    least = "Python {}.{}".format(*PYTHON_LEAST)
    remedy = f"Use {least} or newer: Debian 12 and Raspberry Pi OS Bookworm bring it."
    return Finding("Python", Standing.MISSING, f"{said} is too old.", remedy)


def _pins(now: Readings) -> tuple[Finding, ...]:
    if now.tablet:
        sentence = "The dolphins are on a tablet: no pin is needed."
        return (Finding("Pins", Standing.OK, sentence),)
    if not now.pi:
        sentence = (
            "This is no Raspberry Pi: companion run --table tablet plays with a tablet in the "
            "middle, companion run --simulated with pretended dolphins."
        )
        return (Finding("Pins", Standing.OK, sentence),)
    findings = (_lgpio(now), _chips(now), *_taken(now), *_shims(now))
    return tuple(finding for finding in findings if finding is not None)


def _lgpio(now: Readings) -> Finding:
    from_debian = (
        "sudo apt-get install python3-lgpio, and make the virtual environment with "
        "python3 -m venv --system-site-packages, so that it sees Debian's."
    )
    match now.pins.lgpio:
        case "ok":
            return Finding("lgpio", Standing.OK, f"{now.pi}: touches get the kernel's own time.")
        case "none":
            return Finding("lgpio", Standing.MISSING, "lgpio is not here.", from_debian)
        case "old":
            sentence = "This lgpio is an old stub that knows nothing of pull resistors."
            return Finding(
                "lgpio", Standing.MISSING, sentence, f"pip uninstall lgpio; then {from_debian}"
            )
    sentence = f"lgpio does not load: {now.pins.words}"
    return Finding("lgpio", Standing.MISSING, sentence, from_debian)


def _chips(now: Readings) -> Finding:
    if not now.chips:
        remedy = "Update the kernel: sudo apt-get update && sudo apt-get full-upgrade, then reboot."
        return Finding("gpiochip", Standing.MISSING, "There is no /dev/gpiochip.", remedy)
    if any(chip.usable for chip in now.chips):
        return Finding("gpiochip", Standing.OK, "This user may use the pins.")
    remedy = 'sudo usermod --append --groups gpio "$USER", then log out and in again.'
    return Finding("gpiochip", Standing.MISSING, "This user may not use the pins.", remedy)


def _taken(now: Readings) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            "Pins",
            Standing.MISSING,
            f"GPIO {pin} is held by {holder or 'another program'}.",
            "Stop that program (perhaps another companion), or give the pad another pin.",
        )
        for pin, holder in now.pins.taken
    )


def _shims(now: Readings) -> tuple[Finding, ...]:
    if not now.installed >= {"rpi-lgpio", "rpi.gpio"}:
        return ()
    sentence = "rpi-lgpio and RPi.GPIO are both installed and overwrite each other."
    remedy = "pip uninstall RPi.GPIO rpi-lgpio. Splash Companion needs neither."
    return (Finding("RPi.GPIO", Standing.WARNING, sentence, remedy),)


def _touch_board(now: Readings) -> Finding:
    if not now.serial_ports:
        sentence = "No serial board is plugged in; pads on pins do without."
        return Finding("Touch board", Standing.OK, sentence)
    if locked := [port.path for port in now.serial_ports if not port.usable]:
        sentence = f"This user may not use {', '.join(locked)}."
        remedy = 'sudo usermod --append --groups dialout "$USER", then log out and in again.'
        return Finding("Touch board", Standing.WARNING, sentence, remedy)
    ports = ", ".join(port.path for port in now.serial_ports)
    return Finding("Touch board", Standing.OK, f"This user may use {ports}.")


def _state(now: Readings) -> Finding:
    if not now.state_writable:
        sentence = f"The evenings cannot be written to {now.state}."
        remedy = "Name a folder of your own: companion run --state DIR"
        return Finding("Journal", Standing.MISSING, sentence, remedy)
    sentence = f"{now.state} has {now.free_mb} MB free."
    if now.free_mb < FREE_LEAST_MB:
        remedy = "Make room: sudo apt-get clean and sudo journalctl --vacuum-size=50M often do."
        return Finding("Journal", Standing.WARNING, sentence, remedy)
    return Finding("Journal", Standing.OK, sentence)


def _writes(now: Readings) -> tuple[Finding, ...]:
    if not now.write_ms:
        return ()
    sentence = f"A fact is on the disk after {now.write_ms:.0f} ms at most."
    if now.write_ms > SLOW_WRITE_MS:
        remedy = "The card may be worn: take a new one of a good name, and copy the evenings over."
        return (Finding("Disk", Standing.WARNING, sentence, remedy),)
    return (Finding("Disk", Standing.OK, sentence),)


def _power(now: Readings) -> tuple[Finding, ...]:
    found = []
    if now.throttled & LOW_VOLTAGE:
        sentence = "The board gets, or got, too little voltage."
        remedy = "Take the power supply made for it, and a short, thick cable."
        found.append(Finding("Power", Standing.WARNING, sentence, remedy))
    if now.throttled & TOO_HOT:
        sentence = "The board is, or was, too hot or too weak, and slowed down."
        remedy = "Give it air, or a heat sink, and look at its power supply."
        found.append(Finding("Heat", Standing.WARNING, sentence, remedy))
    return tuple(found)


def _port(now: Readings) -> Finding:
    another = "Take another one: companion run --port 8081"
    match now.port_trouble:
        case "":
            return Finding("Port", Standing.OK, f"Port {now.port} is free.")
        case "taken":
            sentence = f"Port {now.port} is in use; perhaps a companion is running already."
            return Finding("Port", Standing.WARNING, sentence, f"{another}, or stop what uses it.")
        case "forbidden":
            sentence = f"This user may not open port {now.port}: those below 1024 are root's."
            return Finding("Port", Standing.MISSING, sentence, another)
    sentence = f"Port {now.port} cannot be opened: {now.port_trouble}."
    return Finding("Port", Standing.MISSING, sentence, "Look at host and port in companion.toml.")


def _name(now: Readings) -> Finding:
    if not now.hostname_known:
        sentence = f"This machine does not know its own name, {now.hostname}."
        remedy = f"Add a line to /etc/hosts: 127.0.1.1 {now.hostname}"
        return Finding("Name", Standing.WARNING, sentence, remedy)
    if not now.announced:
        sentence = f"Phones cannot find {now.hostname}.local; the QR code's number works."
        remedy = "For the name too: sudo apt-get install avahi-daemon"
        return Finding("Name", Standing.OK, sentence, remedy)
    return Finding("Name", Standing.OK, f"Phones may find {now.hostname}.local.")


def _clock(now: Readings) -> Finding:
    if now.clock_behind:
        sentence = "The clock is behind: evenings get wrong dates. Who was first is not touched."
        remedy = "Connect to a network for a minute, or set it: sudo date --set '2030-01-31 19:00'"
        return Finding("Clock", Standing.WARNING, sentence, remedy)
    return Finding("Clock", Standing.OK, "The date looks right.")


# --- looking ----------------------------------------------------------------------------------


def board_name(tree: Path = Path("/proc/device-tree")) -> str:
    """The Raspberry Pi's model, or "" on any other machine."""
    try:
        model = (tree / "model").read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
    return model if "Raspberry Pi" in model else ""


def used_pins(config: Config) -> tuple[int, ...]:
    """All BCM pins that the configuration wants, in rising order."""
    pads = (pin for pad in config.pads for pin in (pad.touch, pad.switch, pad.light))
    buttons = (pin for _, pin in config.buttons.named())
    return tuple(sorted(pin for pin in (*pads, *buttons, config.buzzer.pin) if pin is not None))


# Loading lgpio leaves a FIFO in the working folder and may change that folder, so this runs in
# a process and a folder of its own.
PROBE = """
import json, sys
try:
    import lgpio
except ModuleNotFoundError:
    print(json.dumps(["none", "", []])); sys.exit()
except Exception as error:
    print(json.dumps(["broken", str(error), []])); sys.exit()
if not hasattr(lgpio, "SET_PULL_NONE"):
    print(json.dumps(["old", "", []])); sys.exit()
taken = []
for number in range(16):
    try:
        chip = lgpio.gpiochip_open(number)
        if not lgpio.gpio_get_chip_info(chip)[3].startswith("pinctrl"):
            continue
        for pin in map(int, sys.argv[1:]):
            _, _, flags, _, user = lgpio.gpio_get_line_info(chip, pin)
            if flags & 1:  # somebody holds the line
                taken.append([pin, user])
        break
    except Exception:
        continue  # no such chip, or not for this user: the check of /dev/gpiochip says so
print(json.dumps(["ok", "", taken]))
"""


def probe_pins(pins: tuple[int, ...], python: str = sys.executable) -> Pins:
    """Whether lgpio loads, is whole, and who holds the pins."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                [python, "-c", PROBE, *map(str, pins)],
                cwd=folder,
                env={**os.environ, "LG_WD": folder},
                capture_output=True,
                text=True,
                timeout=PROBE_PATIENCE_S,
            )
            standing, words, taken = json.loads(done.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            return Pins("broken", str(error))
    return Pins(standing, words, tuple((pin, user) for pin, user in taken))


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


def throttled(file: Path = THROTTLED) -> int:
    """The firmware's bits on power and heat; 0 where there is no such file."""
    try:
        return int(file.read_text(encoding="ascii").strip() or "0", 16)
    except (OSError, ValueError):
        return 0


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
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())
