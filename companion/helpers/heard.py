"""The table's end of its own network: the word that is said to the helper, and how it stands.

Gives no right to any network: whoever hears it decides.
"""

import json
import socket
from contextlib import suppress
from pathlib import Path

from companion.frozen import dataclass
from companion.helpers.own_network import Phase

ASK = Path("/run/splash-companion-network.ask")
NOW = Path("/run/splash-companion-network/now.json")
WORD_S = 2.0  # so long may one word take


@dataclass(frozen=True, slots=True)
class Shown:
    """How it stands, for the table: name and key are for a wall at the machine alone."""

    phase: str = "off"
    name: str = ""
    key: str = ""
    ip: str = ""

    @property
    def is_on(self) -> bool:
        """Whether phones can come in."""
        return self.phase == Phase.ON.value

    @property
    def code(self) -> str:
        """What a phone's camera takes for a network."""
        return f"WIFI:T:WPA;S:{self.name};P:{self.key};;" if self.is_on else ""


HIDDEN = Shown()


def shown(now: Path | None = None) -> Shown:
    """How it stands; off where nobody says."""
    with suppress(OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        told = json.loads((now or NOW).read_text(encoding="utf-8"))
        if all(isinstance(said, str) for said in told.values()):
            return Shown(**told) if Phase(told["phase"]) else HIDDEN
    return HIDDEN


def ask(word: str, where: Path | None = None) -> bool:
    """Say the word to the helper; whether it was heard."""
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as to:
        to.settimeout(WORD_S)
        to.connect(str(where or ASK))
        to.sendall(word.encode("ascii"))
        return True
    return False
