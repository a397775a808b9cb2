"""Many raw clients of server-sent events in one thread: when each heard what."""

import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

PATIENCE_S = 10.0


@dataclass(eq=False, slots=True)
class Client:
    """One open stream: its answer's head, and what came that was not looked at yet."""

    socket: socket.socket
    unread: bytes = b""
    heard_ns: list[int] = field(default_factory=list)


class Clients:
    """So many open streams of one server, of strangers or of phones with these cookies."""

    def __init__(self, port: int, path: str, count: int, cookies: Sequence[str] = ()) -> None:
        self._selector = selectors.DefaultSelector()
        self.clients: list[Client] = []
        for n in range(count):
            headers = [f"Cookie: {cookies[n % len(cookies)]}"] if cookies else []
            client = Client(_opened(port, path, headers))
            self._selector.register(client.socket, selectors.EVENT_READ, client)
            self.clients.append(client)
        # Every stream begins with a word: then the server knows all of them.
        self.hear(b"\n\n", settle_s=0.3)

    def hear(self, mark: bytes, settle_s: float = 0.0) -> list[int]:
        """Wait until every client heard `mark`: when each did, in monotonic nanoseconds."""
        for client in self.clients:
            client.heard_ns.clear()
        deadline_s = time.monotonic() + PATIENCE_S
        while not all(client.heard_ns for client in self.clients):
            self._turn(mark, 0.5)
            if time.monotonic() > deadline_s:
                silent = sum(not client.heard_ns for client in self.clients)
                raise TimeoutError(f"{silent} of {len(self.clients)} heard no {mark!r}")
        self.drain(settle_s)
        return [client.heard_ns[0] for client in self.clients]

    def drain(self, quiet_s: float) -> None:
        """Read on until nothing comes for so long, and forget it."""
        while self._selector.select(quiet_s) if quiet_s else False:
            self._turn(b"\0", 0)
        for client in self.clients:
            client.unread = b""

    def close(self) -> None:
        """Go away."""
        for client in self.clients:
            self._selector.unregister(client.socket)
            client.socket.close()
        self._selector.close()

    def _turn(self, mark: bytes, timeout_s: float) -> None:
        for key, _ in self._selector.select(timeout_s):
            client: Client = key.data
            news = client.socket.recv(65536)
            now_ns = time.monotonic_ns()
            if not news:
                raise ConnectionError("the server closed a stream")
            client.unread += news
            if mark in client.unread:
                client.heard_ns.append(now_ns)
                client.unread = client.unread[client.unread.index(mark) + len(mark) :]
            else:
                client.unread = client.unread[-len(mark) :]


def head_of(port: int, path: str) -> str:
    """The first line that a server answers to a stream that it may refuse."""
    with _opened(port, path) as refused:
        return refused.recv(65536).split(b"\r\n")[0].decode()


def request(port: int, path: str, headers: Sequence[str] = (), method: str = "GET") -> bytes:
    """A whole answer, read to its end."""
    with _opened(port, path, (*headers, "Connection: close"), method) as asked:
        answer = b""
        while news := asked.recv(65536):
            answer += news
        return answer


def _opened(
    port: int, path: str, headers: Sequence[str] = (), method: str = "GET"
) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection
