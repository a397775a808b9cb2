"""Whether somebody stands at the machine: a connection from it, of a program that a person runs;
and whether it is the wall on the machine's own screen.

A proxy or a tunnel of the system's carries strangers' requests from the machine, too: these run
under names of their own, which Linux tells of every connection.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

_OWN = os.getuid() if hasattr(os, "getuid") else 0
PEOPLE_FROM = 1000  # Debian's: below are the system's own names, but root
KIOSK = "splash-companion-kiosk"  # whose browser shows the wall on the machine's own screen
_ADDRESSES = {
    "127.0.0.1": ("tcp", "0100007F"),
    "::1": ("tcp6", "00000000000000000000000001000000"),
}


def is_person(address: str, port: str, net: Path = Path("/proc/net")) -> bool:
    """Whether the other end is this machine's, and root, a person or the companion's own user
    runs it. Where the system tells nothing of it, the address alone decides.
    """
    if address not in _ADDRESSES:
        return False
    owner = _owner(address, port, net)
    return owner is None or owner in (0, _OWN) or owner >= PEOPLE_FROM


def is_kiosk(address: str, port: str, net: Path = Path("/proc/net")) -> bool:
    """Whether the other end is the wall on this machine's own screen: Linux says so, no secret."""
    user = _number_of(KIOSK)
    return user is not None and address in _ADDRESSES and _owner(address, port, net) == user


@cache
def _number_of(user: str) -> int | None:
    with suppress(ImportError, KeyError):
        import pwd  # not everywhere

        return pwd.getpwnam(user).pw_uid
    return None


def _owner(address: str, port: str, net: Path) -> int | None:
    table, known_as = _ADDRESSES[address]
    end = f"{known_as}:{int(port):04X}"
    try:
        lines = (net / table).read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    found = (fields for line in lines if (fields := line.split())[1] == end)
    return next((int(fields[7]) for fields in found), None)
