"""The page server: waitress in a thread of this process.

Its numbers are the ones that were measured to hold 64 live screens and a house full of visitors.
"""

import socket
import threading
from typing import Any

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from companion.referee.hub import FEEDS_MOST
from companion.web.guard import BODY_MOST
from companion.words import CompanionError

PAGE_THREADS = 16  # beside the live streams, so that pages never wait for them
DRAIN_S = 0.5  # streams end at once; a page that is still drawn gets this long
CONNECTIONS_MOST = 2000  # idle browsers keep theirs open


class Server:
    """Serves an app until it is closed."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Raises CompanionError where the port cannot be had."""
        self._sockets: dict[int, object] = {}
        try:
            self._server: BaseWSGIServer = waitress.create_server(
                app, map=self._sockets, **_settings(host, port)
            )
        except OSError as problem:
            raise CompanionError(
                f"Port {port} cannot be had: {problem.strerror}. "
                "Stop what uses it, or choose another one with --port."
            ) from problem
        # No keyword reaches these: they are set on every accepted connection.
        self._server.adj.socket_options = _socket_options()
        self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
        self._closing = False

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def alive(self) -> bool:
        """Whether pages are still served."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Stop listening and let go of the port."""
        self._closing = True
        # First the threads: one that still writes would find its trigger gone.
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=DRAIN_S)
        # Every connection too: a browser left hanging on one would wait instead of coming back.
        wasyncore.close_all(self._sockets, ignore_all=True)
        # Its loop finds no connections left within a second; nobody waits for that.
        self._thread.join(timeout=0.05)

    def _run(self) -> None:
        try:
            self._server.run()
        except OSError:
            if not self._closing:  # a closed socket ends the loop with an error of its own
                raise


def _settings(host: str, port: int) -> dict[str, Any]:
    return {
        "host": host,
        "port": port,
        "threads": FEEDS_MOST + PAGE_THREADS,
        "connection_limit": CONNECTIONS_MOST,
        "asyncore_use_poll": True,
        "channel_timeout": 20,
        "channel_request_lookahead": 1,
        "max_request_body_size": 4 * BODY_MOST,
        "outbuf_high_watermark": 1 << 20,  # a page that never reads keeps a megabyte at most
        "clear_untrusted_proxy_headers": True,
        "ident": "companion",
    }


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000))
    return options
