"""Robot families play an evening of all games, and somebody is forgotten: nothing says the name.

Every file, page, stream, export and copy that is made after is read byte by byte.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from companion import cli, codec
from companion.access import Access
from companion.access.evening import Evening
from companion.access.secret import hash_of
from companion.games import GAMES
from companion.journal.backup import BACKUPS, back_up
from companion.web import AppParts, create_app
from companion.web.address import Address
from companion.web.wire import LIVE_PAGES
from companion.words import Corrected, Sealed, Suspected, Unsealed
from tests.every_day import some
from tests.journal.names import files_with, holds
from tests.robots.hearsay import Room
from tests.robots.live_games import Playing

PEOPLE = (
    "Žofie Łęcka", "O'Brien & Söhne", "Балтазар", "Xanthippe", "李小龍先生", "Ömer Şükrü",
    "مريم الزهراء", "🐬 <b>Quentin",
)  # fmt: skip
ORIGIN = {"Origin": "http://localhost"}
LEFT_OUT = ("/static/", "/api/events", "/machine", "/calibrate", "/api/calibrate")
STEPS_MOST = 40  # of one game
EVENINGS = 1
LONG_EVENINGS = 150
SAID_BY_RULES = {
    (Corrected, "why"),  # no page fills it: see below
    (Suspected, "why"),
    (Sealed, "seal"),  # numbers in hexadecimal, which the table draws
    (Unsealed, "seal"),
    (Unsealed, "seed"),
    (Unsealed, "salt"),
}


class House:
    """A table with its pages and phones, in one thread, with told time."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.folder, self.rng = folder, rng
        self.room = Room(folder, PEOPLE)
        hours = iter(range(1000, 10**9))
        self.access = Access(
            self.room.journal, folder, lambda: float(next(hours)), lambda: 1_700_000
        )
        self.evening = Evening(self.room.referee, self.access, wall_ms=lambda: 1_700_000)
        self.evening.open()
        where = Address(8080, "table", find_ip=lambda: "127.0.0.1")
        parts = AppParts(
            referee=self.room.referee,
            access=self.access,
            address=where,
            evening=self.evening,
            templates=folder / "compiled",
        )
        self.app = create_app(parts)
        self.phones: dict[str, FlaskClient] = {"stranger": self.app.test_client()}

    def play(self, kind: str) -> None:
        """Some of a game; everybody's phone is in, and is named."""
        playing = Playing(self.room, kind, self.rng.randrange(1000))
        for _ in range(self.rng.randrange(STEPS_MOST)):
            if playing.view().over:
                return
            assert all(slot.field != "why" for slot in self._slots()), "a page fills free text"
            playing.step()

    def let_in(self) -> None:
        """A phone for everybody at the table, and the referee's."""
        self.phones["referee"] = self._redeemed(self.access.sessions.referee_key())
        for seat, number in self.room.referee.picture.names.people.items():
            if str(seat) not in self.phones:
                link = self.access.sessions.invite(number)
                self.phones[str(seat)] = self._redeemed(link)

    def forget(self) -> str:
        """Somebody of this evening, by the page: the name."""
        who = self.rng.choice(self.access.household.everybody()).person
        told = {"person": who.number, "sure": True}
        answer = self.phones["referee"].post("/api/forget", json=told, headers=ORIGIN)
        assert answer.get_json() == {"ok": True, "say": ""}
        return who.name

    def says(self) -> Iterator[tuple[str, bytes]]:
        """All that can be read at this table now: what, and its bytes."""
        games = [game.game for game in self.room.journal.games()]
        roles = ("stranger", "referee", self.rng.choice([*self.phones]))
        for who, phone in ((role, self.phones[role]) for role in dict.fromkeys(roles)):
            for path in self._paths(games):
                with phone.get(path) as answer:
                    yield f"{who} {path} {answer.status}", answer.get_data()
        game = str(self.rng.choice(games))
        for words in (["people"], ["export", game], ["replay", game]):
            ran = CliRunner().invoke(cli.main, [*words, "--state", str(self.folder)])
            yield " ".join(words), (ran.output + repr(ran.exception)).encode()
        yield "copy", back_up(self.room.journal.path, self.folder / BACKUPS, "1").read_bytes()

    def close(self) -> None:
        """A clean stop."""
        self.room.close()

    def _slots(self) -> list[Any]:
        asks = (open_.ask for open_ in self.room.open)
        return [slot for ask in asks for choice in ask.choices for slot in choice.slots]

    def _redeemed(self, key: str) -> FlaskClient:
        phone = self.app.test_client()
        answer = phone.post("/api/redeem", json={"t": key}, headers=ORIGIN)
        assert answer.status_code == 200, answer.get_data()
        return phone

    def _paths(self, games: list[int]) -> Iterator[str]:
        for rule in self.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.rule.startswith(LEFT_OUT):
                continue
            if rule.rule == "/api/fragment":
                yield from (f"/api/fragment?page={page}" for page in LIVE_PAGES)
            elif "<number>" in rule.rule:
                shown = games[:1] if rule.rule.startswith("/game") else games[-1:]
                yield from (rule.rule.replace("<number>", str(game)) for game in shown)
            elif not rule.arguments:
                yield rule.rule


@pytest.mark.parametrize("seed", some(range(LONG_EVENINGS), range(EVENINGS)))
def test_nothing_says_a_forgotten_name(seed: int, tmp_path: Path) -> None:
    """Games, one of them cut short by the forgetting; then good night, a stop, and a look."""
    rng = Random(seed)
    house = House(tmp_path, rng)
    kinds = rng.sample(list(GAMES), len(GAMES))
    cut = rng.randrange(len(kinds))
    for kind in kinds[: cut + 1]:
        house.play(kind)
        if rng.random() < 0.5:
            house.let_in()
            back_up(house.room.journal.path, tmp_path / BACKUPS, "1")
    house.let_in()
    before = [what for what, _ in house.says()]
    assert before
    name = house.forget()
    told = list(house.says())
    assert [what for what, said in told if holds(said, name)] == [], (seed, name)
    house.evening.good_night()
    assert [what for what, said in house.says() if holds(said, name)] == [], (seed, name)
    house.close()
    assert files_with(tmp_path, name) == [], (seed, name)


def test_the_search_finds_a_name() -> None:
    for name in PEOPLE:
        for how in (name.encode(), codec.dumps([name]).encode(), name.casefold().encode("utf-16")):
            assert holds(b"..." + how + b"...", name)
        assert not holds(hash_of(name).encode(), name)


@pytest.mark.parametrize("kind", GAMES)
def test_no_fact_has_room_for_a_name(kind: str) -> None:
    """Facts hold numbers; a text of people's own would have to be cleared, too."""
    texts = {
        (form, field.name)
        for form in get_args(codec.fact_of(GAMES[kind].judge))
        for field in fields(form)
        if str in _types(get_type_hints(form)[field.name])
    }
    assert texts <= SAID_BY_RULES


def _types(hint: Any) -> set[Any]:
    return {hint}.union(*map(_types, get_args(hint))) if get_args(hint) else {hint}
