"""A real companion for tests: simulated pins, waitress, SQLite, and phones over real HTTP."""

import http.client
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.runtime import Companion, build
from companion.table import config as configs

PATIENCE_S = 10.0  # a loaded machine is slow, not wrong
LOOK_S = 0.01


def running(state: Path, **web: Any) -> Companion:
    """A companion on a simulated table, on a port of its own."""
    config = configs.simulated()
    settings = {"host": "127.0.0.1", "port": 0, **web}
    return build(
        replace(config, web=replace(config.web, **settings)), state, simulated=True
    )


def until(there: Callable[[], Any], what: str = "it") -> Any:
    """What `there` gives as soon as it is true; fails after a while."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = there()
        if found:
            return found
        time.sleep(LOOK_S)  # waiting for another thread, never for time to pass
    raise AssertionError(f"{what} did not come")


@dataclass
class Phone:
    """One phone: a cookie, and requests as a browser of this table sends them."""

    port: int
    cookie: str = ""
    host: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and body of a GET."""
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Status and JSON of a POST of the page's own."""
        own = {
            "Content-Type": "application/json",
            "Origin": f"http://{self.host or f'127.0.0.1:{self.port}'}",
        }
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, text = self.ask("POST", path, data, {**own, **headers})
        return status, json.loads(text)

    def ask(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, str]:
        """Any request; a cookie that is set is kept."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        sent = {"Host": self.host or f"127.0.0.1:{self.port}"}
        if self.cookie:
            sent["Cookie"] = self.cookie
        try:
            connection.request(method, path, body, {**sent, **headers})
            answer = connection.getresponse()
            text = answer.read().decode()
            for value in answer.msg.get_all("Set-Cookie") or []:
                self.cookie = value.split(";")[0]
            return answer.status, text
        finally:
            connection.close()

    # --- as the pages do ----------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The snapshot for this phone."""
        state: dict[str, Any] = json.loads(self.get("/api/state")[1])
        return state

    def phase(self) -> str:
        """What the game is at."""
        return str(self.state()["view"]["phase"])

    def answer(self, key: str, topic: str = "", tell: str = "", **picks: Any) -> dict[str, Any]:
        """Answer the first open question that has this key (and topic)."""
        for ask in self.state()["asks"]:
            if ask["mine"] and topic in ("", ask["topic"]) and any(c["key"] == key for c in ask["choices"]):
                return self.tell(ask["id"], key, picks, tell)
        raise AssertionError(f"no question has the answer {key}")

    def tell(
        self, ask: str, key: str, picks: dict[str, Any], tell: str = ""
    ) -> dict[str, Any]:
        """Answer a question by id."""
        told = {"tell": tell or secrets.token_hex(16), "ask": ask, "key": key, "picks": picks}
        reply: dict[str, Any] = self.post("/api/answer", told)[1]
        return reply

    def sim(self, what: str, **more: Any) -> None:
        """Let a pretend hand do something."""
        status, reply = self.post("/api/sim", {"do": what, **more})
        assert status == 200, reply

    def grab(self, pad: int, at_us: int) -> None:
        """Take a dolphin: touch it, lift it, and let go."""
        self.sim("touch", pad=pad, at_us=at_us)
        self.sim("lift", pad=pad, at_us=at_us + 40_000)

    def home(self, *pads: int) -> None:
        """Put dolphins back."""
        for pad in pads:
            self.sim("home", pad=pad)


def referee_phone(companion: Companion) -> Phone:
    """A phone that used the referee's link."""
    phone = Phone(companion.address.port)
    status, said = phone.post("/api/redeem", {"t": companion.doors.referee_key()})
    assert (status, said["role"]) == (200, "referee")
    return phone


def seated(companion: Companion, referee: Phone, seat: int) -> Phone:
    """A phone that asked for a seat and was let in by the referee."""
    phone = Phone(companion.address.port)
    status, knock = phone.post("/api/knock", {"seat": seat})
    assert status == 200, knock
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    return phone


def begin(referee: Phone, *people: str, **options: Any) -> None:
    """A new game of SPLASH!."""
    told = {"kind": "dolphin_splash", "people": list(people), "options": options}
    status, reply = referee.post("/api/game", told)
    assert (status, reply["reply"]) == (200, "counts"), reply
