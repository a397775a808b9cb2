"""The one stream of a live page: pictures, short-lived events, and a beat every second.

A page that does not read is never waited for by anybody but its own thread.
"""

import time
from collections.abc import Callable, Iterator

from companion.referee import Referee
from companion.referee.hub import Feed
from companion.web.render import Renderer, dumps
from companion.web.snapshot import Viewer

BEAT_S = 1.0  # two missed beats are stale
BEATS = 10  # who is put out hears of it by a picture; that he is still here is noted this often
STREAM_PATH = "/api/events"
AWAY_MS = 15_000  # a screen that gave way to others looks again after this long


def stream(
    referee: Referee,
    renderer: Renderer,
    viewer: Viewer,
    feed: Feed,
    seen: int,
    still: Callable[[], bool],
) -> Iterator[str]:
    """Server-sent events until the page goes, the house closes, or the viewer is put out.

    `seen` is the version that the page shows; `still` says whether the viewer is who he was.
    """
    next_beat_s, beats = time.monotonic(), 0
    yield "retry: 1000\n\n"
    while not feed.closed:
        wait_s = max(0.0, next_beat_s - time.monotonic())
        events, newer = feed.take(seen, wait_s)
        if events:  # everybody's, and first: nothing is looked up before a touch is shown
            yield "".join(_event(event.name, dumps(event.data)) for event in events)
        is_due = time.monotonic() >= next_beat_s
        if (newer or (is_due and not beats % BEATS)) and not still():
            return
        if newer:
            drawn = renderer.fragment(viewer)
            seen = drawn.version
            yield _event("state", drawn.json, seen)
        if is_due:
            next_beat_s, beats = time.monotonic() + BEAT_S, beats + 1
            seq, now_us = referee.picture.seq, referee.clock.now_us()
            yield f'event: beat\ndata: {{"seq":{seq},"table_us":{now_us}}}\n\n'
    if feed.gave_way:
        yield f"retry: {AWAY_MS}\n\n"


def _event(name: str, data: str, id_: int | None = None) -> str:
    head = f"id: {id_}\n" if id_ is not None else ""
    return f"{head}event: {name}\ndata: {data}\n\n"
