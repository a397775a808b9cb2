"""Everything that anybody can read at a table with hands on phones, at each fact of its rounds.

What tells two tables apart is for the tests to find: here it is only read, and kept by its name.
"""

import re
import sqlite3
from base64 import b32encode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import closing
from io import BytesIO
from itertools import count
from typing import Any
from unittest.mock import create_autospec
from zipfile import ZipFile

from companion.access import Access
from companion.diagnosis import Ailing, packed
from companion.hands.store import FILE
from companion.journal.backup import back_up
from companion.table.config import tablet as on_a_tablet
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.tablet import DrawnTable
from tests.hands.table import ANA, Table
from tests.web.twins import Twin, _let_in

OWN = "/api/hand"  # a hand on its own phone
ORIGIN = {"Origin": "http://localhost"}
# Who looks at which live page at each fact; all others at some, or in a soak at all of them, too.
LIVE = (
    ("nobody", "wall"),
    ("nobody", "join"),
    ("seat", "seat"),
    ("guest", "seat"),
    ("referee", "referee"),
    ("table", "tablet"),
    ("wall", "wall"),
)
PARTS = 24  # of all pages so many are read at one fact, and the others at those that follow
# The hour, a house's own number, the marks of rows, which are made of their seals, and how many
# pages SQLite has written them to.
WRITTEN = re.compile(
    r""""written": "[^"]*"|'house','\w+'|,\d+\);$|"journal\.sqlite[\w-]*": \d+""", re.MULTILINE
)
TURN = re.compile(r"""(data-turn="|['"]turn['"]:\s?)\d+""")
RAW = "raw "  # a database's own bytes: marks of what is in it are among them


class Screens(Twin):
    """The pages of a table at which hands are on phones, with a phone of every role."""

    def __init__(self, on: Table) -> None:
        self.on, self.table = on, on.hall
        self.words, self.looked_at, self.late = {}, set(), []
        self._open()

    def _open(self) -> None:
        hours, referee = count(1000), self.table.referee
        access = self.access = Access(
            self.table.journal, self.table.folder, lambda: float(next(hours)), lambda: 1_700_000
        )
        where = Address(8080, "table", find_ip=lambda: "127.0.0.1")
        self.app = create_app(
            AppParts(
                referee=referee,
                access=access,
                address=where,
                keeper=self.on.keeper,
                tablet=create_autospec(DrawnTable, instance=True),
            )
        )
        sessions = access.sessions
        self.phones = {
            "nobody": self.app.test_client(),
            "seat": _let_in(self.app, sessions.invite(referee.picture.names.people[ANA])),
            "referee": _let_in(self.app, sessions.referee_key()),
            "guest": _let_in(self.app, sessions.invite(None)),
            "wall": _let_in(self.app, sessions.wall_key()),
            "table": self.app.test_client(),
        }
        self._let_in_as_table()
        self.own()
        self.phone = self.on.keeper._phones._known[ANA][-1]

    def _let_in_as_table(self) -> None:
        knock = self.phones["table"].post("/api/knock", json={"role": "table"}, headers=ORIGIN)
        told = {"knock": knock.json["knock"], "yes": True}
        self.phones["referee"].post("/api/let_in", json=told, headers=ORIGIN)
        assert self.phones["table"].get("/api/whoami").json["role"] == "table"

    def told(self, path: str, **told: Any) -> str:
        """What Ana's phone hears when it tells something."""
        answer = self.phones["seat"].post(path, json=told, headers=ORIGIN)
        return f"{answer.status} {answer.get_data(as_text=True)}"

    def own(self) -> Any:
        """Ana's hand on Ana's phone."""
        return self.phones["seat"].get(OWN).json

    def looked(self, at: int, at_all: bool) -> Iterator[tuple[str, str]]:
        """What is read at the fact of this number, by what it is."""
        yield from self._live()
        if at_all:
            yield from ((name, text) for name, text in self.shows(True).items() if OWN not in name)
        else:
            yield from self._some(at)
            yield from self._commands()
        yield from self._kept()

    def _live(self) -> Iterator[tuple[str, str]]:
        yield from (self._stream(who, page) for who, page in LIVE)
        for who in ("seat", "referee", "table"):
            yield f"{who} /api/state", self.phones[who].get("/api/state").get_data(as_text=True)
        others = ("nobody", "guest", "referee", "table", "wall")
        yield from ((f"{who} {OWN}", self._got(who, OWN)) for who in others)

    def _some(self, at: int) -> Iterator[tuple[str, str]]:
        paths = [(who, path) for path in self._short() for who in self.phones]
        for who, path in paths[at % PARTS :: PARTS]:
            yield f"{who} {path}", self._got(who, path)

    def _short(self) -> Iterator[str]:
        for rule in self.app.url_map.iter_rules():
            asked = "GET" in (rule.methods or ()) and not rule.rule.startswith(NOT_SO)
            yield from list(self._paths(rule))[-1:] if asked else ()

    def _got(self, who: str, path: str) -> str:
        with self.phones[who].get(path) as answer:
            return f"{answer.status} {answer.get_data(as_text=True)}"

    def _kept(self) -> Iterator[tuple[str, str]]:
        """All files but the private one, a copy, and what is sent to whoever helps."""
        folder, journal = self.table.folder, self.table.journal
        copy = back_up(folder / "journal.sqlite", folder / "copies", "1")
        with closing(sqlite3.connect(copy)) as read:
            yield "all rows of a copy", "\n".join(read.iterdump())
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name != FILE:
                name = RAW if ".sqlite" in path.name else "file "
                yield f"{name}{path.name}", path.read_bytes().decode("latin-1")
        copy.unlink()
        ailing = Ailing(journal, on_a_tablet(), folder, tuple, lambda: "", is_on="")
        with ZipFile(BytesIO(packed(ailing, names=True))) as report:
            for name in report.namelist():
                yield f"report {name}", report.read(name).decode()


NOT_SO = ("/static/", "/api/events", "/api/openapi.json", "/calibrate", "/api/calibrate", OWN)


class Watch:
    """Hears of every new picture in the thread that made it, and looks when it has a new fact."""

    def __init__(self, screens: Screens, at_all: bool) -> None:
        self._screens, self._at_all = screens, at_all
        self._seen, self._texts = 0, dict[str, str]()
        self.looks: list[dict[str, str]] = []
        self.hands: dict[str, str] = {}  # of a hand on its own phone: how that draws it
        self.listen()

    def listen(self) -> None:
        """At the referee's hub: after a restart that is another one."""
        hub = self._screens.table.referee.hub
        hub._own = (*hub._own, self)  # type: ignore[arg-type]

    def note(self, what: str, text: str) -> None:
        """Something that was answered to whoever told something."""
        if self.looks:
            self.looks[-1][f"{len(self.looks[-1])} {what}"] = self._plain(text)

    # --- as a screen's end of the hub ----------------------------------------------------------

    def announce(self, version: int) -> None:
        """There is a new picture."""
        rows = self._screens.table.rows()
        if not rows or rows[-1].seq == self._seen:
            return
        self._seen = rows[-1].seq
        self.look()

    def look(self) -> None:
        """Read all that there is, and keep it."""
        found = dict(self._screens.looked(len(self.looks), self._at_all))
        self.looks.append({name: self._plain(text) for name, text in found.items()})
        self._look_at_hand()

    def put(self, event: Any) -> None:
        """All live screens are told at once."""
        self.note(f"event {event.name}", repr(event.data))

    def close(self) -> None:
        """The house closes."""

    # --- inside -------------------------------------------------------------------------------

    def _look_at_hand(self) -> None:
        """A phone's answer is made of nothing but its own hand."""
        own = self._screens.own()
        if own is None or "cards" not in own:
            return
        html = TURN.sub(r"\1", own.pop("html"))
        own.pop("turn")
        assert self.hands.setdefault(repr(sorted(own.items())), html) == html
        truth = self._screens.on.keeper._hands.get(ANA, ())
        assert tuple(own["cards"]) == (truth if own["playing"] else ())

    def _plain(self, text: str) -> str:
        """Without what is told anyway: seals and, once they are opened, what they were made of."""
        on = self._screens.on
        plain = TURN.sub(r"\1", WRITTEN.sub("", text))
        for n, sealed in enumerate(on.sealed):
            plain = plain.replace(sealed.seal, f"SEAL {n}")
        for opened in on.opened:
            plain = plain.replace(opened.seed, "SEED").replace(opened.salt, "SALT")
        return self._texts.setdefault(plain, plain)


def disguises(lot: bytes) -> Iterator[str]:
    """A lot as it may be written: as it is, as digits, as a number, as text."""
    yield lot.decode("latin-1")
    yield lot[::-1].decode("latin-1")
    yield from (lot.hex(), lot.hex().upper(), repr(lot)[2:-1], b32encode(lot).decode()[:24])
    yield from (str(int.from_bytes(lot, "big")), str(int.from_bytes(lot, "little")))
    yield from (", ".join(map(str, lot)), ",".join(map(str, lot)))
    for shift in range(3):  # wherever it begins in what is written so
        text = b64encode(bytes(shift) + lot).decode()[4 if shift else 0 : 20]
        yield from (text, text.replace("+", "-").replace("/", "_"))


def told_of(lots: Iterable[bytes], looks: Iterable[dict[str, str]]) -> list[str]:
    """Where one of these lots can be read, however it is written."""
    signs = [sign for lot in lots for sign in disguises(lot)]
    texts = {text: name for look in looks for name, text in look.items()}
    return [name for text, name in texts.items() if any(sign in text for sign in signs)]
