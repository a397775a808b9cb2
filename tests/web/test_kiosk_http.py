"""The browser of the machine's own screen is a wall by its user alone: the door, and no more."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.access.secret import renew_key
from companion.referee.hub import STRANGERS_FEEDS_MOST
from companion.runtime import Companion
from companion.web import events, guard
from tests.web.house import Phone, running

TELLS = {"tell": "t" * 16, "ask": "none", "key": "yes", "picks": {}}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """A table of which only one program on its own machine is known: the wall's."""
    monkeypatch.setattr(guard, "is_kiosk", lambda address, *_: address == "127.0.0.1")
    monkeypatch.setattr(guard, "is_person", lambda address, *_: False)
    house = running(tmp_path)
    yield house
    house.close()


@pytest.fixture
def wall(house: Companion) -> Phone:
    return Phone(house.address.port)


def shown(house: Companion, phone: Phone) -> str:
    """Its page, once the table has looked at who looks on."""
    phone.get("/")
    phone.get("/api/fragment?page=wall")
    house.look()
    return phone.get("/")[1]


PICTURES = 'aria-label="The pictures to tap, in order"'


def test_it_shows_the_door_and_no_stranger_does(house: Companion, wall: Phone) -> None:
    assert PICTURES in shown(house, wall)
    stranger = Phone(house.address.port, source="127.0.0.7")
    assert PICTURES not in shown(house, stranger)


def test_it_opens_neither_the_referee_s_page_nor_the_people_s(wall: Phone) -> None:
    for path in ("/referee", "/people", "/new"):
        assert wall.get(path)[0] == 403
    assert wall.post("/api/answer", TELLS)[0] == 403
    assert wall.post("/api/undo", {"tell": "t" * 16, "of": 1})[0] == 403


def test_it_is_a_wall_without_a_cookie_a_row_or_a_link(house: Companion, wall: Phone) -> None:
    _, page = wall.get("/")
    assert not wall.cookie and not house.access.sessions.phones()
    assert house.access.sessions.wall_key() not in page


def test_a_renewed_link_does_not_put_it_out(
    house: Companion, wall: Phone, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(events, "BEATS", 1)  # whether it is still a wall is asked at each beat
    monkeypatch.setattr(events, "BEAT_S", 0.0)
    stream = wall.live("wall")
    renew_key(tmp_path)
    for _ in range(5):
        assert stream.next() is not None
    stream.close()
    assert PICTURES in shown(house, wall)


def test_no_crowd_of_strangers_ends_its_stream(house: Companion, wall: Phone) -> None:
    with ExitStack() as lives:
        live = wall.live()
        lives.callback(live.close)
        assert live.until("beat")
        for n in range(STRANGERS_FEEDS_MOST + 2):
            other = Phone(house.address.port, source=f"127.0.1.{n + 1}").live()
            lives.callback(other.close)
            assert other.status == 200
        assert len(house.referee.hub) == STRANGERS_FEEDS_MOST + 1
        house.referee.hub.send("felt", n=1)
        assert live.until("felt")
