"""The one stream of a live page: pictures, short-lived events, and a beat every second.

A page that does not read is never waited for by anybody but its own thread.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future

from companion.referee import Referee
from companion.referee.hub import NO_PICTURE, Event, Feed
from companion.web.render import Drawn, Renderer, dumps
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
        self._drawing: Future[Drawn] | None = None

    def wait_s(self, now_s: float) -> float:
        """How long nothing is to be told if nothing happens."""
        return max(0.0, self._next_beat_s - now_s)

    def is_drawn(self, then: Callable[[], None]) -> bool:
        """Whether the newer picture can be told; else it is drawn by another thread, and then
        `then` is called."""
        if self._drawing is None:
            self._drawing = self._renderer.fragment_beside(self._viewer)
            self._drawing.add_done_callback(lambda _: then())
        return self._drawing.done()

    def told(self, events: Sequence[Event], newer: bool, now_s: float) -> Iterator[str]:
        """What the page is told of this."""
        yield from _at_once(events)
        is_due = now_s >= self._next_beat_s
        if (newer or (is_due and not self._beats % BEATS)) and not self._still():
            self.is_over = True
            return
        if newer:
            drawn = self._drawn()
            self.seen = drawn.version
            yield _event("state", drawn.json, self.seen)
        if is_due:
            self._next_beat_s, self._beats = now_s + BEAT_S, self._beats + 1
            seq, now_us = self._referee.picture.seq, self._referee.clock.now_us()
            yield f'event: beat\ndata: {{"seq":{seq},"table_us":{now_us}}}\n\n'

    def _drawn(self) -> Drawn:
        drawing, self._drawing = self._drawing, None
        return drawing.result() if drawing else self._renderer.fragment(self._viewer)


def stream(page: LivePage, feed: Feed) -> Iterator[str]:
    """Server-sent events until the page goes, the house closes, or the viewer is put out."""
    yield "retry: 1000\n\n"
    while not (feed.closed or page.is_over):
        events, newer = feed.take(page.seen, page.wait_s(time.monotonic()))
        while newer and not (page.is_drawn(feed.stir) or feed.closed):
            yield from _at_once(events)
            events, _ = feed.take(NO_PICTURE, BEAT_S)
        yield from page.told(events, newer, time.monotonic())
    if feed.gave_way and not page.is_over:
        yield f"retry: {AWAY_MS}\n\n"


def _at_once(events: Sequence[Event]) -> Iterator[str]:
    """Everybody's, and first: nothing is looked up or drawn before a touch is shown."""
    if events:
        yield "".join(_event(event.name, dumps(event.data)) for event in events)


def _event(name: str, data: str, id_: int | None = None) -> str:
    head = f"id: {id_}\n" if id_ is not None else ""
    return f"{head}event: {name}\ndata: {data}\n\n"
