"""Who may keep how many connections: a phone that is in its own, strangers some of each network.

Nobody is refused for others' connections: the longest idle one of whoever has most gives way.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

CONNECTIONS_MOST = 2000  # idle browsers keep theirs open
SPARE = 128  # descriptors for everything else: journal, board, pins, packages
OF_PEOPLE = 256  # connections that no stranger can take
OF_PHONE_MOST = 24  # a browser opens six, and a page that is left keeps its own for a while
OF_NETWORK_MOST = 64


def connections_most() -> int:
    """How many connections this process may have. Asks the system for more where it may."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # not everywhere

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS_MOST + SPARE
        if soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return min(CONNECTIONS_MOST, soft - SPARE)
    return CONNECTIONS_MOST


class Crowd:
    """The connections of one server. A connection is idle while it has no `requests`.

    All methods may be called from any thread.
    """

    def __init__(self, most: int = CONNECTIONS_MOST) -> None:
        self.most = most
        self._strangers_most = max(most // 2, most - OF_PEOPLE)
        self._lock = threading.Lock()
        self._strangers: dict[str, OrderedDict[Any, None]] = {}
        self._people: dict[str, OrderedDict[Any, None]] = {}
        self._of: dict[Any, tuple[dict[str, OrderedDict[Any, None]], str]] = {}

    def come(self, channel: Any, network: str) -> Any:
        """A connection from this network: which one has to be closed for it, or None."""
        with self._lock:
            self._put(channel, self._strangers, network)
            of_network = self._strangers[network]
            if len(of_network) > OF_NETWORK_MOST:
                return self._idlest(of_network, channel)
            networks = self._strangers.values()
            if sum(map(len, networks)) > self._strangers_most:
                busiest: OrderedDict[Any, None] = max(networks, key=len)
                return self._idlest(busiest, channel)
        return None

    def know(self, channel: Any, phone: str) -> Any:
        """It is the connection of a phone that is in: which one has to be closed, or None."""
        with self._lock:
            if self._of.get(channel) == (self._people, phone) or channel not in self._of:
                return None
            self._take(channel)
            self._put(channel, self._people, phone)
            own = self._people[phone]
            return self._idlest(own, channel) if len(own) > OF_PHONE_MOST else None

    def go(self, channel: Any) -> None:
        """It is closed."""
        with self._lock:
            if channel in self._of:
                self._take(channel)

    def _put(self, channel: Any, among: dict[str, OrderedDict[Any, None]], whose: str) -> None:
        among.setdefault(whose, OrderedDict())[channel] = None
        self._of[channel] = (among, whose)

    def _take(self, channel: Any) -> None:
        among, whose = self._of.pop(channel)
        del among[whose][channel]
        if not among[whose]:
            del among[whose]

    def _idlest(self, channels: Iterable[Any], otherwise: Any) -> Any:
        """The one to be closed, which counts no more."""
        found = next((channel for channel in channels if not channel.requests), otherwise)
        self._take(found)
        return found
