"""The whole companion in one process: builds every part, starts it, and ends it in order.

Wiring only; each part does its own work.
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from gpiozero import Factory

from companion.access import Access
from companion.access.evening import Evening
from companion.doctor import Readings, checks, examine
from companion.doctor.looking import used_pins
from companion.games import sounds
from companion.journal import Journal
from companion.journal.check import IntegrityCheck
from companion.notify import Notify
from companion.referee import Referee
from companion.referee.calibration import why_not_now
from companion.referee.effects import Effect
from companion.referee.picture import PadNow
from companion.referee.showing import deal_of
from companion.referee.wiring import parts_of
from companion.referee.workbench import Workbench
from companion.table.board.calibration.calibrator import Calibrator
from companion.table.board.recording import Recorder
from companion.table.board.table import BoardTable
from companion.table.boardsim.bridge import BoardBehindPty
from companion.table.boardsim.family import BoardHands, board_to_play_on
from companion.table.caller import Buzzer, Caller
from companion.table.clock import TableClock, boot_id
from companion.table.config import Config, ConfigError, Sensor
from companion.table.gpio import PadState, Table
from companion.table.interfaces import TouchTable
from companion.table.pins import mock_factory, real_factory
from companion.table.simulated import Hands
from companion.table.tablet import Tablet
from companion.table.tempo import tempo_of
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.hand import Cards
from companion.web.machine import Machine
from companion.web.server import Server
from companion.web.simulator import Hands as HandsOfPages
from companion.words import CompanionError

JOURNAL_FILE = "journal.sqlite"
RESTART_GAP_US = 1_000_000  # table time goes on a second after the journal's last
CHECK_S = 0.5
CLOSE_S = 5.0  # then a stuck part is left behind: what counted is in the journal
OFF_S = 15.0  # how long systemd may take to say that it will; its watchdog has more patience


class PretendHands(HandsOfPages, Protocol):
    """The hands at a simulated table, and what keeps them going."""

    def start(self) -> None: ...
    def alive(self) -> bool: ...
    def trouble(self) -> str: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Senses:
    """What feels hands, and by name what only a touch board or only a tablet can do more."""

    table: TouchTable
    board: BoardTable | None = None
    tablet: Tablet | None = None


@dataclass(slots=True)
class Companion:
    """A running companion."""

    address: Address
    access: Access
    referee: Referee
    senses: Senses
    caller: Caller
    server: Server
    evening: Evening
    workbench: Workbench
    hands: PretendHands | None  # at a simulated table
    check: IntegrityCheck
    calibrator: Calibrator | None  # of a touch board
    _closing: ExitStack
    _notify: Notify
    _saved: tuple[str, int] | None = None  # what of a damaged journal, and its last game
    _written: bool = True  # whether the journal could be written at the last look
    _away: bool = False  # whether the tablet or the board was, at the last look

    @property
    def table(self) -> TouchTable:
        """What feels hands."""
        return self.senses.table

    @property
    def referee_link(self) -> str:
        """The referee's link, for whoever stands at the machine."""
        return self.address.link(self.access.sessions.referee_key())

    def troubles(self) -> tuple[str, ...]:
        """What no screen can mend: then the process should end, for its supervisor."""
        parts = (
            (self.referee.alive(), "The referee has stopped, or is stuck."),
            (self.caller.alive(), "The caller has stopped."),
            (self.server.alive(), "The page server has stopped."),
            (self.table.alive(), "The table's signals have stopped."),
            (self.hands is None or self.hands.alive(), "The simulated touch board has stopped."),
        )
        return tuple(f"{words} Start the companion again." for fine, words in parts if not fine)

    def look(self) -> None:
        """Show the complaints of all parts, and light the dolphins of this round."""
        self._look_at_journal()
        self.referee.note_trouble("table", " ".join(self.table.trouble()))
        self.referee.note_trouble("caller", " ".join(self.caller.trouble()))
        if self.hands is not None:
            self.referee.note_trouble("pace", self.hands.trouble())
        self._hold_pass()
        self.referee.show_margins(tuple(pad.margin for pad in self.table.pads()))
        self.evening.look()
        self.workbench.look()
        if self.calibrator is not None:
            self.calibrator.look()
            self.referee.note_trouble("calibrating", self.calibrator.notice)
        self.referee.effects.tried(Effect.LIGHTS, self._light)
        self._tell_systemd()

    def _light(self) -> None:
        """Light the dolphins of this round; one that fails keeps no other dark."""
        picture = self.referee.picture
        with ExitStack() as each:
            for pad in picture.pads:
                on = picture.game is not None and pad.state != "dark"
                each.callback(self.table.lights.set, pad.pad, on)

    def _hold_pass(self) -> None:
        """No PASS over dolphins that went dark in mid-round; START, or a phone, goes on."""
        away = self.table.is_away
        if away and not self._away and self.caller.running and not self.caller.paused:
            with suppress(CompanionError):  # too busy to be told: the sentence is shown anyway
                self.referee.pause(True)
        self._away = away

    def _tell_systemd(self) -> None:
        """Where the table is by now; and that all goes on, if it does.

        Whoever comes here has just read the journal: one that does not answer holds this thread,
        and one that takes no fact holds the referee's. A full disk answers, and is no death.
        """
        if self._notify.is_heard and not self.troubles():
            self._notify.say(f"The table is at {self.address.url}")
            self._notify.feed((self.referee.round_s(), self.table.rounds))

    def _look_at_journal(self) -> None:
        """Say that nothing can be written, until it can; and what was saved of a damaged one."""
        journal, referee = self.referee.journal, self.referee
        journal.try_again()
        referee.note_trouble("journal", journal.trouble)
        referee.note_trouble("integrity", self.check.complaint)
        if not journal.trouble and not self._written:
            referee.note_trouble("access", "")  # it had the same complaint
        self._written = not journal.trouble
        with suppress(CompanionError):  # the next look tries again
            referee.note_trouble("saved", self._what_was_saved())

    def _what_was_saved(self) -> str:
        """The sentence about a damaged journal, until the next game is begun."""
        journal = self.referee.journal
        newest = max((game.game for game in journal.games(1)), default=0)
        if self._saved is None:
            self._saved = (journal.recovered(), newest)
        if self._saved[0] and newest != self._saved[1]:
            journal.forget_recovered()
            self._saved = ("", newest)
        return self._saved[0]

    def close(self) -> None:
        """End everything, the voices first and the journal last."""
        self._closing.close()


def state_folder(config: Config, chosen: Path | None) -> Path:
    """Where the journal and the referee's secret live: as told, systemd's, or the user's own."""
    if chosen is not None:
        return chosen.absolute()
    if config.journal.path is not None:
        return config.journal.path.parent
    if "STATE_DIRECTORY" in os.environ:
        return Path(os.environ["STATE_DIRECTORY"].split(":")[0])
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "splash-companion"


def address_of(config: Config) -> Address:
    """The address that the pages of this configuration have."""
    hostname = socket.gethostname().split(".")[0].lower() or config.table.hostname
    return Address(config.web.port, hostname, config.web.names, (config.table.hostname,))


def build(
    config: Config,
    state: Path,
    simulated: bool,
    power_off: tuple[str, ...] = ("systemctl", "poweroff"),
    speed: int = 1,
    cards: Cards | None = None,
) -> Companion:
    """Build and start every part. Raises CompanionError; nothing is left running then.

    A simulated table's time may go `speed` times as fast. With `cards` robots may play at it.
    """
    with ExitStack() as parts:
        journal, check = _journal(config, state, parts)
        config, refereed = _refereed(config, journal, simulated, speed, parts)
        referee, senses, hands = refereed.referee, refereed.senses, refereed.hands
        access, address, notify = Access(journal, state), address_of(config), Notify.of(os.environ)
        evening = _evening(config, referee, access, notify, () if simulated else power_off)
        machine = _machine(config, state, senses, referee, simulated)
        served = AppParts(
            referee=referee,
            access=access,
            address=address,
            hands=hands,
            evening=evening,
            glass=senses.tablet,
            cards=cards,
            compiled=state / "compiled",
            machine=machine,
        )
        companion = Companion(
            address=address,
            access=access,
            referee=referee,
            senses=senses,
            caller=refereed.caller,
            server=_server(config, served, parts),
            evening=evening,
            workbench=machine.workbench,
            hands=hands,
            check=check,
            calibrator=machine.calibrator,
            _closing=parts,
            _notify=notify,
        )
        _start(companion, parts)
        companion._closing = parts.pop_all()
        return companion


def watch(
    companion: Companion,
    stop: threading.Event,
    say: Callable[[str], None],
    more: Callable[[], tuple[str, ...]] = lambda: (),
) -> int:
    """Look after the parts until told to stop: 0, or 1 when one of them died.

    `more` are the troubles of whatever else is to live as long.
    """
    while not stop.wait(CHECK_S):
        # Twice: after a machine's own pause everybody is late, and comes round a moment later.
        if companion.troubles() + more() and not stop.wait(CHECK_S):
            troubles = companion.troubles() + more()
            for sentence in troubles:
                say(sentence)
            if troubles:
                return 1
        companion.look()
    return 0


def close_in_time(companion: Companion, say: Callable[[str], None]) -> None:
    """End everything; a part that is stuck cannot keep the process from ending, with exit 1."""

    def leave() -> None:
        say("A part is stuck and was left behind. What counted is in the journal.")
        sys.stdout.flush()
        os._exit(1)

    patience = threading.Timer(CLOSE_S, leave)
    patience.daemon = True
    patience.start()
    companion.close()
    patience.cancel()


def _start(companion: Companion, parts: ExitStack) -> None:
    """Start all threads, the pages last; who looks at the first one sees a table that plays."""
    caller, referee, table = companion.caller, companion.referee, companion.table
    caller.start()
    referee.start()
    parts.callback(referee.stop)
    parts.callback(caller.close)  # once more, and first: no PASS while the rest ends
    referee.use_caller(caller)
    referee.note_pads(tuple(map(_pad_now, table.pads())))
    table.start()
    if companion.hands is not None:
        companion.hands.start()
    companion.evening.open()
    companion.workbench.open()
    companion.server.start()
    companion.check.start()
    companion.look()
    companion._notify.ready()
    parts.callback(companion._notify.stopping)


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
    on_board = config.table.sensor is Sensor.BOARD and config.board.seats > 0
    seats = drawn or on_board or bool(config.buttons.seats)
    return Referee(journal, clock, pads=pads, seat_buttons=seats)


def _evening(
    config: Config, referee: Referee, access: Access, notify: Notify, power_off: tuple[str, ...]
) -> Evening:
    by_itself = config.evening.power_off
    # As a service it is allowed to; whoever starts it by hand asks for it in the configuration.
    may_go_off = power_off and (by_itself or notify.is_heard)
    return Evening(
        referee, access, (lambda: _switch_off(power_off)) if may_go_off else None, by_itself
    )


def _server(config: Config, served: AppParts, parts: ExitStack) -> Server:
    server = Server(create_app(served), config.web.host, config.web.port)
    parts.callback(server.close)
    served.address.port = server.port
    return server


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
) -> tuple[Config, BoardBehindPty | None]:
    """A touch board that is pretended, and the configuration with its port. Raises NotBuiltError.

    Made before what talks with it, so that it ends after that.
    """
    if not simulated or config.table.sensor is not Sensor.BOARD:
        return config, None
    board = board_to_play_on()
    parts.callback(board.close)
    return replace(config, board=replace(config.board, port=board.path)), board


def _senses(
    config: Config, factory: Factory | None, referee: Referee, recorder: Recorder | None
) -> Senses:
    clock, feel = referee.clock, referee.feel
    if config.table.sensor is Sensor.BOARD:
        board = BoardTable(config, clock, feel, factory, recorder=recorder)
        referee.hooks.kept = board.kept
        return Senses(board, board=board)
    if factory is None:
        tablet = Tablet(config, clock, feel, lambda: deal_of(referee.picture))
        return Senses(tablet, tablet=tablet)
    return Senses(Table(config, clock, factory, feel))


def _machine(
    config: Config, state: Path, senses: Senses, referee: Referee, simulated: bool
) -> Machine:
    """What the referee may ask about the machine."""
    workbench = Workbench(referee, parts_of(config), by_itself=not simulated)
    board, calibrator = senses.board, None
    if board is not None:
        pads, lifts, clock = len(config.pads), config.board.lifts, referee.clock
        calibrator = Calibrator(
            board, pads, lifts, clock.now_us, lambda: why_not_now(referee.picture)
        )
    return Machine(workbench, lambda: checks(_examined(config, state, board)), calibrator)


def _recorder(config: Config, clock: TableClock, parts: ExitStack) -> Recorder | None:
    file = config.board.record
    if file is None:
        return None
    recorder = Recorder(file, clock.now_us, time.time_ns() // 1_000_000)
    parts.callback(recorder.close)
    return recorder


def _examined(config: Config, state: Path, board: BoardTable | None) -> Readings:
    """The machine as it is, and the board as it was when it was asked last; asks again."""
    readings = examine(config, state, within=True)
    if board is None:
        return readings
    board.look_at_board()
    return replace(readings, board=board.now())


def _journal(config: Config, state: Path, parts: ExitStack) -> tuple[Journal, IntegrityCheck]:
    journal = Journal(config.journal.path or state / JOURNAL_FILE, boot_id())
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


def log(sentence: str) -> None:
    """One line for the journal of the machine."""
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)
