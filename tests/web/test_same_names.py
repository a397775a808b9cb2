"""Names that read alike, by every way in: nobody becomes somebody else, and told what helps."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from click.testing import CliRunner

from companion import cli
from companion.journal import Journal
from companion.journal.people import People
from companion.runtime import Companion
from tests.entered import CARDS
from tests.web.house import Phone, begin, referee_phone, running

CYRILLIC = "Аna"  # its first letter is not ours
LIKE_ANA = ("ana", "Aná", CYRILLIC, "A\u200bna", " A na", "Ana\u3164")


@pytest.fixture
def referee(own: Companion) -> Phone:
    return referee_phone(own, "127.0.9.1")


def people(own: Companion) -> list[str]:
    return sorted(one.name for one in People(own.referee.journal).known())


def person_of(phone: Phone) -> Any:
    person = phone.state()["you"]["person"]
    return person and person["name"]


@pytest.mark.parametrize("name", LIKE_ANA)
def test_who_writes_a_known_name_is_asked_first(
    name: str, own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    phone = next(newcomers)
    status, said = phone.post("/api/me", {"name": name})
    assert status == 428 and "Somebody is called Ana already. Is that you?" in said["say"]
    assert "add a letter" in said["say"] and person_of(phone) is None
    assert people(own) == ["Ana", "Ben", "Cy"]
    assert phone.post("/api/me", {"name": name, "known": True})[0] == 200
    assert person_of(phone) == "Ana" and phone.state()["you"]["seat"] == 0
    other = next(newcomers)
    status, said = other.post("/api/me", {"name": name, "known": True})
    assert status == 409 and "Ana is here already. Is that you?" in said["say"]


def test_a_name_that_is_mine_asks_nothing(referee: Phone, newcomers: Iterator[Phone]) -> None:
    ana = next(newcomers)
    for told in ({"name": "Ana"}, {"name": "Ana", "look": "star"}, {"new_name": "Aná"}):
        assert ana.post("/api/me", told)[0] == 200
    assert person_of(ana) == "Aná"
    assert ana.post("/api/me", {"name": "Ben", "passed": True})[0] == 200
    assert ana.post("/api/me", {"name": "ana"})[0] == 200, "who had this phone tonight"
    assert person_of(ana) == "Aná"


@pytest.mark.parametrize("name", LIKE_ANA)
def test_nobody_takes_a_name_that_reads_like_anothers(
    name: str, own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ben = People(own.referee.journal).named("Ben")
    assert ben is not None
    phone = next(newcomers)
    assert phone.post("/api/me", {"person": ben.number})[0] == 200
    refusals = [
        phone.post("/api/me", {"new_name": name}),
        referee.post("/api/rename", {"person": ben.number, "name": name}),
    ]
    for status, said in refusals:
        assert status == 409 and "Somebody is called Ana already" in said["say"]
        assert "Add a letter" in said["say"] and "People" in said["say"]
    status, said = referee.post("/api/names", {"seat": 1, "name": name})
    assert status == 400 and "Two people have the same name. Add a letter" in said["say"]
    told = {"kind": "dolphin_splash", "people": ["Ana", name, "Cy"], "options": {}, "sure": True}
    status, said = referee.post("/api/game", told)
    assert status == 400 and "Two people have the same name" in said["say"]
    assert people(own) == ["Ana", "Ben", "Cy"]


@pytest.mark.parametrize("name", ["Zoe", "Zoё"])
def test_the_referee_is_told_of_a_name_that_only_looks_like_a_known_one(
    name: str, own: Companion, referee: Phone
) -> None:
    begin(referee, "Zoë", "Ben", "Cy")
    begin(referee, "Ana", "Ben", "Cy")
    told = {"kind": "dolphin_splash", "people": [name, "Ben", "Cy"], "options": {}, "sure": True}
    for status, said in (
        referee.post("/api/game", told),
        referee.post("/api/names", {"seat": 0, "name": name}),
    ):
        assert status == 400 and "Somebody is called Zoë already" in said["say"]
        assert "add a letter" in said["say"]
    assert referee.state()["seats"][0]["name"] == "Ana"
    assert referee.post("/api/names", {"seat": 0, "was": "Ana", "name": "ZOË"})[0] == 200, (
        "that one sits here"
    )
    assert people(own) == ["Ana", "Ben", "Cy", "Zoë"]


def test_at_once_one_gets_the_name_and_nobody_looks_alike(
    own: Companion, newcomers: Iterator[Phone]
) -> None:
    guests = [next(newcomers) for _ in range(8)]
    told = [{"name": name, "look": "star"} for name in (*LIKE_ANA, "Ben", "ben")]
    with ThreadPoolExecutor(len(guests)) as hands:
        heard = list(hands.map(lambda one, body: one.post("/api/me", body), guests, told))
    assert sorted(status for status, _ in heard) == [200, 200, *[409] * 6]
    looks = {one.name: one.look for one in People(own.referee.journal).known()}
    assert len(looks) == 2 == len({*looks.values()}), looks


def test_of_many_ways_at_once_one_adds_a_person(own: Companion) -> None:
    known = People(own.referee.journal)
    with ThreadPoolExecutor(8) as hands:
        found = set(hands.map(lambda n: known.number(LIKE_ANA[n % 6], n), range(48)))
    assert len(found) == 1 == len(known.known())
    ben = known.number("Ben", 1)
    taken = known.rename(ben, "Aná")
    assert taken is not None and taken.number in found and known.person(ben).name == "Ben"  # type: ignore[union-attr]


def test_what_others_are_called_is_nobodys_name(newcomers: Iterator[Phone]) -> None:
    for name in ("The wаll", "Thé Referee", "a\u200bguest", "A Guést", "Nobody"):
        status, said = next(newcomers).post("/api/me", {"name": name})
        assert status == 409 and "mean something else" in said["say"]


def test_nothing_to_read_is_no_name(newcomers: Iterator[Phone]) -> None:
    phone = next(newcomers)
    for name in ("\u3164", "\u0301\u0301", "\ufe0f", "\u2800 \u200b"):
        assert phone.post("/api/me", {"name": name})[0] == 400


def test_two_of_before_who_read_alike_stay_two_and_are_said(own: Companion, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    state = own.referee.journal.path.parent
    own.close()
    with closing(Journal(state / "journal.sqlite", "boot")) as journal, journal.writing() as cursor:
        cursor.execute("INSERT INTO people (name, seen_ms) VALUES (?, 1)", (CYRILLIC,))
    with closing(running(state)) as again:
        machine = Phone(again.address.port)
        page = machine.get("/people")[1]
        assert "Two names here read alike" in page and page.count("reads like") == 2
        known = People(again.referee.journal)
        assert [one.name for one in known.alike(CYRILLIC)] == [CYRILLIC, "Ana"]
        command = "--state", str(state)
        said = CliRunner().invoke(cli.main, ["people", *command]).output
        assert said.count("reads like") == 2 and "companion merge" in said
        vague = CliRunner().invoke(cli.main, ["rename", "aná", "Anna", *command])
        assert vague.exit_code == 1 and "Say the number" in vague.output
        done = CliRunner().invoke(cli.main, ["merge", CYRILLIC, "Ana", "--yes", *command])
        assert done.exit_code == 0, done.output
        assert people(again) == ["Ana", "Ben", "Cy"]
        assert "read alike" not in machine.get("/people")[1]


def test_boards_and_decks_have_names_that_are_told_apart(own: Companion, referee: Phone) -> None:
    told = {"name": "Our 72", "content": {**CARDS, "title": "Our 72"}}
    assert referee.post("/api/decks", told)[0] == 200
    told = {"name": "Οur 72", "content": {**CARDS, "title": "Οur 72"}}  # a Greek letter
    status, said = referee.post("/api/decks", told)
    assert status == 400 and 'another deck called "Our 72"' in said["say"]
