"""The few pages of RFC 6455 that a test needs: one client, whole texts, no extensions."""

import base64
import os
import socket
import struct
from typing import Final

TEXT: Final = 0x81
LAST: Final = 0x80
PING, PONG, CLOSE = 0x9, 0x8A, 0x8
SHORT, LONG = 126, 127  # in place of a length: two, or eight bytes with it follow


class WebSocket:
    """A connection to one place on this machine."""

    def __init__(self, port: int, path: str, patience_s: float) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=patience_s)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        )  # fmt: skip
        self._socket.sendall("\r\n".join((*head, "", "")).encode())
        self._file = self._socket.makefile("rb")
        answer = self._file.readline()
        assert b" 101 " in answer, answer
        while self._file.readline() not in (b"\r\n", b""):
            pass

    def send(self, text: str) -> None:
        """Say something."""
        self._frame(TEXT, text.encode())

    def receive(self) -> str:
        """What is said next; ConnectionError where nothing will be."""
        said = b""
        while True:
            first, second = self._exactly(2)
            size = second & 0x7F
            if size == SHORT:
                (size,) = struct.unpack(">H", self._exactly(2))
            elif size == LONG:
                (size,) = struct.unpack(">Q", self._exactly(8))
            part = self._exactly(size)
            kind = first & 0x0F
            if kind == CLOSE:
                raise ConnectionError("it was closed")
            if kind == PING:
                self._frame(PONG, part)
                continue
            said += part
            if first & LAST:
                return said.decode()

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()

    def _exactly(self, size: int) -> bytes:
        data = self._file.read(size)
        if len(data) < size:
            raise ConnectionError("it went away")
        return data

    def _frame(self, kind: int, data: bytes) -> None:
        size, mask = len(data), os.urandom(4)
        if size < SHORT:
            head = bytes((kind, 0x80 | size))
        elif size < 1 << 16:
            head = struct.pack(">BBH", kind, 0x80 | SHORT, size)
        else:
            head = struct.pack(">BBQ", kind, 0x80 | LONG, size)
        hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self._socket.sendall(head + mask + hidden)
