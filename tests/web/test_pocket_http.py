"""A game of nothing but phones, from the first screen to the first PASS, over real HTTP."""

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.runtime import Companion
from companion.words import Seat
from tests.web.house import Phone, begin, leader, on_a_tablet, referee_phone, seated, until

PEOPLE = ("Ana", "Ben", "Cy")
CARD = re.compile(r'data-card="(\d+)" data-turn="(\d+)"')


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    """A table without any parts, as the one file begins it."""
    companion = on_a_tablet(tmp_path)
    yield companion
    companion.close()


def hand(phone: Phone) -> list[tuple[str, str]]:
    """The cards that this phone shows: each one's place, and of which turn it is."""
    status, shown = phone.get("/api/hand")
    return CARD.findall(json.loads(shown)["html"]) if status == 200 else []


def grabs(phone: Phone) -> Any:
    """What this phone hears of a hand that is on its dolphin now."""
    state = phone.state()
    now = {"at_us": state["table_us"], "uncertain_us": 0, "deal": state["deal"]}
    return phone.post("/api/grab", {"tell": secrets.token_hex(8), **now})[1]


def test_three_phones_and_nothing_else_come_to_the_first_pass(house: Companion) -> None:
    assert "without anything" in Phone(house.address.port).get("/")[1]
    referee = leader(house, *PEOPLE, cards="phones")
    phones = [seated(house, referee, n, f"127.0.7.{n + 1}") for n in range(3)]
    here = {"card": 0, "turn": 0}
    _, told = phones[0].post("/api/hand", here)
    assert told == {"ok": False, "say": "The cards are not dealt yet."}
    assert grabs(phones[0]) == {"ok": False, "say": "The dolphin rests."}
    referee.answer("start")
    dealt = [until(lambda phone=phone: hand(phone), "a hand") for phone in phones]
    assert [len(cards) for cards in dealt] == [4, 4, 4]
    for phone, cards in zip(phones, dealt, strict=True):
        card, turn = cards[0]
        status, told = phone.post("/api/hand", {"card": int(card), "turn": int(turn)})
        assert (status, told["ok"]) == (200, True), told
        assert phone.post("/api/hand", here)[1] == {"ok": True, "say": ""}
    turn = dealt[0][0][1]
    until(lambda: all(hand(phone)[0][1] != turn for phone in phones), "PASS, and the next cards")
    referee.answer("seat:2", "stand_in")
    until(lambda: "A robot plays for you." in phones[2].get("/api/hand")[1], "a robot, and a word")
    assert grabs(phones[2]) == {"ok": False, "say": "A robot plays for you."}


def test_robots_are_told_from_people_also_by_name_and_in_past_games(house: Companion) -> None:
    referee = leader(house, "Ana", cards="phones")
    robot = house.referee.picture.names.seats[1]
    ana = seated(house, referee, 0, "127.0.7.1")
    told = (
        ana.post("/api/me", {"new_name": "robot luna"}),  # who may sit here some day
        referee.post("/api/names", {"seat": 0, "name": "Robot  Luna"}),
        referee.post("/api/names", {"seat": 1, "name": "Zoe"}),
    )
    assert [status for status, _ in told] == [409, 400, 400], told
    assert "robot" in told[2][1]["say"]
    assert house.referee.picture.names.seats[1] == robot
    fields = re.findall(r'data-seat-name="(\d)"', referee.get("/referee")[1])
    assert fields == ["0"], "what would be refused is not offered"
    assert [one.person.name for one in house.access.household.everybody()] == ["Ana"]
    assert re.findall(r'data-knock="(\d)"', referee.get("/join")[1]) == ["0"]
    link = house.access.sessions.invite(house.access.sessions.at_seat(Seat(1)))
    late = Phone(house.address.port, source="127.0.7.41")
    assert late.post("/api/redeem", {"t": link})[0] == 200
    assert late.state()["you"]["person"] is None, "no phone is a robot"
    referee.answer("start")
    begin(referee, "Ana", "Ben", "Cy")
    _, past = referee.get("/history")
    assert past.count("2 robots played along") == 1


@pytest.mark.parametrize(
    "told",
    [
        {"card": 0, "turn": 0, "seat": 1},
        {"card": 0, "turn": 10**15},
        {"card": True, "turn": 1},
        {"card": {"$ne": 0}, "turn": [0]},
        {"turn": 1},
    ],
)
def test_a_teenager_with_the_browsers_tools_moves_and_sees_nobody_elses_card(
    house: Companion, told: dict[str, object]
) -> None:
    referee = leader(house, *PEOPLE, cards="phones")
    ana, ben = (seated(house, referee, n, f"127.0.7.{n + 1}") for n in range(2))
    referee.answer("start")
    own, hers = (until(lambda phone=phone: hand(phone), "a hand") for phone in (ana, ben))
    before = [json.loads(ben.get("/api/hand")[1])[name] for name in ("cards", "chosen")]
    status, said = ana.post("/api/hand", told)
    assert status in (200, 400), said
    for path in ("/api/hand?seat=1", "/api/hand?phone=1", "/api/state", "/seat?seat=1"):
        shown = ana.get(path)[1]
        assert f'data-turn="{hers[0][1]}"' not in shown or path.startswith("/api/hand")
        assert path != "/api/state" or '"cards"' not in shown
    assert hand(ana) == own and hand(ben) == hers
    after = [json.loads(ben.get("/api/hand")[1])[name] for name in ("cards", "chosen")]
    assert after == before
    now_us = referee.state()["table_us"]
    deal = referee.state()["deal"]
    grab = {"tell": "a", "at_us": now_us + 60_000_000, "uncertain_us": 0, "deal": deal}
    for lie in ({}, {"at_us": -1}, {"at_us": 2**70}, {"uncertain_us": -5}, {"deal": "1.9"}):
        status, said = ana.post("/api/grab", {**grab, **lie})
        assert status == 400 or not said["ok"], (lie, said)
    assert referee.state()["view"]["phase"] == "live"


def test_who_comes_may_play_on_for_a_robot(house: Companion) -> None:
    """D-S18: and holds its hand, under the own name; nobody else is put out of a seat."""
    referee = leader(house, "Ana", cards="phones")
    zoe = Phone(house.address.port, source="127.0.7.42")
    assert zoe.post("/api/redeem", {"t": house.access.sessions.invite(None)})[0] == 200
    assert zoe.post("/api/me", {"name": "Zoe"})[0] == 200
    assert zoe.post("/api/play", {"yes": True})[0] == 200
    (comer,) = referee.state()["comers"]
    assert [place["seat"] for place in comer["places"]] == [3, 1, 2], "a new one, then robots'"
    told = {"person": comer["person"]}
    _, refused = referee.post("/api/sit", {**told, "tell": "y" * 16, "seat": 0})
    assert refused["say"] == "Somebody sits there already."
    assert referee.post("/api/sit", {**told, "tell": "z" * 16, "seat": 1})[1]["reply"] == "counts"
    seats = {one["seat"]: one for one in referee.state()["seats"]}
    assert [(seats[n]["name"], seats[n]["robot"]) for n in (0, 1)] == [
        ("Ana", False),
        ("Zoe", False),
    ]
    assert seats[2]["robot"] and referee.state()["comers"] == []
    for way, sits in (("undo", None), ("redo", 1)):
        assert zoe.state()["you"]["seat"] != sits
        told = {"tell": way, "of": referee.state()[way]["seq"]}
        assert referee.post(f"/api/{way}", told)[0] == 200
        assert zoe.state()["you"]["seat"] == sits
        assert referee.state()["seats"][1]["robot"] == (sits is None), "its seat is a robot's again"
    referee.answer("start")
    assert len(until(lambda: hand(zoe), "a hand")) == 4


def test_two_who_share_a_phone_do_not_both_play_where_each_needs_one(house: Companion) -> None:
    referee = referee_phone(house)
    shared, other = (Phone(house.address.port, source=f"127.0.7.{n}") for n in (31, 32))
    for phone in (shared, other):
        link = house.access.sessions.invite(None)
        assert phone.post("/api/redeem", {"t": link})[0] == 200
    for phone, name, passed in (
        (shared, "Ana", False),
        (shared, "Zoë-Marie", True),
        (other, "Cy", False),
    ):
        assert phone.post("/api/me", {"name": name, "passed": passed})[0] == 200
    house.evening.show()
    page = referee.get("/new")[1]
    assert re.findall(r'data-shares data-person="([^"]+)"', page) == ["Ana"]
    wanted = {"kind": "dolphin_splash", "people": ["Ana", "Zoë-Marie", "Cy"]}
    pocket = {**wanted, "options": {"cards": "phones"}}
    status, told = referee.post("/api/game", pocket)
    assert status == 400, told
    assert told["say"].startswith("Ana and Zoë-\u2060Marie share a phone, and here each needs one.")
    assert referee.state()["game"] is None
    assert referee.post("/api/game", {**pocket, "people": ["Ana", "Cy"]})[1]["reply"] == "counts"
    for has in ("Zoë-Marie", "Ana"):  # who comes is at the phone of somebody who plays, or was
        assert shared.post("/api/me", {"name": has, "passed": True})[0] == 200
        if has == "Zoë-Marie":
            assert shared.post("/api/play", {"yes": True})[0] == 200
        (comer,) = referee.state()["comers"]
        assert (comer["shown"]["name"], comer["places"]) == ("Zoë-Marie", [])
        told = {"person": comer["person"], "seat": 2, "tell": secrets.token_hex(8)}
        status, refused = referee.post("/api/sit", told)
        assert (status, "share a phone" in refused["say"]) == (400, True), refused
    third = Phone(house.address.port, source="127.0.7.33")
    assert third.post("/api/redeem", {"t": house.access.sessions.invite(None)})[0] == 200
    assert third.post("/api/me", {"name": "Zoë-Marie", "known": True})[0] == 200
    (comer,) = referee.state()["comers"]
    told["tell"] = secrets.token_hex(8)
    assert comer["places"] and referee.post("/api/sit", told)[1]["reply"] == "counts"
    again = {**wanted, "options": {}, "sure": True}
    assert referee.post("/api/game", again)[1]["reply"] == "counts", "with cards they may"


def test_who_has_two_phones_leaves_one_to_another(house: Companion) -> None:
    referee, sessions = referee_phone(house), house.access.sessions
    shared, second = (Phone(house.address.port, source=f"127.0.7.{n}") for n in (41, 42))
    for phone in (shared, second):
        assert phone.post("/api/redeem", {"t": sessions.invite(None)})[0] == 200
    for name, passed in (("Ana", False), ("Ben", True), ("Ana", True)):
        assert shared.post("/api/me", {"name": name, "passed": passed})[0] == 200
    wanted = {"kind": "dolphin_splash", "people": ["Ana", "Ben"], "options": {"cards": "phones"}}
    assert referee.post("/api/game", wanted)[0] == 400
    assert second.post("/api/me", {"name": "Ana"})[0] == 409
    (claim,) = referee.state()["claims"]
    assert referee.post("/api/vouch", {"claim": claim["id"], "yes": True})[0] == 200
    assert referee.post("/api/game", wanted)[0] == 200
