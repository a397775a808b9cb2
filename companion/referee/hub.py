"""What the referee publishes: the newest picture, and short-lived events for live screens.

A screen that does not read is never waited for: its events are dropped, the picture is kept.
"""

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

FEEDS_MOST = 64  # live screens; the next one is told to poll
EVENTS_MOST = 64  # waiting events a screen; more means that it does not read


@dataclass(frozen=True, slots=True)
class Event:
    """One short-lived event: its name and its data."""

    name: str
    data: dict[str, Any]


class TooManyFeeds(Exception):
    """All live places are taken: the screen should poll."""


@dataclass(eq=False, slots=True)
class Feed:
    """One live screen's end: wait for news with `take`."""

    _news: threading.Condition = field(default_factory=threading.Condition)
    _events: deque[Event] = field(default_factory=lambda: deque(maxlen=EVENTS_MOST))
    _version: int = -1
    _closed: bool = False

    def put(self, event: Event) -> None:
        """Add an event; the oldest falls where nobody reads."""
        with self._news:
            self._events.append(event)
            self._news.notify()

    def announce(self, version: int) -> None:
        """Say that there is a newer picture."""
        with self._news:
            self._version = max(self._version, version)
            self._news.notify()

    def take(self, seen: int, timeout_s: float) -> tuple[list[Event], bool]:
        """Wait for news: the events, and whether there is a picture newer than `seen`."""
        until = time.monotonic() + timeout_s
        with self._news:
            while not self._events and self._version <= seen and not self._closed:
                left = until - time.monotonic()
                if left <= 0 or not self._news.wait(left):
                    break
            events = list(self._events)
            self._events.clear()
            return events, self._version > seen

    @property
    def closed(self) -> bool:
        """Whether the house closes: the stream should end."""
        return self._closed

    def close(self) -> None:
        """End the stream."""
        with self._news:
            self._closed = True
            self._news.notify()


class Hub:
    """All live screens."""

    def __init__(self, feeds_most: int = FEEDS_MOST) -> None:
        self._most = feeds_most
        self._lock = threading.Lock()
        self._feeds: tuple[Feed, ...] = ()
        self._version = 0
        self._closed = False

    def __len__(self) -> int:
        return len(self._feeds)

    def subscribe(self) -> Feed:
        """A new live screen. Raises TooManyFeeds."""
        with self._lock:
            if len(self._feeds) >= self._most or self._closed:
                raise TooManyFeeds
            feed = Feed()
            feed.announce(self._version)
            self._feeds = (*self._feeds, feed)
        return feed

    def unsubscribe(self, feed: Feed) -> None:
        """A screen went away."""
        with self._lock:
            self._feeds = tuple(other for other in self._feeds if other is not feed)

    def send(self, name: str, /, **data: Any) -> None:
        """Tell every live screen at once."""
        event = Event(name, data)
        for feed in self._feeds:
            feed.put(event)

    def announce(self, version: int) -> None:
        """Say that there is a newer picture."""
        with self._lock:  # a screen that comes just now must not miss it
            self._version = version
            feeds = self._feeds
        for feed in feeds:
            feed.announce(version)

    def close(self) -> None:
        """End every stream, for a clean stop."""
        with self._lock:
            self._closed = True
        for feed in self._feeds:
            feed.close()
