"""What the readings of a machine mean: each finding with its remedy. Pure."""

import json
from dataclasses import asdict

from companion.doctor.finding import Finding as Finding
from companion.doctor.finding import Standing as Standing
from companion.doctor.readings import Readings
from companion.doctor.touch_board import touch_board
from companion.holding import STOP
from companion.names import unmarked
from companion.namesake import REMEDY, TWO
from companion.table.config import gpios

PYTHON_LEAST = (3, 11)  # tomllib, and enough typing
FREE_LEAST_MB = 100  # an evening's journal is under 1 MB; below this a Pi's own logs fill the rest
SLOW_WRITE_MS = 250  # a card this slow is worn or a copy: a tap is told late that it counts
# Bits of the firmware's get_throttled (Raspberry Pi documentation, vcgencmd).
LOW_VOLTAGE, TOO_HOT = 0x1 | 0x10000, 0x4 | 0x8 | 0x40000 | 0x80000


def checks(readings: Readings) -> tuple[Finding, ...]:
    """What the readings mean, in the order in which a builder wants to know it."""
    return (
        _machine(readings),
        _python(readings),
        *_pins(readings),
        *touch_board(readings),
        _state(readings),
        *_writes(readings),
        *_power(readings),
        _port(readings),
        _name(readings),
        _clock(readings),
        *_games(readings),
    )


def report(findings: tuple[Finding, ...]) -> str:
    """The findings as lines for a terminal, each remedy under its sentence."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.standing.value:8} {finding.about}: {finding.sentence}")
        if finding.remedy:
            lines.append(f"{'':8} -> {finding.remedy}")
    return unmarked("\n".join(lines))  # as somebody types it, who copies a line


def as_json(findings: tuple[Finding, ...]) -> str:
    """The findings for programs: a list of objects with about, standing, sentence and remedy."""
    rows = [{**asdict(finding), "standing": finding.standing.value} for finding in findings]
    return json.dumps(rows, indent=2, ensure_ascii=False)


def is_fit(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing stands in the way of play; warnings do not."""
    return all(finding.standing is not Standing.BROKEN for finding in findings)


def _machine(now: Readings) -> Finding:
    kernel = f", kernel {now.kernel}" if now.kernel else ""
    chip = f", pins on {now.pins.chip}" if now.pins.chip else ""
    board = now.pi or "No Raspberry Pi"
    return Finding("Machine", Standing.OK, f"{board}{kernel}{chip}.")


def _python(now: Readings) -> Finding:
    said = "Python {}.{}".format(*now.python)
    if now.python >= PYTHON_LEAST:
        return Finding("Python", Standing.OK, f"{said} is new enough.")
    least = "Python {}.{}".format(*PYTHON_LEAST)
    remedy = f"Use {least} or newer: Debian 12 and Raspberry Pi OS Bookworm bring it."
    return Finding("Python", Standing.BROKEN, f"{said} is too old.", remedy)


def _pins(now: Readings) -> tuple[Finding, ...]:
    if now.tablet:
        sentence = "The dolphins are on a tablet: no pin is needed."
        return (Finding("Pins", Standing.OK, sentence),)
    if now.without_pins:
        sentence = "The dolphins are on a touch board: no pin is needed."
        return (Finding("Pins", Standing.OK, sentence),)
    if now.board_wanted and now.pins_wanted and not now.pi:
        sentence = f"This is no Raspberry Pi: {gpios(now.pins_wanted)} is left out."
        remedy = "Phones and the wall sound. Taken out of the configuration, it is not missed."
        return (Finding("Pins", Standing.WARNING, sentence, remedy),)
    if not now.pi and now.port_taken:
        sentence = (
            "This is no Raspberry Pi, and a touch board is plugged in: companion run --table board "
            "plays on it."
        )
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
        "sudo apt-get install python3-lgpio. In a virtual environment of your own: make it with "
        "python3 -m venv --system-site-packages, so that it sees Debian's."
    )
    match now.pins.lgpio:
        case "ok":
            version = f"lgpio {now.pins.version}".strip()
            return Finding("lgpio", Standing.OK, f"{version}: touches get the kernel's own time.")
        case "none":
            return Finding("lgpio", Standing.BROKEN, "lgpio is not here.", from_debian)
        case "old":
            sentence = "This lgpio is an old stub that knows nothing of pull resistors."
            return Finding(
                "lgpio", Standing.BROKEN, sentence, f"pip uninstall lgpio; then {from_debian}"
            )
    sentence = f"lgpio does not load: {now.pins.words}"
    return Finding("lgpio", Standing.BROKEN, sentence, from_debian)


def _chips(now: Readings) -> Finding:
    if not now.chips:
        remedy = "Update the kernel: sudo apt-get update && sudo apt-get full-upgrade, then reboot."
        return Finding("gpiochip", Standing.BROKEN, "There is no /dev/gpiochip.", remedy)
    if any(chip.usable for chip in now.chips):
        return Finding("gpiochip", Standing.OK, "This user may use the pins.")
    remedy = 'sudo usermod --append --groups gpio "$USER", then log out and in again.'
    sentence = "This user may not use the pins."
    if "gpio" in now.groups:
        sentence = "This user is in the group gpio, but the pins belong to another one."
        remedy = "ls -l /dev/gpiochip0 says which; sudo udevadm trigger sets it right, or a reboot."
    return Finding("gpiochip", Standing.BROKEN, sentence, remedy)


def _taken(now: Readings) -> tuple[Finding, ...]:
    if now.within:
        if not now.pins.taken:
            return ()
        held = f"This companion holds its {len(now.pins.taken)} pins."
        return (Finding("Pins", Standing.OK, held),)
    return tuple(
        Finding("Pins", Standing.BROKEN, *_held(now, pin, user)) for pin, user in now.pins.taken
    )


def _held(now: Readings, pin: int, user: str) -> tuple[str, str]:
    """Who holds a pin, and the remedy: for sure, where the kernel tells this user whose it is."""
    nameless = user in ("", "lg", "lgpio")  # lgpio's own name says nothing of who uses it
    owner = next((one for one in now.holders if (now.pins.device, pin) in one.lines), None)
    if owner is not None:
        named = "" if nameless else f", as {user}"
        return f"GPIO {pin} is held by {owner.called}{named}.", f"{owner.stop}{_OR}"
    if not nameless:
        return f"GPIO {pin} is held by {user}.{_open_in(now, companions=False)}", f"{STOP}{_OR}"
    holder = "a program that uses lgpio" if user else "another program"
    perhaps = "perhaps another companion: sudo systemctl stop splash-companion"
    seen = _open_in(now, companions=True)
    look = "" if seen else " sudo companion doctor sees who it is."
    return f"GPIO {pin} is held by {holder}.{seen}", f"{STOP} ({perhaps}){_OR}{look}"


_OR = ", or give the pad another pin."


def _open_in(now: Readings, companions: bool) -> str:
    """Who may be meant: whoever has pins open, but for whose pins the kernel tells."""
    found = [one for one in now.holders if not one.lines and (companions or not one.journal)]
    return f" Pins are open in {', '.join(one.called for one in found)}." if found else ""


def _shims(now: Readings) -> tuple[Finding, ...]:
    about, old, new = "RPi.GPIO", "rpi.gpio" in now.installed, "rpi-lgpio" in now.installed
    if old and new:
        sentence = "rpi-lgpio and RPi.GPIO are both installed and overwrite each other."
        remedy = "pip uninstall RPi.GPIO rpi-lgpio. Splash Companion needs neither."
        return (Finding(about, Standing.WARNING, sentence, remedy),)
    if old:
        sentence = "The old RPi.GPIO is installed; Splash Companion does not use it."
        if "Raspberry Pi 5" not in now.pi:
            return (Finding(about, Standing.OK, sentence),)
        sentence = "The old RPi.GPIO is installed, and it cannot work on a Raspberry Pi 5."
        remedy = (
            "Other programs want rpi-lgpio instead: pip uninstall RPi.GPIO; pip install rpi-lgpio."
        )
        return (Finding(about, Standing.WARNING, sentence, remedy),)
    if new:
        sentence = "rpi-lgpio stands in for RPi.GPIO; Splash Companion does not use it."
        return (Finding(about, Standing.OK, sentence),)
    return ()


def _state(now: Readings) -> Finding:
    if not now.state_writable:
        sentence = f"The evenings cannot be written to {now.state}."
        remedy = "Name a folder of your own: companion run --state DIR"
        return Finding("Journal", Standing.BROKEN, sentence, remedy)
    sentence = f"{now.state} has {now.free_mb} MB free."
    if now.free_mb < FREE_LEAST_MB:
        remedy = "Make room: sudo apt-get clean and sudo journalctl --vacuum-size=50M often do."
        return Finding("Journal", Standing.WARNING, sentence, remedy)
    if now.state_in_memory:
        sentence = f"{now.state} is in memory ({now.state_in_memory}): it forgets without power."
        remedy = "Name a folder on a disk: companion run --state DIR"
        if now.state_in_memory.startswith("overlay"):
            remedy = "raspi-config, Performance, Overlay File System: off. Or --state DIR on disk."
        return Finding("Journal", Standing.WARNING, sentence, remedy)
    if now.journal:
        remedy = "It is said until the next game begins. companion backup keeps copies."
        return Finding("Journal", Standing.WARNING, now.journal, remedy)
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
    another = "take another one: companion run --port 8081"
    match now.port_trouble:
        case "" if now.within:
            return Finding("Port", Standing.OK, f"The pages are at port {now.port}.")
        case "":
            return Finding("Port", Standing.OK, f"Port {now.port} is free.")
        case "taken" if now.port_owner is not None:
            sentence = f"Port {now.port} is held by {now.port_owner.called}."
            return Finding(
                "Port", Standing.WARNING, sentence, f"{now.port_owner.stop}, or {another}"
            )
        case "taken":
            sentence = f"Port {now.port} is in use; perhaps a companion is running already."
            return Finding("Port", Standing.WARNING, sentence, f"Stop what uses it, or {another}")
        case "forbidden":
            sentence = f"This user may not open port {now.port}: those below 1024 are root's."
            return Finding("Port", Standing.BROKEN, sentence, another.capitalize())
    sentence = f"Port {now.port} cannot be opened: {now.port_trouble}."
    return Finding("Port", Standing.BROKEN, sentence, "Look at host and port in companion.toml.")


def _name(now: Readings) -> Finding:
    if not now.hostname_known:
        sentence = f"This machine does not know its own name, {now.hostname}."
        remedy = f"Add a line to /etc/hosts: 127.0.1.1 {now.hostname}"
        return Finding("Name", Standing.WARNING, sentence, remedy)
    if not now.announced:
        sentence = f"Phones cannot find {now.hostname}.local; the QR code's number works."
        remedy = "For the name too: sudo apt-get install avahi-daemon"
        return Finding("Name", Standing.OK, sentence, remedy)
    if now.namesake:
        called = {"other": now.namesake, "name": now.hostname}
        remedy = REMEDY.format(**called)
        return Finding("Name", Standing.WARNING, TWO.format(**called), remedy)
    return Finding("Name", Standing.OK, f"Phones may find {now.hostname}.local.")


def _clock(now: Readings) -> Finding:
    if now.clock_behind:
        sentence = "The clock is behind: evenings get wrong dates. Who was first is not touched."
        remedy = "Connect to a network for a minute, or set it: sudo date --set '2030-01-31 19:00'"
        return Finding("Clock", Standing.WARNING, sentence, remedy)
    return Finding("Clock", Standing.OK, "The date looks right.")


def _games(now: Readings) -> tuple[Finding, ...]:
    """What is said of games of a family's own; nothing where it has none."""
    remedy = "Put that right; companion games says whether all is well. The other games play."
    found = tuple(Finding("Games", Standing.WARNING, said, remedy) for said in now.left_out)
    if found or not now.games:
        return found
    return (Finding("Games", Standing.OK, f"All games in {now.games} can be played."),)
