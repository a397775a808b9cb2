"""Whether somebody stands at the machine: a connection from it, of a program that a person runs.

A proxy or a tunnel of the system's carries strangers' requests from the machine, too: these run
under names of their own, which Linux tells of every connection.
"""

import os
from pathlib import Path

_OWN = os.getuid() if hasattr(os, "getuid") else 0
PEOPLE_FROM = 1000  # Debian's: below are the system's own names, but root
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


def _owner(address: str, port: str, net: Path) -> int | None:
    table, known_as = _ADDRESSES[address]
    end = f"{known_as}:{int(port):04X}"
    try:
        lines = (net / table).read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    found = (fields for line in lines if (fields := line.split())[1] == end)
    return next((int(fields[7]) for fields in found), None)
