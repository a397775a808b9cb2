"""The table's own network on the pages: its key on a wall at the machine, and nowhere else."""

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.helpers.captive import url
from companion.own_network import OwnNetwork
from companion.runtime import Companion
from companion.web import guard
from companion.web.machine import NO_NETWORK
from companion.web.render import qr
from tests.web.house import Phone, on_a_tablet, referee_phone, until

KEY = "abcdefghjkmnpqrs"
CODE = qr(f"WIFI:T:WPA;S:Splash-c0ff;P:{KEY};;")
OWN = {"phase": "on", "name": "Splash-c0ff", "key": KEY, "ip": "10.42.0.1"}


@dataclass
class House:
    """A table whose helper is pretended: how it stands, and the word that it hears."""

    companion: Companion
    stands: Path
    ears: socket.socket

    def is_now(self, **told: str) -> None:
        self.stands.write_text(json.dumps(told), encoding="utf-8")
        self.companion.look()
        until(
            lambda: self.companion.referee.picture.own_network == told.get("phase", "off"),
            "the picture",
        )

    def heard(self) -> str:
        one, _ = self.ears.accept()
        with one:
            return one.recv(8).decode()

    def phone(self, source: str = "127.0.0.1") -> Phone:
        return Phone(self.companion.address.port, source=source)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(guard, "is_kiosk", lambda address, *_: address == "127.0.0.1")
    monkeypatch.setattr(guard, "is_person", lambda address, *_: address == "127.0.0.2")
    ask = tmp_path / "ask"
    monkeypatch.setattr("companion.helpers.heard.ASK", ask)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as ears:
        ears.bind(str(ask))
        ears.listen()
        ears.settimeout(30)
        companion = on_a_tablet(tmp_path / "state")
        companion.network = OwnNetwork(tmp_path / "now.json", ask)
        yield House(companion, tmp_path / "now.json", ears)
        companion.close()


def test_two_codes_stand_side_by_side_on_the_machine_s_own_wall(house: House) -> None:
    house.is_now(**OWN)
    for at_the_machine in ("127.0.0.1", "127.0.0.2"):
        _, page = house.phone(at_the_machine).get("/")
        assert CODE in page and "1. The network" in page and "2. The table" in page
    assert house.companion.address.url == url(house.companion.address.port)
    house.is_now(phase="off")
    assert CODE not in house.phone().get("/")[1]


def test_nobody_else_gets_the_key_in_any_byte(house: House) -> None:
    house.is_now(**OWN)
    key = house.companion.access.sessions.wall_key()
    wall = house.phone("127.0.0.8")
    assert wall.post("/api/redeem", {"t": key})[0] == 200
    referee = referee_phone(house.companion)
    for phone in (wall, referee, house.phone("127.0.0.9")):
        for path in ("/", "/join", "/api/state", "/api/state?page=wall", "/api/fragment?page=wall"):
            status, said = phone.get(path)
            text = said if isinstance(said, str) else json.dumps(said)
            assert status == 200 and CODE not in text and KEY not in text, path
    machine = house.phone()
    for path in ("/join", "/api/state?page=join", "/rules/split", "/history"):
        assert CODE not in str(machine.get(path)[1]), "on the wall alone"
    assert KEY not in repr(house.companion.referee.picture)


def test_the_referee_asks_for_it_and_for_its_end(house: House) -> None:
    referee = referee_phone(house.companion)
    house.is_now(phase="off")
    assert 'data-network="on"' in referee.get("/referee")[1]
    assert referee.post("/api/network", {"act": "on"})[0] == 200 and house.heard() == "on"
    house.is_now(phase="coming")
    assert "Wi-Fi is coming" in referee.get("/referee")[1]
    house.is_now(**OWN)
    assert 'data-network="off"' in referee.get("/referee")[1]
    assert referee.post("/api/network", {"act": "off"})[0] == 200 and house.heard() == "off"
    assert referee.post("/api/network", {"act": "off; reboot"})[0] == 400
    assert house.phone().post("/api/network", {"act": "on"})[0] == 403, "the wall asks for nothing"


def test_where_no_helper_hears_it_there_is_no_button_and_a_sentence(house: House) -> None:
    referee = referee_phone(house.companion)
    house.ears.close()
    house.companion.network.hears.unlink()
    house.companion.look()
    assert "data-network" not in referee.get("/referee")[1]
    status, said = referee.post("/api/network", {"act": "on"})
    assert (status, said["say"]) == (404, NO_NETWORK)


def test_start_held_ends_it_once(house: House) -> None:
    house.is_now(**OWN)
    house.companion.evening._link_until_s = float("inf")  # as START does, held
    until(lambda: (house.companion.look(), house.companion.referee.picture.access.held)[1], "held")
    house.companion.look()
    house.companion.look()
    assert house.heard() == "off"
    house.ears.setblocking(False)
    with pytest.raises(BlockingIOError):
        house.heard()
