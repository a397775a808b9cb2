"""Whether another machine in the home network goes by this one's name: asked of all by mDNS.

Changes nothing: one question, and the answers to it.
"""

import socket
import time
from contextlib import suppress
from pathlib import Path

TWO = (
    "Another machine here, at {other}, is called {name}, too. The codes lead to this one all the "
    "same; {name}.local may lead to the other."
)
REMEDY = "Give this one a name of its own: sudo hostnamectl set-hostname {name}2"
ANNOUNCES = Path("/run/avahi-daemon/pid")  # there while something tells the name to the house
EVERYBODY = ("224.0.0.251", 5353)
PATIENCE_S = 0.5  # who is in the same house answers within a tenth of that
_ADDRESS = b"\x00\x01"  # type A
_HEAD = 12  # bytes before the question
_FIXED = 10  # type, class, how long it holds, and how much comes


def is_announced() -> bool:
    """Whether this machine's name is told in the home network at all."""
    return ANNOUNCES.exists()


def namesake(hostname: str, ask: tuple[str, int] = EVERYBODY) -> str:
    """The address of another machine that is called so, or empty."""
    name = b"".join(
        bytes([len(part)]) + part for part in (hostname.encode("ascii", "ignore")[:63], b"local")
    )
    asked = b"\0\0\0\0\0\1\0\0\0\0\0\0" + name + b"\0" + _ADDRESS + b"\0\1"
    until_s = time.monotonic() + PATIENCE_S
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(asked, ask)
        while (left_s := until_s - time.monotonic()) > 0:
            line.settimeout(left_s)
            other = next((ip for ip in _told(line.recv(9000)) if not _is_ours(ip)), "")
            if other:
                return other
    return ""


def _told(answer: bytes) -> list[str]:
    """The addresses in an answer: of a question that was its own there can be nothing else."""
    found, at = [], _HEAD
    with suppress(IndexError):
        for _ in range(int.from_bytes(answer[4:6], "big")):
            at = _after_name(answer, at) + 4
        for _ in range(int.from_bytes(answer[6:8], "big")):
            at = _after_name(answer, at)
            size = int.from_bytes(answer[at + 8 : at + _FIXED], "big")
            if answer[at : at + 2] == _ADDRESS and size == 4:
                found.append(socket.inet_ntoa(answer[at + _FIXED : at + _FIXED + size]))
            at += _FIXED + size
    return found


def _after_name(answer: bytes, at: int) -> int:
    while answer[at]:
        if answer[at] >= 0xC0:  # the rest stands elsewhere
            return at + 2
        at += answer[at] + 1
    return at + 1


def _is_ours(ip: str) -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind((ip, 0))
        return True
    return False
