"""One client of a live page, in a process of its own: says when it heard each `mark`."""

import socket
import sys
import time

PATIENCE_S = 20.0


def main(port: int, path: str, cookie: str, mark: bytes) -> None:
    """Listen until the stream ends; each line is a time in monotonic nanoseconds."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        own = f"Cookie: {cookie}\r\n" if cookie else ""
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{own}\r\n".encode())
        unread = b""
        while news := line.recv(65536):
            now_ns = time.monotonic_ns()
            unread += news
            for _ in range(unread.count(mark)):
                print(now_ns, flush=True)
            unread = unread[unread.rfind(mark) + len(mark) if mark in unread else -len(mark) :]


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4].encode())
