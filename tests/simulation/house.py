"""A whole companion in one thread: what its threads do is called, one thing after the other.

The real journal, referee, access, pages and touch board's line; a board written from the protocol;
a clock that is told. `tests/simulation/test_threads.py` says that the shipped threads are loops
round these very calls.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path

from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.access import Access
from companion.access.evening import Evening
from companion.journal import Journal
from companion.places import JOURNAL_FILE
from companion.referee import Referee
from companion.referee.hub import Feed
from companion.runtime import CHECK_S
from companion.table.board.link import Ports
from companion.table.board.port import Port
from companion.table.board.table import BoardTable
from companion.table.clock import RESTART_GAP_US, TableClock
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.events import LivePage
from tests.referee.hall import Caller
from tests.table.boards import SPLIT

PORT = 8080
HOST = f"192.168.1.10:{PORT}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request got."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class Time:
    """Time that is told, and a wall clock that may be set while it goes on."""

    ns: int = 5_000_000_000_000
    set_ms: int = 1_700_000_000_000

    def now_ns(self) -> int:
        return self.ns

    def now_s(self) -> float:
        return self.ns / 1e9

    def wall_ms(self) -> int:
        return self.set_ms + self.ns // 1_000_000


class House:
    """A companion from its start to its end."""

    def __init__(self, folder: Path, compiled: Path, time: Time, port: Callable[[str], Port]):
        """Raises CompanionError as a start does."""
        self.time, self._look_s = time, 0.0
        self.journal = Journal(folder / JOURNAL_FILE, f"boot-{time.ns}")
        last_us = self.journal.last_table_us()
        start_us = last_us + RESTART_GAP_US if last_us else 0
        self.clock = TableClock(start_us, time.now_ns)
        self.referee = Referee(self.journal, self.clock, wall_ms=time.wall_ms)
        ports = Ports("/dev/board", open_=port)
        self.table = BoardTable(SPLIT, self.clock, self.referee.feel, ports=ports)
        self.table.calling = lambda: self.referee.calling
        self.referee.hooks.written = self.table.acknowledge
        self.access = Access(self.journal, folder, time.now_s, time.wall_ms)
        self.evening = Evening(self.referee, self.access, now_s=time.now_s, wall_ms=time.wall_ms)
        self.address = Address(PORT, "table", find_ip=lambda: HOST.partition(":")[0])
        self.app = create_app(
            AppParts(
                referee=self.referee,
                access=self.access,
                address=self.address,
                evening=self.evening,
                templates=compiled,
            )
        )
        self.referee.use_caller(Caller())
        self.evening.open()

    def turn(self) -> None:
        """What its threads do in a moment: the board is heard, the referee judges, and all is
        looked after."""
        self.table.step()
        self.referee.step()
        if self.time.now_s() >= self._look_s:
            self._look_s = self.time.now_s() + CHECK_S
            self.journal.look()
            self.referee.note_trouble("table", " ".join(self.table.trouble()))
            self.evening.look()

    def serve(self, asked: EnvironBuilder) -> Answer:
        """A page's thread does this request, after what was felt before it."""
        self.referee.step()
        return self.answer(asked)

    def answer(self, asked: EnvironBuilder) -> Answer:
        """The same while the referee is at something else."""
        lines, status, headers = run_wsgi_app(self.app, asked.get_environ(), buffered=True)
        body = b"".join(lines)
        return Answer(int(status.split()[0]), tuple(headers.to_wsgi_list()), body)

    def has_no_transaction(self) -> bool:
        """Whether nobody waits for SQLite, which is quick outside, and here waits for ever."""
        hold = self.journal._hold
        return not (hold.write.in_transaction or hold.side.in_transaction)

    def close(self) -> None:
        """Let go of all that it holds."""
        with suppress(Exception):  # on a disk that is full, and what it leaves is not looked at
            self.referee.past.close()
            self.referee.stop()
        self.table.close()
        self.journal.close()


class Screen:
    """A live page's end of a stream, whose loop never waits: what is there is read."""

    def __init__(self, house: House, asked: EnvironBuilder) -> None:
        house.referee.step()
        self._context = copy_context()  # a stream keeps its own from step to step, as in a thread
        lines, status, _ = self._context.run(run_wsgi_app, house.app, asked.get_environ())
        self.status = int(status.split()[0])
        self._lines, self._house = lines, house
        self.state: dict[str, object] = {}  # the newest picture that it was sent
        self.is_over = False

    def look(self) -> bytes:
        """Read all that is there."""
        read = []
        while line := self._context.run(next, self._lines, None):
            read.append(line)
            self._take(line.decode())
        self.is_over = line is None
        return b"".join(read)

    def close(self) -> None:
        """Go away."""
        close = getattr(self._lines, "close", None)
        if close is not None:
            self._context.run(close)

    def _take(self, text: str) -> None:
        for message in text.split("\n\n"):
            fields = dict(line.partition(": ")[::2] for line in message.split("\n") if line)
            if fields.get("event") == "state":
                self.state = json.loads(fields["data"])


def never_waiting(time: Time) -> Callable[[LivePage, Feed], Iterator[str]]:
    """The loop of a page's stream that hands out an empty line where the shipped one waits."""

    def stream(page: LivePage, feed: Feed) -> Iterator[str]:
        while not (feed.closed or page.is_over):
            events, newer = feed.take(page.seen, 0.0)
            yield from page.told(events, newer, time.now_s())
            if not page.is_over:  # else it ends at once, as the shipped one does
                yield ""

    return stream
