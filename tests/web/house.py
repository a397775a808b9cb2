"""A real companion for tests: simulated pins, waitress, SQLite, and phones over real HTTP."""

import http.client
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from email.message import Message
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from flask import Flask

from companion.access import Access, Session
from companion.assembly import build
from companion.journal import Journal
from companion.referee.buttons import FALLING_HAND_US
from companion.runtime import Companion
from companion.table import config as configs
from companion.web import AppParts, create_app
from companion.web.hand import Cards
from companion.words import Seat

PATIENCE_S = 60.0  # a loaded machine is slow, not wrong; nothing takes so long if all is well
LOOK_S, LOOK_MOST_S = 0.01, 0.05  # who has waited for long looks less often: looking is work, too
LOOK_PART = 0.1  # of the time that was waited


def running(state: Path, speed: int = 1, cards: Cards | None = None, **web: Any) -> Companion:
    """A companion on a simulated table, on a port of its own; its time may fly, and robots play."""
    config = configs.simulated()
    settings = {"host": "127.0.0.1", "port": 0, **web}
    config = replace(config, web=replace(config.web, **settings))
    return build(config, state, simulated=True, speed=speed, cards=cards)


def on_a_tablet(state: Path, **web: Any) -> Companion:
    """A companion whose dolphins are drawn on a tablet, on a port of its own."""
    config = configs.tablet()
    settings = {"host": "127.0.0.1", "port": 0, **web}
    return build(replace(config, web=replace(config.web, **settings)), state, simulated=False)


def app_of(companion: Companion) -> Flask:
    """An application like the one that a running companion serves."""
    return create_app(
        AppParts(
            referee=companion.referee,
            access=companion.access,
            address=companion.address,
            hands=Mock(),
            evening=companion.evening,
        )
    )


def patient(companion: Companion) -> None:
    """Nobody is too fast at this table: a second passes between any two looks at access's clock."""
    ticks = count(1_000_000_000)
    companion.access.now_s = lambda: float(next(ticks))


class Known(Access):
    """Access that knows a phone by the plain word in its cookie."""

    def __init__(self, journal: Journal, state: Path, wall_ms: Callable[[], int]) -> None:
        super().__init__(journal, state, wall_ms=wall_ms)
        self.sessions.who = who_says  # type: ignore[method-assign]


def who_says(word: str | None) -> Session:
    """The phone at the first seat, the referee's, the table, or nobody."""
    seat = Seat(0) if word == "seat" else None
    return Session(word or "nobody", seat, "tonight" if word else "", word or "")


def until(there: Callable[[], Any], what: str = "it", patience_s: float = PATIENCE_S) -> Any:
    """What `there` gives as soon as it is true; fails after a while."""
    began = time.monotonic()
    while (waited_s := time.monotonic() - began) < patience_s:
        found = there()
        if found:
            return found
        # Waiting for another thread, never for time to pass.
        time.sleep(min(max(LOOK_S, LOOK_PART * waited_s), LOOK_MOST_S))
    raise AssertionError(f"{what} did not come")


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Phone:
    """One phone: its cookies, and requests as a browser of this table sends them."""

    port: int
    cookie: str = ""  # as the header has them: "name=value; name=value"
    host: str = ""
    source: str = ""  # 127.x.y.z: an address of its own, which is not the machine's
    headers: Message = field(default_factory=Message)  # of the last answer

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and body of a GET."""
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: Any, **headers: str | None) -> tuple[int, Any]:
        """Status and JSON of a POST of the page's own; a header that is None is left out."""
        own = {
            "Content-Type": "application/json",
            "Origin": f"http://{self.host or f'127.0.0.1:{self.port}'}",
        }
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {name: value for name, value in {**own, **headers}.items() if value is not None}
        status, text = self.ask("POST", path, data, sent)
        return status, json.loads(text)

    def ask(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, str]:
        """Any request; a cookie that is set is kept."""
        with closing(self._connection()) as connection:
            connection.request(method, path, body, {**self._sent(), **headers})
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")  # a file may be no text
            self.headers = answer.msg
            for value in answer.msg.get_all("Set-Cookie") or []:
                self._keep(value)
            return answer.status, text

    def cookies(self) -> dict[str, str]:
        """Its cookies by name."""
        pairs = (pair.partition("=") for pair in self.cookie.split("; ") if pair)
        return {name: value for name, _, value in pairs}

    def _keep(self, set_cookie: str) -> None:
        pair, *flags = set_cookie.split("; ")
        name, _, value = pair.partition("=")
        others = {known: kept for known, kept in self.cookies().items() if known != name}
        kept = others if "Max-Age=0" in flags else {**others, name: value}
        self.cookie = "; ".join(f"{name}={value}" for name, value in kept.items())

    def live(self, page: str = "wall", **headers: str) -> "Live":
        """The stream of a live page."""
        connection = self._connection()
        connection.request("GET", f"/api/events?page={page}", None, {**self._sent(), **headers})
        return Live(connection, connection.getresponse())

    def _connection(self) -> http.client.HTTPConnection:
        source = (self.source, 0) if self.source else None
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE_S, source_address=source
        )

    def _sent(self) -> dict[str, str]:
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        return {"Host": self.host or f"127.0.0.1:{self.port}", **cookie}

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
            keys = [choice["key"] for choice in ask["choices"]]
            if ask["mine"] and topic in ("", ask["topic"]) and key in keys:
                return self.tell(ask["id"], key, picks, tell)
        raise AssertionError(f"no question has the answer {key}")

    def tell(self, ask: str, key: str, picks: dict[str, Any], tell: str = "") -> dict[str, Any]:
        """Answer a question by id."""
        told = {"tell": tell or secrets.token_hex(16), "ask": ask, "key": key, "picks": picks}
        reply: dict[str, Any] = self.post("/api/answer", told)[1]
        return reply

    def sim(self, what: str, **more: Any) -> None:
        """Let a pretend hand do something, which the table hears in time."""
        status, reply = self.post("/api/sim", {**self.hand(what), **more})
        assert (status, reply) == (200, {"ok": True, "say": ""}), reply

    def hand(self, what: str) -> dict[str, Any]:
        """What a page tells of a hand that does this just now, at what it shows."""
        state = self.state()
        now = {"at_us": state["table_us"], "deal": state["deal"]}
        return {"tell": secrets.token_hex(16), "do": what, **now}

    def grab(self, pad: int, at_us: int) -> None:
        """Take a dolphin: touch it, lift it, and let go."""
        self.sim("touch", pad=pad, at_us=at_us)
        self.sim("lift", pad=pad, at_us=at_us + 40_000)

    def home(self, *pads: int) -> None:
        """Put dolphins back."""
        for pad in pads:
            self.sim("home", pad=pad)


class TabletPage:
    """What the tablet's page tells, by a clock that is the table's."""

    def __init__(self, phone: Phone, visit: str = "one") -> None:
        self.phone, self.visit, self.number = phone, visit, 0

    def tell(self, *contacts: tuple[str, str, int], late_us: int = 0) -> tuple[int, Any]:
        """Tell of fingers: what they do, where, and how long after the first of them."""
        self.number += 1
        state = self.phone.state()
        at_us = state["table_us"] - late_us
        told = [
            {"do": do, "place": place, "finger": n, "at_us": at_us + since, "deal": state["deal"]}
            for n, (do, place, since) in enumerate(contacts)
        ]
        head = {"visit": self.visit, "number": self.number, "offset_us": 0, "leaving": False}
        return self.phone.post("/api/tablet", {**head, "uncertain_us": 8_000, "contacts": told})

    def press(self, button: str) -> None:
        """Press a drawn button once."""
        self.tell(("down", button, 0))
        self.tell(("up", button, 0))

    def answer(self, button: str, leads_to: str) -> None:
        """Press a drawn button once, and wait until the game is at what that leads to.

        First a hand that was falling when the question appeared is down: it means nothing. A
        second press would be an answer to the next question.
        """
        means_us = self.phone.state()["table_us"] + FALLING_HAND_US
        until(lambda: self.phone.state()["table_us"] > means_us, "a hand that means it")
        self.press(button)
        until(lambda: self.phone.phase() == leads_to, leads_to)


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    name: str
    data: Any
    id: str = ""


@dataclass
class Live:
    """The reading end of a stream."""

    connection: http.client.HTTPConnection
    response: http.client.HTTPResponse

    @property
    def status(self) -> int:
        """HTTP's number."""
        return self.response.status

    def next(self) -> Event | None:
        """The next event, None where the stream ended; what is no event is skipped."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                return Event(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
            else:
                fields = {}
        return None

    def until(self, name: str) -> Event:
        """The next event of this name."""
        while (event := self.next()) is not None:
            if event.name == name:
                return event
        raise AssertionError(f"the stream ended without {name}")

    def close(self) -> None:
        """Go away without a word, as phones do."""
        self.response.close()
        self.connection.close()


def question(page: str) -> str:
    """The card of the question that a page asks."""
    found = re.findall(r'<section class="card question".*?</section>', page, flags=re.DOTALL)
    return str(found[0])


@contextmanager
def unchanged(companion: Companion, referee: Phone) -> Iterator[None]:
    """What happens in here changes nothing that anybody can see, and writes nothing."""
    before, written = _lasting(referee.state()), companion.referee.journal.last_seq()
    yield
    after = _lasting(referee.state())
    assert after == before, {name: now for name, now in after.items() if now != before.get(name)}
    assert companion.referee.journal.last_seq() == written


def _lasting(state: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what time alone changes."""
    passing = ("seq", "table_us", "undo", "phones")  # a phone was last seen just now
    return {name: value for name, value in state.items() if name not in passing}


def referee_phone(companion: Companion, source: str = "") -> Phone:
    """A phone that used the referee's link."""
    phone = Phone(companion.address.port, source=source)
    status, said = phone.post("/api/redeem", {"t": companion.access.sessions.referee_key()})
    assert (status, said["role"]) == (200, "referee")
    return phone


def seated(companion: Companion, referee: Phone, seat: int, source: str = "") -> Phone:
    """A phone that asked for a seat and was let in by the referee."""
    phone = Phone(companion.address.port, source=source)
    status, knock = phone.post("/api/knock", {"seat": seat})
    assert status == 200, knock
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    assert f'"seat":{seat}' in phone.get("/api/whoami")[1]  # from here on its cookie is its own
    return phone


def let_in_as_table(phone: Phone, referee: Phone) -> None:
    """A device asks to be the table, and the referee lets it in."""
    status, knock = phone.post("/api/knock", {"role": "table"})
    assert status == 200, knock
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": True})
    assert '"role":"table"' in phone.get("/api/whoami")[1]  # from here on its cookie is its own


def begin(referee: Phone, *people: str, kind: str = "dolphin_splash", **options: Any) -> None:
    """A new game; of SPLASH! where nothing else is said."""
    told = {"kind": kind, "people": list(people), "options": options, "sure": True}
    status, reply = referee.post("/api/game", told)
    assert (status, reply["reply"]) == (200, "counts"), reply


def leader(
    companion: Companion, *people: str, kind: str = "dolphin_splash", **options: Any
) -> Phone:
    """The referee's phone, by which a new game has begun."""
    phone = referee_phone(companion)
    begin(phone, *people, kind=kind, **options)
    return phone


def win(referee: Phone, seat: int) -> None:
    """A game that this seat wins, by crayon."""
    begin(referee, "Ana", "Ben", "Cy")
    wins(referee, seat)


def wins(referee: Phone, seat: int) -> None:
    """This seat wins the game that is on."""
    while referee.state()["view"]["winner"] is None:
        assert referee.answer("correct", "crayon", seat=seat, points=2)["reply"] == "counts"
        for ask in referee.state()["asks"]:
            if ask["topic"] == "bonus":
                referee.tell(ask["id"], "no", {})
    assert referee.state()["view"]["winner"] == seat


def headline(page: str) -> str:
    """Who has won, as it is read."""
    found = re.findall(r'id="hero">.*?<h2>(.*?)</h2>', page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()).replace(" !", "!")


def send_away(referee: Phone) -> None:
    """Let nobody in who waits."""
    for knock in referee.state()["knocks"]:
        referee.post("/api/let_in", {"knock": knock["id"], "yes": False})
