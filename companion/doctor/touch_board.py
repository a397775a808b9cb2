"""What the doctor says of serial ports and of the touch board at one of them. Pure."""

from collections.abc import Iterator

from companion.doctor.finding import Finding, Standing
from companion.doctor.readings import Readings
from companion.holding import MODEM_MANAGER
from companion.table.board.conversation import Stage
from companion.table.board.now import BoardNow
from companion.table.board.port import NOT_BRAILLE, TAKEN
from companion.table.frames import Cause, Reading

_ABOUT = "Touch board"
_CAUSES = {
    Cause.POWER: "it got power",
    Cause.PIN: "its reset pin",
    Cause.BROWN_OUT: "too little voltage",
    Cause.WATCHDOG: "its own watchdog: its program had hung",
}
SCAN_MOST_US = 400  # far above what the slowest scan takes: then something else keeps it busy


def touch_board(now: Readings) -> Iterator[Finding]:
    """What is so of the ports, of whoever holds one, and of the board itself."""
    talking = now.board is not None and now.board.stage == Stage.TALKING.value
    if now.serial_ports or not talking:  # a pretended board has no USB
        yield _ports(now)
    yield from _holders(now)
    if now.board is not None:
        yield from _board(now.board)


def _ports(now: Readings) -> Finding:
    if not now.serial_ports:
        if now.port_taken:
            standing = Standing.BROKEN if now.board_wanted else Standing.WARNING
            return Finding(_ABOUT, standing, TAKEN, NOT_BRAILLE)
        if now.board_wanted:
            remedy = "Plug its cable into a USB socket. Some cables only charge: take another one."
            return Finding(_ABOUT, Standing.BROKEN, "No serial board is plugged in.", remedy)
        sentence = "No serial board is plugged in; pads on pins do without."
        return Finding(_ABOUT, Standing.OK, sentence)
    if locked := [port.path for port in now.serial_ports if not port.usable]:
        sentence = f"This user may not use {', '.join(locked)}."
        remedy = 'sudo usermod --append --groups dialout "$USER", then log out and in again.'
        if "dialout" in now.groups:
            remedy = "ls -l says whose it is; sudo udevadm trigger sets it right, or a reboot."
        standing = Standing.BROKEN if now.board_wanted else Standing.WARNING
        return Finding(_ABOUT, standing, sentence, remedy)
    ports = ", ".join(port.path for port in now.serial_ports)
    return Finding(_ABOUT, Standing.OK, f"This user may use {ports}.")


def _holders(now: Readings) -> Iterator[Finding]:
    for holder in now.port_holders:
        if holder.name == "ModemManager":
            sentence = f"{holder.called} talks with a serial port, as if it were a modem."
            remedy = f"{MODEM_MANAGER}, or install the package's udev rule."
            yield Finding(_ABOUT, Standing.WARNING, sentence, remedy)
        elif not now.within and now.board_wanted:
            who = holder.called[0].upper() + holder.called[1:] if holder.journal else holder.called
            yield Finding(_ABOUT, Standing.OK, f"{who} has a serial port open.")


def _board(board: BoardNow) -> Iterator[Finding]:
    for sentence in board.trouble:
        yield Finding(_ABOUT, Standing.WARNING, sentence)
    if not board.version:
        return
    known = _known(board.cause)
    cause = " and ".join(words for bit, words in _CAUSES.items() if bit in known)
    yield Finding(
        _ABOUT,
        Standing.OK,
        f"{board.port}: protocol {board.version}, program {board.image:08x}, calibration from "
        f"{board.origin.name.lower().replace('_', ' ')}. Started by {cause or 'nobody knows what'}"
        f", {board.starts} times since the companion was.",
    )
    yield Finding(
        _ABOUT,
        Standing.OK,
        f"Its clock is {board.clock_ppm:+.0f} ppm off this machine's, and known to "
        f"{board.clock_uncertain_us} us.",
    )
    if Cause.WATCHDOG in known:
        remedy = "If it comes again, record an evening (companion run --record) and show us."
        yield Finding(_ABOUT, Standing.WARNING, "Its program hung and started anew.", remedy)
    yield from _errors(board)


def _known(cause: Cause) -> Cause:
    """The cause, where it can be one: older boot loaders leave nothing but chance."""
    # The bits are cleared at every start, so a watchdog's stands alone.
    chance = Cause.WATCHDOG in cause and cause != Cause.WATCHDOG
    return Cause(0) if chance else cause


def _errors(board: BoardNow) -> Iterator[Finding]:
    told = dict(board.readings)
    bad = board.bad_frames + told.get(Reading.RX_BAD, 0) + told.get(Reading.RX_LOST, 0)
    if bad:
        sentence = f"{bad} frames were spoiled on the wire, and said again."
        remedy = "If they become many: a shorter USB cable, away from the mains."
        yield Finding(_ABOUT, Standing.OK, sentence, remedy)
    if board.trembled:
        sentence = f"Pads trembled under hands {board.trembled} times since the companion was."
        remedy = "A charger does that: play from a power bank, or wire the foil to earth."
        yield Finding(_ABOUT, Standing.OK, sentence, remedy)
    if lost := told.get(Reading.DROPPED, 0):
        sentence = f"{lost} events were lost, because nobody wrote them down in time."
        yield Finding(_ABOUT, Standing.WARNING, sentence, "Look at the disk: is it full, or slow?")
    if (longest := told.get(Reading.LONGEST_US, 0)) > SCAN_MOST_US:
        sentence = f"Its longest scan took {longest} us: touches are told apart less well."
        yield Finding(_ABOUT, Standing.WARNING, sentence)
