"""Phones that do to a table what they can, in a process of their own: `floods NAME PORT ADDRESS`.

Goes on until its stdin ends. A table that closes a connection is asked again at once.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count

PACE_S = 0.01  # before whoever was closed comes again
DRIP_S = 1.0


class Attacker:
    """One laptop."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._fresh = (f"127.77.{n // 200 % 250}.{1 + n % 200}" for n in count())

    def get(self, path: str) -> Callable[[], Awaitable[None]]:
        """Ask for a page again and again, and read it."""
        return lambda: self._asked(f"GET {path}", b"", again=True)

    async def nothing(self) -> None:
        """Come, and say nothing."""
        await self._asked("", b"", again=False)

    async def come_and_go(self) -> None:
        """Come and go at once."""
        _, writer = await self._line()
        writer.close()

    async def drip(self) -> None:
        """A head that never ends."""
        _, writer = await self._line()
        writer.write(b"GET / HTTP/1.1\r\n")
        while True:
            writer.write(b"X: y\r\n")
            await writer.drain()
            await asyncio.sleep(DRIP_S)

    async def slow_body(self) -> None:
        """A body of which a byte comes now and then."""
        _, writer = await self._line()
        writer.write(self._head("POST /api/answer", 10_000).encode())
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(DRIP_S)

    async def stream(self) -> None:
        """A live page that is never read."""
        _, writer = await self._line()
        writer.write(self._head("GET /api/events", 0).encode())
        await writer.drain()
        await asyncio.sleep(3600)

    def post(self, path: str, body: bytes) -> Callable[[], Awaitable[None]]:
        """Tell something again and again."""
        return lambda: self._asked(f"POST {path}", body, again=True)

    async def knock(self) -> None:
        """Ask for a seat, each time from another address."""
        self.address = next(self._fresh)
        await self._asked("POST /api/knock", b'{"seat": 0}', again=False, leave=True)

    async def _asked(self, what: str, body: bytes, again: bool, leave: bool = False) -> None:
        reader, writer = await self._line()
        try:
            while True:
                if what:
                    writer.write(self._head(what, len(body)).encode() + body)
                head = await reader.readuntil(b"\r\n\r\n")
                length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
                await reader.readexactly(int(length or 0))
                if not again:
                    await asyncio.sleep(0 if leave else 3600)
                    return
        finally:
            writer.close()

    async def _line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 24
        )

    def _head(self, what: str, length: int) -> str:
        host = f"127.0.0.1:{self.port}"
        own = f"Content-Type: application/json\r\nOrigin: http://{host}\r\n" if length else ""
        return f"{what} HTTP/1.1\r\nHost: {host}\r\n{own}Content-Length: {length}\r\n\r\n"


def floods(attacker: Attacker) -> dict[str, tuple[Callable[[], Awaitable[None]], int]]:
    """By name: what each of so many does."""
    return {
        "GET / by 8": (attacker.get("/"), 8),
        "GET / by 60": (attacker.get("/"), 60),
        "replays by 8": (attacker.get("/replay/1"), 8),
        "replays by 60": (attacker.get("/replay/1"), 60),
        "/history by 16": (attacker.get("/history"), 16),
        "posts of nobody by 16": (attacker.post("/api/answer", b"{}"), 16),
        "500 streams, never read": (attacker.stream, 500),
        "200 slow heads": (attacker.drip, 200),
        "200 slow bodies": (attacker.slow_body, 200),
        "900 idle lines": (attacker.nothing, 900),
        "2200 idle lines": (attacker.nothing, 2200),
        "2200 lines that drip": (attacker.drip, 2200),
        "lines opened and closed": (attacker.come_and_go, 20),
        "knocks of new addresses": (attacker.knock, 4),
        "64 KiB bodies by 16": (attacker.post("/api/answer", b" " * 65_000), 16),
    }


NAMES = tuple(floods(Attacker(0, "")))


async def flood(name: str, port: int, address: str) -> None:
    """Do it until stdin ends."""
    does, many = floods(Attacker(port, address))[name]

    async def one() -> None:
        while True:
            with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
                await does()
            await asyncio.sleep(PACE_S)

    tasks: Iterator[asyncio.Task[None]] = (asyncio.create_task(one()) for _ in range(many))
    running = list(tasks)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in running:
        task.cancel()


if __name__ == "__main__":
    os.nice(19)
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    asyncio.run(flood(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
