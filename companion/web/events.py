"""The one stream of a live page: pictures, short-lived events, and a beat every second.

A page that does not read is never waited for by anybody but its own thread.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence

from companion.referee import Referee
from companion.referee.hub import Event, Feed
from companion.web.render import Renderer, dumps
from companion.web.snapshot import Viewer

BEAT_S = 1.0  # two missed beats are stale
BEATS = 10  # who is put out hears of it by a picture; that he is still here is noted this often
STREAM_PATH = "/api/events"
AWAY_MS = 15_000  # a screen that gave way to others looks again after this long


class LivePage:
    """What one live page is told, step by step. It waits for nothing; who does is `stream`."""

    def __init__(
        self,
        referee: Referee,
        renderer: Renderer,
        viewer: Viewer,
        seen: int,
        still: Callable[[], bool],
    ) -> None:
        """`seen` is the version that the page shows; `still` says whether the viewer is who he
        was."""
        self._referee, self._renderer, self._viewer, self._still = referee, renderer, viewer, still
        self.seen = seen
        self.is_over = False  # the viewer was put out
        self._next_beat_s, self._beats = -math.inf, 0

    def wait_s(self, now_s: float) -> float:
        """How long nothing is to be told if nothing happens."""
        return max(0.0, self._next_beat_s - now_s)

    def told(self, events: Sequence[Event], newer: bool, now_s: float) -> Iterator[str]:
        """What the page is told of this."""
        if events:  # everybody's, and first: nothing is looked up before a touch is shown
            yield "".join(_event(event.name, dumps(event.data)) for event in events)
        is_due = now_s >= self._next_beat_s
        if (newer or (is_due and not self._beats % BEATS)) and not self._still():
            self.is_over = True
            return
        if newer:
            drawn = self._renderer.fragment(self._viewer)
            self.seen = drawn.version
            yield _event("state", drawn.json, self.seen)
        if is_due:
            self._next_beat_s, self._beats = now_s + BEAT_S, self._beats + 1
            seq, now_us = self._referee.picture.seq, self._referee.clock.now_us()
            yield f'event: beat\ndata: {{"seq":{seq},"table_us":{now_us}}}\n\n'


def stream(page: LivePage, feed: Feed) -> Iterator[str]:
    """Server-sent events until the page goes, the house closes, or the viewer is put out."""
    yield "retry: 1000\n\n"
    while not (feed.closed or page.is_over):
        events, newer = feed.take(page.seen, page.wait_s(time.monotonic()))
        yield from page.told(events, newer, time.monotonic())
    if feed.gave_way and not page.is_over:
        yield f"retry: {AWAY_MS}\n\n"


def _event(name: str, data: str, id_: int | None = None) -> str:
    head = f"id: {id_}\n" if id_ is not None else ""
    return f"{head}event: {name}\ndata: {data}\n\n"
