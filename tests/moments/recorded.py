"""Moments as robots reach them: whole games on a bench, and one picture of each kind of moment.

A moment is kept as the referee's own picture. It is drawn later, by the pages' own routes, for
whoever looks: no thread runs, no socket is open, and the bytes are those of a table in play.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import Mock

from flask import Flask, render_template
from flask.testing import FlaskClient

from companion.access import Access, Session
from companion.doctor import Finding
from companion.frozen import replace as changed
from companion.hands.store import Store
from companion.journal.people import Person
from companion.referee import Referee
from companion.referee.calibration import Calibrator
from companion.referee.picture import Picture
from companion.table.board.calibration.calibrator import Now, Stage
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.hand import USUAL
from companion.web.machine import Machine
from companion.words import Seat
from tests.hands.table import Benched
from tests.robots.hearsay import Room
from tests.robots.live_games import STEPS_MOST, Playing, some_setup

ONCE_MORE: Final = re.compile(r'<div class="once-more"[^>]*>')
HAND: Final = re.compile(r'<section [^>]*id="hand"[^>]*>')
LAN: Final = "192.168.1.20"
PORT: Final = 8080
VERSIONS: Final = 1_000_000  # of no picture that a referee made
SEA: Final = "🐬🦈🐙🐳🦀🐠🐡🦑🐚🦐"
NAMES: Final = {
    3: ("Ana", "Ben", "ليا", "Zoë", SEA[:3], "Tom", "Wim", "Ida"),
    9: (
        "Charlotte", "Anna Maria", "عبدالرحمن", "Zoë-Marie", "Gwendolyn", SEA[:9], "Jean Luc",
        "Wolfgangs",
    ),
    20: (
        "Maximilian Alexander", "Wilhelmina Charlotte", "عبدالرحمن الزهراء بن",
        "Konstantinopolitaner", "Oma Gertrud von Wald", 2 * SEA, 20 * "W", "Anne-Sophie Magdalen",
    ),
}  # fmt: skip
# Tables at which names are written alike; each is cut to as many letters as it is to have.
ALIKE: Final[dict[str, tuple[str, ...]]] = {
    "latin": (
        "Maximilian Alexander", "Wilhelmina Charlotte", "Bartholomew von Waldo",
        "Walter-Wilhelm Wagner", "Konstantinopolitaner", "Gwendolyn-Marie Rose",
        "Jean-Luca de la Plage", "Anne-Sophie Magdalena",
    ),
    "arabic": (
        "عبدالرحمن الزهراء بن", "محمد الطيب بن يوسف ا", "فاطمة الزهراء الكبير",
        "عائشة بنت عبدالله ال", "خديجة الكبرى بنت خول", "إبراهيم الخليل الحني",
        "مصطفى الصغير بن ناصر", "زينب الصغرى بنت عليا",
    ),
    "unspaced": (
        "ศิริพรรณพงษ์พานิชกุล", "กัลยาณีวัฒนประเสริฐ", "ธนวัฒน์ เจริญสุขสวัสดิ์", "ชลธิชา นาคสุวรรณรักษ์",
        "กำพลรุ่งเรืองไพศาล", "ສົມສະໄໝແກ້ວມະນີວົງ", "សុភាវតីចន្ទ្រារស្មី", "อภิสิทธิ์จันทร์ประเสริฐ",
    ),
    "world": (
        "लक्ष्मीनारायण श्रीवास्तव", "கிருஷ்ணமூர்த்தி அலமேலு",
        "শ্রীকৃষ্ণ প্রিয়াঙ্কা মিত্র", "ნინო მაისურაძე ქეთევან",
        "ኃይለሥላሴ በቀለ ተስፋዬ ገብረ", "Sakura Tanaka 田中さくら",
        "Ευαγγελία Παπαδοπούλου", "יהונתן בן דוד השרוני",
    ),
}  # fmt: skip
# One on each side of a table: no phone is broad enough for eight that are as broad as theirs.
ALIKE["pictures"] = tuple(
    name if at % 4 else 2 * (SEA[at:] + SEA[:at]) for at, name in enumerate(ALIKE["latin"])
)
# Every other one is nearly as broad.
BROAD: Final = (
    "Emmanuela Mommsen-Wim", "Шмидтщёжский Михаил Ю", "Immanuwel Wommermann",
    "Жемчужина Щукина Юмаш",
)  # fmt: skip
ALIKE["broad"] = tuple(name if at % 2 else BROAD[at // 2] for at, name in enumerate(ALIKE["latin"]))


def people(letters: int, script: str = "") -> tuple[str, ...]:
    """Eight names of so many letters: of all scripts, or of this one."""
    return tuple(name[:letters] for name in ALIKE[script]) if script else NAMES[letters]


@dataclass(frozen=True, slots=True)
class Look:
    """Who looks at which page, on the machine itself or over the home's network."""

    path: str
    who: str = "nobody"  # "referee", "seat:3", "child:3", or "guest:0", who plays in none
    at_machine: bool = False
    unfolded: bool = False  # with every step and every fold of the page open
    still: str = ""  # while a wall plays once more how it was decided: one of those pictures
    hand: str = ""  # the cards that this phone has just fetched, where hands are on phones
    felt: bool = False  # at a table whose pads feel hands: no dolphin on a screen is touched
    closed: bool = False  # they are sent away from there
    findings: tuple[Finding, ...] = ()  # what the doctor says
    guide: Now = Now(Stage.IDLE)  # how the calibration stands
    dialog: str = ""  # one that a script opens, by its id
    words: tuple[tuple[str, str], ...] = ()  # what it writes there, by whose places

    def __str__(self) -> str:
        told = {self.dialog: self.dialog, "here": self.at_machine, "felt": self.felt}
        more = [word for word, is_so in ({"once more": self.still} | told).items() if is_so]
        return " ".join((self.path, self.who, *more))


MIDDLE: Final = Look("/tabletop", "table")  # the tablet or the phone that is the table itself
DEMO: Final = Look("/", "visitor")  # where robots play, to be looked at


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game or of a table at rest, and who looks at it."""

    name: str
    picture: Picture
    looks: tuple[Look, ...]
    names: tuple[str, ...] = ()


class Bench(Room):
    """A referee on a bench, whose pages are drawn from whichever picture is to be shown."""

    def __init__(self, folder: Path, people: Sequence[str]) -> None:
        super().__init__(folder, people)
        self.now_s = 100.0
        self._hands: dict[str, str] = {}  # drawn ones
        lots = Random(len(people[0]))
        self.keeper = Benched(self.referee, Store(folder), lots.randbytes, lambda: self.now_s)
        self.shown: Picture = self.referee.picture
        self._look = Look("/")
        self._drawn = 0
        access = Access(self.journal, folder, wall_ms=lambda: 1_700_000)
        access.sessions.who = self._who  # type: ignore[method-assign]
        address = Address(PORT, "splash", find_ip=lambda: LAN)
        referee = cast(Referee, _Shown(self))
        well = Machine(Mock(), lambda: self._look.findings)
        parts = AppParts(referee=referee, access=access, address=address, machine=well)
        on_board = replace(well, calibrator=cast(Calibrator, SimpleNamespace(now=self._guide)))
        self.app: Flask = create_app(replace(parts, hands=Mock()))
        self.pages = self.app.test_client()
        self.at_pads = create_app(replace(parts, machine=on_board)).test_client()
        self.on_tablet = create_app(replace(parts, tablet=Mock())).test_client()
        self.at_demo = create_app(replace(parts, cards=Mock())).test_client()

    def draw(self, moment: Moment, look: Look) -> str:
        """The page as this viewer gets it."""
        # One drawing serves all who see the same version: each has its own here.
        self._drawn += 1
        self.shown, self._look = changed(moment.picture, version=VERSIONS + self._drawn), look
        drawn = self.at_pads if look.felt else self.pages
        usual = self.on_tablet if moment.picture.view.phones else drawn  # without any parts
        pages = {MIDDLE: self.on_tablet, DEMO: self.at_demo}.get(look, usual)
        pages.set_cookie(f"companion-{PORT}", look.who, domain=LAN)
        remote = "127.0.0.1" if look.at_machine else "192.168.1.33"
        page = self._get(look.path, remote, pages, look.closed)
        filled, times = ONCE_MORE.subn(lambda place: place[0] + look.still, page)
        assert times == 1 or not look.still, "the wall has no place for it"
        return HAND.sub(lambda place: place[0] + look.hand, filled)

    def hand(self, seat: Seat) -> str:
        """The cards as this seat's phone shows them now."""
        picture = self.referee.picture
        held = {**USUAL, **self.keeper.hand(seat, f"phone-{seat}"), "turn": 0}
        held["robot"] = str(seat) in picture.view.robots
        key = repr(sorted(held.items()))
        if key not in self._hands:
            assert picture.game is not None
            with self.app.test_request_context():
                html = render_template("_hand.html", hand=held, kind=picture.game.kind)
            self._hands[key] = html
        return self._hands[key]

    def stills(self) -> list[str]:
        """How the game at hand was decided, in pictures for a wall."""
        game = self.referee.picture.game
        assert game is not None
        told = json.loads(self._get(f"/api/replay/{game.game}/decided"))
        return [still["html"] for still in told["stills"]]

    def _get(
        self,
        path: str,
        remote: str = "192.168.1.33",
        pages: FlaskClient | None = None,
        closed: bool = False,
    ) -> str:
        answer = (pages or self.pages).get(
            path, base_url=f"http://{LAN}:{PORT}", environ_overrides={"REMOTE_ADDR": remote}
        )
        is_closed = answer.status_code in (403, 404, 409)
        assert is_closed if closed else answer.status_code == 200, (
            path,
            answer.status_code,
            answer.text,
        )
        return answer.text

    def _guide(self) -> Now:
        return self._look.guide

    def _who(self, word: str | None) -> Session:
        role, _, number = (word or "nobody").partition(":")
        if role in ("seat", "child") and number:
            names, seat = self.shown.names, Seat(int(number))
            here = Person(
                names.people.get(seat, 0), names.seat(seat), names.looks.get(seat, ""),
                child=role == "child",
            )  # fmt: skip
            return Session("seat", seat, "tonight", f"phone-{number}", here)
        if role == "guest":
            guests = [guest.person for guest in self.shown.access.guests if guest.person]
            asking = [*guests, *self.shown.access.asking]
            at = min(int(number), len(asking) - 1)
            return Session("seat", None, "tonight", f"phone-{number}", asking[at])
        return Session(role, None, "tonight" if role != "nobody" else "", role)


class _Shown:
    """The referee as pages know it, at the moment that is shown."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @property
    def picture(self) -> Picture:
        return self._bench.shown

    @property
    def clock(self) -> Any:
        return SimpleNamespace(now_us=lambda: self._bench.shown.table_us)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bench.referee, name)


@contextmanager
def bench(folder: Path, people: Sequence[str]) -> Iterator[Bench]:
    """A bench for these people."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Bench(folder, people)
    try:
        yield made
    finally:
        made.close()


def played(bench: Bench, kind: str, seats: int, seed: int, **options: Any) -> list[Moment]:
    """The moments of a whole game: of each kind the first, and the last if it was another."""
    return of_each_kind(_moments(bench, kind, seats, seed, **options))


def of_each_kind(moments: Iterable[Moment]) -> list[Moment]:
    """The first of those with one name, and the last if that was another."""
    first: dict[str, Moment] = {}
    last: dict[str, Moment] = {}
    for moment in moments:
        first.setdefault(moment.name, moment)
        last[moment.name] = moment
    full = (
        replace(last[name], name=f"{name} full") for name in first if last[name] is not first[name]
    )
    return [*first.values(), *full]


def _moments(bench: Bench, kind: str, seats: int, seed: int, **options: Any) -> Iterator[Moment]:
    setup = replace(some_setup(kind, Random(seed)), seats=seats, **options)
    playing = Playing(bench, kind, seed, setup)
    for _ in range(STEPS_MOST):
        yield moment_of(bench, kind, seats)
        if playing.view().over and playing.is_said():
            return
        playing.step()


def moment_of(bench: Bench, kind: str, seats: int) -> Moment:
    """The moment that the table is at, by what is asked of whom and what stands out."""
    picture = bench.referee.picture
    view = picture.view
    must = [open_.ask for open_ in picture.open if open_.ask.must]
    asked = ",".join(
        dict.fromkeys(ask.topic or "+".join(c.key for c in ask.choices) for ask in must)
    )
    tied, pending = "overtime" if view.overtime else "", "pending" if view.pending else ""
    words = [kind, str(seats), tied, view.phase, view.highlight, pending, asked]
    mine = [seat for ask in must for seat in ask.seats if len(ask.seats) < len(view.present)][:1]
    idle = [seat for seat in view.present if seat not in mine][:1]
    looks = [Look("/"), Look("/referee", "referee"), MIDDLE, Look("/tabletop")]
    looks += [Look("/seat", f"seat:{seat}") for seat in (*mine, *idle)]
    looks += [Look("/seat", f"child:{seat}", unfolded=True) for seat in (*mine, *idle)]
    if view.over:
        looks.append(DEMO)
    people = tuple(picture.names.seat(seat) for seat in picture.names.seats)
    return Moment(" ".join(filter(None, words)), picture, tuple(looks), people)
