"""The whole companion in one process: makes every part of it, and starts them.

Wiring only; each part does its own work. What only a touch board or only the doctor needs is
imported where it is made, for most tables start without.
"""

import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gpiozero import Factory

from companion.access import Access
from companion.access.evening import Evening
from companion.frozen import dataclass
from companion.games import sounds
from companion.hands.keeper import Keeper
from companion.hands.passing import Passing
from companion.hands.store import Store
from companion.helpers.heard import ask
from companion.journal import Journal, served
from companion.journal.check import IntegrityCheck
from companion.journal.rows import PRETEND
from companion.notify import Notify
from companion.places import journal_file
from companion.referee import Referee
from companion.referee.picture import PadNow
from companion.referee.showing import deal_of
from companion.referee.walking import KEYS
from companion.referee.wiring import parts_of
from companion.referee.wiring_checks import WiringChecks
from companion.runtime import Companion, PretendHands, Senses, log
from companion.table.caller import Buzzer, Caller
from companion.table.clock import RESTART_GAP_US, TableClock, boot_id
from companion.table.config import (
    Config,
    ConfigError,
    Sensor,
    gpios,
    used_pins,
    without_pins,
)
from companion.table.gpio import PadState, Table
from companion.table.pins import board_name, mock_factory, real_factory
from companion.table.simulated import Hands
from companion.table.tablet import Tablet
from companion.table.tempo import tempo_of
from companion.web import AppParts, create_app
from companion.web.address import Address, ip_at
from companion.web.hand import Cards
from companion.web.machine import Machine
from companion.web.server import Server

if TYPE_CHECKING:
    from companion.doctor.finding import Finding
    from companion.table.board.recording import Recorder
    from companion.table.board.table import BoardTable
    from companion.table.boardsim.bridge import BoardBehindPty

OFF_S = 15.0  # how long systemd may take to say that it will; its watchdog has more patience


def address_of(config: Config) -> Address:
    """The address that the pages of this configuration have."""
    hostname = socket.gethostname().split(".")[0].lower() or config.table.hostname
    return Address(
        config.web.port,
        hostname,
        config.web.names,
        (config.table.hostname,),
        config.web.host,
        find_ip=lambda: ip_at(config.web.host),
    )


def build(
    config: Config,
    state: Path,
    simulated: bool,
    power_off: tuple[str, ...] = ("systemctl", "poweroff"),
    speed: int = 1,
    cards: Cards | None = None,
) -> Companion:
    """Build and start every part. Raises CompanionError; nothing is left running then. A simulated
    table's time may go `speed` times as fast. With `cards` robots may play at it."""
    with ExitStack() as parts:
        journal, check = _journal(config, state, simulated, parts)
        config, refereed = _refereed(config, journal, simulated, speed, parts)
        referee, senses, hands = refereed.referee, refereed.senses, refereed.hands
        access, address, notify = Access(journal, state), address_of(config), Notify.of(os.environ)
        evening = _evening(config, referee, access, notify, () if simulated else power_off)
        evening.robots_play = cards is not None
        keeper = Keeper(referee, Store(state)) if cards is None else None
        machine = _machine(config, state, senses, referee, simulated)
        app = AppParts(
            referee=referee,
            access=access,
            address=address,
            hands=hands,
            evening=evening,
            tablet=senses.tablet,
            cards=cards,
            templates=state / "compiled",
            machine=machine,
            keeper=keeper,
        )
        companion = Companion(
            address=address,
            access=access,
            referee=referee,
            senses=senses,
            caller=refereed.caller,
            server=_server(config, app, parts),
            evening=evening,
            wiring=machine.wiring,
            hands=hands,
            check=check,
            calibrator=machine.calibrator,
            passing=_passing(keeper, refereed, parts),
            _closing=parts,
            _notify=notify,
        )
        _start(companion, parts)
        companion._closing = parts.pop_all()
        return companion


def _start(companion: Companion, parts: ExitStack) -> None:
    """Start all threads, the pages last; who looks at the first one sees a table that plays."""
    caller, referee, table = companion.caller, companion.referee, companion.table
    caller.start()
    referee.start()
    parts.callback(referee.past.close)
    parts.callback(referee.stop)
    parts.callback(caller.close)  # once more, and first: no PASS while the rest ends
    referee.use_caller(caller)
    referee.note_pads(tuple(map(_pad_now, table.pads())))
    table.start()
    if companion.hands is not None:
        companion.hands.start()
    companion.evening.open()
    companion.wiring.open()
    referee.note_trouble("forgotten", companion.access.household.go_on())
    companion.server.start()
    companion.check.start()
    referee.past.start()
    if companion.passing is not None:
        companion.passing.start()
    companion.look()
    companion._notify.ready()
    parts.callback(companion._notify.stopping)


def _passing(keeper: Keeper | None, refereed: "_Refereed", parts: ExitStack) -> Passing | None:
    """What keeps hands on phones going; without it robots keep their own."""
    if keeper is None:
        return None
    refereed.caller.may_call = keeper.may_call
    passing = Passing(keeper, refereed.referee)
    parts.callback(passing.close)
    return passing


def _switch_off(command: tuple[str, ...]) -> None:
    """Say good night to the machine, too; what it answers is only noted."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=OFF_S, check=False)
        said = done.stderr.strip() if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as problem:
        said = str(problem)
    if said:
        log(f"This machine was not switched off ({said}). Switch it off by hand.")


@dataclass(frozen=True, slots=True)
class _Refereed:
    """A table and who referees it."""

    referee: Referee
    caller: Caller
    senses: Senses
    hands: PretendHands | None


def _refereed(
    config: Config, journal: Journal, simulated: bool, speed: int, parts: ExitStack
) -> tuple[Config, _Refereed]:
    """The table of a configuration, which a simulated board completes."""
    config = config if simulated else _on_this_machine(config)
    config, board = _simulated_board(config, simulated, parts)
    ticks = board.clock if board is not None else time.monotonic_ns
    clock = TableClock(_start_us(journal), ticks, speed if simulated else 1)
    factory = _factory(config, simulated, ticks)
    if factory is not None:
        parts.callback(factory.close)
    referee = _referee(config, journal, clock)
    caller = Caller(clock, Buzzer(config.buzzer, factory), referee.hear, sounds())
    caller.set_tempo(tempo_of(config.caller.tempo))
    parts.callback(caller.close)
    pins = board_hands = None
    if simulated and factory is not None:
        pins = Hands(config, factory, clock, referee.feel)
    if board is not None:
        from companion.table.boardsim.family import BoardHands

        board_hands = BoardHands(config, board, clock, pins)
    hands = board_hands or pins
    # The hands lay the dolphins down before the table looks, and end after it.
    recorder = _recorder(config, clock, parts)
    if hands is not None:
        parts.callback(hands.close)
    senses = _senses(config, factory, referee, recorder)
    parts.callback(senses.table.close)
    if board_hands is not None:
        board_hands.is_felt = lambda pad: senses.table.pads()[pad].touched
    return config, _Refereed(referee, caller, senses, hands)


def _referee(config: Config, journal: Journal, clock: TableClock) -> Referee:
    pads = tuple(pad.name for pad in config.pads)
    drawn = config.table.sensor is Sensor.TABLET  # and so are a button for each seat
    on_board = config.board.named() if config.table.sensor is Sensor.BOARD else ()
    named = {*on_board, *(name for name, _ in config.buttons.named())}
    seats = drawn or any(name.startswith("seat:") for name in named)
    three = drawn or named >= {*KEYS}
    return Referee(journal, clock, pads=pads, seat_buttons=seats, three_buttons=three)


def _evening(
    config: Config, referee: Referee, access: Access, notify: Notify, power_off: tuple[str, ...]
) -> Evening:
    by_itself = config.evening.power_off
    # As a service it is allowed to; whoever starts it by hand asks for it in the configuration.
    may_go_off = power_off and (by_itself or notify.is_heard)
    return Evening(
        referee, access, (lambda: _switch_off(power_off)) if may_go_off else None, by_itself
    )


def _server(config: Config, app: AppParts, parts: ExitStack) -> Server:
    server = Server(create_app(app), config.web.host, config.web.port)
    parts.callback(server.close)
    app.address.port = server.port
    parts.callback(served.tell(app.referee.journal.path, config.web.host, server.port))
    return server


def _on_this_machine(config: Config) -> Config:
    """A touch board plays at any computer: what that lacks is left out."""
    wanted = used_pins(config)
    if config.table.sensor is not Sensor.BOARD or not wanted or board_name():
        return config
    log(f"This is no Raspberry Pi: {gpios(wanted)} is left out, and phones and the wall sound.")
    return without_pins(config)


def _factory(config: Config, simulated: bool, ticks: Callable[[], int]) -> Factory | None:
    """Where the pins come from; a tablet has none. Raises ConfigError."""
    sensor = config.table.sensor
    if sensor is Sensor.TABLET and simulated:
        raise ConfigError(
            "The dolphins are either on a tablet or pretended. Leave out --simulated, or take "
            '`sensor = "tablet"` out of the configuration.'
        )
    if sensor is Sensor.TABLET or (sensor is Sensor.BOARD and not used_pins(config)):
        return None
    return mock_factory(lambda: ticks() / 1e9) if simulated else real_factory()


def _simulated_board(
    config: Config, simulated: bool, parts: ExitStack
) -> tuple[Config, "BoardBehindPty | None"]:
    """A touch board that is pretended, and the configuration with its port. Raises NotBuiltError.

    Made before what talks with it, so that it ends after that.
    """
    if not simulated or config.table.sensor is not Sensor.BOARD:
        return config, None
    from companion.table.boardsim.family import board_to_play_on

    board = board_to_play_on()
    parts.callback(board.close)
    return replace(config, board=replace(config.board, port=board.path)), board


def _senses(
    config: Config, factory: Factory | None, referee: Referee, recorder: "Recorder | None"
) -> Senses:
    clock, feel = referee.clock, referee.feel
    if config.table.sensor is Sensor.BOARD:
        from companion.table.board.table import BoardTable

        board = BoardTable(config, clock, feel, factory, recorder=recorder)
        board.calling = lambda: referee.calling
        referee.hooks.written = board.acknowledge
        return Senses(board, board=board)
    if factory is None:
        tablet = Tablet(
            config,
            clock,
            feel,
            lambda: deal_of(referee.picture),
            lambda: bool(referee.picture.view.in_play),
        )
        return Senses(tablet, tablet=tablet)
    return Senses(Table(config, clock, factory, feel, hands_count=lambda: referee.hands_count))


def _machine(
    config: Config, state: Path, senses: Senses, referee: Referee, simulated: bool
) -> Machine:
    """What the referee may ask about the machine."""
    wiring = WiringChecks(referee, parts_of(config), by_itself=not simulated)
    board, calibrator = senses.board, None
    if board is not None:
        from companion.referee.calibration import why_not_now
        from companion.table.board.calibration.calibrator import Calibrator

        pads, lifts, clock = len(config.pads), config.board.lifts, referee.clock
        calibrator = Calibrator(
            board, pads, lifts, clock.now_us, lambda: why_not_now(referee.picture)
        )
    examine = partial(_examined, config, state, board, partial(referee.noted, "games"))
    return Machine(
        wiring,
        examine,
        calibrator,
        lambda names: _report(config, state, referee, examine, names),
        None if simulated else ask,
    )


def _report(
    config: Config,
    state: Path,
    referee: Referee,
    examine: "Callable[[], tuple[Finding, ...]]",
    names: bool,
) -> bytes:
    from companion import diagnosis
    from companion.lately import said_here

    picture = referee.picture
    is_on = picture.game.kind if picture.game and picture.is_on else ""
    ailing = diagnosis.Ailing(referee.journal, config, state, examine, said_here, is_on)
    return diagnosis.packed(ailing, names)


def _recorder(config: Config, clock: TableClock, parts: ExitStack) -> "Recorder | None":
    file = config.board.record
    if file is None:
        return None
    from companion.table.board.recording import Recorder

    recorder = Recorder(file, clock.now_us, time.time_ns() // 1_000_000)
    parts.callback(recorder.close)
    return recorder


def _examined(
    config: Config, state: Path, board: "BoardTable | None", left_out: Callable[[], str]
) -> "tuple[Finding, ...]":
    """What the doctor says of the machine as it is, of the games that were left out at the start,
    and of the board as it was when it was asked last; asks again."""
    from companion.doctor.checks import checks
    from companion.doctor.looking import examine

    readings = examine(config, state, within=True)
    readings = replace(readings, left_out=(said,) if (said := left_out()) else ())
    if board is not None:
        board.look_at_board()
        readings = replace(readings, board=board.now())
    return checks(readings)


def _journal(
    config: Config, state: Path, simulated: bool, parts: ExitStack
) -> tuple[Journal, IntegrityCheck]:
    boot = f"{PRETEND}{boot_id()}" if simulated else boot_id()
    journal = Journal(journal_file(config, state), boot)
    parts.callback(journal.close)
    check = IntegrityCheck(journal.path)
    parts.callback(check.close)
    return journal, check


def _start_us(journal: Journal) -> int:
    last = journal.last_table_us()
    return last + RESTART_GAP_US if last else 0


def _pad_now(pad: PadState) -> PadNow:
    if pad.why:
        return PadNow(pad.pad, "suspect", pad.why)
    if not pad.home:
        return PadNow(pad.pad, "lifted")
    return PadNow(pad.pad, "touched" if pad.touched else "home")
