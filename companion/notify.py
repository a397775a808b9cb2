"""Tells systemd how this process is: ready, alive, stopping (sd_notify(3)); nothing without it.

Must not decide whether all is well, and must not disturb play: what is not taken is left unsaid.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

FEEDS = 4  # times in the watchdog's patience: one that is lost is no death
PATIENCE_S = 1.0  # a busy systemd is waited for so long, and play's watch waits with it


class Notify:
    """The line to systemd; a silent one where nobody listens."""

    def __init__(
        self, address: str, patience_s: float, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """`address` as NOTIFY_SOCKET has it; `patience_s` is the watchdog's, 0 if there is none."""
        # An "@" stands for the zero byte of a name that is in no file system.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._patience_s = patience_s
        self._now_s = now_s
        self._fed_s: float | None = None
        self._rounds: tuple[float, ...] = ()
        self._status = ""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Notify":
        """The line that the environment of a service tells of."""
        address = environment.get("NOTIFY_SOCKET", "")
        said = environment.get("WATCHDOG_USEC", "")
        # A child that inherits them is not the one that is watched.
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        patience_us = int(said) if said.isdecimal() and ours else 0
        return cls(address if address[:1] in ("/", "@") else "", patience_us / 1_000_000)

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def ready(self) -> None:
        """The first page can be served."""
        self._send("READY=1")

    def stopping(self) -> None:
        """The end has begun."""
        self._send("STOPPING=1")

    def say(self, status: str) -> None:
        """One line for `systemctl status`; sent when it changes."""
        if status != self._status:
            self._status = status
            self._send("STATUS=" + status.replace("\n", " "))

    def feed(self, rounds: tuple[float, ...]) -> None:
        """Feed the watchdog when it is time, if every number of `rounds` grew since it was fed.

        Each grows while its thread comes round: a thread that hangs is alive, and does nothing.
        """
        now_s = self._now_s()
        hungry = self._fed_s is None or now_s - self._fed_s >= self._patience_s / FEEDS
        if not self._patience_s or not hungry:
            return
        if all(now > before for now, before in zip(rounds, self._rounds, strict=False)):
            self._fed_s, self._rounds = now_s, rounds
            self._send("WATCHDOG=1")

    def _send(self, line: str) -> None:
        if not self.is_heard:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.settimeout(PATIENCE_S)
            to.sendto(line.encode("utf-8", "backslashreplace"), self._address)
