"""People over HTTP: they name themselves, their phones follow them, they come late, leave, return.

All five games are walked through, by phones that were let in and by what their pages say.
"""

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from companion.access import Access, Session
from companion.access.evening import DOUBLED_S
from companion.access.export import exported
from companion.access.persons import NEW_MOST
from companion.games import GAMES
from companion.journal.settings import VOUCHED
from companion.names import isolated
from companion.runtime import Companion
from companion.words import Seat
from tests.games.shelf import RULES
from tests.referee.test_seating import HANDED_ON
from tests.web.house import Phone, app_of, begin, referee_phone, until, wins
from tests.web.sheets import QUESTION, moments, sheet

FOUR = ("Ana", "Ben", "Cy", "Dee")
TAKES_MORE = {"dolphin_splash", "party_splash", "twisted_fish"}  # D-S3, P-S3, F-S3


@pytest.fixture
def referee(own: Companion) -> Phone:
    return referee_phone(own, "127.0.9.1")


def named(phone: Phone, name: str, **more: Any) -> Phone:
    status, said = phone.post("/api/me", {"name": name, **more})
    assert status == 200, said
    return phone


def me(phone: Phone) -> dict[str, Any]:
    you: dict[str, Any] = phone.state()["you"]
    return you


def look(phone: Phone) -> tuple[str, str]:
    person = me(phone)["person"]
    return person["shape"], person["colour"]


def seat_of(phone: Phone) -> int | None:
    seat: int | None = me(phone)["seat"]
    return seat


def shown(phone: Phone, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in phone.state()["seats"] if one["seat"] == seat)
    return found


def ticked(referee: Phone) -> list[str]:
    page = referee.get("/new")[1]
    return re.findall(r'data-person="([^"]+)" aria-pressed="true"', page)


def seat_page(phone: Phone) -> str:
    status, page = phone.get("/seat")
    assert status == 200
    return page


@pytest.mark.parametrize("kind", GAMES)
def test_an_evening_of_people(
    kind: str, own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana, ben, cy, dee = family = [named(next(newcomers), name) for name in FOUR]
    looks = [look(phone) for phone in family]
    assert len(set(looks)) == 4
    assert ticked(referee) == [*FOUR], "in the order in which they came, and nobody typed"
    begin(referee, *ticked(referee), kind=kind)
    assert [seat_of(phone) for phone in family] == [0, 1, 2, 3]
    assert all("not in this game" not in seat_page(phone) for phone in family)

    zoe = comes_late(kind, referee, named(next(newcomers), "Zoë"))
    if offers_to_leave(referee):
        leaves(referee, 1)
        assert seat_of(ben) == 1 and "You have left this game" in seat_page(ben)
        if seat_of(zoe) is None:
            takes_over(referee, zoe, ben)
        else:
            returns(referee, ben)
        own.evening.show()
        assert referee.state()["comers"] == []

    begin(referee, "Dee", "Zoë", "Ben", "Cy", kind=kind)
    assert [seat_of(phone) for phone in (dee, zoe, ben, cy, ana)] == [0, 1, 2, 3, None]
    assert "You are not in this game" in seat_page(ana)
    assert [look(phone) for phone in family] == looks
    for phone in (dee, zoe, ben, cy):
        one = shown(referee, seat_of(phone))
        assert (one["shape"], one["colour"]) == look(phone)
        assert one["name"] == me(phone)["person"]["name"]


def waits(referee: Phone) -> None:
    """Nobody is offered a seat until a "wait!" is settled: it would be refused."""
    if referee.post("/api/review", {"on": True})[1]["reply"] == "counts":
        assert referee.state()["comers"] == []
        referee.post("/api/review", {"on": False})
    assert len(referee.state()["comers"]) == 1


def comes_late(kind: str, referee: Phone, zoe: Phone) -> Phone:
    """Has a name and a look at once, and plays where the game's rules allow that."""
    assert seat_of(zoe) is None and me(zoe)["room"] == (kind in TAKES_MORE)
    page = seat_page(zoe)
    assert "You are not in this game" in page and "Zoë" in page
    assert ("This game has begun" in page) != (kind in TAKES_MORE)
    assert zoe.post("/api/play", {"yes": True})[0] == 200
    (comer,) = referee.state()["comers"]
    assert comer["shown"]["name"] == "Zoë" and "Zoë" in referee.get("/referee")[1]
    assert ticked(referee) == [*FOUR, "Zoë"]
    if kind not in TAKES_MORE:
        assert comer["places"] == [] and "You are in the next game" in seat_page(zoe)
        return zoe
    assert [place["seat"] for place in comer["places"]] == [4]
    waits(referee)
    assert sit(referee, comer["person"], 4) == "counts"
    assert (seat_of(zoe), shown(referee, 4)["name"]) == (4, "Zoë")
    assert referee.state()["comers"] == [], "who sits asks no more"
    undoes(referee)
    assert seat_of(zoe) is None and "You are not in this game" in seat_page(zoe)
    assert all(one["seat"] != 4 for one in referee.state()["seats"])
    assert "Zoë" not in referee.get("/history")[1]
    redo = referee.state()["redo"]
    assert referee.post("/api/redo", {"tell": "r" * 32, "of": redo["seq"]})[1]["reply"] == "counts"
    assert (seat_of(zoe), shown(referee, 4)["name"]) == (4, "Zoë")
    return zoe


def undoes(referee: Phone) -> None:
    state = referee.state()
    told = {"tell": f"{state['seq']:032}", "of": state["undo"]["seq"]}
    assert referee.post("/api/undo", told)[1]["reply"] == "counts"


def test_who_sat_down_and_was_taken_back_has_played_nothing(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    begin(referee, *FOUR)
    zoe = comes_late("dolphin_splash", referee, named(next(newcomers), "Zoë"))
    undoes(referee)
    wins(referee, 0)
    own.evening.good_night()
    wall = referee_phone(own).get("/")[1]
    assert "Dee" in wall and "Zoë" not in wall
    game = own.referee.journal.games()[0]
    (told,) = exported(own.referee.journal, [(game, own.referee.past.summary(game))], True).games
    assert [seat.who for seat in told.seats] == list(FOUR)
    assert me(zoe)["person"]["name"] == "Zoë", "she is known here all the same"


def test_a_phone_adds_no_more_people_than_a_table_has(newcomers: Iterator[Phone]) -> None:
    phone = next(newcomers)
    said = [phone.post("/api/me", {"name": f"Spam {n}"})[0] for n in range(NEW_MOST + 2)]
    assert said == [200] * NEW_MOST + [429] * 2


@pytest.mark.parametrize("name", ["The referee", "referee", " the  Wall "])
def test_nobody_is_called_what_pages_call_others(newcomers: Iterator[Phone], name: str) -> None:
    assert next(newcomers).post("/api/me", {"name": name})[0] == 409


def test_two_phones_of_one_person_are_said(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    eve = named(next(newcomers), "Eve")
    own.access.end_evening()
    other = named(next(newcomers), "Eve", known=True)
    # The first who comes back, or somebody who says so.
    assert own.access.persons.doubled(own.access.sessions.phones()) == []
    assert eve.post("/api/here", {"sure": True})[0] == 200
    own.evening.look()
    until(lambda: "Eve is here on two phones" in referee.get("/referee")[1], "the sentence")
    assert "Eve is here on two phones" in other.get("/seat")[1]
    later = own.evening._now_s() + DOUBLED_S
    own.evening._now_s = lambda: later  # whoever has two phones is not nagged all evening
    own.evening.look()
    until(lambda: "two phones" not in referee.get("/referee")[1], "the end of it")
    assert own.access.persons.doubled(own.access.sessions.phones()) == ["Eve"]
    twice = next(one for one in referee.state()["phones"] if one["name"] == "Eve")
    assert referee.post("/api/put_out", {"phone": twice["id"]})[0] == 200
    assert own.access.persons.doubled(own.access.sessions.phones()) == []


def test_several_on_two_phones_each_are_told_it_once(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    """One sentence for all of them, and a name's direction is its own."""
    names = ("Eve", "Fay", "\u05d0\u05d1")
    before = [named(next(newcomers), name) for name in names]
    own.access.end_evening()
    for name, phone in zip(names, before, strict=True):
        named(next(newcomers), name, known=True)
        assert phone.post("/api/here", {"sure": True})[0] == 200
    own.evening.look()
    said = f"Eve, Fay and {isolated(names[-1])} are each here on two phones."
    until(lambda: said in " ".join(referee.state()["trouble"]), "the sentence")
    assert " ".join(referee.state()["trouble"]).count("Is that right?") == 1


def offers_to_leave(referee: Phone) -> bool:
    """Whether this game lets people go: the smallest one need not."""
    return any(ask["topic"] == "seatings" for ask in referee.state()["asks"])


def leaves(referee: Phone, seat: int) -> None:
    assert referee.answer("leave", "seatings", seat=seat)["reply"] == "counts"
    assert not shown(referee, seat)["present"]
    for page in ("wall", "seat", "referee"):
        assert "away" in referee.get(f"/api/fragment?page={page}")[1], page


def takes_over(referee: Phone, zoe: Phone, ben: Phone) -> None:
    """The game takes nobody new, and has a seat that was left."""
    (comer,) = referee.state()["comers"]
    assert comer["places"] == [{"seat": 1, "name": "Ben"}]
    assert sit(referee, comer["person"], 1) == "counts"
    assert (seat_of(zoe), seat_of(ben), shown(referee, 1)["name"]) == (1, None, "Zoë")
    assert "You are not in this game" in seat_page(ben)


def returns(referee: Phone, ben: Phone) -> None:
    """Who left sits down again where he sat."""
    assert ben.post("/api/play", {"yes": True})[0] == 200
    (comer,) = referee.state()["comers"]
    assert comer["back"] and comer["places"] == [{"seat": 1, "name": "Ben"}]
    assert sit(referee, comer["person"], 1) == "counts"
    assert seat_of(ben) == 1 and "left this game" not in seat_page(ben)


def sit(referee: Phone, person: int, seat: int) -> str:
    status, said = referee.post(
        "/api/sit", {"tell": f"sit-{person}-{seat}", "person": person, "seat": seat}
    )
    assert status == 200, said
    return str(said["reply"])


# --- names ------------------------------------------------------------------------------------


def test_a_phone_says_who_it_is_before_anything_else(newcomers: Iterator[Phone]) -> None:
    phone = next(newcomers)
    assert phone.get("/seat")[0] == 302 and phone.headers["Location"] == "/me"
    assert "Write your name" in phone.get("/me")[1]
    assert phone.post("/api/me", {"look": "star"})[0] == 400
    assert phone.post("/api/play", {"yes": True})[0] == 400
    named(phone, "Ana", look="star", child=True)
    person = me(phone)["person"]
    assert (person["name"], person["shape"], person["child"]) == ("Ana", "star", True)
    assert len(person["call"]) == 3


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("x" * 300, None),
        ("", None),
        ("   \t ", None),
        ("\u202e\u200b", None),
        (7, None),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("🐬🐙", "🐬🐙"),
        ("مريم الزهراء", "مريم الزهراء"),
        ("  Oma   Gertrud ", "Oma Gertrud"),
        ("\u202eAna", "Ana"),
    ],
)
def test_names_of_all_sorts(
    name: object, kept: str | None, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    phone = next(newcomers)
    status, said = phone.post("/api/me", {"name": name})
    if kept is None:
        assert status == 400 and said["say"].endswith(".") and me(phone)["person"] is None
        return
    assert status == 200 and me(phone)["person"]["name"] == kept
    pages = [phone.get(page)[1] for page in ("/seat", "/me")] + [referee.get("/new")[1]]
    assert all("<b>Ana" not in page for page in pages)


def test_a_name_that_somebody_here_has_is_theirs(newcomers: Iterator[Phone]) -> None:
    ana, other = named(next(newcomers), "Ana"), next(newcomers)
    status, said = other.post("/api/me", {"name": "ANA"})
    assert status == 409 and "Ana is here already" in said["say"]
    assert "Ask the referee" in said["say"], "the other phone may be out of power"
    assert me(other)["person"] is None
    named(other, "Anna")
    status, said = other.post("/api/me", {"new_name": "Ana"})
    assert status == 409 and "Add a letter" in said["say"]
    assert other.post("/api/me", {"new_name": "Anna B"})[0] == 200
    assert [me(phone)["person"]["name"] for phone in (ana, other)] == ["Ana", "Anna B"]


def test_two_who_choose_one_look_at_once(newcomers: Iterator[Phone]) -> None:
    ana, ben = next(newcomers), next(newcomers)
    assert ana.post("/api/me", {"name": "Ana", "look": "star"})[1]["say"] == ""
    status, said = ben.post("/api/me", {"name": "Ben", "look": "star"})
    assert status == 200 and "Ana has that look" in said["say"]
    assert look(ana) == ("star", "pink") and look(ben) == ("drop", "blue")
    assert "Ana" in ben.get("/me")[1], "whose it is stands there"
    seven = [named(next(newcomers), f"P{n}", look="star") for n in range(7)]
    looks = {look(phone) for phone in (ana, ben, *seven)}
    assert len(looks) == 9, "there are more looks than shapes"


def test_who_was_here_before_taps_the_name(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    named(next(newcomers), "Cy", known=True)
    phone = next(newcomers)
    page = phone.get("/me")[1]
    faces = dict(re.findall(r'data-person="(\d+)".*?<span class="name [^>]*>(\w+)<', page))
    assert sorted(faces.values()) == ["Ana", "Ben"], "Cy has a phone in"
    ben = next(number for number, name in faces.items() if name == "Ben")
    assert phone.post("/api/me", {"person": int(ben)})[0] == 200
    assert (seat_of(phone), me(phone)["person"]["name"]) == (1, "Ben")
    assert phone.post("/api/me", {"person": 4711})[0] == 410
    stranger = Phone(own.address.port, source="127.0.7.7")
    assert stranger.get("/me")[0] == 403, "children's names are not for the street"


# --- evenings, and who leads --------------------------------------------------------------------


def test_a_known_phone_is_in_again_by_one_tap(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana, out = named(next(newcomers), "Ana"), named(next(newcomers), "Ben")
    before = look(ana)
    phones = {phone["name"]: phone["id"] for phone in referee.state()["phones"]}
    assert referee.post("/api/put_out", {"phone": phones["Ben"]})[0] == 200
    assert referee.post("/api/good_night", {"sure": True})[0] == 200
    assert me(ana)["role"] == "nobody" and "Welcome back, Ana" in ana.get("/join")[1]
    assert out.post("/api/here", {"sure": True})[0] == 403, "who was put out asks at the door"
    begin(referee, "Ben", "Cy", "Ana")
    assert seat_of(ana) is None
    assert ana.post("/api/here", {"sure": True})[0] == 200
    assert (me(ana)["role"], seat_of(ana), look(ana)) == ("seat", 2, before)


@pytest.mark.parametrize("when", ["the evening is over", "a game is on", "a lobby is open"])
def test_every_page_of_a_known_phone_has_the_one_tap(
    when: str, own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana = named(next(newcomers), "Ana")
    if when == "a lobby is open":  # before the first game of another evening
        own.access.sessions.end_evening()
    else:
        assert referee.post("/api/good_night", {"sure": True})[0] == 200
    if when == "a game is on":
        begin(referee, "Ana", "Ben", "Cy")
    own.evening.show()
    for page in ("/", "/join", "/seat", "/me"):
        status, text = ana.get(page)
        if status == 302:
            status, text = ana.get(ana.headers["Location"])
        assert status == 200 and len(re.findall("data-here", text)) == 1, page
        assert '/me.js"' in text, page
    stranger = Phone(own.address.port, source="127.0.7.7")
    assert "data-here" not in stranger.get("/")[1] + stranger.get("/join")[1]
    assert stranger.get("/me")[0] == 403
    assert ana.post("/api/here", {"sure": True})[0] == 200
    assert ana.get("/seat")[0] == 200 and "data-here" not in ana.get("/")[1]


def test_who_leads_may_play_too(referee: Phone) -> None:
    assert "I play, too" in referee.get("/referee")[1]
    assert referee.get("/seat")[0] == 302
    named(referee, "Oma")
    begin(referee, "Ana", "Oma", "Cy")
    assert me(referee)["role"] == "referee" and seat_of(referee) == 1
    own_page = referee.get("/api/fragment?page=seat")[1]
    assert "Oma" in own_page and "not in this game" not in own_page
    assert referee.answer("start", "deal")["reply"] == "counts", "and answers for everybody"


@pytest.mark.parametrize("kind", GAMES)
def test_one_person_with_two_phones(kind: str, referee: Phone, own: Companion) -> None:
    begin(referee, *FOUR, kind=kind)
    phones = []
    for n in range(2):
        link = referee.post("/api/invite", {"seat": 1})[1]["link"]
        phone = Phone(own.address.port, source=f"127.0.6.{n + 1}")
        assert phone.post("/api/redeem", {"t": link.partition("#t=")[2]})[0] == 200
        phones.append(phone)
    begin(referee, "Cy", "Ana", "Ben", "Dee", kind=kind)
    assert [seat_of(phone) for phone in phones] == [2, 2]
    assert shown(referee, 2)["phones"] == 2


# --- the referee's names --------------------------------------------------------------------------


def test_a_seat_is_renamed_or_it_is_refused(
    referee: Phone, newcomers: Iterator[Phone], own: Companion
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    assert referee.answer("join", "seatings", seat=3)["reply"] == "counts"
    assert referee.post("/api/names", {"seat": 3, "name": "Zoë"})[0] == 200
    assert shown(referee, 3)["name"] == "Zoë", "of who came late, too"
    status, said = referee.post("/api/names", {"seat": 5, "name": "Noah"})
    assert status == 409 and "Nobody sits there" in said["say"]
    zoe = named(next(newcomers), "Zoë", known=True)
    assert seat_of(zoe) == 3, "and a phone may be hers"
    status, said = referee.post("/api/names", {"seat": 3, "was": "Dee", "name": "Didi"})
    assert status == 409 and "Zoë sits there by now" in said["say"], "it was meant for another one"
    assert referee.post("/api/names", {"seat": 3, "was": "Zoë", "name": "Zoe"})[0] == 200
    assert (me(zoe)["person"]["name"], seat_of(zoe)) == ("Zoe", 3), "the phone stays with her"
    assert referee.post("/api/names", {"seat": 0, "was": "Ana", "name": "Opa"})[0] == 200
    assert "Ana" in next(newcomers).get("/me")[1], "without a phone it is somebody else who sits"


def test_two_phones_name_no_seat_over_each_other(referee: Phone, own: Companion) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    one = {"seat": 1, "was": "Ben", "name": "Benny"}
    other = {"seat": 1, "was": "Ben", "name": "Noah"}
    unseen = {"seat": 1, "name": "Noah"}
    assert referee.post("/api/names", one)[0] == 200
    for late in (other, unseen):
        status, said = referee.post("/api/names", late)
        assert (status, said["say"]) == (409, "Benny sits there by now. Look, and write it again.")
    late_reply = own.referee.rename(Seat(1), "Noah", "Ben")
    assert late_reply.kind == "refused", "also where both were looked at before either was written"
    assert shown(referee, 1)["name"] == "Benny"


def test_a_full_table_says_so(referee: Phone, newcomers: Iterator[Phone]) -> None:
    begin(referee, "A", "B", "C", "D", "E", "F")
    zoe = named(next(newcomers), "Zoë")
    assert not me(zoe)["room"] and "This game has begun" in seat_page(zoe)
    zoe.post("/api/play", {"yes": True})
    (comer,) = referee.state()["comers"]
    assert comer["places"] == []
    assert sit(referee, comer["person"], 6) == "refused"
    zoe.post("/api/play", {"yes": False})
    assert referee.state()["comers"] == []


def test_the_referee_says_who_is_a_child(referee: Phone, newcomers: Iterator[Phone]) -> None:
    ana = named(next(newcomers), "Ana")
    (row,) = [phone for phone in referee.state()["phones"] if phone["name"] == "Ana"]
    assert not row["child"] and "A child: no" in referee.get("/referee")[1]
    told = {"person": row["person"], "child": True}
    assert referee.post("/api/child", told)[0] == 200
    assert me(ana)["person"]["child"] and "data-child" in seat_page(ana)
    assert referee.post("/api/child", {**told, "person": 4711})[0] == 410


@pytest.mark.parametrize("kind", GAMES)
def test_two_at_one_phone_pass_it_on(kind: str, referee: Phone, newcomers: Iterator[Phone]) -> None:
    phone = named(next(newcomers), "Ana")
    begin(referee, *FOUR, kind=kind)
    assert seat_of(phone) == 0 and "Pass this phone on" in seat_page(phone)
    page = phone.get("/me?pass=1")[1]
    assert "My shape" in page and "Who has this phone now?" in page
    ben = re.search(r'data-person="(\d+)"[^>]*>(?:(?!data-person).)*?>Ben<', page)
    assert ben is not None
    assert phone.post("/api/me", {"person": int(ben[1]), "passed": True})[0] == 200
    assert seat_of(phone) == 1
    (ana,) = me(phone)["shares"]
    assert ana["shown"]["name"] == "Ana" and f'data-pass="{ana["person"]}"' in seat_page(phone)
    covered = phone.get("/seat?pass=1")[1]
    assert "Pass this phone to Ben" in covered
    assert re.search(r'<main id="live"[^>]* hidden>', covered), "nothing private is in sight"
    assert phone.post("/api/me", {"name": "Ana"})[0] == 200 and seat_of(phone) == 0, "and back"


@pytest.mark.parametrize(("kind", "variant"), [("split", "light"), ("twisted_fish", "refereed")])
def test_whose_turn_it_is_gets_the_phone_that_two_share(
    kind: str, variant: str, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    """Not from the end of the page, turn after turn."""
    phone = named(next(newcomers), "Ana")
    begin(referee, *FOUR, kind=kind, variant=variant)
    named(phone, "Ben", known=True, passed=True)
    (ana,) = me(phone)["shares"]
    referee.answer("start", "deal")
    assert "Whose turn it is" not in seat_page(phone), "Ben begins, and has it"
    assert phone.post("/api/me", {"person": ana["person"], "passed": True})[0] == 200
    (ben,) = me(phone)["shares"]
    waits = seat_page(phone).partition('aria-label="Whose turn it is"')[2].partition("</section>")
    assert f'data-pass="{ben["person"]}"' in waits[0]
    assert "data-pass" not in waits[2].partition('aria-label="Everybody"')[0]


@pytest.mark.parametrize("kind", HANDED_ON)
def test_a_seat_is_handed_on(
    kind: str, own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ben, zoe = named(next(newcomers), "Ben"), named(next(newcomers), "Zoë")
    begin(referee, *FOUR, kind=kind)
    assert (seat_of(ben), seat_of(zoe)) == (1, None)
    zoe.post("/api/play", {"yes": True})
    has_room = bool(referee.state()["comers"][0]["places"])
    says_how = "Then write Zoë under “Names”" in referee.get("/referee")[1]
    assert says_how != has_room, "who finds no seat free reads how to take one over"
    assert referee.answer("hand_over", "seatings", seat=1)["reply"] == "counts"
    assert referee.post("/api/names", {"seat": 1, "was": "Ben", "name": "Zoë"})[0] == 200
    own.evening.show()
    assert (seat_of(ben), seat_of(zoe), shown(referee, 1)["name"]) == (None, 1, "Zoë")
    heard = referee.state()["headline"]
    assert "A seat is handed over: Zoë" in heard["text"], "not that somebody plays on for her"
    assert "You are not in this game" in seat_page(ben)
    assert (shown(referee, 1)["shape"], shown(referee, 1)["colour"]) == look(zoe)
    for way, sit, name in (("undo", (1, None), "Ben"), ("redo", (None, 1), "Zoë")):
        told = {"tell": way, "of": referee.state()[way]["seq"]}
        assert referee.post(f"/api/{way}", told)[0] == 200
        assert (seat_of(ben), seat_of(zoe), shown(referee, 1)["name"]) == (*sit, name)


@pytest.mark.parametrize(("kind", "game"), RULES.items(), ids=RULES)
def test_one_phone_for_all_is_asked_everything(own: Companion, kind: str, game: ModuleType) -> None:
    app, leads = app_of(own), Session("referee", None, "tonight", leads=True)
    asked = 0
    with app.test_request_context():
        for picture in moments(kind, game)[::15]:
            page = sheet(app, picture, "referee", leads)
            for one in picture.open:
                asked += one.ask.must
                assert not one.ask.must or one.id in QUESTION.findall(page), one
    assert asked


def test_one_who_is_here_plays_and_two_play(referee: Phone, newcomers: Iterator[Phone]) -> None:
    for name, verb in (("Ana", "plays"), ("Ben", "play")):
        named(next(newcomers), name)
        assert f"</span> {verb}: tap a game." in referee.get("/new")[1]


def test_both_at_one_phone_are_in_the_lobby_and_in_the_first_game(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    phone = named(next(newcomers), "Ana", look="star")
    named(phone, "Ben", look="star", passed=True)
    named(phone, "Cy", passed=True)
    named(next(newcomers), "Dee", look="star")
    shown_in = [(one["name"], one["shape"], one["colour"]) for one in referee.state()["lobby"]]
    assert [name for name, *_ in shown_in] == ["Cy", "Dee", "Ana", "Ben"]
    assert len({tuple(look) for _, *look in shown_in}) == 4, "no two alike"
    assert ticked(referee) == ["Cy", "Dee", "Ana", "Ben"]
    own.access.end_evening()
    assert me(phone)["shares"] == []


def test_who_only_watches_is_not_in_the_game_and_a_restart_keeps_who_asks(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana, ben, cy, dee = (named(next(newcomers), name) for name in FOUR)
    assert "You play!" in seat_page(dee) and "Cy" in seat_page(dee), "who else is here"
    assert dee.post("/api/play", {"yes": False})[0] == 200
    assert me(dee)["watches"] and "You only watch" in seat_page(dee)
    assert ticked(referee) == ["Ana", "Ben", "Cy"]
    # The wall asks who plays, and phones say it: no screen counts who only watches.
    assert [one["name"] for one in referee.state()["lobby"]] == ["Ana", "Ben", "Cy"]
    assert "It fits 3 people" in referee.get("/new")[1]
    assert cy.post("/api/play", {"yes": True})[0] == 200
    again = Access(own.referee.journal, own.referee.journal.path.parent)
    numbers = {one.name: one.number for one in own.access.persons.here()}
    assert again.persons.watching == (numbers["Dee"],)
    assert again.persons.asking == (numbers["Cy"],)
    begin(referee, *ticked(referee))
    own.evening.show()
    assert "You watch, and the next game is without you" in seat_page(dee)
    assert own.access.persons.asking == (), "who plays asks no more"
    assert dee.post("/api/play", {"yes": True})[0] == 200
    assert not me(dee)["watches"] and me(dee)["asks"]
    begin(referee, "Ana", "Dee", "Ben")
    own.evening.show()
    assert ticked(referee) == ["Ana", "Dee", "Ben", "Cy"]


def test_a_phone_that_lost_its_cookie_is_vouched_for(
    referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana, ben = named(next(newcomers), "Ana"), named(next(newcomers), "Ben")
    begin(referee, "Ana", "Ben", "Cy")
    for voucher, yes in ((ana, False), (ana, True), (referee, True)):
        again = next(newcomers)
        assert again.post("/api/me", {"name": "Ana"})[0] == 409
        assert me(again)["person"] is None and ben.state()["claims"] == []
        (claim,) = voucher.state()["claims"]
        assert "I am Ana, too" in voucher.get("/referee" if voucher is referee else "/seat")[1]
        told = {"claim": claim["id"], "yes": yes}
        assert ben.post("/api/vouch", told)[0] == 403
        assert again.post("/api/vouch", told)[0] == 403, "nobody vouches for himself"
        assert voucher.post("/api/vouch", told)[0] == 200
        assert voucher.post("/api/vouch", told)[0] == 410
        assert seat_of(again) == (0 if yes else None) and referee.state()["claims"] == []


def test_that_two_phones_are_ones_own_is_said_once_an_evening(
    own: Companion, referee: Phone, newcomers: Iterator[Phone]
) -> None:
    """A restart asks nobody anew, and says nothing of it as if it were news."""
    ana, again = named(next(newcomers), "Ana"), next(newcomers)
    assert again.post("/api/me", {"name": "Ana"})[0] == 409
    (claim,) = ana.state()["claims"]
    assert ana.post("/api/vouch", {"claim": claim["id"], "yes": True})[0] == 200
    journal = own.referee.journal
    started = Access(journal, journal.path.parent)
    assert own.access.persons.vouched() == ["Ana"] and started.persons.vouched() == []
    phones = started.sessions.phones()
    assert [one.person.name for one in phones if one.person].count("Ana") == 2
    assert own.access.persons.doubled(phones) == started.persons.doubled(phones) == []
    started.persons.forgot(next(p.person.number for p in phones if p.person))
    assert Access(journal, journal.path.parent).persons.doubled(phones) == ["Ana"]
    own.access.end_evening()
    assert journal.setting(VOUCHED) == ()


def test_a_phone_that_is_not_in_any_more_asks_nobody_whether_it_is_theirs(
    referee: Phone, newcomers: Iterator[Phone]
) -> None:
    ana, again = named(next(newcomers), "Ana"), next(newcomers)
    before = {phone["id"] for phone in referee.state()["phones"]}
    assert again.post("/api/me", {"name": "Ana"})[0] == 409
    assert [len(one.state()["claims"]) for one in (referee, ana)] == [1, 1]
    (out,) = {phone["id"] for phone in referee.state()["phones"] if not phone["name"]} & before
    assert referee.post("/api/put_out", {"phone": out})[0] == 200
    assert [one.state()["claims"] for one in (referee, ana)] == [[], []]


def test_who_asks_to_play_and_is_put_out_is_offered_no_seat(
    referee: Phone, newcomers: Iterator[Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    zoe = named(next(newcomers), "Zoë")
    assert zoe.post("/api/play", {"yes": True})[0] == 200
    (comer,) = referee.state()["comers"]
    assert comer["places"] and "data-sit" in referee.get("/referee")[1]
    phones = {phone["name"]: phone["id"] for phone in referee.state()["phones"]}
    assert referee.post("/api/put_out", {"phone": phones["Zoë"]})[0] == 200
    assert referee.state()["comers"] == [] and "data-sit" not in referee.get("/referee")[1]


def test_a_seat_of_which_nobody_knows_whose_it_is_is_offered_to_no_phone(
    referee: Phone, newcomers: Iterator[Phone]
) -> None:
    phone = next(newcomers)
    begin(referee, "Ana", "Ben", "Cy")
    assert referee.answer("join", "seatings", seat=3)["reply"] == "counts"
    offered = [
        phone.get("/join")[1].count("data-knock="),
        referee.get("/referee")[1].count("data-invite="),
    ]
    assert offered == [3, 3]
    assert "Seat 4 has no name yet" in referee.get("/referee")[1]
    assert referee.post("/api/names", {"seat": 3, "name": "Dee"})[0] == 200
    assert 'data-knock="3"' in phone.get("/join")[1]
    assert 'data-invite="3"' in referee.get("/referee")[1]
