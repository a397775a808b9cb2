"""What systemd is told: ready with the first page, alive while all comes round, and the end."""

import os
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion import runtime
from companion.notify import FEEDS, Notify
from companion.referee import judging
from companion.runtime import Companion, watch
from companion.stop import Stop
from companion.table import gpio
from companion.web.server import Server
from tests.faults.evening import evening, stop
from tests.web.house import PATIENCE_S, Phone, on_a_tablet, running, until

FED = "WATCHDOG=1"


class Listener:
    """Systemd's end of the line."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)

    def next(self) -> str:
        """The next message; it is waited for."""
        self._line.settimeout(PATIENCE_S)
        return self._line.recv(4096).decode()

    def heard(self) -> list[str]:
        """What was said until now."""
        said = []
        self._line.setblocking(False)
        while True:
            try:
                said.append(self._line.recv(4096).decode())
            except BlockingIOError:
                return said

    def close(self) -> None:
        self._line.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listener]:
    listener = Listener(str(tmp_path / "notify"))
    yield listener
    listener.close()


# --- the line ---------------------------------------------------------------------------------


@pytest.mark.parametrize("abstract", [False, True], ids=["path", "abstract"])
def test_words_arrive_as_systemd_reads_them(tmp_path: Path, abstract: bool) -> None:
    listener = Listener(f"@companion-{os.getpid()}" if abstract else str(tmp_path / "n"))
    notify = Notify.of({"NOTIFY_SOCKET": listener.address, "WATCHDOG_USEC": "4000000"})
    notify.ready()
    notify.say("Play\non")
    notify.say("Play\non")
    notify.feed((1,))
    notify.stopping()
    assert listener.heard() == ["READY=1", "STATUS=Play on", FED, "STOPPING=1"]
    listener.close()


@pytest.mark.parametrize("address", ["", "vsock:2:1234", "relative"])
def test_nobody_is_told_where_nobody_listens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", None)  # opening one would fail
    notify = Notify.of({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1"} if address else {})
    notify.ready()
    notify.say("Play")
    notify.feed((1,))
    notify.stopping()
    assert not notify.is_heard


def test_a_line_that_was_cut_disturbs_nobody(tmp_path: Path) -> None:
    Notify.of({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()


@pytest.mark.parametrize(
    ("environment", "fed"),
    [
        ({"WATCHDOG_USEC": "1"}, True),
        ({"WATCHDOG_USEC": "1", "WATCHDOG_PID": str(os.getpid())}, True),
        ({"WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"}, False),
        ({"WATCHDOG_USEC": "soon"}, False),
        ({}, False),
    ],
)
def test_only_a_watchdog_of_ours_is_fed(
    systemd: Listener, environment: dict[str, str], fed: bool
) -> None:
    Notify.of({"NOTIFY_SOCKET": systemd.address, **environment}).feed((1,))
    assert systemd.heard() == [FED] * fed


def test_the_watchdog_is_fed_in_time_and_not_all_the_time(systemd: Listener) -> None:
    now = [0.0]
    notify = Notify(systemd.address, 20.0, lambda: now[0])
    meals = 0
    for look in range(400):
        now[0] = look * 0.5
        notify.feed((look,))
        meals += len(systemd.heard())
    assert meals == 200 / 20 * FEEDS


@pytest.mark.parametrize("rounds", [(5, 6), (6, 5), (5, 5)])
def test_one_that_does_not_come_round_lets_the_watchdog_starve(
    systemd: Listener, rounds: tuple[int, int]
) -> None:
    now = [0.0]
    notify = Notify(systemd.address, 4.0, lambda: now[0])
    notify.feed((5, 5))
    for now[0] in (1.0, 2.0, 3.0):
        notify.feed(rounds)
    assert systemd.heard() == [FED]
    notify.feed((6, 6))
    assert systemd.heard() == [FED]


# --- a companion ------------------------------------------------------------------------------


@contextmanager
def served(
    systemd: Listener, build: Callable[[Path], Companion], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Companion]:
    """A companion that systemd watches, and feeds whenever it looks."""
    for part in (gpio, judging):
        monkeypatch.setattr(part, "REST_S", 0.05)  # nobody waits for a rest
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.address)
    monkeypatch.setenv("WATCHDOG_USEC", "1")
    with closing(build(Path(systemd.address).parent / "state")) as house:
        yield house


@pytest.fixture(params=[running, on_a_tablet], ids=["pins", "tablet"])
def house(
    request: pytest.FixtureRequest, systemd: Listener, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Companion]:
    with served(systemd, request.param, monkeypatch) as companion:
        yield companion


def noting(order: list[str], method: Callable[[Any], None]) -> Callable[[Any], None]:
    """The same method, which says when it was called."""

    def noted(part: Any) -> None:
        method(part)
        order.append(method.__name__)

    return noted


def is_fed(house: Companion, systemd: Listener) -> bool:
    """Whether one look feeds the watchdog."""
    systemd.heard()
    house.look()
    return FED in systemd.heard()


def come_round(house: Companion, *going: Callable[[], float]) -> None:
    """Until all that still goes has come round once more."""
    before = [now() for now in going]
    house.referee._queue.put(lambda: None)
    until(lambda: all(now() > was for now, was in zip(going, before, strict=True)), "a round")


def starves(house: Companion, systemd: Listener, *going: Callable[[], float]) -> bool:
    """Whether no look feeds it; the round that was under way may have counted once."""
    meals = []
    for _ in range(3):
        come_round(house, *going)
        meals.append(is_fed(house, systemd))
    return not any(meals[1:])


def test_it_is_ready_once_a_page_is_there_and_says_when_it_ends(
    systemd: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    for part, name in ((Server, "start"), (Notify, "ready")):
        monkeypatch.setattr(part, name, noting(order, getattr(part, name)))
    with served(systemd, running, monkeypatch) as house:
        assert order == ["start", "ready"]
        said = systemd.heard()
        assert said[-1] == "READY=1" and said.count("READY=1") == 1
        assert f"STATUS=The table is at {house.address.url}" in said
        assert Phone(house.server.port).get("/")[0] == 200
    assert systemd.heard() == ["STOPPING=1"]


def test_a_table_that_plays_feeds_the_watchdog(house: Companion, systemd: Listener) -> None:
    for _ in range(3):
        until(lambda: is_fed(house, systemd), "a meal")


def test_a_referee_that_hangs_lets_the_watchdog_starve(house: Companion, systemd: Listener) -> None:
    held, hold = threading.Event(), threading.Event()
    house.referee._queue.put(lambda: (held.set(), hold.wait()))
    try:
        assert held.wait(PATIENCE_S)
        assert house.referee.alive() and starves(house, systemd, lambda: house.table.rounds)
    finally:
        hold.set()
    until(lambda: is_fed(house, systemd), "a meal")


def test_signals_that_hang_let_the_watchdog_starve(house: Companion, systemd: Listener) -> None:
    held, hold = threading.Event(), threading.Event()
    look = house.table.watch
    house.table.watch = lambda now_us: (held.set(), hold.wait())  # type: ignore
    try:
        assert held.wait(PATIENCE_S)
        assert house.table.alive() and starves(house, systemd, house.referee.round_s)
    finally:
        house.table.watch = look  # type: ignore
        hold.set()
    until(lambda: is_fed(house, systemd), "a meal")


class Held:
    """A lock that nobody gets for now."""

    def __init__(self, lock: AbstractContextManager[Any]) -> None:
        self.lock = lock
        self.asked, self.free = threading.Event(), threading.Event()

    def __enter__(self) -> None:
        self.asked.set()
        assert self.free.wait(PATIENCE_S)
        self.lock.__enter__()

    def __exit__(self, *why: Any) -> None:
        self.lock.__exit__(*why)


def test_a_journal_that_does_not_answer_lets_the_watchdog_starve(
    house: Companion, systemd: Listener
) -> None:
    until(lambda: is_fed(house, systemd), "a meal")
    journal = house.referee.journal
    come_round(house, house.referee.round_s, lambda: house.table.rounds)
    held = Held(journal._hold.side_lock)
    journal._hold.side_lock = held  # type: ignore
    looking = threading.Thread(target=house.look)
    looking.start()
    try:
        assert held.asked.wait(PATIENCE_S)
        assert FED not in systemd.heard() and looking.is_alive()
    finally:
        held.free.set()
        looking.join()
    until(lambda: is_fed(house, systemd), "a meal")


def test_a_full_disk_is_no_death(
    house: Companion, systemd: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.referee.journal, "_trouble", "The disk is full.")
    monkeypatch.setattr(house.referee.journal, "try_again", lambda: None)
    for _ in range(2):
        until(lambda: is_fed(house, systemd), "a meal")


def test_signals_that_died_end_it_without_another_meal(
    systemd: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()
    monkeypatch.setattr(runtime, "CHECK_S", 0.001)
    with served(systemd, running, monkeypatch) as house:
        house.table._notify_thread = dead  # type: ignore
        systemd.heard()
        said: list[str] = []
        assert watch(house, Stop(), said.append) == 1
        assert starves(house, systemd, house.referee.round_s, lambda: house.table.rounds)
    assert said == ["The table's signals have stopped. Start the companion again."]


# --- the command ------------------------------------------------------------------------------


def test_the_command_is_a_service(
    systemd: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.address)
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    with evening(tmp_path / "state") as house:
        status, fed, ready = (systemd.next() for _ in range(3))
        assert (fed, ready) == (FED, "READY=1")
        (port,) = re.findall(r"^STATUS=The table is at http://[\d.]+:(\d+)/$", status)
        assert Phone(int(port)).get("/")[0] == 200
        stop(house)
    assert systemd.heard()[-1] == "STOPPING=1"
