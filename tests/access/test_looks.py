"""Nobody who is here tonight looks like another, by whatever ways they came in."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.access import Access, AccessError
from companion.access.evening import Evening
from companion.access.persons import Wanted
from companion.journal.people import People
from companion.looks import SHAPES, look_in, looks_of
from companion.referee.dressing import TONIGHT_MS, tonight
from companion.words import CompanionError, Seat
from tests.referee.hall import REFEREE, Hall, hall
from tests.web.house import Clock

NOW_MS = 1_700_000  # the bench's
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim")
STEPS = 150


class House:
    """A bench with phones: each way in is one of its `ways`, and so is each way out."""

    def __init__(self, table: Hall, rng: Random) -> None:
        self.table, self.rng = table, rng
        self.cookies: list[str] = []
        self.open()

    def open(self) -> None:
        """Access as it is after a start."""
        clock, folder = Clock(), self.table.folder
        self.access = Access(self.table.journal, folder, clock, lambda: NOW_MS)
        self.evening = Evening(self.table.referee, self.access, now_s=clock)
        self.people = People(self.table.journal)

    def ways(self) -> list[Callable[[], object]]:
        return [
            self.names_itself, self.names_itself, self.taps_a_name, self.passes_on, self.dresses,
            self.by_a_link, self.by_a_nod, self.comes_back, self.is_vouched_for, self.begins,
            self.is_merged, self.sits, self.seat_is_renamed, self.is_put_out, self.ends,
            self.restarts,
        ]  # fmt: skip

    def say(self, **wanted: object) -> None:
        cookie = self.rng.choice(self.cookies)
        session = self.access.sessions.who(cookie)
        if session.role == "seat":
            self.access.persons.choose(cookie, session, Wanted(**wanted))  # type: ignore[arg-type]

    def let_in(self, person: int | None = None) -> None:
        link = self.access.sessions.invite(person)
        self.cookies.append(self.access.sessions.redeem(link, "10.0.0.9"))

    def shape(self) -> str | None:
        return self.rng.choice((*SHAPES[:3], None))

    def someone(self) -> int:
        return self.people.number(self.rng.choice(NAMES), NOW_MS)

    def names_itself(self) -> None:
        self.let_in()
        self.say(name=self.rng.choice(NAMES), shape=self.shape())

    def taps_a_name(self) -> None:
        self.say(number=self.someone(), shape=None)

    def passes_on(self) -> None:
        self.say(number=self.someone(), shape=self.shape(), passed=True)

    def dresses(self) -> None:
        self.say(shape=self.shape())

    def by_a_link(self) -> None:
        self.let_in(self.someone())

    def by_a_nod(self) -> None:
        cookie, waiting = self.access.joining.request(Seat(self.rng.randrange(3)), "10.0.0.9")
        self.access.joining.answer(waiting.id, True)
        self.cookies.append(cookie)

    def comes_back(self) -> None:
        for cookie in self.cookies[-12:]:
            if self.access.sessions.who(cookie).role == "nobody" and self.rng.random() < 0.5:
                with suppress(AccessError):
                    self.access.sessions.come_back(cookie)

    def is_vouched_for(self) -> None:
        self.let_in()
        cookie, lead = self.cookies[-1], self.access.sessions.referee_key()
        leads = self.access.sessions.who(self.access.sessions.redeem(lead, "10.0.0.9"))
        live = self.people.among(self.access.sessions.live())
        if live:
            session, wanted = self.access.sessions.who(cookie), Wanted(name=live[0].name)
            with suppress(AccessError):
                self.access.persons.choose(cookie, session, wanted)
            for claim in self.access.persons.claims():
                self.access.persons.vouch(claim.id, leads, True)

    def begins(self) -> None:
        people = self.rng.sample(NAMES, self.rng.choice((3, 4, 5, 6)))
        self.table.referee.begin_game("dolphin_splash", people, {}, "", sure=True)

    def sits(self) -> None:
        for seat in range(3, 6):
            self.table.referee.sit(self.table.tap(), self.someone(), Seat(seat), REFEREE)

    def seat_is_renamed(self) -> None:
        self.table.referee.rename(Seat(self.rng.randrange(4)), self.rng.choice(NAMES))

    def is_merged(self) -> None:
        self.access.household.merge(self.someone(), self.someone())

    def is_put_out(self) -> None:
        phones = self.access.sessions.phones()
        if phones:
            self.access.sessions.revoke(self.rng.choice(phones).id)

    def ends(self) -> None:
        self.evening.good_night()
        self.names_itself()  # the next evening has begun, and somebody new is there

    def restarts(self) -> None:
        self.table.restart()
        self.open()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with hall(tmp_path) as table:
        yield House(table, Random(18))


def test_nobody_who_is_here_looks_like_another_whichever_way_they_came(house: House) -> None:
    house.names_itself()
    done, crowded = set(), 0
    for step in range(STEPS):
        way = house.rng.choice(house.ways())
        house.access.limits._buckets.clear()
        with suppress(CompanionError, ValueError):
            way()
            done.add(way.__name__)
        here = tonight(house.table.journal, NOW_MS)
        looks = [one.look for one in here]
        assert "" not in looks and len(looks) == len(set(looks)), (step, way.__name__, here)
        crowded = max(crowded, len(here))
    assert done == {way.__name__ for way in house.ways()}
    assert crowded > len(SHAPES), "more people than shapes"


def onto_a_taken_look(house: House, way: str) -> None:
    """Ana, who was a star another evening, comes in where Cy is one tonight."""
    choose, who = house.access.persons.choose, house.access.sessions.who
    house.let_in()
    ana = house.cookies[0]
    choose(ana, who(ana), Wanted(name="Ana", shape="star"))
    number = house.people.number("Ana", NOW_MS)
    house.evening.good_night()
    house.let_in()
    cy = house.cookies[1]
    choose(cy, who(cy), Wanted(name="Cy", shape="star"))
    house.table.referee.begin_game("dolphin_splash", ["Cy", "Dee", "Eve"], {}, "")
    match way:
        case "comes back":
            house.access.sessions.come_back(ana)
        case "by a link":
            house.let_in(number)
        case "taps the name" | "is passed the phone":
            house.let_in()
            new = house.cookies[-1] if way == "taps the name" else cy
            choose(new, who(new), Wanted(number=number, passed=new is cy))
        case "is merged":
            house.let_in()
            new = house.cookies[-1]
            choose(new, who(new), Wanted(name="Anna"))
            double = house.people.number("Anna", NOW_MS)
            house.access.household.merge(double, number)
        case "sits down":
            house.table.referee.sit("s", number, Seat(3), REFEREE)
        case "is typed":
            house.table.referee.rename(Seat(1), "Ana")
        case _:
            people = ["Ana", "Cy", "Dee"]
            house.table.referee.begin_game("dolphin_splash", people, {}, "", sure=True)


@pytest.mark.parametrize(
    "way",
    ["comes back", "by a link", "taps the name", "is passed the phone", "sits down", "is typed",
     "plays", "is merged"],
)  # fmt: skip
def test_who_comes_onto_a_taken_look_gives_way_by_every_way(house: House, way: str) -> None:
    onto_a_taken_look(house, way)
    looks = {one.name: one.look for one in tonight(house.table.journal, NOW_MS)}
    assert looks["Cy"] == "star-pink" and looks["Ana"] == "drop-blue", looks


def test_who_is_here_keeps_the_look_and_who_comes_later_gives_way(house: House) -> None:
    house.let_in()
    ana = house.cookies[0]
    choose, who = house.access.persons.choose, house.access.sessions.who
    choose(ana, who(ana), Wanted(name="Ana", shape="star"))
    choose(ana, who(ana), Wanted(name="Ben", shape="shell", passed=True))
    assert [one.name for one in house.access.sessions.sharers()] == ["Ana"]
    house.let_in()
    cy = house.cookies[1]
    assert "Ana has that look" in choose(cy, who(cy), Wanted(name="Cy", shape="star"))
    assert [one.name for one in who(ana).others] == ["Ana"]
    house.restarts()
    who = house.access.sessions.who
    assert [one.name for one in who(ana).others] == ["Ana"]
    house.people.look(house.people.number("Dee", NOW_MS), "star-pink")
    house.table.referee.begin_game("dolphin_splash", ["Dee", "Ana", "Ben"], {}, "")
    looks = {one.name: one.look for one in tonight(house.table.journal, NOW_MS)}
    assert (looks["Ana"], looks["Ben"]) == ("star-pink", "shell-orange")
    assert looks["Dee"] not in (looks["Ana"], looks["Ben"], looks["Cy"])
    later_ms = NOW_MS + 2 * TONIGHT_MS
    assert "Dee" in [one.name for one in tonight(house.table.journal, later_ms)], "still plays"
    house.evening.good_night()
    assert "Dee" not in [one.name for one in tonight(house.table.journal, later_ms)]
    assert who(ana).others == ()


def test_no_two_at_a_table_differ_by_their_colour_alone() -> None:
    for many in range(2, len(SHAPES) + 1):
        for words in ({}, {0: "star-pink", 1: "star-amber"}, {1: "star-amber", 0: "circle-sky"}):
            shown = looks_of(range(many), words)
            assert len({look.shape for look in shown.values()}) == many, (many, words)
            assert shown[0] == look_in(words.get(0, "circle-amber"))
