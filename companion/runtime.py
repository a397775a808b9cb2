"""The whole companion in one process: builds every part, starts it, and ends it in order.

Wiring only; each part does its own work.
"""

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.doors import Doors
from companion.journal import Journal
from companion.referee import Referee
from companion.referee.picture import PadNow
from companion.table.caller import Buzzer, Caller
from companion.table.clock import TableClock, boot_id
from companion.table.config import Config
from companion.table.gpio import PadState, Table
from companion.table.pins import mock_factory, real_factory
from companion.table.simulated import Hands
from companion.table.tempo import tempo_of
from companion.web import create_app
from companion.web.address import Address
from companion.web.server import Server

JOURNAL_FILE = "journal.sqlite"
RESTART_GAP_US = 1_000_000  # table time goes on a second after the journal's last
CHECK_S = 0.5


@dataclass(slots=True)
class Companion:
    """A running companion."""

    address: Address
    doors: Doors
    referee: Referee
    table: Table
    caller: Caller
    server: Server
    _closing: ExitStack

    @property
    def referee_link(self) -> str:
        """The referee's link, for whoever stands at the machine."""
        return self.address.referee_link(self.doors.referee_key())

    def troubles(self) -> tuple[str, ...]:
        """What no screen can mend: then the process should end, for its supervisor."""
        parts = (
            (self.referee.alive(), "The referee has stopped."),
            (self.server.alive(), "The page server has stopped."),
            (self.table.alive(), "The table's signals have stopped."),
        )
        return tuple(f"{words} Start the companion again." for fine, words in parts if not fine)

    def look(self) -> None:
        """Show complaints of the table and the caller, and light the dolphins of this round."""
        self.referee.note_trouble("table", " ".join(self.table.trouble()))
        self.referee.note_trouble("caller", " ".join(self.caller.trouble()))
        self.doors.sweep()
        picture = self.referee.picture
        for pad in picture.pads:
            self.table.lights.set(pad.pad, picture.game is not None and pad.state != "dark")

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
    return Address(config.web.port, hostname, (*config.web.names, config.table.hostname))


def build(config: Config, state: Path, simulated: bool) -> Companion:
    """Build and start every part. Raises CompanionError; nothing is left running then."""
    with ExitStack() as parts:
        journal = Journal(_journal_path(config, state), boot_id())
        parts.callback(journal.close)
        clock = TableClock(_start_us(journal))
        factory = mock_factory() if simulated else real_factory()
        parts.callback(factory.close)
        pads = tuple(pad.name for pad in config.pads)
        seat_buttons = bool(config.buttons.seats)
        referee = Referee(journal, clock, pads=pads, seat_buttons=seat_buttons)
        caller = Caller(clock, Buzzer(config.buzzer, factory), referee.hear)
        caller.set_tempo(tempo_of(config.caller.tempo))
        parts.callback(caller.close)
        # Hands first: they lay the dolphins down before the table looks.
        hands = Hands(config, factory, clock, referee.feel) if simulated else None
        if hands is not None:
            parts.callback(hands.close)
        table = Table(config, clock, factory, referee.feel)
        parts.callback(table.close)
        doors = Doors(journal, state)
        address = address_of(config)
        app = create_app(referee, doors, address, hands)
        server = Server(app, config.web.host, config.web.port)
        parts.callback(server.close)
        address.port = server.port
        caller.start()
        referee.start()
        parts.callback(referee.stop)
        parts.callback(caller.close)  # once more, and first: no PASS while the rest ends
        referee.use_caller(caller)
        referee.note_pads(tuple(map(_pad_now, table.pads())))
        table.start()
        if hands is not None:
            hands.start()
        server.start()
        return Companion(address, doors, referee, table, caller, server, parts.pop_all())


def watch(companion: Companion, stop: threading.Event, say: Callable[[str], None]) -> int:
    """Look after the parts until told to stop: 0, or 1 when one of them died."""
    while not stop.wait(CHECK_S):
        troubles = companion.troubles()
        if troubles:
            for sentence in troubles:
                say(sentence)
            return 1
        companion.look()
    return 0


def _journal_path(config: Config, state: Path) -> Path:
    return config.journal.path or state / JOURNAL_FILE


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
