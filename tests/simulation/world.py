"""A house, its people's phones, a network that loses and doubles, strangers: all by one seed."""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from werkzeug.test import EnvironBuilder

from companion.frozen import replace
from companion.journal import file as journal_file
from companion.table.board.port import LinkError
from companion.table.frames import Cause
from companion.web.render import qr
from tests.simulation.disk import Disk
from tests.simulation.house import HOST, PORT, Answer, House, Screen, Time, never_waiting
from tests.simulation.meeting import Turns, between, locks
from tests.table.boards import FakeBoard, spoiler

CALLS_BITS = 12  # of one request, before another comes in: few, or some thousand
TURN_US = 20_000  # as long as a read of the board's line waits
STARTS_MOST = 20  # kills in a row, then one start is left alone
DOWN_US = (200_000, 3_000_000)


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad this evening is, as chances at each thing that happens."""

    lost: float = 0.0  # a request
    unheard: float = 0.0  # an answer
    doubled: float = 0.0  # a request that comes once more, later
    cut: float = 0.0  # a body that ends early
    spoiled: float = 0.0  # frames of the board
    kills: float = 0.0
    full: float = 0.0  # a disk, for a while
    jumps: float = 0.0  # of the wall clock
    strangers: float = 0.0
    errs: float = 0.0  # somebody taps what is not so, and it is taken back
    sleeps: float = 0.0  # the machine is suspended for up to a night
    unplugs: float = 0.0  # the board's cable comes off for a while
    resets: float = 0.0  # the board starts anew, and forgets what was not heard of
    reads: float = 0.0  # somebody who is in opens a page
    meets: float = 0.0  # another request, or another thread, comes between two steps of one


@dataclass
class Phone:
    """One phone: where it is, its cookies, and what nobody else may read."""

    name: str
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    screen: Screen | None = None
    page: str = "wall"


class World:
    """One evening's outside; everything that it does is drawn from one seed."""

    def __init__(self, folder: Path, seed: int, weather: Weather) -> None:
        self.rng, self.weather, self.time = Random(seed), weather, Time()
        self.disk, self.turns = Disk(folder, Random(seed + 1)), Turns()
        self.compiled = folder.parent / "compiled"
        self.board = FakeBoard(began_us=self.now_us())
        self.board.start(7, self.now_us())
        self._spoil = spoiler(seed, weather.spoiled)
        self.house: House | None = None
        self.phones: list[Phone] = []
        self.late: list[tuple[int, Phone, str, bytes]] = []  # requests that come once more
        self.kills = 0
        self.said = ""  # the newest rows in the end
        self.is_full = False
        self.keys: set[str] = set()  # that no page may say
        self.unplugged_us = 0  # until then nothing is heard of the board

    # --- time and the house ------------------------------------------------------------------

    def now_us(self) -> int:
        """True time."""
        return self.time.ns // 1000

    def pass_by(self, us: int) -> None:
        """Let time pass, and everybody's threads turn."""
        end = self.now_us() + us
        while self.now_us() < end:
            self.time.ns += 1000 * min(TURN_US, end - self.now_us())
            if self.house is None:
                self.board.step(self.now_us())
            else:
                self.guarded(self.house.turn)
            self._come_late()

    def guarded(self, work: Callable[[], Any]) -> Any:
        """One call of one of its threads; None where a kill came meanwhile."""
        with self.disk.full(self.is_full):
            done = work()
        if self.disk.left is not None:
            self._fall()
            return None
        return done

    def start(self) -> None:
        """Start the house, which may be killed at that, too."""
        for attempt in range(STARTS_MOST):
            if self.rng.random() < self.weather.kills and attempt < STARTS_MOST - 1:
                self.disk.kill_soon(starting=True)
            house = House(self.disk.folder, self.compiled, self.time, lambda path: Wire(self))
            self.house = house
            if self.disk.left is None:
                self.disk.spare()
                key = house.access.sessions.referee_key()
                self.keys |= {key, qr(house.address.link(key))}
                return
            self._fall()

    def _fall(self) -> None:
        """Pulled down: what the moment left is where the next one begins."""
        assert self.house is not None
        self.kills += 1
        self.close()
        self.disk.move_on()

    def close(self) -> None:
        """End the house, and all that it shows."""
        for phone in self.phones:
            if phone.screen is not None:
                phone.screen.close()
            phone.screen = None
        if self.house is not None:
            self.house.close()
        self.house = None

    def up(self) -> House:
        """The house, started again where it lay down."""
        if self.house is None:
            self.pass_by(self.rng.randint(*DOWN_US))
            self.start()
            self.pass_by(1_500_000)  # the board is met
        return self.house if self.house is not None else self.up()

    def reset(self) -> None:
        """The board starts anew; its pads are at what they are at."""
        self.board.cause = self.rng.choice(list(Cause))
        self.board.start(self.board.boot + 1, self.now_us())

    # --- the network --------------------------------------------------------------------------

    def ask(self, phone: Phone, method: str, path: str, body: Any = None) -> Answer | None:
        """A request over this network; None where its phone hears of nothing."""
        data = b"" if body is None else json.dumps(body).encode()
        chance, weather = self.rng.random, self.weather
        if self.house is None or chance() < weather.lost:
            return None
        if data and chance() < weather.cut:
            answer = self.serve(phone, method, path, data[: self.rng.randrange(len(data))])
            assert answer is None or 400 <= answer.status < 500, (path, answer)
            return None
        if data and chance() < weather.doubled:
            at_us = self.now_us() + self.rng.randint(0, 5_000_000)
            self.late.append((at_us, phone, path, data))
        answer = self.serve(phone, method, path, data)
        return None if chance() < weather.unheard else answer

    def serve(self, phone: Phone, method: str, path: str, data: bytes = b"") -> Answer | None:
        """A request that arrives."""
        house = self.house
        if house is None:
            return None
        asked = self._environ(phone, method, path, data)
        if self.weather.meets and self.rng.random() < self.weather.meets:
            return self._meet(house, phone, asked, (method, path, data))
        answer: Answer | None = self.guarded(lambda: house.serve(asked))
        self._hear(phone, answer, path)
        return answer

    def _hear(self, phone: Phone, answer: Answer | None, path: str) -> None:
        if answer is not None:
            assert answer.status < 500, (phone.name, path, answer)
            self._read(phone, answer.body)
            self._keep_cookies(phone, answer)

    def _meet(
        self, house: House, phone: Phone, asked: EnvironBuilder, what: tuple[str, str, bytes]
    ) -> Answer | None:
        """A request that another one comes into: the same, a page, or what a thread does."""
        other = self.rng.choice((phone, *self.phones))
        method, path, data = what
        if self.rng.random() < 0.5:
            other, (method, path, data) = phone, what
        else:
            method, path, data = "GET", self.rng.choice(self._pages(house)), b""
        second = self._environ(other, method, path, data)
        threads = self.rng.random() < 0.2
        calls = int(2 ** self.rng.uniform(0, CALLS_BITS))
        work = house.turn if threads else lambda: house.answer(second)

        def both() -> tuple[Answer, Any]:
            first = partial(house.serve, asked)
            return between(self.turns, first, work, calls, house.has_no_transaction)

        came = self.guarded(both)
        if came is None:
            return None
        answer, more = came
        self._hear(phone, answer, what[1])
        if not threads:
            self._hear(other, more, path)
        return answer

    def watch(self, phone: Phone) -> None:
        """Its live page is looked at."""
        house = self.house
        if house is None or self.rng.random() < self.weather.lost:
            return
        if phone.screen is not None and phone.screen.is_over:
            phone.screen.close()
            phone.screen = None
        if phone.screen is None:
            asked = self._environ(phone, "GET", f"/api/events?page={phone.page}", b"")
            phone.screen = Screen(house, asked)
            assert phone.screen.status in (200, 403, 503), phone.screen.status
        screen = phone.screen
        read = self.guarded(screen.look)
        if read:
            self._read(phone, read)
        if self.house is house and screen.state and not screen.is_over:
            assert screen.state["seq"] == house.referee.picture.version, phone.name

    def _come_late(self) -> None:
        now_us = self.now_us()
        due = [one for one in self.late if one[0] <= now_us]
        self.late = [one for one in self.late if one[0] > now_us]
        for _, phone, path, data in due:
            self.serve(phone, "POST", path, data)

    def _environ(self, phone: Phone, method: str, path: str, data: bytes) -> EnvironBuilder:
        headers = {"Host": HOST}
        if phone.cookies:
            headers["Cookie"] = "; ".join(f"{n}={v}" for n, v in phone.cookies.items())
        if method == "POST":
            headers |= {"Content-Type": "application/json", "Origin": f"http://{HOST}"}
        where = {"REMOTE_ADDR": phone.address}
        return EnvironBuilder(
            path, method=method, data=data, headers=headers, environ_overrides=where,
            base_url=f"http://{HOST}/",
        )  # fmt: skip

    def _keep_cookies(self, phone: Phone, answer: Answer) -> None:
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                pair, *flags = value.split("; ")
                cookie, _, word = pair.partition("=")
                phone.cookies.pop(cookie, None)
                if "Max-Age=0" not in flags:
                    phone.cookies[cookie] = word

    def _read(self, phone: Phone, body: bytes) -> None:
        """No byte that comes to a phone holds a secret of somebody else."""
        others = {w for p in self.phones if p is not phone for w in p.cookies.values()}
        for word in others | self.keys:
            assert word.encode() not in body, (phone.name, body)

    def read(self, phone: Phone) -> None:
        """It opens some page or other."""
        if self.house is not None:
            self.serve(phone, "GET", self.rng.choice(self._pages(self.house)))

    def _pages(self, house: House) -> list[str]:
        rules = [r for r in house.app.url_map.iter_rules() if "GET" in (r.methods or ())]
        return sorted(r.rule for r in rules if not r.arguments and r.rule != "/api/events")

    # --- strangers ----------------------------------------------------------------------------

    def stranger(self) -> None:
        """Somebody on the Wi-Fi tries whatever there is: nothing changes, nothing breaks."""
        house = self.house
        if house is None:
            return
        stranger = Phone("stranger", f"192.168.1.{self.rng.randint(200, 250)}")
        if self.rng.random() < 0.5:
            stranger.cookies[f"companion-{PORT}"] = self.rng.choice(
                ("", "x" * 43, "../../key", '"; role=referee', "0" * 4000)
            )
        wanted = self.rng.choice(("POST", "POST", "POST", "GET"))
        rules = [r for r in house.app.url_map.iter_rules() if wanted in (r.methods or ())]
        rule = self.rng.choice(sorted(rules, key=str))
        path = rule.rule.replace("<", "").replace(">", "").replace("int:", "1").replace("path:", "")
        likely = self._likely(house, rule.endpoint) if wanted == "POST" else b""
        house.referee.step()  # what was felt until now
        before = _lasting(house)
        data = self.rng.choice((b"", b"{}", b"[]", b"\xff\x00", *[likely] * 5))
        if path != "/api/events":
            self.serve(stranger, wanted, path, data)
        if self.house is house:
            assert _lasting(house) == before, path

    def _likely(self, house: House, endpoint: str) -> bytes:
        """A body as a phone that is in might tell it: what all can see is known to strangers."""
        picture, word = house.referee.picture, f"stranger-{self.rng.random()}"
        turned = picture.undo if self.rng.random() < 0.5 else picture.redo
        body = {"tell": word, "sure": True, "yes": True, "seat": 0, "name": "Mallory"}
        body |= {"kind": "split", "people": ["Mallory", "Trudy"], "options": {}, "role": "referee"}
        if turned is not None:
            body["of"] = turned.seq
        if picture.open:
            open_ = self.rng.choice(picture.open)
            choice = self.rng.choice(open_.ask.choices)
            body |= {"ask": open_.id, "key": choice.key, "picks": {}}
        fields = house.app.view_functions[endpoint].says.fields  # type: ignore[attr-defined]
        return json.dumps({name: told for name, told in body.items() if name in fields}).encode()


def _lasting(house: House) -> tuple[object, ...]:
    """What no stranger may change."""
    journal, picture = house.journal, house.referee.picture
    game = journal.games(1)
    # Whose page is still open a network decides meanwhile, and no stranger.
    guests = [replace(guest, here=True, seen_ms=0) for guest in picture.access.guests]
    access = replace(picture.access, guests=tuple(guests))
    return journal.last_seq(), game, picture.names, picture.review, picture.caller, access


class Wire:
    """The board's line, on which bytes are lost."""

    def __init__(self, world: World) -> None:
        self._world = world

    def read(self) -> bytes:
        self._look()
        return self._world._spoil(self._world.board.step(self._world.now_us()))

    def write(self, data: bytes) -> None:
        self._look()
        self._world.board.hear(self._world._spoil(data), self._world.now_us())

    def _look(self) -> None:
        if self._world.now_us() < self._world.unplugged_us:
            raise LinkError("/dev/board is gone: look at its USB cable.")

    def close(self) -> None:
        pass

    def wake(self) -> None:
        pass


@contextmanager
def world(folder: Path, seed: int, weather: Weather) -> Iterator[World]:
    """The world of a seed, from its first start."""
    made = World(folder, seed, weather)
    chance = Random(seed + 2)
    drawn = {
        "token_urlsafe": lambda n=32: chance.randbytes(n).hex(),
        "token_hex": lambda n=32: chance.randbytes(n).hex(),
        "token_bytes": chance.randbytes,
        "choice": chance.choice,
        "randbelow": chance.randrange,
    }
    with (
        locks(made.turns) if weather.meets else nullcontext(),
        patch.multiple(secrets, **drawn),
        patch.object(journal_file, "connect", made.disk.connected(journal_file.connect)),
        patch("companion.web.api.stream", never_waiting(made.time)),
        patch("companion.journal.hold.time", SimpleNamespace(monotonic=made.time.now_s)),
    ):
        try:
            made.start()
            yield made
        finally:
            made.close()
