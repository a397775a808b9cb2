"""The page server: waitress in a thread of this process.

Its numbers are the ones that were measured to hold 64 live screens and a house full of visitors.
"""

import errno
import socket
import sys
import threading
from contextlib import ExitStack
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from companion.access.limits import network_of
from companion.holding import at_port
from companion.referee.hub import FEEDS_MOST, FEEDS_OF_ONE_MOST, STRANGERS_FEEDS_MOST
from companion.web.crowd import SPARE, Crowd, connections_most
from companion.web.events import STREAM_PATH
from companion.web.guard import BODY_MOST, Guard
from companion.web.threads import Lane, Threads
from companion.words import CompanionError

PAGE_THREADS = 16  # beside the live streams, so that pages never wait for them
STRANGERS_THREADS = 1  # for their pages: more would only take turns with people's taps, and touches
SWITCH_S = 0.0002  # who draws a page gives way to a touch after this long, not after 5 ms
ACCEPTED_MOST = 16  # lines in one turn of the loop: who taps meanwhile waits for no more of them
CLOSED_MOST = 64  # likewise
IDLE_S = 10.0  # whatever is to be done wakes the loop; slow heads and lines are looked at
DRAIN_S = 0.5  # streams end at once; a page that is still drawn gets this long


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that is counted, and closed where others have more right to one."""

    _sends = False

    def __init__(self, server: "_PageServer", sock: Any, addr: Any, adj: Any, map: Any) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.network = network_of(addr[0])
        self.crowd = server.crowd
        _close(self.crowd.come(self, self.network))

    def writable(self) -> bool:
        """As waitress says it, but not while its own thread sends: the loop could not, and would
        ask again and again instead of waiting.
        """
        waits = self.total_outbufs_len and not self._sends
        return bool(waits or self.will_close or self.close_when_flushed)

    def recv(self, buffer_size: int) -> bytes:
        """As waitress does; a phone out of reach has gone like others, and is no fault to log."""
        try:
            return bytes(super().recv(buffer_size))
        except OSError:
            self.handle_close()
            return b""

    def send(self, data: Any, do_close: bool = True) -> int:
        """Likewise; and so has one that the loop closes while another thread sends to it."""
        try:
            return int(super().send(data, do_close))
        except OSError:
            if do_close:
                self.handle_close()
            return 0
        except AttributeError:
            if self.socket is not None:
                raise
            return 0

    def write_soon(self, data: Any) -> int:
        """As waitress does."""
        self._sends = True
        try:
            return int(super().write_soon(data))
        finally:
            self._sends = False

    def _flush_some(self, do_close: bool = True) -> bool:
        self._sends = True
        try:
            return bool(super()._flush_some(do_close))
        finally:
            self._sends = False  # before waitress wakes the loop for what is left

    def del_channel(self, map: Any = None) -> None:
        """As waitress does, and it counts no more."""
        super().del_channel(map)
        if hasattr(self, "crowd"):  # else it never came
            self.crowd.go(self)


class _PageServer(TcpWSGIServer):  # type: ignore[misc]
    channel_class = _Channel
    crowd: Crowd
    _came = False

    def handle_accept(self) -> None:
        """Take in so many that wait, not one: each turn of the loop looks at all lines there are,
        and who comes behind a thousand of others would wait for a thousand turns.
        """
        for _ in range(ACCEPTED_MOST):
            self._came = False
            super().handle_accept()
            if not self._came:
                break
        # Lines are looked at in this order: what is said on one is heard before more are taken in.
        self._map[self._fileno] = self._map.pop(self._fileno)

    def maintenance(self, now: float) -> None:
        """Close lines that were silent for long, as waitress does, but some in a turn of the loop:
        a thousand that came together fall silent together.
        """
        since = now - self.adj.channel_timeout
        silent = [
            line
            for line in self.active_channels.values()
            if line.last_activity < since and not (line.requests or line.will_close)
        ]
        for line in silent[:CLOSED_MOST]:
            line.will_close = True
        if len(silent) > CLOSED_MOST:
            self.next_channel_cleanup = now  # the others in the next turn
        if silent:
            self.pull_trigger()  # this turn has looked at them already

    def accept(self) -> Any:
        """As waitress does, and whether there was one is kept."""
        found = super().accept()
        self._came = found is not None
        return found


class Server:
    """Serves an app until it is closed."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Raises CompanionError where they cannot be served at this host and port."""
        self._sockets: dict[int, object] = {}
        self._servers: list[_PageServer] = []
        self._guard: Guard = app.extensions["guard"]
        self._crowd = Crowd(connections_most())
        people = Lane(FEEDS_MOST + PAGE_THREADS)
        # The table's own screen has no cookie: its streams are in this lane, and none of theirs.
        streams = Lane(STRANGERS_FEEDS_MOST + FEEDS_OF_ONE_MOST + STRANGERS_THREADS)
        self._lanes = people, streams, Lane(STRANGERS_THREADS, yields=True)
        self._threads = Threads(self._lanes, self._lane_of)
        try:
            with ExitStack() as broken_off:
                broken_off.callback(self._close_all)
                self._port = self._listen(app, _settings(host, port, self._crowd.most))
                broken_off.pop_all()
        except OSError as problem:
            raise CompanionError(_not_had(host, port, problem)) from problem
        except ValueError as problem:  # a host without an address, as waitress says it
            raise CompanionError(_not_ours(host)) from problem
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
        self._closing = False

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._port

    def start(self) -> None:
        """Serve from now on."""
        sys.setswitchinterval(SWITCH_S)
        self._thread.start()

    def alive(self) -> bool:
        """Whether pages are still served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop listening and let go of the port."""
        self._closing = True
        # First the threads: one that still writes would find its trigger gone.
        self._threads.shutdown(cancel_pending=True, timeout=DRAIN_S)
        # Every connection too: a browser left hanging on one would wait instead of coming back.
        if self._thread.is_alive() and self._servers:
            # By the loop itself, which would not hear of it before something comes.
            trigger = self._servers.pop().trigger
            with trigger.lock:  # an earlier pull must not close it before it is pulled
                trigger.thunks.append(self._close_all)
                trigger.pull_trigger()
            self._thread.join(DRAIN_S)
        self._close_all()

    def _close_all(self) -> None:
        wasyncore.close_all(self._sockets, ignore_all=True)

    def _listen(self, app: Flask, settings: dict[str, Any]) -> int:
        adjustments = Adjustments(**settings)
        # No keyword reaches these: they are set on every accepted connection.
        adjustments.socket_options = _socket_options()
        for where in adjustments.listen:
            server = _PageServer(
                app, self._sockets, dispatcher=self._threads, adj=adjustments, sockinfo=where
            )
            server.crowd = self._crowd
            self._servers.append(server)
            settings["port"] = int(server.effective_port)
        return int(settings["port"])

    def _lane_of(self, channel: _Channel) -> tuple[Lane, str]:
        """Who is in goes before strangers; a stranger's stream takes no page's thread."""
        people, streams, pages = self._lanes
        asked = channel.requests[0]
        phone = self._guard.phone_of(asked.headers.get("COOKIE", ""))
        if phone:
            _close(self._crowd.know(channel, phone))
            return people, phone
        path = getattr(asked, "path", "")  # a head with a fault has none
        return (streams if path == STREAM_PATH else pages), channel.network

    def _run(self) -> None:
        try:
            wasyncore.loop(timeout=IDLE_S, map=self._sockets, use_poll=True)
        except OSError:
            if not self._closing:  # a closed socket ends the loop with an error of its own
                raise


def _close(channel: _Channel | None) -> None:
    if channel is not None:
        channel.will_close = True


def _not_had(host: str, port: int, problem: OSError) -> str:
    if problem.errno == errno.EADDRNOTAVAIL:
        return _not_ours(host)
    owner = at_port(port) if problem.errno == errno.EADDRINUSE else None
    held = f"It is held by {owner.called}. {owner.stop}" if owner else "Stop what uses it"
    why = f"Port {port} cannot be had: {problem.strerror}."
    return f"{why} {held}, or choose another one with --port."


def _not_ours(host: str) -> str:
    return (
        f'The pages cannot be served at "{host}": that is no address of this machine. Leave out '
        "--host, or host under [web] in the table's file, and they are at all of its addresses."
    )


def _settings(host: str, port: int, connections_most: int) -> dict[str, Any]:
    return {
        "host": host,
        "port": port,
        "connection_limit": connections_most + SPARE,  # the crowd is smaller: nobody is left out
        "channel_timeout": 20,
        "channel_request_lookahead": 1,
        "max_request_body_size": 4 * BODY_MOST,
        "recv_bytes": 4 * BODY_MOST,  # the longest body in one turn of the loop, not in eight
        "outbuf_high_watermark": 1 << 20,  # a page that never reads keeps a megabyte at most
        "clear_untrusted_proxy_headers": True,
        "ident": "companion",
    }


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000))
    return options
