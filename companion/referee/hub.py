"""What the referee publishes: the newest picture, and short-lived events for live screens.

A screen that does not read is never waited for: its events are dropped, the picture is kept.
"""

import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from typing import Any

from companion.frozen import dataclass

FEEDS_MOST = 64  # live screens; the next one is told to poll
STRANGERS_FEEDS_MOST = 32  # of them: the others are for phones that are in
FEEDS_OF_ONE_MOST = 8  # of one phone: a page that was left is noticed late
AT_ONCE_MOST = 8  # strangers' screens of one network that are told at once
TOGETHER_S = 0.1  # each of the others hears together what happens in this time
APART_S = 0.004  # and one after the other: so many threads at once, and a tap waits for all of them
LATER_S = tuple(TOGETHER_S + n * APART_S for n in range(STRANGERS_FEEDS_MOST))
NO_PICTURE = sys.maxsize  # seen by who waits for events alone
EVENTS_MOST = 64  # waiting events a screen; more means that it does not read


@dataclass(frozen=True, slots=True)
class Event:
    """One short-lived event: its name and its data."""

    name: str
    data: dict[str, Any]


class TooManyFeeds(Exception):
    """All live places are taken: the screen should poll."""


def _unrung() -> threading.Lock:
    """A bell for one who waits: a lock is quicker than a condition."""
    bell = threading.Lock()
    bell.acquire()
    return bell


@dataclass(eq=False, slots=True)
class Feed:
    """One live screen's end: wait for news with `take`.

    `_version` is the newest picture that was announced to it. Of a `phone` that is in; else of a
    stranger in that `network`.
    """

    _version: int
    phone: str = ""
    network: str = ""
    gave_way: bool = False  # to another one: this screen need not come back at once
    late_s: float = 0.0  # one of many: what happens in this time is told together
    _bell: threading.Lock = field(default_factory=_unrung)
    _events: deque[Event] = field(default_factory=lambda: deque(maxlen=EVENTS_MOST))
    _stirred: bool = False
    _closed: bool = False

    def put(self, event: Event) -> None:
        """Add an event; the oldest falls where nobody reads."""
        self._events.append(event)
        self._ring()

    def announce(self, version: int) -> None:
        """Say that there is a newer picture."""
        self._version = max(self._version, version)
        self._ring()

    def stir(self) -> None:
        """End its wait: there is something to be done that is no news."""
        self._stirred = True
        self._ring()

    def take(self, seen: int, timeout_s: float) -> tuple[list[Event], bool]:
        """Wait for news: the events, and whether there is a picture newer than `seen`."""
        until = time.monotonic() + timeout_s
        while not (self._events or self._version > seen or self._stirred or self._closed):
            if not self._bell.acquire(timeout=max(0.0, until - time.monotonic())):
                break
            if self.late_s and not self._closed:
                time.sleep(self.late_s)
        self._stirred = False
        # Nobody else takes any: so many are there.
        events = [self._events.popleft() for _ in range(len(self._events))]
        return events, self._version > seen

    @property
    def closed(self) -> bool:
        """Whether the house closes: the stream should end."""
        return self._closed

    def close(self) -> None:
        """End the stream."""
        self._closed = True
        self._ring()

    def _ring(self) -> None:
        with suppress(RuntimeError):  # somebody else has just rung
            self._bell.release()


class Hub:
    """All live screens."""

    def __init__(self, feeds_most: int = FEEDS_MOST) -> None:
        self._most = feeds_most
        self._lock = threading.Lock()
        self._feeds: tuple[Feed, ...] = ()
        self._own: tuple[Feed, ...] = ()
        self._version = 0
        self._closed = False
        self._also: Callable[[], None] | None = None

    def __len__(self) -> int:
        return len(self._feeds)

    @property
    def version(self) -> int:
        """The newest picture's that was announced."""
        return self._version

    def subscribe(self, phone: str = "", network: str = "") -> Feed:
        """A new live screen. Where there is no place left one gives way: the phone's own oldest,
        else the longest silent stranger's, of whichever network has most.

        Raises TooManyFeeds.
        """
        feed = Feed(self._version, phone, network)  # its bell is rung under no other lock
        with self._lock:
            if self._closed:
                raise TooManyFeeds
            feed.announce(self._version)
            self._make_room(feed)
            feed.late_s = self._late_s(feed)
            self._feeds = (*self._feeds, feed)
        return feed

    def listen(self) -> Feed:
        """For a part of the table itself: no screen, so it counts as none and never gives way."""
        feed = Feed(self._version)
        with self._lock:
            feed.announce(self._version)
            self._own = (*self._own, feed)
            if self._closed:
                feed.close()
        return feed

    def also_tell(self, stir: Callable[[], None]) -> None:
        """Call this, too, at each newer picture; it must not wait for anything."""
        self._also = stir

    def _make_room(self, feed: Feed) -> None:
        own = [other for other in self._feeds if feed.phone and other.phone == feed.phone]
        strangers = [other for other in self._feeds if not other.phone]
        strangers_most = min(STRANGERS_FEEDS_MOST, self._most // 2)
        if len(own) >= FEEDS_OF_ONE_MOST:
            self._end(own[0])
        elif not feed.phone and len(strangers) >= strangers_most:
            self._end(_of_the_busiest(strangers, feed))
        elif len(self._feeds) >= self._most:
            if not strangers and not own:
                raise TooManyFeeds
            self._end(_of_the_busiest(strangers, feed) if strangers else own[0])

    def _late_s(self, feed: Feed) -> float:
        """How much later it is told, where its network has its share of screens that are told at
        once: each costs the table a moment of every touch."""
        strangers = [other for other in self._feeds if not other.phone]
        alike = [o for o in strangers if o.network == feed.network and not o.late_s]
        if feed.phone or len(alike) < AT_ONCE_MOST:
            return 0.0
        taken = {other.late_s for other in strangers}
        return next(late_s for late_s in LATER_S if late_s not in taken)

    def _end(self, feed: Feed) -> None:
        self._feeds = tuple(other for other in self._feeds if other is not feed)
        feed.gave_way = True
        feed.close()

    def unsubscribe(self, feed: Feed) -> None:
        """A screen went away."""
        with self._lock:
            self._feeds = tuple(other for other in self._feeds if other is not feed)

    def send(self, name: str, /, **data: Any) -> None:
        """Tell every live screen at once."""
        event = Event(name, data)
        for feed in (*self._own, *self._feeds):
            feed.put(event)

    def announce(self, version: int) -> None:
        """Say that there is a newer picture."""
        with self._lock:  # a screen that comes just now must not miss it
            self._version = version
            feeds = (*self._own, *self._feeds)
        for feed in feeds:
            feed.announce(version)
        if self._also is not None:
            self._also()

    def close(self) -> None:
        """End every stream, for a clean stop."""
        with self._lock:
            self._closed = True
        for feed in (*self._own, *self._feeds):
            feed.close()


def _of_the_busiest(strangers: list[Feed], newcomer: Feed) -> Feed:
    """The longest silent screen of the network with most of them, the newcomer's counted."""
    counts = Counter(feed.network for feed in (*strangers, newcomer) if not feed.phone)
    return max(strangers, key=lambda feed: counts[feed.network])
