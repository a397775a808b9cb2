"""A table with every sort of phone at it, in one thread: whatever is asked is answered at once.

Its referee, journal, access and pages are the real ones; its time is told.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import Mock

from flask.testing import FlaskClient

from companion.access import Access
from companion.access.evening import Evening
from companion.hands.keeper import Keeper
from companion.hands.store import Store
from companion.referee.wiring import parts_of
from companion.referee.wiring_checks import WiringChecks
from companion.table import config as configs
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.machine import Machine
from tests.referee.hall import Caller
from tests.robots.hearsay import PEOPLE, Room

LAN: Final = "192.168.1.20"
PORT: Final = 8080
BASE: Final = f"http://{LAN}:{PORT}"
STEP_S: Final = 2.0  # between any two things that phones tell
JSON: Final = "application/json"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    kind: str
    path: str  # where it led, in the end

    @property
    def reply(self) -> dict[str, Any]:
        """It as JSON."""
        told: dict[str, Any] = json.loads(self.text) if self.kind == JSON else {}
        return told


@dataclass
class Phone:
    """A browser at the table."""

    name: str
    client: FlaskClient
    address: str
    nonces: Iterator[int]  # shared by all at a table: no word is said twice
    home: str = "/join"

    def get(self, path: str) -> Answer:
        """A page, or what a script fetches; a page that leads on is followed."""
        return self._ask("GET", path)

    def post(self, path: str, told: dict[str, Any]) -> Answer:
        """What a page's script tells."""
        return self._ask("POST", path, json=told, headers={"Origin": BASE})

    def role(self) -> str:
        """Who this phone is."""
        return str(self.get("/api/whoami").reply["role"])

    def state(self) -> dict[str, Any]:
        """The snapshot for this phone."""
        return self.get("/api/state").reply

    def nonce(self) -> str:
        """A word that this phone never said before."""
        return f"tap-{next(self.nonces)}"

    def _ask(self, method: str, path: str, **more: Any) -> Answer:
        where = {"REMOTE_ADDR": self.address}
        answer = self.client.open(
            path, method=method, base_url=BASE, environ_overrides=where,
            follow_redirects=method == "GET", **more,
        )  # fmt: skip
        with answer:
            text = answer.get_data().decode(errors="replace")
            return Answer(
                answer.status_code, text, answer.mimetype, answer.request.full_path.rstrip("?")
            )


class Zoo(Room):
    """A table: on a tablet, with pretended dolphins, or with real ones."""

    def __init__(self, folder: Path, sort: str = "", people: Sequence[str] = PEOPLE) -> None:
        super().__init__(folder, people)
        self.seconds = 1000.0
        self.referee.use_caller(Caller())
        self.phones: dict[str, Phone] = {}
        self.made = 0
        self._nonces = count()
        access = Access(self.journal, folder, self._now_s, self._wall_ms)
        self.access = access
        self.evening = Evening(self.referee, access, None, True, self._now_s, self._wall_ms)
        self.evening.open()
        wiring = WiringChecks(self.referee, parts_of(configs.simulated()), by_itself=False)
        wiring.open()
        self.app = create_app(
            AppParts(
                referee=self.referee,
                access=access,
                address=Address(PORT, "splash", find_ip=lambda: LAN),
                evening=self.evening,
                hands=Mock(drags=True) if sort == "sim" else None,
                tablet=Mock() if sort == "tablet" else None,
                keeper=Keeper(self.referee, Store(folder), now_s=self._now_s),
                machine=Machine(wiring, lambda: ()),
            )
        )
        self.sort = sort

    def _now_s(self) -> float:
        return self.seconds

    def _wall_ms(self) -> int:
        return 1_700_000_000_000 + round(1000 * self.seconds)

    def close(self) -> None:
        """Leave the room."""
        self.referee.past.close()
        super().close()

    def pass_time(self) -> None:
        """Some seconds: nobody is too fast, and what was felt is settled."""
        self.seconds += STEP_S
        self.ns += round(STEP_S * 1e9)
        self.referee.step()
        self.evening.look()

    def stranger(self, name: str) -> Phone:
        """A browser somewhere on the Wi-Fi."""
        self.made += 1
        address = f"192.168.{2 + self.made // 200}.{1 + self.made % 200}"
        phone = Phone(name, self.app.test_client(), address, self._nonces)
        self.phones[name] = phone
        return phone

    def referee_phone(self, name: str = "referee") -> Phone:
        """A phone that leads."""
        phone = self.stranger(name)
        answer = phone.post("/api/redeem", {"t": self.access.sessions.referee_key()})
        assert answer.status == 200, answer
        phone.home = "/referee"
        return phone

    def let_in(self, name: str, home: str, **asked: Any) -> Phone:
        """A phone that knocked, and was let in by one that leads."""
        phone = self.stranger(name)
        self._knocked(phone, **asked)
        phone.home = home
        return phone

    def _knocked(self, phone: Phone, **asked: Any) -> None:
        knock = phone.post("/api/knock", asked)
        assert knock.status == 200, knock
        let = self.phones["referee"].post(
            "/api/let_in", {"knock": knock.reply["knock"], "yes": True}
        )
        assert let.status == 200, let
        phone.get("/api/knock")

    def everybody(self, seats: int) -> None:
        """One phone of each sort, while a game of so many is on or none."""
        self.referee_phone()
        if seats:
            sits = self.referee_phone("referee who sits")
            sits.post("/api/me", {"name": self.people[0], "known": True})
            for seat in range(1, min(3, seats)):
                self.let_in(f"seat {seat}", "/seat", seat=seat)
        else:
            sits = self.referee_phone("referee who plays")
            sits.post("/api/me", {"name": self.people[0]})
            self.let_in("in", "/me", role="seat")
        spectator = self.let_in("spectator", "/seat", role="seat")
        spectator.post("/api/me", {"name": "Watcher"})
        self.let_in("wall", "/", role="wall")
        if self.sort == "tablet":
            self.let_in("tablet", "/tabletop", role="table")
        self.stranger("stranger")
        before = {guest.id for guest in self.access.sessions.phones()}
        self.let_in("put out", "/seat", role="seat")
        (new,) = {guest.id for guest in self.access.sessions.phones()} - before
        assert self.phones["referee"].post("/api/put_out", {"phone": new}).status == 200

    def any_phone(self, rng: Random) -> Phone:
        """One of all phones."""
        return rng.choice(list(self.phones.values()))
