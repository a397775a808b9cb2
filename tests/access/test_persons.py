"""A phone belongs to a person: through games, orders, evenings and links, until it is put out."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.access import Access, AccessError
from companion.access.secret import hash_of
from companion.access.sessions import DAY_MS, NOBODY, REVOKED, UNUSED_MS
from companion.journal import Journal
from companion.journal.backup import BACKUPS, back_up
from companion.journal.people import People
from companion.journal.restore import restore
from companion.words import Seat
from tests.web.house import Clock

BEFORE = sorted((Path(__file__).parent.parent / "journal" / "before").glob("*.sqlite"))
NOW_MS = 1_800_000_000_000
FIRST = Seat(0)


class House:
    """A journal with its phones, and people who play in an order."""

    def __init__(self, state: Path) -> None:
        self.wall_ms, self.clock = NOW_MS, Clock()
        self.journal = Journal(state / "journal.sqlite", "boot")
        self.access = Access(self.journal, state, self.clock, lambda: self.wall_ms)
        self.sessions, self.people = self.access.sessions, People(self.journal)

    def play(self, *names: str) -> None:
        numbers = [self.people.number(name, self.wall_ms) for name in names]
        self.journal.begin_game("dolphin_splash", "{}", numbers, self.wall_ms)

    def phone(self, name: str) -> str:
        link = self.sessions.invite(self.people.number(name, self.wall_ms))
        return self.sessions.redeem(link, "10.0.0.9")

    def seats(self, *cookies: str) -> list[int | None]:
        return [self.sessions.who(cookie).seat for cookie in cookies]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.journal.close()


def test_a_phone_follows_its_person(house: House) -> None:
    house.play("Ana", "Ben", "Cy")
    ana, ben = house.phone("Ana"), house.phone("Ben")
    assert house.seats(ana, ben) == [0, 1]
    house.play("Ben", "Cy", "Ana", "Dee")
    assert house.seats(ana, ben) == [2, 0], "another order"
    house.play("Cy", "Dee", "Ben")
    assert house.seats(ana, ben) == [None, 2], "who does not play is still in"
    assert house.sessions.who(ana).role == "seat"
    game = house.journal.games(1)[0]
    house.journal.end_game(game.game, NOW_MS)
    assert house.seats(ana, ben) == [None, None], "no game, no seat"


def test_who_leads_keeps_the_right_beside_a_seat(house: House) -> None:
    house.play("Ana", "Ben", "Cy")
    leads = house.sessions.redeem(house.sessions.referee_key(), "10.0.0.9")
    assert house.sessions.who(leads).person is None
    house.sessions.become(hash_of(leads), house.people.number("Ben", 0))
    who = house.sessions.who(leads)
    assert (who.role, who.seat, who.leads) == ("referee", 1, True)
    again = house.sessions.redeem(house.sessions.referee_key(), "10.0.0.9", leads)
    assert house.seats(again) == [1], "the link again, on the same phone"
    seat = house.phone("Ana")
    upgraded = house.sessions.redeem(house.sessions.referee_key(), "10.0.0.9", seat)
    who = house.sessions.who(upgraded)
    assert (who.role, who.seat) == ("referee", 0) and house.sessions.who(seat).role == "nobody"


def test_good_night_ends_what_it_may_tell_and_not_who_it_is(house: House) -> None:
    house.play("Ana", "Ben", "Cy")
    ana = house.phone("Ana")
    house.sessions.end_evening()
    known = house.sessions.who(ana)
    assert (known.role, known.seat) == ("nobody", None)
    assert known.person is not None and known.person.name == "Ana"
    assert house.sessions.live() == frozenset() and house.sessions.phones() == ()
    house.play("Ben", "Ana", "Cy")
    assert house.sessions.come_back(ana).seat == 1
    assert house.sessions.live() == {known.person.number}
    with pytest.raises(AccessError):
        house.sessions.come_back("a stranger's")


def test_who_was_put_out_does_not_come_back_by_itself(house: House) -> None:
    ana = house.phone("Ana")
    house.sessions.revoke(house.sessions.who(ana).phone)
    with pytest.raises(AccessError):
        house.sessions.come_back(ana)
    house.sessions.end_evening()
    with pytest.raises(AccessError):
        house.sessions.come_back(ana)


def test_a_phone_is_its_persons_until_it_lay_unused_for_a_year(house: House) -> None:
    ana = house.phone("Ana")
    for _ in range(3):
        house.wall_ms += UNUSED_MS - DAY_MS
        assert house.sessions.who(ana).role == "seat"
    house.wall_ms += UNUSED_MS + DAY_MS
    house.clock.now_s += (UNUSED_MS + DAY_MS) / 1000
    assert house.sessions.who(ana) == NOBODY
    house.sessions.end_evening()
    with house.journal.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM sessions").fetchone() == (0,)


@pytest.mark.parametrize("years", [-20, 30])
def test_a_clock_that_is_set_puts_nobody_out(house: House, tmp_path: Path, years: int) -> None:
    ana = house.phone("Ana")
    referee = house.sessions.redeem(house.sessions.referee_key(), "10.0.0.8")
    for cookie in (ana, referee):
        assert house.sessions.who(cookie).role != "nobody"
    house.wall_ms += years * 366 * DAY_MS
    for _ in range(2):  # and the next companion knows them, too
        assert [house.sessions.who(cookie).role for cookie in (ana, referee)] == [
            "seat",
            "referee",
        ]
        house.access = Access(house.journal, tmp_path, house.clock, lambda: house.wall_ms)
        house.sessions = house.access.sessions


def test_a_joining_link_is_a_persons_and_not_a_seats(house: House) -> None:
    house.play("Ana", "Ben", "Cy")
    link = house.sessions.invite(house.sessions.at_seat(FIRST))
    house.play("Cy", "Ben", "Ana")
    assert house.seats(house.sessions.redeem(link, "10.0.0.9")) == [2]
    cookie, asked = house.access.joining.request(FIRST, "10.0.0.9")
    house.play("Ana", "Cy", "Ben")
    house.access.joining.answer(asked.id, True)
    assert house.seats(cookie) == [1], "Cy asked before the order was another one"


def test_who_a_phone_is_outlives_a_restart_and_a_copy(house: House, tmp_path: Path) -> None:
    house.play("Ana", "Ben", "Cy")
    ana = house.phone("Ana")
    house.people.look(house.people.number("Ana", 0), "star-pink")
    house.people.child(house.people.number("Ana", 0), True)
    copy = back_up(house.journal.path, tmp_path / BACKUPS, "1")
    house.journal.close()
    restore(copy, tmp_path / "elsewhere.sqlite", tmp_path / BACKUPS, "1")
    for file in ("elsewhere.sqlite", "journal.sqlite"):
        house.journal = Journal(tmp_path / file, "boot")
        sessions = Access(house.journal, tmp_path, house.clock, lambda: house.wall_ms).sessions
        who = sessions.who(ana)
        assert who.person is not None and who.seat == 0, file
        told = who.person.name, who.person.look, who.person.child
        assert told == ("Ana", "star-pink", True), file
        if file == "elsewhere.sqlite":
            house.journal.close()


@pytest.mark.parametrize("kept", BEFORE, ids=lambda file: file.stem)
def test_the_phones_of_before_are_brought_over(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    file.write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(file)) as old, old:
        game = old.execute("SELECT max(game) FROM games").fetchone()[0]
        ben = old.execute("SELECT person FROM seatings WHERE (game, seat) = (?, 1)", (game,))
        ben = ben.fetchone()[0]
        rows = [
            ("seat", "seat", 1, "first", 5, None),
            ("late", "seat", 1, "another", 5, None),
            ("out", "seat", 1, "first", 5, 6),
            ("referee", "referee", None, "mark", 5, None),
            ("table", "table", None, "mark", 5, None),
        ]
        old.executemany("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)", rows)
    with closing(Journal(file, "boot")) as journal, journal.reading() as cursor:
        assert journal.recovered() == ""
        told = cursor.execute(
            "SELECT hash, role, person, leads, evening, made_ms, revoked_ms FROM sessions"
        )
        assert sorted(told) == [
            ("late", "seat", None, 0, "another", 5, None),
            ("out", "seat", ben, 0, "first", 5, 6),
            ("referee", "seat", None, 1, "mark", 5, None),
            ("seat", "seat", ben, 0, "first", 5, None),
            ("table", "table", None, 0, "mark", 5, None),
        ]
        looks = cursor.execute("SELECT DISTINCT look, child FROM people").fetchall()
        assert looks == [("", 0)]


def test_a_phone_of_somebody_forgotten_is_a_stranger_s(house: House) -> None:
    house.play("Ana", "Ben", "Cy")
    ana = house.phone("Ana")
    person = house.people.named("Ana")
    assert person is not None
    house.people.forget(person.number)
    assert house.sessions.who(ana) == REVOKED
    asked, waiting = house.access.joining.request(None, "10.0.0.9", before=ana)
    house.access.joining.answer(waiting.id, True)
    who = house.sessions.who(asked)
    assert (who.role, who.seat, who.person) == ("seat", None, None)
