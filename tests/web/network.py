"""A Wi-Fi between phones and a table: each piece of each connection is held up by chance.

What travels on different connections overtakes each other, as on the air; on one it cannot.
"""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

PIECE = 65_536  # bytes


class Network:
    """Passes a port on to the table's own. `delay_s` is asked for every piece, either way."""

    def __init__(self, port: int, delay_s: Callable[[Random], float], seed: int = 0) -> None:
        self._to, self._delay_s, self._random = port, delay_s, Random(seed)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._open: list[socket.socket] = []
        self._closed = False
        threading.Thread(target=self._let_in, daemon=True).start()

    def close(self) -> None:
        """Nothing gets through any more."""
        self._closed = True
        for one in (self._door, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _let_in(self) -> None:
        while not self._closed:
            try:
                phone, _ = self._door.accept()
                table = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                continue
            self._open += [phone, table]
            for one, other in ((phone, table), (table, phone)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                time.sleep(self._delay_s(self._random))  # this is what is tested, not waited for
                other.sendall(piece)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)
