"""The live stream of a page: the current picture first, then what changes, and a steady beat."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.referee.hub import EVENTS_MOST, Event, Feed
from companion.runtime import Companion
from companion.web import events
from companion.web.events import BEAT_S, BEATS
from companion.web.render import Drawn
from tests.web.house import Live, Phone, app_of, begin, running, until


@pytest.fixture
def listen() -> Iterator[Callable[..., Live]]:
    """Opens streams that are closed at the end."""
    with ExitStack() as open_:

        def listen(phone: Phone, page: str = "wall", **headers: str) -> Live:
            live = phone.live(page, **headers)
            open_.callback(live.close)
            return live

        yield listen


Listen = Callable[..., Live]


@pytest.fixture
def no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its first beat a stream has none for an hour: what waits for one does not come."""
    monkeypatch.setattr(events, "BEAT_S", 3600.0)


def test_a_change_comes_at_once_with_its_number(
    no_beat: None, referee: Phone, stranger: Phone, listen: Listen
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    live = listen(stranger)
    before = live.until("beat")
    referee.answer("start", "deal")
    changed = live.until("state")
    assert int(changed.id) == changed.data["seq"] > 0
    after = listen(stranger).until("beat")
    assert after.data["seq"] > before.data["seq"]
    assert after.data["table_us"] > before.data["table_us"]


def test_a_page_that_comes_back_gets_nothing_twice(
    referee: Phone, stranger: Phone, listen: Listen
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    shown = listen(stranger).until("state")
    back = listen(stranger, **{"Last-Event-ID": shown.id})
    heard = []
    while [event.name for event in heard].count("beat") < 2:  # a hand may move meanwhile
        event = back.next()
        assert event is not None
        heard.append(event)
    assert shown.id not in {event.id for event in heard}


def test_a_page_that_comes_back_gets_what_it_missed(
    referee: Phone, stranger: Phone, listen: Listen
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    shown = listen(stranger).until("state")
    referee.answer("start", "deal")
    first = listen(stranger, **{"Last-Event-ID": shown.id}).until("state")
    assert int(first.id) > int(shown.id)


def test_a_number_that_is_none_of_ours_is_shown_the_picture(
    house: Companion, stranger: Phone, listen: Listen
) -> None:
    for seen in ("9007199254740991", "9" * 18, "9" * 5000, "-1", "x", "1.5", "\u00b2", ""):
        live = listen(stranger, **{"Last-Event-ID": seen})
        assert live.until("state").data["seq"] == house.referee.picture.version, seen
        live.close()
    until(lambda: len(house.referee.hub) == 0, "the end of the streams")


def test_a_stream_that_is_never_begun_keeps_no_place(house: Companion, stranger: Phone) -> None:
    until(lambda: len(house.referee.hub) == 0, "the end of other streams")
    for _ in range(3):
        assert stranger.ask("HEAD", "/api/events", None, {})[0] == 200
    until(lambda: len(house.referee.hub) == 0, "the end of the streams")


class Asleep(Feed):
    """A feed without news, where whoever waits makes its clock go."""

    def __init__(self) -> None:
        super().__init__(0)
        self.now_s = 1000.0

    def take(self, seen: int, wait_s: float) -> tuple[list[Event], bool]:
        self.now_s += wait_s
        return [], False


def test_it_beats_every_second(house: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Asleep()
    monkeypatch.setattr(events, "time", Mock(monotonic=lambda: feed.now_s))
    told = events.stream(events.LivePage(house.referee, Mock(), Mock(), 0, lambda: True), feed)
    beats_s = [feed.now_s for text in islice(told, 4) if text.startswith("event: beat")]
    assert beats_s == [1000.0, 1000.0 + BEAT_S, 1000.0 + 2 * BEAT_S]


def test_a_touch_is_told_while_a_picture_is_drawn(house: Companion) -> None:
    drawing, renderer, feed = Future[Drawn](), Mock(), Feed(0)
    renderer.fragment_beside.return_value = drawing
    told = events.stream(events.LivePage(house.referee, renderer, Mock(), 0, lambda: True), feed)
    assert next(told).startswith("retry")
    feed.announce(1)
    for n in range(3):
        feed.put(Event("felt", {"n": n}))
        assert next(told) == f'event: felt\ndata: {{"n":{n}}}\n\n'
    drawing.set_result(Mock(json="{}", version=1))
    assert next(told) == "id: 1\nevent: state\ndata: {}\n\n"
    assert next(told).startswith("event: beat")
    assert renderer.fragment_beside.call_count == 1 and not renderer.fragment.called


def test_a_picture_that_cannot_be_drawn_ends_the_stream(house: Companion) -> None:
    drawing, renderer, feed = Future[Drawn](), Mock(), Feed(0)
    renderer.fragment_beside.return_value = drawing
    told = events.stream(events.LivePage(house.referee, renderer, Mock(), 0, lambda: True), feed)
    feed.announce(1)
    drawing.set_exception(KeyError("dolphin"))
    with pytest.raises(KeyError):
        list(islice(told, 2))


def test_who_looks_on_is_looked_up_now_and_then_alone(
    house: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed, still = Asleep(), Mock(return_value=True)
    monkeypatch.setattr(events, "time", Mock(monotonic=lambda: feed.now_s))
    told = events.stream(events.LivePage(house.referee, Mock(), Mock(), 0, still), feed)
    assert len(list(islice(told, 1 + BEATS))) == 1 + BEATS and still.call_count == 1
    next(told)
    assert still.call_count == 2
    still.return_value = False
    assert len(list(told)) == BEATS - 1


def test_a_touch_is_felt_and_hushes_the_caller(
    house: Companion, referee: Phone, stranger: Phone, listen: Listen
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    referee.home(0, 1, 2, 3, 4)
    live = listen(stranger)
    live.until("beat")
    referee.answer("start", "deal")
    until(lambda: house.caller.running, "the caller")
    referee.sim("touch", pad=0)
    seen: dict[str, dict[str, Any]] = {}
    while not {"hush", "felt"} <= seen.keys():
        event = live.next()
        assert event is not None
        seen[event.name] = event.data
    assert seen["felt"]["pad"] == 0
    assert seen["felt"]["kind"] == "touch"
    assert seen["hush"]["at_us"] > 0
    referee.home(0)


def test_a_phone_that_is_let_in_hears_of_it_at_once(
    referee: Phone, stranger: Phone, listen: Listen
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    knock = stranger.post("/api/knock", {"seat": 1})[1]["knock"]
    live = listen(stranger, "join")
    live.until("beat")
    referee.post("/api/let_in", {"knock": knock, "yes": True})
    assert live.until("let_in").data == {}
    assert '"seat":1' in stranger.get("/api/whoami")[1]


def test_a_page_that_reads_slowly_gets_the_newest_picture_alone(house: Companion) -> None:
    answer = app_of(house).test_client().get("/api/events")
    chunks = iter(answer.response)
    while b"event: beat" not in (chunk := next(chunks)):
        pass
    for _ in range(10):
        house.referee.pause(True)
        house.referee.pause(False)
    while not (chunk := next(chunks)).startswith(b"id:"):
        pass
    assert chunk.startswith(f"id: {house.referee.picture.version}\n".encode())
    assert not next(chunks).startswith(b"id:")
    answer.close()


def test_no_picture_comes_twice(house: Companion) -> None:
    answer = app_of(house).test_client().get("/api/events")
    chunks: list[bytes] = []
    for chunk in answer.response:
        chunks.append(chunk)
        if b"event: beat" in chunk:
            house.referee.hub.send("sign", name="cheer", at_us=1)
            house.referee.hub.send("sign", name="cheer", at_us=2)
        if b'"at_us":2}' in chunk and b"event: sign" in chunk:
            break
    chunks.append(next(iter(answer.response)))
    answer.close()
    shown = [int(chunk.split(b"\n")[0][4:]) for chunk in chunks if chunk.startswith(b"id:")]
    assert shown == sorted(set(shown))


def test_a_touch_goes_out_before_anything_is_looked_up(no_beat: None) -> None:
    referee, renderer, still = Mock(), Mock(), Mock(return_value=True)
    referee.picture.seq = referee.clock.now_us.return_value = 1
    renderer.fragment.return_value = Mock(json="{}", version=2)
    feed = Feed(0)
    lines = events.stream(events.LivePage(referee, renderer, Mock(), 1, still), feed)
    assert "event: beat" in list(islice(lines, 2))[1]
    assert still.call_count == 1
    feed.put(Event("felt", {"pad": 0}))
    feed.put(Event("felt", {"pad": 1}))
    assert next(lines).count("event: felt") == 2  # in one write
    assert still.call_count == 1
    still.return_value = False
    feed.announce(2)
    assert list(lines) == []  # who was put out meanwhile sees no picture
    assert not renderer.fragment.called


def test_a_feed_that_nobody_reads_holds_a_bounded_lot() -> None:
    feed = Feed(0)
    for n in range(3 * EVENTS_MOST):
        feed.put(Event("felt", {"n": n}))
        feed.announce(n)
    events, newer = feed.take(0, 0)
    assert [event.data["n"] for event in events] == list(range(2 * EVENTS_MOST, 3 * EVENTS_MOST))
    assert newer
    assert feed.take(3 * EVENTS_MOST - 1, 0) == ([], False)


def test_the_house_closes_and_all_streams_end(
    no_beat: None, tmp_path: Path, listen: Listen
) -> None:
    house = running(tmp_path)
    lives = [listen(Phone(house.address.port)) for _ in range(5)]
    for live in lives:
        live.until("beat")
    house.referee.stop()
    for live in lives:
        while live.next() is not None:
            pass
    assert Phone(house.address.port).get("/api/events")[0] == 503  # no new one begins
    house.close()
