"""How people come in over real HTTP: the door's pictures, a nod, a link; and what hands do not."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.access import evening
from companion.access.door import OPEN_S, PICTURES, WRONG_MOST
from companion.access.secret import renew_key
from companion.access.sessions import INVITE_S
from companion.referee import buttons
from companion.runtime import Companion
from companion.table.signals import Kind, Signal
from tests.web.house import Clock, Phone, begin, leader, referee_phone, running, seated, until

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


# --- hands at the table -----------------------------------------------------------------------


def test_no_touched_dolphin_lets_anybody_in(game: Phone, stranger: Phone) -> None:
    for asked in ({"seat": 1}, {"role": "seat"}):
        knock(stranger, **asked)
        for pad in range(5):
            game.sim("touch", pad=pad)
            game.sim("release", pad=pad)
        game.home(0, 1, 2, 3, 4)
        assert (knocked(stranger)["state"], who(stranger)["role"]) == ("waiting", "nobody")


def test_start_begins_the_round_though_somebody_waits(
    game: Phone, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "FALLING_HAND_US", -1_000_000)
    knock(stranger, role="seat")
    game.sim("press", button="start")
    until(lambda: game.phase() == "live", "the round that START means")
    game.sim("let_go", button="start")
    assert who(stranger)["role"] == "nobody"


def test_holding_start_shows_the_link_on_walls_and_admits_nobody(
    own: Companion, clock: Clock
) -> None:
    lost = referee_phone(own, "127.0.7.1")
    begin(lost, *PEOPLE)
    other, wall = Phone(own.address.port, source="127.0.7.2"), wall_of(own)
    knock(other, role="referee")
    assert wall.state()["address"]["referee_qr"] == ""
    hold_start(own)
    code = until(lambda: wall.state()["address"]["referee_qr"], "the link on the wall")
    assert code in wall.get("/")[1]
    assert code in Phone(own.address.port).get("/")[1], "at the machine, too"
    for phone in (other, lost):
        assert code not in phone.get("/")[1] + phone.get("/join")[1]
        assert "on the table's own wall" in phone.state()["hold"]
    assert who(other)["role"] == "nobody"
    clock.now_s += evening.LINK_S
    own.evening.look()
    assert wall.state()["address"]["referee_qr"] == ""


def test_a_wall_shows_the_link_while_nobody_was_ever_the_referee(own: Companion) -> None:
    wall = wall_of(own)
    assert wall.state()["address"]["referee_qr"]
    assert Phone(own.address.port, source="127.0.7.2").state()["address"]["referee_qr"] == ""
    referee_phone(own)
    until(lambda: wall.state()["address"]["referee_qr"] == "", "that it is hidden")


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_nobody_talks_himself_to_the_machine(own: Companion, name: str) -> None:
    told = {name: "for=127.0.0.1" if name == "Forwarded" else "127.0.0.1"}
    stranger = Phone(own.address.port, source="127.0.7.2")
    state = json.loads(stranger.get("/api/state", **told)[1])
    assert state["address"]["referee_qr"] == "", "no wall of the house"
    assert stranger.get("/referee", **told)[0] == 403


def test_a_renewed_link_tells_the_old_referee_and_puts_the_wall_out(own: Companion) -> None:
    old, wall = referee_phone(own, "127.0.7.1"), wall_of(own)
    assert who(wall)["role"] == "wall"
    renew_key(own.referee.journal.path.parent)
    assert who(wall)["role"] == "nobody"
    status, page = old.get("/referee")
    assert status == 403 and "link was renewed" in page


# --- the door ---------------------------------------------------------------------------------


def wall_of(house: Companion) -> Phone:
    """A screen that came by the wall's link, and shows its page: one that is live asks again."""
    wall = Phone(house.address.port, source="127.0.7.3")
    told = wall.post("/api/redeem", {"t": house.access.sessions.wall_key()})
    assert told == (200, {"role": "wall", "seat": None})
    wall.get("/")
    wall.get("/api/fragment?page=wall")
    house.evening.look()
    return wall


def shown(wall: Phone) -> list[int]:
    """The pictures on a wall, by their numbers."""
    return [PICTURES.index(name) for name in wall.state()["door"]["pictures"]]


def test_the_pictures_of_the_wall_let_a_phone_in(own: Companion) -> None:
    wall, ana = wall_of(own), Phone(own.address.port, source="127.0.7.2")
    door = ana.state()["door"]
    assert (door["choice"], door["open"], door["taps"]) == ("wall", True, 4)
    assert door["pictures"] == [] and "picture-" not in ana.get("/api/fragment?page=wall")[1]
    pictures = shown(wall)
    assert all(f'aria-label="{PICTURES[n]}"' in wall.get("/")[1] for n in pictures)
    other = [*pictures[:3], (pictures[3] + 1) % 12]
    status, said = ana.post("/api/enter", {"pictures": other})
    assert (status, said["say"]) == (
        403,
        "Not these pictures. Look again, and try once more!",
    )
    assert ana.post("/api/enter", {"pictures": pictures}) == (200, {"role": "seat", "seat": None})
    assert who(ana)["role"] == "seat"
    before = ana.cookies()
    assert ana.post("/api/enter", {"pictures": other})[0] == 200, "it is in already"
    assert ana.cookies() == before and shown(ana) == pictures, "and may pass them on"


def test_one_look_at_the_machine_is_no_wall(own: Companion) -> None:
    ana = Phone(own.address.port, source="127.0.7.2")
    assert Phone(own.address.port).get("/")[0] == 200, "on the machine itself"
    own.evening.look()
    assert ana.state()["door"]["only_nods"], "no screen shows pictures"


def test_after_wrong_tries_walls_and_tables_show_what_is_asked_at_once(own: Companion) -> None:
    wall, ana = wall_of(own), Phone(own.address.port, source="127.0.7.2")
    known = Phone(own.address.port, source="127.0.7.4")
    known.post("/api/redeem", {"t": own.access.sessions.invite(None)})
    for taps in (4, 4, 4, 6):
        on_wall = shown(wall)
        names = [f'aria-label="{PICTURES[n]}"' for n in on_wall]
        assert len(on_wall) == taps == ana.state()["door"]["taps"]
        for page in ("/", "/tabletop"):
            assert all(name in known.get(page)[1] for name in names), page
            assert "data-picture" not in ana.get(page)[1] and "1. " not in ana.get(page)[1]
        assert not any(name in ana.get("/tabletop")[1] for name in names), "on the Wi-Fi alone"
        wrong = [(on_wall[0] + 1) % 12, *on_wall[1:]]
        assert ana.post("/api/enter", {"pictures": wrong})[0] == 403


def test_a_start_gives_a_stranger_no_new_tries(tmp_path: Path) -> None:
    for _ in range(2):
        house = running(tmp_path)
        wall_of(house)
        ana = Phone(house.address.port, source="127.0.7.2")
        for _ in range(2):
            door = house.access.door.now()
            pictures = [(PICTURES.index(door.pictures[0]) + 1) % 12] + [0] * (door.taps - 1)
            assert ana.post("/api/enter", {"pictures": pictures})[0] == 403
        taps = house.access.door.now().taps
        house.close()
    assert taps == 6
    house = running(tmp_path)
    assert house.access.door.now().taps == 6
    house.access.end_evening()
    assert house.access.door.now().taps == 4
    house.close()
    house = running(tmp_path)
    assert house.access.door.now().taps == 4, "another evening"
    house.close()


def test_without_a_wall_somebody_nods(own: Companion) -> None:
    referee, ana = referee_phone(own, "127.0.7.1"), Phone(own.address.port, source="127.0.7.2")
    assert ana.state()["door"]["only_nods"]
    assert "Ask, and the referee lets you in" in ana.get("/join")[1], "for nobody else can"
    assert ana.post("/api/enter", {"pictures": [0, 0, 0, 0]})[0] == 403
    asked = knock(ana, role="seat")
    assert (asked["role_asked"], referee.state()["knocks"][0]["seat"]) == ("seat", None)
    referee.post("/api/me", {"name": "Ben"})
    for players in ((), PEOPLE):
        if players:
            begin(referee, *players)
        for page in ("/referee", "/seat"):  # a referee who plays looks at their own page
            assert "Someone asks to come in" in referee.get(page)[1], (page, players)
    (ben,) = [phone["person"] for phone in referee.state()["phones"] if phone["name"] == "Ben"]
    referee.post("/api/child", {"person": ben, "child": True})
    page = referee.get("/seat")[1]
    assert 'class="column child"' in page and "Someone asks to come in" in page
    referee.post("/api/let_in", {"knock": asked["knock"], "yes": True})
    assert who(ana) == {"role": "seat", "seat": None}
    ana.post("/api/me", {"name": "Zoë"})
    ana.post("/api/play", {"yes": True})
    page = referee.get("/seat")[1]
    assert "Zoë wants to play" in page and "Someone asks to come in" not in page


def test_who_is_in_opens_the_door_in_a_game_and_shuts_it(own: Companion, clock: Clock) -> None:
    referee, wall = referee_phone(own, "127.0.7.1"), wall_of(own)
    begin(referee, *PEOPLE)
    own.evening.look()
    ana, ben = seated(own, referee, 0, "127.0.7.4"), Phone(own.address.port, source="127.0.7.2")
    assert shown(wall) == [] and "The door is shut" in ben.get("/join")[1]
    assert ben.post("/api/door", {"open": True})[0] == wall.post("/api/door", {"open": True})[0]
    assert wall.post("/api/door", {"open": True})[0] == 403
    assert ana.post("/api/door", {"open": True}) == (200, {"ok": True})
    pictures = shown(wall)
    assert len(pictures) == 4
    ana.post("/api/door", {"open": False})
    assert shown(wall) == []
    assert ben.post("/api/enter", {"pictures": pictures})[0] == 403
    ana.post("/api/door", {"open": True})
    clock.now_s += OPEN_S
    own.evening.look()
    assert shown(wall) == []


def test_after_ten_wrong_tries_everybody_hears_that_only_a_nod_lets_in(own: Companion) -> None:
    referee, wall = referee_phone(own, "127.0.7.1"), wall_of(own)
    for number in range(WRONG_MOST):
        told = shown(wall)
        guess = Phone(own.address.port, source=f"127.0.8.{number + 1}")
        other = [*told[:-1], (told[-1] + 1) % 12]
        assert guess.post("/api/enter", {"pictures": other})[0] == 403
        own.evening.look()
    ana = Phone(own.address.port, source="127.0.7.2")
    assert shown(wall) == [] and "Only a nod lets in now" in ana.get("/join")[1]
    assert "Only a nod" in ana.post("/api/enter", {"pictures": [0] * 6})[1]["say"]
    assert "only a nod lets in now" in referee.get("/referee")[1]


def test_an_open_table_says_who_came_and_the_referee_puts_out(own: Companion) -> None:
    referee, ana = referee_phone(own, "127.0.7.1"), Phone(own.address.port, source="127.0.7.2")
    assert referee.post("/api/door_choice", {"choice": "open"}) == (200, {"ok": True})
    assert ana.post("/api/enter", {"pictures": []})[1]["role"] == "seat"
    assert ana.post("/api/me", {"name": "Zoe"})[0] == 200
    for phone in (Phone(own.address.port, source="127.0.7.4"), ana, referee):
        (came,) = phone.state()["came"]
        assert came["name"] == "Zoe"
        assert "Zoe came in." in phone.get("/")[1]
    assert f'data-put-out="{came["id"]}"' in referee.get("/referee")[1].split("<h2")[0]
    referee.post("/api/put_out", {"phone": came["id"]})
    assert who(ana)["role"] == "nobody" and referee.state()["came"] == []
    assert referee.post("/api/door", {"open": False})[0] == 200
    assert ana.post("/api/enter", {"pictures": []})[0] == 403


@pytest.mark.parametrize(
    "told",
    [None, "crab", [1, 2, 3], [1, 2, 3, 12], [1, 2, 3, -1], [1, 2, 3, 1.5], [True] * 4, [0] * 7],
)
def test_pictures_that_are_none_are_no_try(stranger: Phone, told: object) -> None:
    assert stranger.post("/api/enter", {"pictures": told})[0] == 400


@pytest.mark.parametrize("choice", ["door", 1, None])
def test_the_door_works_in_three_ways(referee: Phone, choice: object) -> None:
    assert referee.post("/api/door_choice", {"choice": choice})[0] == 400


def test_how_the_door_works_outlives_a_restart(tmp_path: Path) -> None:
    house = running(tmp_path)
    referee_phone(house).post("/api/door_choice", {"choice": "open"})
    house.close()
    again = running(tmp_path)
    assert Phone(again.address.port).state()["door"]["choice"] == "open"
    again.close()


def test_a_screen_asks_to_be_the_wall(own: Companion) -> None:
    referee, screen = referee_phone(own, "127.0.7.1"), Phone(own.address.port, source="127.0.7.3")
    asked = knock(screen, role="wall")
    assert "A screen asks to be the wall" in referee.get("/referee")[1]
    referee.post("/api/let_in", {"knock": asked["knock"], "yes": True})
    assert who(screen) == {"role": "wall", "seat": None}
    assert screen.get("/referee")[0] == screen.get("/new")[0] == 403
    assert screen.post("/api/caller", {"paused": True})[0] == 403
    (listed,) = [phone for phone in referee.state()["phones"] if phone["role"] == "wall"]
    assert listed["name"] == "the wall"
    referee.post("/api/put_out", {"phone": listed["id"]})
    assert who(screen)["role"] == "nobody"


# --- referees ---------------------------------------------------------------------------------


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


@pytest.mark.parametrize("role", ["seat", "referee", "wall"])
@pytest.mark.parametrize("yes", [True, False])
def test_a_phone_reads_what_it_asked_to_be_until_it_has_heard_the_answer(
    game: Phone, stranger: Phone, role: str, yes: bool
) -> None:
    asked = knock(stranger, role=role)
    assert knocked(stranger)["role_asked"] == role
    game.post("/api/let_in", {"knock": asked["knock"], "yes": yes})
    told = knocked(stranger)
    assert (told["state"], told["role_asked"]) == ("in" if yes else "no", role)
    after = knocked(stranger)
    assert (after["state"], after["role_asked"]) == ("none", "seat"), "it was told"


# --- what a phone may ask for -----------------------------------------------------------------


@pytest.mark.parametrize("seat", [3, 5, 7])
def test_a_seat_that_the_game_does_not_have_is_refused(
    game: Phone, stranger: Phone, seat: int
) -> None:
    status, said = stranger.post("/api/knock", {"seat": seat})
    assert (status, said["reply"]) == (400, "refused")
    assert "the referee adds you" in said["say"]
    assert game.state()["knocks"] == []
    status, said = game.post("/api/invite", {"seat": seat})
    assert status == 400 and "the referee" not in said["say"], "who leads is told what to do"


def test_without_a_game_there_is_no_seat(own: Companion) -> None:
    phone = Phone(own.address.port)
    assert phone.post("/api/knock", {"seat": 0})[0] == 400
    assert phone.post("/api/knock", {"role": "referee"})[0] == 200


@pytest.mark.parametrize("asked", [{"role": "nobody"}, {"role": "referee", "seat": 1}, {"role": 1}])
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
    referee = leader(own, *PEOPLE)
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
    for late in (first, second):  # her other phone, and a thumb that came down twice
        told = late.tell(ask["id"], "start", {})
        assert (told["reply"], told["say"][:9]) == ("already", "Ana deals"), "quicker than herself"
    assert seat(1).tell(ask["id"], "start", {})["say"].startswith("Ana was quicker. Ana deals")


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


def test_of_twenty_phones_with_one_link_at_once_one_is_let_in(
    house: Companion, game: Phone, addresses: Iterator[str]
) -> None:
    secret = game.post("/api/invite", {"seat": 1})[1]["link"].split("#t=")[1]
    phones = [Phone(house.address.port, source=next(addresses)) for _ in range(20)]
    before = len(game.state()["phones"])
    told = [(phone, {"t": secret, "tell": f"{n}"}) for n, phone in enumerate(phones)]
    with ThreadPoolExecutor(2 * len(phones)) as hands:  # each tells it twice
        said = list(hands.map(lambda one: one[0].post("/api/redeem", one[1])[0], [*told, *told]))
    assert sorted(said) == [200] * 2 + [403] * 38
    assert said[: len(phones)] == said[len(phones) :], "both times the same phone"
    assert [who(phone)["role"] for phone in phones].count("seat") == 1
    assert len(game.state()["phones"]) == before + 1


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
    you = ana.state()["you"]
    assert (you["role"], you["seat"], you["put_out"], you["person"]) == ("nobody", None, True, None)
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
