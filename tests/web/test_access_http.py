"""How people come in over real HTTP: a tap, START, a touched dolphin, a held button, a link."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.access import joining
from companion.access.secret import renew_key
from companion.access.sessions import INVITE_S
from companion.referee import buttons
from companion.runtime import Companion
from companion.table.signals import Kind, Signal
from tests.web.house import Clock, Phone, begin, referee_phone, seated, unchanged, until

PEOPLE = ("Ana", "Ben", "Cy")


@pytest.fixture
def game(referee: Phone) -> Phone:
    """The referee's phone in a game that waits for a deal."""
    begin(referee, *PEOPLE)
    referee.home(0, 1, 2, 3, 4)
    return referee


def who(phone: Phone) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(phone.get("/api/whoami")[1])
    return said


def knocked(phone: Phone) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(phone.get("/api/knock")[1])
    return said


def knock(phone: Phone, **asked: Any) -> dict[str, Any]:
    status, said = phone.post("/api/knock", asked)
    assert status == 200, said
    return dict(said)


def hold_start(house: Companion) -> None:
    house.referee.feel(Signal(Kind.HELD, house.referee.clock.now_us(), button="start"))


# --- a touched dolphin ------------------------------------------------------------------------


def test_touching_the_dolphin_that_the_phone_names_lets_it_in(
    game: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "READ_S", 0.0)
    named = until(lambda: knock(stranger, seat=1)["touch"], "a dolphin at home")
    assert knocked(stranger)["touch"] == named
    assert named["name"] == game.state()["pads"][named["pad"]]["name"]
    for pad in {0, 1} - {named["pad"]}:
        game.sim("touch", pad=pad)
        until(lambda pad=pad: game.state()["pads"][pad]["state"] == "touched", "the hand")
    assert who(stranger)["role"] == "nobody"
    game.sim("touch", pad=named["pad"])
    until(lambda: who(stranger) == {"role": "seat", "seat": 1}, "being let in")
    assert game.phase() == "waiting"
    game.home(0, 1)


def test_while_cards_go_round_no_dolphin_lets_anybody_in(
    game: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "READ_S", 0.0)
    pad = until(lambda: knock(stranger, seat=1)["touch"], "a dolphin")["pad"]
    game.answer("start", "deal")
    assert knocked(stranger)["touch"] is None
    game.sim("touch", pad=pad)
    until(lambda: game.phase() == "grab", "the grab")
    assert (knocked(stranger)["state"], knocked(stranger)["touch"]) == ("waiting", None)
    game.answer("no", "verdict")
    assert game.phase() == "foul" and knocked(stranger)["touch"] is None
    game.answer("touched", "foul", touchers=[2])
    game.home(pad)
    game.sim("touch", pad=pad)
    assert game.phase() == "reset" and knocked(stranger)["touch"] is None
    assert who(stranger)["role"] == "nobody"
    game.home(pad)


def test_each_waiting_phone_is_named_another_dolphin(
    game: Phone, house: Companion, addresses: Iterator[str]
) -> None:
    phones = [Phone(house.address.port, source=next(addresses)) for _ in range(3)]
    named = [knock(phone, seat=0)["touch"] for phone in phones]
    there = [touch["pad"] for touch in named if touch]
    assert len(there) == 2, "two dolphins for three people, and one phone without"
    assert len(set(there)) == 2


# --- START ------------------------------------------------------------------------------------


def test_start_lets_in_who_waits_longest_and_starts_nothing(
    game: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "FALLING_HAND_US", -1_000_000)
    knock(stranger, seat=2)
    game.sim("press", button="start")
    until(lambda: who(stranger)["seat"] == 2, "being let in")
    game.sim("let_go", button="start")
    assert game.phase() == "waiting"


def test_a_start_that_is_not_held_makes_nobody_the_referee(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "FALLING_HAND_US", -1_000_000)
    referee = referee_phone(own)
    begin(referee, *PEOPLE)
    other = Phone(own.address.port, source="127.0.7.1")
    knock(other, role="referee")
    referee.sim("press", button="start")
    until(lambda: referee.phase() == "live", "the round that START means")
    assert who(other)["role"] == "nobody"


# --- a lost referee's phone -------------------------------------------------------------------


def test_holding_start_makes_the_phone_on_the_wall_the_referee(
    own: Companion, clock: Clock
) -> None:
    lost = referee_phone(own, "127.0.7.1")
    begin(lost, *PEOPLE)
    found, wall = Phone(own.address.port, source="127.0.7.2"), Phone(own.address.port)
    words = knock(found, role="referee")["words"]
    assert knocked(found)["role_asked"] == "referee" and knocked(found)["touch"] is None
    said = f"Hold START to make “{words}” the referee."
    assert said == wall.state()["hold"]
    assert said in wall.get("/")[1]
    assert words not in found.get("/seat")[1] + found.get("/join")[1]
    live = wall.live()
    hold_start(own)
    assert live.until("sign").data["name"] == "deny", "its words were not there for five seconds"
    assert who(found)["role"] == "nobody"
    clock.now_s += 5
    hold_start(own)
    until(lambda: who(found)["role"] == "referee", "the new referee")
    live.close()
    assert wall.state()["hold"] == ""
    others = [phone for phone in found.state()["phones"] if not phone["own"]]
    assert [phone["role"] for phone in others] == ["referee"]
    assert found.post("/api/put_out", {"phone": others[0]["id"]}) == (200, {"ok": True})
    status, page = lost.get("/referee")
    assert status == 403 and "has put this phone out" in page


def test_holding_start_during_a_game_is_a_low_blip(own: Companion, clock: Clock) -> None:
    referee = referee_phone(own)
    begin(referee, *PEOPLE)
    live = referee.live()
    with unchanged(own, referee):
        for _ in range(3):
            hold_start(own)
            assert live.until("sign").data["name"] == "deny"
            clock.now_s += 6
    assert referee.state()["hold"] == ""
    live.close()


def test_a_referee_may_let_a_second_one_in_or_not(game: Phone, stranger: Phone) -> None:
    asked = knock(stranger, role="referee")
    assert asked["words"] in game.get("/referee")[1]
    game.post("/api/let_in", {"knock": asked["knock"], "yes": False})
    assert who(stranger)["role"] == "nobody"
    asked = knock(stranger, role="referee")
    game.post("/api/let_in", {"knock": asked["knock"], "yes": True})
    assert who(stranger)["role"] == "referee"
    own_id = next(phone["id"] for phone in stranger.state()["phones"] if phone["own"])
    assert game.post("/api/put_out", {"phone": own_id})[0] == 200


def test_a_renewed_link_tells_the_old_referee_and_the_machine(own: Companion) -> None:
    old, machine = referee_phone(own, "127.0.7.1"), Phone(own.address.port)
    live, code = machine.live(), machine.state()["address"]["referee_qr"]
    assert code in live.until("state").data["html"]
    renew_key(own.referee.journal.path.parent)
    own.evening.look()
    until(lambda: code not in live.until("state").data["html"], "the new link on the wall")
    live.close()
    status, page = old.get("/referee")
    assert status == 403 and "link was renewed" in page


# --- what a phone may ask for -----------------------------------------------------------------


@pytest.mark.parametrize("seat", [3, 5, 7])
def test_a_seat_that_the_game_does_not_have_is_refused(
    game: Phone, stranger: Phone, seat: int
) -> None:
    status, said = stranger.post("/api/knock", {"seat": seat})
    assert (status, said["reply"]) == (400, "refused")
    assert "There is no such seat." in said["say"]
    assert game.state()["knocks"] == []
    assert game.post("/api/invite", {"seat": seat})[0] == 400


def test_without_a_game_there_is_no_seat(own: Companion) -> None:
    phone = Phone(own.address.port)
    assert phone.post("/api/knock", {"seat": 0})[0] == 400
    assert phone.post("/api/knock", {"role": "referee"})[0] == 200


@pytest.mark.parametrize("asked", [{"role": "seat"}, {"role": "referee", "seat": 1}, {"role": 1}])
def test_no_other_role_can_be_asked_for(stranger: Phone, asked: dict[str, Any]) -> None:
    assert stranger.post("/api/knock", asked)[0] == 400


def test_a_knock_costs_no_phone_what_it_is(
    house: Companion, game: Phone, seat: Callable[[int], Phone]
) -> None:
    ana = seat(0)
    before = ana.cookies()
    asked = knock(ana, seat=1)
    assert who(ana) == {"role": "seat", "seat": 0}
    assert before.items() < ana.cookies().items()
    assert ana.answer("start", "deal")["reply"] == "counts"
    game.post("/api/let_in", {"knock": asked["knock"], "yes": False})
    assert (knocked(ana)["state"], knocked(ana)["state"]) == ("no", "none"), "told once"
    assert ana.cookies() == before
    asked = knock(ana, seat=1)
    seats = [phone["seat"] for phone in game.state()["phones"]]
    game.post("/api/let_in", {"knock": asked["knock"], "yes": True})
    assert who(ana) == {"role": "seat", "seat": 1}
    assert ana.cookies().keys() == before.keys() and ana.cookies() != before
    assert len(game.state()["phones"]) == len(seats), "the same phone, at another seat"
    old = Phone(ana.port, next(f"{name}={value}" for name, value in before.items()))
    assert who(old)["role"] == "nobody"


def test_a_referees_phone_that_knocks_stays_the_referees(own: Companion) -> None:
    referee = referee_phone(own)
    begin(referee, *PEOPLE)
    knock(referee, seat=0)
    assert who(referee)["role"] == "referee"
    assert referee.get("/referee")[0] == 200


def test_a_phone_that_lost_the_answer_is_let_in_all_the_same(game: Phone, stranger: Phone) -> None:
    asked = knock(stranger, seat=1)
    game.post("/api/let_in", {"knock": asked["knock"], "yes": True})
    waiting = stranger.cookie
    assert knocked(stranger)["state"] == "in"
    stranger.cookie = waiting  # the answer never came
    assert who(stranger) == {"role": "seat", "seat": 1}


# --- a seat on two phones, and links ----------------------------------------------------------


def test_a_seat_on_two_phones_answers_once(
    house: Companion, game: Phone, seat: Callable[[int], Phone]
) -> None:
    first, second = seat(0), seat(0)
    phones = next(s["phones"] for s in game.state()["seats"] if s["seat"] == 0)
    assert phones >= 2
    ask = next(ask for ask in first.state()["asks"] if ask["topic"] == "deal")
    assert ask["mine"] and ask in second.state()["asks"]
    assert second.tell(ask["id"], "start", {})["reply"] == "counts"
    late = first.tell(ask["id"], "start", {})
    assert (late["reply"], late["say"][:15]) == ("already", "Ana was quicker")


def test_a_joining_link_lets_one_phone_in_by_its_fragment(
    house: Companion, game: Phone, stranger: Phone, addresses: Iterator[str]
) -> None:
    status, given = game.post("/api/invite", {"seat": 2})
    assert (status, given["seconds"]) == (200, INVITE_S)
    page, secret = given["link"].split("#t=")
    assert page == f"{house.address.url}join" and len(secret) == 22
    assert given["qr"].startswith("<svg")
    assert stranger.post("/api/redeem", {"t": secret})[1] == {"role": "seat", "seat": 2}
    assert who(stranger)["seat"] == 2
    other = Phone(house.address.port, source=next(addresses))
    assert other.post("/api/redeem", {"t": secret})[0] == 403


def test_a_phone_that_uses_a_link_leaves_its_old_place(
    game: Phone, seat: Callable[[int], Phone]
) -> None:
    ana = seat(0)
    phones = len(game.state()["phones"])
    link = game.post("/api/invite", {"seat": 2})[1]["link"]
    assert ana.post("/api/redeem", {"t": link.split("#t=")[1]})[1]["seat"] == 2
    assert len(game.state()["phones"]) == phones


# --- put out ----------------------------------------------------------------------------------


def test_a_phone_that_is_put_out_hears_so_and_may_ask_again(own: Companion) -> None:
    referee = referee_phone(own, "127.0.7.1")
    begin(referee, *PEOPLE)
    ana, ben = seated(own, referee, 0, "127.0.7.2"), seated(own, referee, 1, "127.0.7.3")
    live = ana.live("seat")
    live.until("beat")
    own.evening.look()
    listed = {phone["seat"]: phone for phone in referee.state()["phones"] if not phone["own"]}
    assert (listed[0]["name"], listed[0]["seen"], listed[1]["seen"]) == ("Ana", "here", "here")
    assert ":" in listed[0]["since"]
    page = referee.get("/referee")[1]
    assert f'data-put-out="{listed[0]["id"]}"' in page and "this phone" in page
    version = own.referee.picture.version
    assert referee.post("/api/put_out", {"phone": listed[0]["id"]})[0] == 200
    seen = [event.data["seq"] for event in iter(live.next, None) if event.name == "state"]
    assert not [seq for seq in seen if seq > version], "the stream ended before the next picture"
    live.close()
    assert who(ana)["role"] == "nobody"
    assert ana.state()["you"] == {"role": "nobody", "seat": None, "put_out": True}
    assert ana.post("/api/answer", {"tell": "t", "ask": "a", "key": "k", "picks": {}})[0] == 403
    for path in ("/join", "/api/fragment?page=seat", "/api/fragment?page=join"):
        assert "just ask again" in ana.get(path)[1]
        assert "just ask again" not in Phone(own.address.port).get("/join")[1]
    assert who(ben)["seat"] == 1
    assert referee.post("/api/put_out", {"phone": listed[0]["id"]})[0] == 410
    assert len(referee.state()["phones"]) == 2
    again = knock(ana, seat=0)
    referee.post("/api/let_in", {"knock": again["knock"], "yes": True})
    assert who(ana)["seat"] == 0


def test_a_referee_cannot_put_itself_out(game: Phone) -> None:
    (mine,) = [phone["id"] for phone in game.state()["phones"] if phone["own"]]
    assert game.post("/api/put_out", {"phone": mine})[0] == 400
    assert game.get("/referee")[0] == 200


def test_two_referees_see_each_its_own_phone_marked(own: Companion) -> None:
    one, two = referee_phone(own, "127.0.7.1"), referee_phone(own, "127.0.7.2")
    for phone in (one, two, one):
        html = json.loads(phone.get("/api/fragment?page=referee")[1])["html"]
        (other,) = [listed["id"] for listed in phone.state()["phones"] if not listed["own"]]
        assert html.count("data-put-out=") == 1 and f'data-put-out="{other}"' in html
