"""A walk through every page, every API answer and every command that is about games.

Knows no game: whoever has one on the shelf begins it, plays by chance, and looks.
"""

import json
import re
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.access.evening import Evening
from companion.cli import main
from companion.games import GAMES
from companion.journal.backup import BACKUPS
from companion.say import say
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.folders import folder
from companion.web.wire import LIVE_PAGES
from companion.words import Choice, Seat, Slot
from tests.games.chance import RARE
from tests.games.shelf import most
from tests.robots.hearsay import PEOPLE, Room
from tests.test_cli import companion as command
from tests.web.conftest import FourCards
from tests.web.house import Known

STEPS = 40  # of one game, by chance
WHO = ("", "seat", "referee", "table")
HOST = "localhost"
ABOUT_GAMES = ("export", "backup", "games", "schema", "restore", "replay")
# Those that have no game yet, and those that play all of them: tests/demo, tests/test_new_game.py,
# tests/test_diagnosis.py, tests/hands; a wall's browser,
# tests/test_kiosk.py; the own network, tests/helpers.
ELSE = (
    "diagnose",
    "deals",
    "results",
    "doctor",
    "url",
    "record",
    "calibrate",
    "flash",
    "new-game",
    "demo",
    "run",
    "kiosk",
    "network",
)
OF_PEOPLE = ("people", "rename", "merge", "forget")  # tests/web/test_people_http.py
PRINTED = {"name": "pad", "side": 1}  # a side of a sheet; a game may have none
PRIED_MOST = 4  # questions at a moment, each by who may not answer
MARKUP = "'\"><b x=&"  # in each name; as it is, it would be an element
SCORE = re.compile(r'class="score[ "]')  # one seat's marks
ASKED = re.compile(
    r'data-question="[^"]*"[^>]*>(?:<summary>|.*?<h2[^>]*>)(.*?)</(?:summary|h2)>'
    r'|<section class="card" aria-label="[^"]*"><h3>(.*?)</h3>',
    re.DOTALL,
)  # what is asked, on the referee's page and where a word is put right
ALONE = {
    "wall": ("simulated", ""), "seat": ("simulated", "seat"), "referee": ("simulated", "referee"),
    "tablet": ("tablet", "table"),
}  # fmt: skip
ELSEWHERE = ("static", "api.events")  # files, and a stream: its fragments are looked at


@dataclass
class Table:
    """A referee on a bench with three sorts of tables over it: simulated, a tablet, robots'."""

    room: Room
    apps: dict[str, Flask]
    rng: Random = field(default_factory=lambda: Random(5))
    seen: set[Any] = field(default_factory=set)
    same: set[str] = field(default_factory=set)  # asked of the same people twice, so far
    asked: int = 0
    thorough: bool = False  # all sorts of tables at every moment, not the others in turn

    def _in_turn(self) -> tuple[str, str]:
        first, *others = self.apps
        return first, others[len(self.seen) % len(others)]

    def phone(self, app: str, who: str) -> FlaskClient:
        phone: FlaskClient = self.apps[app].test_client()
        if who:
            phone.set_cookie("companion-8080", who)
        return phone

    def get(self, app: str, who: str, path: str) -> TestResponse:
        """Look at something, which is never a fault."""
        answer = self.phone(app, who).get(path)
        answer.get_data()
        answer.close()
        self.asked += 1
        assert answer.status_code < 500, f"{path} for {who or 'anybody'} at a table of {app}"
        assert MARKUP not in drawn(answer), path
        return answer

    def post(self, path: str, who: str = "referee", **told: Any) -> Any:
        """Tell something, which is never a fault."""
        own = {"Origin": f"http://{HOST}"}
        answer = self.phone("simulated", who).post(f"/api/{path}", json=told, headers=own)
        assert answer.status_code < 500, (path, told, answer.get_json())
        return answer.get_json()

    def begin(self, kind: str) -> int:
        """A new game with its usual options, or of its kind's least people."""
        game = GAMES[kind]
        least, most_ = game.seats
        can = [n for n in range(least, most_ + 1) if n not in game.never]
        seats = can[min(1, len(can) - 1)]
        people = [f"{name}{MARKUP}" for name in PEOPLE[:seats]]
        told = {"kind": kind, "people": people, "options": most(kind)}
        said = self.post("game", **told, sure=True, tell=self.room.tap())
        assert said["reply"] == "counts", said
        row = self.room.referee.picture.game
        assert row is not None
        return row.game

    def step(self) -> None:
        """Answer something by chance, over HTTP as a page does."""
        asks = [one for one in self.room.open if one.ask.choices]
        if not asks:
            return
        must = [one for one in asks if one.ask.must]
        among = must if must and self.rng.random() < 0.8 else asks
        open_ = self.rng.choices(among, [1 if a.ask.topic in RARE else 8 for a in among])[0]
        choice = self.rng.choice(open_.ask.choices)
        self.post(
            "answer",
            tell=self.room.tap(),
            ask=open_.id,
            key=choice.key,
            picks=picks(choice, self.rng),
        )
        self.room.settle()

    def look(self, game: int, kind: str) -> None:
        """All live pages, and all else that can be asked for, at a sort of moment that is new."""
        picture = self.room.referee.picture
        moment = (picture.view.phase, *sorted({one.ask.topic for one in picture.open}))
        if moment in self.seen:
            return
        self.seen.add(moment)
        counts = {}
        for app in self.apps if self.thorough or len(self.seen) == 1 else self._in_turn():
            for who in WHO:
                for page in LIVE_PAGES:
                    fragment = drawn(self.get(app, who, f"/api/fragment?page={page}"))
                    if who == "referee" and page == "referee":
                        told_apart(fragment, same := self._of_the_same())
                        self.same |= same
                    if ALONE.get(page) == (app, who):
                        counts[page] = len(SCORE.findall(fragment))
        # Whoever has one screen alone sees everybody's score on it, as the wall does.
        seats = len(picture.names.seats)
        assert min(counts.values()) >= min(counts["wall"], seats), counts
        assert counts["wall"] or not (folder(GAMES[kind]) / "pages" / "score.html").is_file()
        self.pry()
        paths = self.paths(game, kind)
        for app in self.apps if len(self.seen) == 1 else ("simulated",):
            for path in paths:
                answer = self.get(app, "referee", path)
                if path.startswith("/amend/"):
                    told_apart(drawn(answer), self.same)

    def _of_the_same(self) -> set[str]:
        """What the same people are asked twice, in the same words: their answers tell it apart."""
        of: dict[str, set[tuple[Seat, ...]]] = {}
        for open_ in self.room.open:
            words = say(open_.ask.text, self.room.referee.picture.names)
            of.setdefault(" ".join(words.split()), set()).add(open_.ask.seats)
        return {words for words, seats in of.items() if len(seats) == 1}

    def pry(self) -> None:
        """Nobody answers, nor a seat that is not asked, nor the table what is not on it."""
        before = self.room.journal.last_seq()
        for who in ("", "seat", "table"):
            asks = self.get("simulated", who, "/api/state").get_json()["asks"]
            mine = {ask["id"] for ask in asks if ask["mine"]}
            theirs = [open_ for open_ in self.room.open if open_.id not in mine]
            for open_ in self.rng.sample(theirs, min(PRIED_MOST, len(theirs))):
                choice = self.rng.choice(open_.ask.choices)
                told = {"key": choice.key, "picks": picks(choice, self.rng)}
                said = self.post("answer", who, tell=self.room.tap(), ask=open_.id, **told)
                assert said["reply"] == "refused", (who, open_, said)
        assert self.room.journal.last_seq() == before

    def paths(self, game: int, kind: str) -> list[str]:
        """Whatever there is to be asked for."""
        seq = self.room.referee.picture.seq
        entered = {content.word: "new" for one in GAMES.values() for content in one.takes}
        filled = {"number": game, "kind": kind, "seq": seq, **PRINTED, **entered}
        app = self.apps["simulated"]
        with app.test_request_context():
            rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
            return [
                str(rule.build({name: filled[name] for name in rule.arguments})[1])  # type: ignore[index]
                for rule in rules
                if rule.endpoint not in ELSEWHERE
            ]

    def put_right(self) -> None:
        """Wait, undo, redo, what if, and amended: each as pages tell it."""
        self.post("review", on=True)
        self.post("review", on=False)
        for word in ("undo", "redo", "undo", "redo"):
            state = self.get("simulated", "referee", "/api/state").get_json()
            if state[word] is not None:
                self.post(word, tell=self.room.tap(), of=state[word]["seq"])
        state = self.get("simulated", "referee", "/api/state").get_json()
        told = [line["seq"] for line in state["said"] if line["told"] and line["standing"]]
        if told:
            self.get("simulated", "referee", f"/amend/{told[0]}")
            would = self.post("what_if", of=told[0], answers=[])
            if "seen" in would:
                tell = self.room.tap()
                self.post("amend", tell=tell, of=told[0], answers=[], seen=would["seen"])
        self.room.settle()


def told_apart(page: str, same: Container[str] = ()) -> None:
    """No two questions on a page read alike, for whoever answers for others has to know whose."""
    asked = [" ".join(unescape("".join(found)).split()) for found in ASKED.findall(page)]
    alike = [words for words in asked if asked.count(words) > 1]
    # The same people may be asked the same twice, who are named then.
    assert all(words in same or words.startswith(tuple(PEOPLE)) for words in alike), asked


def drawn(answer: TestResponse) -> str:
    """What a browser would take for elements: pages, drawings, and the pages in live ones."""
    if answer.mimetype in ("text/html", "image/svg+xml"):
        return answer.get_data(as_text=True)
    told = answer.get_json(silent=True)
    return str(told.get("html", "")) if isinstance(told, dict) else ""


def picks(choice: Choice, rng: Random) -> dict[str, Any]:
    return {slot.field: picked(slot, rng) for slot in choice.slots}


def picked(slot: Slot, rng: Random) -> Any:
    number = rng.randint(slot.least, min(slot.most, len(slot.options)))
    chosen = rng.sample(slot.options, number)
    return chosen if slot.many else chosen[0] if chosen else None


@contextmanager
def at_a_table(folder: Path) -> Iterator[Table]:
    """A table whose journal lies in this folder; it may have been there before."""
    room = Room(folder)
    room.taps = 1_000 * room.journal.last_seq()  # no tap of the evening before
    state = folder / "state"
    state.mkdir(exist_ok=True)
    (state / "referee.key").write_text("0123456789abcdef0123456789abcdef\n")
    (state / "referee.key").chmod(0o600)
    access = Known(room.journal, state, wall_ms=lambda: 1_700_000)
    parts = AppParts(
        referee=room.referee,
        access=access,
        address=Address(8080, "table", ("127.0.0.1",), find_ip=lambda: "192.0.2.7"),
        evening=Evening(room.referee, access, wall_ms=lambda: 1_700_000),
    )
    apps = {
        "simulated": create_app(replace(parts, hands=Mock())),
        "tablet": create_app(replace(parts, tablet=Mock())),
        "robots": create_app(replace(parts, hands=Mock(), cards=FourCards())),
    }
    for app in apps.values():
        app.config["PROPAGATE_EXCEPTIONS"] = True  # a fault is told where it is
    try:
        yield Table(room, apps)
    finally:
        room.referee.past.close()
        room.close()


def whole_evening(table: Table, kind: str, folder: Path, steps: int = STEPS) -> None:
    """A game by chance, the commands, a name, good night, and the same game once more."""
    game = table.begin(kind)
    table.look(game, kind)
    for n in range(steps):
        table.step()
        table.look(game, kind)
        if n % 15 == 7:
            table.put_right()
            table.look(game, kind)
    over(table)
    told_what_comes_next(table)
    look_again(table, game, kind)
    commands(kind, game, folder)
    table.post("names", seat=0, was=table.room.referee.picture.names.seat(Seat(0)), name="Zoe")
    table.post("good_night")
    look_again(table, game, kind)
    look_again(table, table.begin(kind), kind)


def look_again(table: Table, game: int, kind: str) -> None:
    """As if nobody had looked yet."""
    assert table.seen
    table.seen.clear()
    table.look(game, kind)
    table.seen.add(())


def over(table: Table) -> None:
    """Somebody wins, or it is far on, with the table's own pen."""
    for _ in range(40):
        picture = table.room.referee.picture
        if picture.view.over:
            return
        pen = next((one for one in table.room.open if one.ask.topic == "crayon"), None)
        if pen is None:
            return
        most = max(option for option in pen.ask.choices[0].slots[1].options)  # type: ignore[type-var]
        told = {"seat": 0, "points": most}
        table.post("answer", tell=table.room.tap(), ask=pen.id, key="correct", picks=told)
        table.room.settle()


def told_what_comes_next(table: Table) -> None:
    """A game that is over and asks nothing more: wall and seat say the same of what comes then."""
    picture = table.room.referee.picture
    must = [one for one in table.room.open if one.ask.must]
    if not picture.view.over or must:
        return
    # Of those who are left too few or too many may be there for the same game.
    words = "Play again? Tap " if picture.again else "The referee's phone begins another game."
    for who, path in (("", "/"), ("seat", "/seat")):
        page = table.get("simulated", who, path).get_data(as_text=True)
        assert words in unescape(page), path


def commands(kind: str, game: int, folder: Path) -> None:
    """Each command that is about games; which are not is said here."""
    assert {*main.commands} == {*ABOUT_GAMES, *ELSE, *OF_PEOPLE}
    number, state, again = str(game), ("--state", str(folder)), ("--state", str(folder / "again"))
    told = said("export", number, *state)
    assert json.loads(told.splitlines()[0])["game"] == kind
    exported = folder / "game.jsonl"
    exported.write_text(told, encoding="utf-8")
    assert said("backup", *state) and said("games") and said("schema", kind)
    said("restore", str(max((folder / BACKUPS).iterdir())), *again)
    assert said("export", number, *again) == told
    for more in ((), ("--json",)):
        assert said("replay", str(exported), *more) and said("replay", number, *more, *again)


def said(*words: str) -> str:
    """What a command says that is well."""
    told = command(*words)
    assert told.exit_code == 0, told.output
    return told.output
