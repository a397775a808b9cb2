"""When there are many: people of the table are served, whatever strangers' phones do."""

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from select import select
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from waitress.wasyncore import poll2

from companion.referee.hub import (
    FEEDS_MOST,
    FEEDS_OF_ONE_MOST,
    STRANGERS_FEEDS_MOST,
    Hub,
    TooManyFeeds,
)
from companion.runtime import Companion
from companion.web.crowd import OF_NETWORK_MOST, OF_PHONE_MOST, Crowd
from companion.web.events import AWAY_MS, STREAM_PATH
from companion.web.server import ACCEPTED_MOST, CLOSED_MOST, Server
from companion.web.threads import Lane, Threads
from tests.web.house import PATIENCE_S, Phone, app_of, begin, referee_phone, until

IDLE_LINES = 300  # five times what one network may keep
LONG_POST = b"POST / HTTP/1.1\r\nContent-Length: 50000\r\n\r\n" + 50_000 * b" "


# --- connections ------------------------------------------------------------------------------


def test_idle_lines_of_one_address_stop_no_tap(
    house: Companion, referee: Phone, addresses: Iterator[str]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    with ExitStack() as lines:
        hog = next(addresses)
        for _ in range(IDLE_LINES):
            lines.enter_context(_line(house.address.port, hog))
        assert referee.answer("start", "deal")["reply"] == "counts"
        assert Phone(house.address.port, source=hog).get("/")[0] == 200, "a newer one goes before"
        until(lambda: _open(house.server, hog) <= OF_NETWORK_MOST, "the end of the oldest")


def test_a_house_behind_one_address_is_known_by_its_cookies(
    house: Companion, referee: Phone, addresses: Iterator[str]
) -> None:
    with ExitStack() as lines:
        hog = next(addresses)
        family = referee_phone(house, source=hog)
        live = family.live()
        lines.callback(live.close)
        live.until("beat")
        for _ in range(IDLE_LINES):
            lines.enter_context(_line(house.address.port, hog))
        assert family.post("/api/caller", {"paused": False})[0] == 200
        assert live.until("beat"), "its stream goes on"


@pytest.fixture
def server() -> Iterator[Server]:
    """One whose loop comes round when it is told."""
    app = Flask(__name__)
    app.extensions["guard"] = Mock()
    server = Server(app, "127.0.0.1", 0)
    yield server
    server.close()


def test_who_comes_behind_many_waits_for_few_turns_of_the_loop(
    server: Server, addresses: Iterator[str]
) -> None:
    hog, seat = next(addresses), next(addresses)
    with ExitStack() as lines:
        for source in (*[hog] * IDLE_LINES, seat):
            lines.enter_context(_line(server.port, source))
        for _ in range(IDLE_LINES // ACCEPTED_MOST + 1):
            poll2(0.0, server._sockets)
            kept = _open(server, hog)
            assert kept <= OF_NETWORK_MOST + ACCEPTED_MOST, "who gives way has a descriptor yet"
        assert _open(server, seat), "each turn looks at all lines that there are"


def test_who_fell_silent_together_is_closed_some_in_a_turn(
    server: Server, addresses: Iterator[str]
) -> None:
    sources, pages = list(islice(addresses, 3)), server._servers[0]
    with ExitStack() as lines:
        for source in sources * CLOSED_MOST:
            lines.enter_context(_line(server.port, source))
        for _ in range(len(sources) * CLOSED_MOST // ACCEPTED_MOST):
            poll2(0.0, server._sockets)
        for line in pages.active_channels.values():
            line.last_activity -= 2 * pages.adj.channel_timeout
        pages.next_channel_cleanup = 0.0
        left = [len(pages.active_channels)]
        for _ in range(len(sources) + 1):
            poll2(PATIENCE_S, server._sockets)
            left.append(len(pages.active_channels))
    assert left == [3 * CLOSED_MOST, 3 * CLOSED_MOST, 2 * CLOSED_MOST, CLOSED_MOST, 0]


def test_what_is_said_is_heard_whole_and_before_more_lines_are_taken_in(
    server: Server, addresses: Iterator[str]
) -> None:
    hog, seat, open_then = next(addresses), next(addresses), list[int]()
    server._threads.add_task = lambda task: open_then.append(_open(server, hog))
    with ExitStack() as lines:
        said = lines.enter_context(_line(server.port, seat))
        poll2(0.0, server._sockets)
        said.sendall(LONG_POST)
        heard = _channels(server, seat)[0].socket
        until(lambda: select([heard], [], [], 0)[0] and _waits_on(heard) == len(LONG_POST))
        for _ in range(ACCEPTED_MOST):
            lines.enter_context(_line(server.port, hog))
        until(lambda: poll2(0.0, server._sockets) or open_then, "all of it")
    assert open_then == [0], "in the turn in which the others came"


@pytest.mark.parametrize(("at", "nothing"), [("_flush_exception", (False, False)), ("send", 0)])
def test_the_loop_asks_nothing_of_a_line_on_which_its_own_thread_sends(
    server: Server, addresses: Iterator[str], at: str, nothing: object
) -> None:
    sending, go_on = Event(), Event()

    def stop(*_: Any, **__: Any) -> object:
        sending.set()
        assert go_on.wait(PATIENCE_S)
        return nothing  # the other end does not read

    with _line(server.port, hog := next(addresses)), ThreadPoolExecutor() as pool:
        poll2(0.0, server._sockets)
        channel = _channels(server, hog)[0]
        setattr(channel, at, stop)
        try:
            written = pool.submit(channel.write_soon, b"a page")
            assert sending.wait(PATIENCE_S)
            assert not channel.writable(), "it would be asked again and again"
        finally:
            go_on.set()
        assert written.result() and channel.writable(), "what is left is the loop's"


class _Unreachable:
    """The socket of a phone that went out of reach."""

    def __init__(self, there: socket.socket, why: int) -> None:
        self._there, self._why = there, why

    def __getattr__(self, name: str) -> Any:
        return getattr(self._there, name)

    def recv(self, _: int) -> bytes:
        raise OSError(self._why, os.strerror(self._why))

    def send(self, _: bytes) -> int:
        raise OSError(self._why, os.strerror(self._why))


@pytest.mark.parametrize("why", [errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETDOWN])
@pytest.mark.parametrize("written", [False, True])
def test_a_phone_out_of_reach_has_gone_and_the_log_says_nothing_of_it(
    server: Server,
    addresses: Iterator[str],
    caplog: pytest.LogCaptureFixture,
    why: int,
    written: bool,
) -> None:
    with _line(server.port, hog := next(addresses)) as line:
        poll2(0.0, server._sockets)
        channel = _channels(server, hog)[0]
        channel.socket = _Unreachable(channel.socket, why)
        if written:
            channel.write_soon(b"a page")
        else:
            line.sendall(b"GET")
        poll2(PATIENCE_S, server._sockets)
    assert not channel.connected
    assert not _open(server, hog)
    assert not caplog.records, "it happens on every evening"


def test_a_phone_that_leaves_while_a_page_is_sent_to_it_is_no_fault_either(
    server: Server, addresses: Iterator[str], caplog: pytest.LogCaptureFixture
) -> None:
    with _line(server.port, hog := next(addresses)):
        poll2(0.0, server._sockets)
        channel = _channels(server, hog)[0]
        socket_, channel.socket = channel.socket, None  # as the loop closes it
        channel.outbufs[-1].append(b"a page")
        assert channel._flush_exception(channel._flush_some) == (False, False)
        channel.socket = socket_
    assert not caplog.records, "it happens on every evening"


def test_started_by_hand_the_limit_is_below_what_the_system_gives(tmp_path: Path) -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512));"
        "from companion.web.crowd import connections_most, SPARE;"
        "print(connections_most() + SPARE, *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout
    assert said.split() == [b"512", b"512", b"512"]


class _Connection:
    def __init__(self, requests: bool = False) -> None:
        self.requests = [1] if requests else []


def test_the_longest_idle_line_of_the_busiest_network_gives_way() -> None:
    crowd = Crowd(most=20)
    busy, idle = _Connection(requests=True), _Connection()
    assert crowd.come(busy, "a") is crowd.come(idle, "a") is None
    assert [crowd.come(_Connection(), f"b{n}") for n in range(8)] == [None] * 8
    assert crowd.come(_Connection(), "c") is idle
    crowd.go(idle)
    assert crowd.come(late := _Connection(), "a") in (late, None)


def test_a_phone_keeps_so_many_and_its_oldest_goes() -> None:
    crowd = Crowd()
    own = [_Connection() for _ in range(OF_PHONE_MOST + 1)]
    for one in own:
        crowd.come(one, "a")
    assert [crowd.know(one, "ana") for one in own] == [None] * OF_PHONE_MOST + [own[0]]
    assert crowd.know(own[0], "ana") is None, "it is known"
    crowd.go(own[0])
    assert crowd.know(own[0], "ana") is None, "it is gone"


# --- streams ----------------------------------------------------------------------------------


def test_strangers_take_no_stream_of_people(
    house: Companion, referee: Phone, addresses: Iterator[str]
) -> None:
    with ExitStack() as lives:
        hog = Phone(house.address.port, source=next(addresses))
        for _ in range(FEEDS_MOST):
            live = hog.live()
            assert live.status == 200
            lives.callback(live.close)
        wall = Phone(house.address.port, source=next(addresses)).live()
        lives.callback(wall.close)
        assert wall.until("state").data["html"]
        for _ in range(FEEDS_OF_ONE_MOST):
            mine = referee.live()
            lives.callback(mine.close)
            assert mine.until("state").data["html"]
        assert len(house.referee.hub) <= STRANGERS_FEEDS_MOST + FEEDS_OF_ONE_MOST
    until(lambda: len(house.referee.hub) == 0, "the end of dead streams")


def test_a_stream_that_gave_way_says_when_to_look_again(
    house: Companion, addresses: Iterator[str]
) -> None:
    with ExitStack() as lives:
        hog = Phone(house.address.port, source=next(addresses))
        first = hog.live()
        lives.callback(first.close)
        first.until("beat")
        for _ in range(STRANGERS_FEEDS_MOST):
            lives.callback(hog.live().close)
        assert f"retry: {AWAY_MS}".encode() in first.response.read()
    until(lambda: len(house.referee.hub) == 0, "the end of dead streams")


def test_the_longest_silent_stranger_of_the_busiest_network_gives_way() -> None:
    hub = Hub()
    wall = hub.subscribe(network="wall")
    hogs = [hub.subscribe(network="hog") for _ in range(STRANGERS_FEEDS_MOST - 1)]
    newcomer = hub.subscribe(network="guest")
    assert [feed.gave_way for feed in (wall, newcomer, *hogs[:2])] == [False, False, True, False]
    people = [hub.subscribe(f"phone {n}") for n in range(FEEDS_MOST)]
    assert not any(feed.gave_way for feed in people)
    assert all(feed.gave_way for feed in (wall, newcomer, *hogs))
    with pytest.raises(TooManyFeeds):
        hub.subscribe("one more phone")
    with pytest.raises(TooManyFeeds):
        hub.subscribe(network="wall")
    hub.subscribe("phone 3")
    assert people[3].gave_way
    assert len(hub) == FEEDS_MOST


def test_the_server_knows_a_stream_by_its_address(house: Companion) -> None:
    assert STREAM_PATH in {str(rule) for rule in app_of(house).url_map.iter_rules()}


def test_strangers_pages_are_drawn_one_after_the_other(
    house: Companion, referee: Phone, addresses: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, go_on = [], Event()

    def summaries(games: Any) -> Any:
        drawn.append(games)
        assert go_on.wait(PATIENCE_S)
        return [None for _ in games]

    monkeypatch.setattr(house.referee.past, "summaries", summaries)
    strangers = [Phone(house.address.port, source=next(addresses)) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        try:
            first = pool.submit(strangers[0].get, "/history")
            until(lambda: drawn, "the first")
            second = pool.submit(strangers[1].get, "/history")
            until(lambda: house.server._lanes[-1]._waiting, "the second waits for it")
            assert referee.post("/api/caller", {"paused": False})[0] == 200, "people do not"
            assert len(drawn) == 1
        finally:
            go_on.set()
        assert (first.result()[0], second.result()[0]) == (200, 200)


# --- threads ----------------------------------------------------------------------------------


class _Task:
    """Notes that it was served, after `first`."""

    def __init__(self, lane: Lane, whose: str, did: Callable[[str], Any]) -> None:
        self.lane, self.whose, self.did = lane, whose, did
        self.cancelled = False

    def service(self) -> None:
        self.did(self.whose)

    def cancel(self) -> None:
        self.cancelled = True


def _threads(*lanes: Lane) -> Threads:
    return Threads(lanes, lambda task: (task.lane, task.whose))


def test_strangers_wait_for_each_other_and_people_for_nobody() -> None:
    held, release = socket.socketpair()
    people, strangers = Lane(2), Lane(1)
    threads = _threads(people, strangers)
    served: list[str] = []
    threads.add_task(_Task(strangers, "hog", lambda _: held.recv(1)))
    for whose in ("hog", "hog", "guest"):
        threads.add_task(_Task(strangers, whose, served.append))
    threads.add_task(_Task(people, "ana", served.append))
    until(lambda: served == ["ana"], "the tap")
    release.send(b"!")
    until(lambda: len(served) == 4, "the others")
    assert served.index("guest") < 3, "in turn, and not one's all first"
    threads.shutdown(timeout=1)
    held.close()
    release.close()


def test_a_task_that_fails_ends_no_thread(caplog: pytest.LogCaptureFixture) -> None:
    lane = Lane(1)
    threads = _threads(lane)
    served: list[str] = []
    threads.add_task(_Task(lane, "ana", lambda _: 1 / 0))
    threads.add_task(_Task(lane, "ana", served.append))
    until(lambda: served, "the next one")
    assert "could not be answered" in caplog.text
    threads.shutdown(timeout=1)


def test_what_still_waits_at_the_end_is_cancelled() -> None:
    held, release = socket.socketpair()
    lane = Lane(1)
    threads = _threads(lane)
    threads.add_task(_Task(lane, "ana", lambda _: held.recv(1)))
    waiting = _Task(lane, "ben", str)
    threads.add_task(waiting)
    threads.shutdown(timeout=0.01)
    assert waiting.cancelled
    release.send(b"!")
    held.close()
    release.close()


# ----------------------------------------------------------------------------------------------


def _line(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))


def _waits_on(line: socket.socket) -> int:
    return len(line.recv(2 * len(LONG_POST), socket.MSG_PEEK))


def _open(server: Server | None, source: str) -> int:
    assert server is not None
    return len(_channels(server, source))


def _channels(server: Server, source: str) -> list[Any]:
    channels = list(server._sockets.values())
    return [channel for channel in channels if getattr(channel, "network", "") == source]
