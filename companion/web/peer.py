"""Whether somebody stands at the machine: a connection from it, of a program that a person runs;
and whether it is the wall on the machine's own screen.

A proxy or a tunnel of the system's carries strangers' requests from the machine, too: these run
under names of their own, which Linux tells of every connection.
"""

import ipaddress
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

_OWN = os.getuid() if hasattr(os, "getuid") else 0
PEOPLE_FROM = 1000  # Debian's: below are the system's own names, but root
KIOSK = "splash-companion-kiosk"  # whose browser shows the wall on the machine's own screen
_LOOPBACK = ("127.0.0.1", "::1")


def is_person(address: str, port: str, own: str = "", net: Path = Path("/proc/net")) -> bool:
    """Whether the other end is this machine's, and root, a person or the companion's own user
    runs it. `own` is where phones find this table: from there comes who found it as they do. Where
    the system tells nothing of the other end, only loopback is this machine's.
    """
    if address not in (*_LOOPBACK, own):
        return False
    owner = _owner(address, port, net)
    if owner is None:
        return address in _LOOPBACK
    return owner in (0, _OWN) or owner >= PEOPLE_FROM


def is_kiosk(address: str, port: str, own: str = "", net: Path = Path("/proc/net")) -> bool:
    """Whether the other end is the wall on this machine's own screen: Linux says so, no secret."""
    user = _number_of(KIOSK)
    at_machine = address in (*_LOOPBACK, own)
    return user is not None and at_machine and _owner(address, port, net) == user


@cache
def _number_of(user: str) -> int | None:
    with suppress(ImportError, KeyError):
        import pwd  # not everywhere

        return pwd.getpwnam(user).pw_uid
    return None


def _owner(address: str, port: str, net: Path) -> int | None:
    at = ipaddress.ip_address(address)
    table = "tcp" if at.version == 4 else "tcp6"
    words = [at.packed[byte : byte + 4] for byte in range(0, len(at.packed), 4)]
    end = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
    end += f":{int(port):04X}"
    try:
        lines = (net / table).read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    found = (fields for line in lines if (fields := line.split())[1] == end)
    return next((int(fields[7]) for fields in found), None)
