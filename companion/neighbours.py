"""What a family should hear of the network that its table is in: another machine of the same name,
and a Wi-Fi with a page of its own. Asked whenever the machine comes into one.

Changes nothing, and nobody waits for it.
"""

import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.namesake import REMEDY, TWO, is_announced, namesake

SHOWN_S = 600.0  # then it stands under "Is this machine well?" alone, and nobody's game is in it
AGAIN_S = 30.0  # a page of the Wi-Fi's own is noticed by then
NMCLI_S = 10.0
WALLED = (
    "This Wi-Fi has a page of its own where somebody has to agree first, so phones may not find "
    "the table in it. Take a cable, a phone's hotspot, or a Wi-Fi of the table's own: on the "
    "referee's page, The machine."
)


def is_walled() -> bool:
    """Whether NetworkManager has met a page of the Wi-Fi's own; false where it does not look."""
    words = ("nmcli", "networking", "connectivity")
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=NMCLI_S)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.strip() == "portal"


def can_be_asked() -> bool:
    """Whether anything here knows of a network."""
    return is_announced() or shutil.which("nmcli") is not None


@dataclass(slots=True)
class Neighbours:
    """What was found in the network at hand. By one thread, but for the one that asks."""

    can_ask: Callable[[], bool] = can_be_asked
    asks_name: Callable[[str], str] = lambda name: namesake(name) if is_announced() else ""
    asks_walled: Callable[[], bool] = is_walled
    name: str = field(default_factory=lambda: socket.gethostname().split(".")[0])
    _ip: str = ""
    _found: dict[str, str] = field(default_factory=dict)
    _since_s: dict[str, float] = field(default_factory=dict)
    _left: threading.Event = field(default_factory=threading.Event)

    def look(self, ip: str, now_s: float) -> str:
        """What is to be said at this address, each for a while; empty: there is no network."""
        if ip != self._ip:
            self.close()
            self._ip, self._found, self._since_s = ip, {}, {}
            if ip and self.can_ask():
                self._ask()
        said = [sentence for sentence in list(self._found.values()) if sentence]
        self._since_s = {sentence: self._since_s.get(sentence, now_s) for sentence in said}
        return " ".join(one for one in said if now_s - self._since_s[one] < SHOWN_S)

    def close(self) -> None:
        """That network is left: nothing more is asked in it."""
        self._left.set()
        self._left = threading.Event()

    def _ask(self) -> None:
        found, left = self._found, self._left

        def ask() -> None:
            other = self.asks_name(self.name)
            called = {"other": other, "name": self.name}
            found["name"] = f"{TWO} {REMEDY}.".format(**called) if other else ""
            for wait_s in (0.0, AGAIN_S):
                if left.wait(wait_s):
                    return
                found["page"] = WALLED if self.asks_walled() else ""

        threading.Thread(target=ask, name="neighbours", daemon=True).start()
