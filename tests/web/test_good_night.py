"""Good night over real HTTP: who may say it, what it ends, and what it leaves for the next time."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion import assembly, days
from companion.access import evening
from companion.access.gathering import gathered
from companion.access.tonight import TONIGHT_MS
from companion.assembly import build
from companion.journal.people import People
from companion.names import isolated
from companion.referee.buttons import FALLING_HAND_US
from companion.runtime import Companion
from companion.table import config as configs
from companion.table.config import EveningConfig
from companion.table.pins import mock_factory
from companion.table.signals import Kind, Signal
from tests.web.house import (
    Clock,
    Phone,
    begin,
    leader,
    referee_phone,
    running,
    seated,
    unchanged,
    until,
    win,
    wins,
)
from tests.web.test_access_http import PEOPLE, hold_start, who

SURE = {"sure": True}
# Three games of three: the winner has two behind, and nobody else has anybody.
STANDING = [("Ana", 3 + 1 + 3), ("Ben", 1 + 3 + 1), ("Cy", 1 + 1 + 1)]


def screens(house: Companion, *phones: Phone) -> list[str]:
    """Every live page as these phones see it."""
    return [
        phone.get(f"/api/fragment?page={page}")[1]
        for phone in (*phones, Phone(house.address.port))
        for page in ("wall", "seat", "join", "tabletop")
    ]


def test_good_night_ends_the_evening(own: Companion) -> None:
    referee = referee_phone(own)
    win(referee, 0)
    win(referee, 1)
    win(referee, 0)
    begin(referee, *PEOPLE)
    ana = seated(own, referee, 0, "127.0.7.2")
    live = ana.live("seat")
    live.until("beat")
    referee.answer("start", "deal")
    until(lambda: own.caller.running, "PASS")
    assert "data-asleep" not in referee.get("/")[1]
    assert referee.post("/api/good_night", SURE) == (200, {"ok": True})
    assert "data-asleep" in referee.get("/")[1] and "Sleep well!" in referee.get("/")[1]
    assert not own.caller.running
    while (event := live.next()) is not None:
        assert event.name != "state" or "No game yet" not in event.data["html"], "no flash"
    live.close()
    assert who(ana)["role"] == "nobody" and who(referee)["role"] == "referee"
    night = ana.state()["good_night"]
    assert [game["winner"] for game in night["games"]] == ["Ana", "Ben", "Ana", ""]
    assert [(one["name"], one["points"]) for one in night["standing"]] == STANDING
    assert night["games"][3]["players"] == list(PEOPLE)
    for html in screens(own, ana):
        assert "Good night" in html
        assert "just ask again" not in html, "nobody was put out"
    for page in ("/", "/join", "/referee"):
        assert night["poster"] in referee.get(page)[1]
        assert "Ana won SPLASH!" in referee.get(page)[1]
    assert "Good night" in referee.get("/referee")[1]
    assert referee.state()["game"] is None and referee.state()["asks"] == []
    assert "Not finished" in referee.get("/history")[1]


def test_the_journal_is_folded(own: Companion) -> None:
    referee = leader(own, *PEOPLE)
    log = own.referee.journal.path.with_name("journal.sqlite-wal")
    assert log.stat().st_size > 0
    referee.post("/api/good_night", SURE)
    assert log.stat().st_size == 0


def test_the_next_game_is_the_next_evening(own: Companion) -> None:
    referee = referee_phone(own)
    win(referee, 0)
    ana = seated(own, referee, 0, "127.0.7.2")
    referee.post("/api/good_night", SURE)
    assert all(name in referee.get("/new")[1] for name in PEOPLE), "names are remembered"
    win(referee, 2)
    assert referee.state()["good_night"] is None
    assert not any("Good night!" in html for html in screens(own, ana))
    assert who(ana)["role"] == "nobody"
    referee.post("/api/good_night", SURE)
    assert [g["winner"] for g in referee.state()["good_night"]["games"]] == ["Cy"]


def test_yesterdays_games_are_not_tonights(own: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = referee_phone(own)
    win(referee, 0)
    games = own.evening._tonight
    now_ms = games._wall_ms()
    monkeypatch.setattr(games, "_wall_ms", lambda: now_ms + TONIGHT_MS + 60_000)
    referee.post("/api/good_night", SURE)
    night = referee.state()["good_night"]
    assert night == {"games": [], "standing": [], "poster": "", "spoken": ""}
    assert referee.get("/poster.svg")[0] == 404
    picture = own.referee.picture
    assert not gathered(own.referee.journal, picture, picture.access), "they are gone, too"


def test_a_game_that_goes_on_another_day_is_that_evenings(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = leader(own, *PEOPLE)
    games = own.evening._tonight
    begun_ms = own.referee.journal.games(1)[0].begun_ms
    later_ms = games._wall_ms() + 4 * TONIGHT_MS
    for part in (games, own.referee._judging):
        monkeypatch.setattr(part, "_wall_ms", lambda: later_ms)
    wins(referee, 0)
    assert between(own, referee)["standing"][0]["name"] == "Ana"
    assert referee.post("/api/good_night", SURE)[0] == 200
    night = own.referee.picture.access.closing
    assert night is not None and [game.winner for game in night.games] == ["Ana"]
    evening = days.evening(later_ms)
    assert night.poster.day == f"{evening:%A}, {days.said(evening)}"
    assert f"{days.hour(begun_ms)}, went on {days.said(evening)}" in referee.get("/history")[1]
    assert games.night(games.last_night()) == night, "a start hangs it up again"


def test_a_hand_the_next_day_makes_no_evening_of_a_game_that_is_over(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = referee_phone(own)
    win(referee, 0)
    journal, games = own.referee.journal, own.evening._tonight
    told_ms = journal.games(1)[0].told_ms
    assert told_ms, "people told who has won"
    later_ms = games._wall_ms() + 4 * TONIGHT_MS
    for part in (games, own.referee._judging):
        monkeypatch.setattr(part, "_wall_ms", lambda: later_ms)
    rows = journal.last_seq()
    referee.sim("touch", pad=0)
    until(lambda: journal.last_seq() > rows, "what was felt")
    assert journal.games(1)[0].told_ms == told_ms and not games.games()
    assert "went on" not in referee.get("/history")[1]


def test_after_a_restart_a_new_evening_waits(tmp_path: Path) -> None:
    house = running(tmp_path)
    referee = leader(house, *PEOPLE)
    ana = seated(house, referee, 0, "127.0.7.2")
    referee.post("/api/good_night", SURE)
    house.close()
    with closing(running(tmp_path)) as again:
        ana.port = referee.port = again.address.port
        assert who(ana)["role"] == "nobody" and who(referee)["role"] == "referee"
        state = referee.state()
        assert (state["game"], state["good_night"]) == (None, None)


@pytest.mark.parametrize("sure", [{}, {"sure": False}, {"sure": "yes"}, {"sure": None}])
def test_only_a_sure_referee_says_good_night(own: Companion, sure: dict[str, object]) -> None:
    referee = leader(own, *PEOPLE)
    ana = seated(own, referee, 0, "127.0.7.2")
    with unchanged(own, referee):
        assert referee.post("/api/good_night", sure)[0] == 400
        assert ana.post("/api/good_night", SURE)[0] == 403
        assert Phone(own.address.port).post("/api/good_night", SURE)[0] == 403


# --- between two games, and the poster --------------------------------------------------------


def between(house: Companion, phone: Phone) -> Any:
    """What is shown between two games, once the evening has looked."""
    house.evening.look()
    return phone.state()["between"]


def test_between_two_games_it_is_said_who_stands_where(own: Companion) -> None:
    referee = referee_phone(own)
    assert between(own, referee) is None, "nothing was played"
    win(referee, 1)
    shown = between(own, referee)
    assert [(one["name"], one["place"], one["points"]) for one in shown["standing"]] == [
        ("Ben", 1, 3),
        ("Ana", 2, 1),
        ("Cy", 2, 1),
    ]
    assert re.fullmatch(r".+ next\? It fits 3 people.*\.", shown["next"])
    for page in ("/", "/new"):
        assert shown["next"] in unescape(referee.get(page)[1])
    begin(referee, *reversed(PEOPLE))
    assert between(own, referee) is None, "a game is on"
    while referee.state()["view"]["winner"] is None:
        referee.answer("correct", "crayon", seat=2, points=2)
    standing = between(own, referee)["standing"]
    assert [(one["name"], one["points"]) for one in standing] == [("Ben", 4), ("Ana", 4), ("Cy", 2)]
    assert (
        referee.post("/api/undo", {"tell": "back", "of": referee.state()["undo"]["seq"]})[0] == 200
    )
    assert between(own, referee) is None, "it is not over after all"


def test_the_house_says_what_a_place_is_worth(own: Companion) -> None:
    referee = referee_phone(own)
    win(referee, 1)
    assert referee.post("/api/points", {"table": [5, 2]}) == (200, {"ok": True})
    standing = between(own, referee)["standing"]
    assert [one["points"] for one in standing] == [5, 2, 2]
    assert referee.state()["points"] == [5, 2]
    assert referee.post("/api/points", {"table": []}) == (200, {"ok": True})
    assert [one["points"] for one in between(own, referee)["standing"]] == [3, 1, 1]


@pytest.mark.parametrize("table", [None, 5, "5 3", [-1], [101], [1.5], [True], [1] * 9])
def test_points_are_whole_numbers(own: Companion, table: object) -> None:
    referee = referee_phone(own)
    with unchanged(own, referee):
        assert referee.post("/api/points", {"table": table})[0] == 400


def test_a_game_that_was_left_before_its_first_round_is_not_told(own: Companion) -> None:
    referee = leader(own, *PEOPLE)
    win(referee, 0)
    begin(referee, *PEOPLE)
    referee.post("/api/good_night", SURE)
    assert [game["winner"] for game in referee.state()["good_night"]["games"]] == ["Ana"]


def test_who_is_forgotten_is_on_no_poster(own: Companion) -> None:
    referee = referee_phone(own)
    win(referee, 0)
    referee.post("/api/good_night", SURE)
    old = referee.state()["good_night"]["poster"]
    assert "Ana" in referee.get(old)[1]
    people = People(own.referee.journal)
    for person in people.known():
        people.forget(person.number)
    own.evening.look()
    night = referee.state()["good_night"]
    assert night["poster"] != old, "no browser shows the old one"
    for path in ("/", "/join", "/referee", "/api/state", night["poster"], old):
        assert "Ana" not in referee.get(path)[1], path
    assert isolated("A guest") in night["spoken"]


def test_a_seat_that_nobody_named_is_a_guests(own: Companion) -> None:
    """Nobody here has a phone: names were typed, and whoever came late was given none."""
    referee = leader(own, *PEOPLE)
    assert referee.answer("join", "seatings", seat=3)["reply"] == "counts"
    referee.answer("start", "deal")
    while referee.state()["view"]["winner"] is None:
        referee.answer("correct", "crayon", seat=3, points=2)
    standing = between(own, referee)["standing"]
    told = [(one["name"], one["place"], one["points"]) for one in standing]
    assert told == [("A guest", 1, 4), ("Ana", 2, 1), ("Ben", 2, 1), ("Cy", 2, 1)]
    assert len({(one["shape"], one["colour"]) for one in standing}) == 4
    assert referee.post("/api/good_night", SURE)[0] == 200
    night = referee.state()["good_night"]
    assert f"{isolated('A guest')} splashed best tonight!" in night["spoken"]
    assert "A guest" in referee.get(night["poster"])[1]
    (game,) = night["games"]
    assert game["players"] == ["Ana", "Ben", "Cy", "A guest"]


def test_a_start_after_good_night_leaves_the_poster_where_it_was(tmp_path: Path) -> None:
    house = running(tmp_path)
    referee = referee_phone(house)
    win(referee, 0)
    referee.post("/api/good_night", SURE)
    night = referee.state()["good_night"]
    svg = referee.get(night["poster"])[1]
    house.close()
    for hours, hangs in ((5, True), (7, False)):
        house = running(tmp_path)
        screen = Phone(house.address.port)
        assert screen.state()["good_night"] == night and screen.get("/poster.svg")[1] == svg
        later_ms = house.evening._wall_ms() + hours * 3_600_000
        again = evening.Evening(house.referee, house.access, wall_ms=lambda at_ms=later_ms: at_ms)
        again.open()
        assert (screen.state()["good_night"] == night) == hangs
        house.close()
    house = running(tmp_path)
    begin(referee_phone(house), *PEOPLE)
    house.close()
    house = running(tmp_path)
    assert Phone(house.address.port).state()["good_night"] is None, "a game was begun since"
    house.close()


def test_the_poster_is_one_picture_by_itself(own: Companion) -> None:
    """It is drawn for strangers too, and holds nothing that a page's policy would refuse."""
    referee, stranger = referee_phone(own), Phone(own.address.port)
    assert stranger.get("/poster.svg")[0] == 404
    begin(referee, "<b>Ana", "مريم الزهراء", "🐬 & Co")
    while referee.state()["view"]["winner"] is None:
        referee.answer("correct", "crayon", seat=0, points=2)
    referee.post("/api/good_night", SURE)
    night = stranger.state()["good_night"]
    status, svg = stranger.get(night["poster"])
    assert status == 200 and stranger.headers.get_content_type() == "image/svg+xml"
    root = ElementTree.fromstring(svg)
    words = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<b>Ana", "مريم الزهراء", "🐬 & Co", "3 points", "1 point"} <= {*words}
    assert "<b>Ana splashed best tonight!" in night["spoken"] and "<b>" not in svg
    assert not re.search(r"<(style|script|foreignObject|image)|style=|url\((?!#)|href=\"[^#]", svg)
    begin(referee, *PEOPLE)
    assert stranger.get("/poster.svg")[0] == 404, "the next evening has begun"


# --- at the table -----------------------------------------------------------------------------


def hold(phone: Phone) -> str:
    return str(phone.state()["hold"])


def test_holding_start_twice_says_good_night(own: Companion, clock: Clock) -> None:
    referee = referee_phone(own)
    win(referee, 1)
    wall = Phone(own.address.port)
    hold_start(own)
    until(lambda: hold(wall), "the question")
    assert "Hold START again to say good night." in wall.get("/")[1]
    assert wall.state()["good_night"] is None
    clock.now_s += evening.ASK_S + evening.HOLD_S
    hold_start(own)
    until(lambda: wall.state()["good_night"], "good night")
    assert [game["winner"] for game in wall.state()["good_night"]["games"]] == ["Ben"]
    assert hold(wall) == ""


def test_a_second_hold_that_begins_too_late_asks_anew(own: Companion, clock: Clock) -> None:
    wall = Phone(own.address.port)
    hold_start(own)
    until(lambda: hold(wall), "the question")
    clock.now_s += evening.ASK_S + evening.HOLD_S + 0.1
    own.evening.look()
    assert hold(wall) == "", "the question goes away by itself"
    hold_start(own)
    until(lambda: hold(wall), "the question again")
    assert wall.state()["good_night"] is None


def test_start_after_the_last_game_still_says_good_night(own: Companion, clock: Clock) -> None:
    """The press that begins a hold is one more game by then, and nothing of it was told."""
    referee = referee_phone(own)
    win(referee, 0)
    for held in range(2):
        start(own)
        hold_start(own)
        until(lambda: hold(referee) or referee.state()["good_night"], f"hold {held}")
    night = until(lambda: referee.state()["good_night"], "good night")
    assert night["games"][0]["winner"] == "Ana"


def start(house: Companion) -> None:
    """START goes down, by a hand that has read what is shown."""
    at_us = house.referee.clock.now_us() + FALLING_HAND_US
    house.referee.feel(Signal(Kind.PRESS, at_us, button="start"))


def test_who_leans_on_start_ends_nothing(own: Companion, clock: Clock) -> None:
    """A hold is told once, however long it lasts; and a game that is on cannot be ended by it."""
    referee = leader(own, *PEOPLE)
    for _ in range(4):
        hold_start(own)
        until(lambda: own.referee.picture.access.held, "the link on walls")
        clock.now_s += evening.ASK_S
    own.evening.look()
    assert referee.state()["good_night"] is None and referee.phase() == "waiting"
    assert "Hold START" not in hold(referee)


def test_good_night_is_said_once(own: Companion, clock: Clock) -> None:
    referee = referee_phone(own)
    referee.post("/api/good_night", SURE)
    night = own.referee.picture.access.closing
    hold_start(own)
    until(lambda: own.referee.picture.access.held, "the link on walls")
    assert own.referee.picture.access.closing is night
    assert "Hold START" not in hold(referee)


# --- switching off ----------------------------------------------------------------------------


SwitchedOff = Callable[..., tuple[Companion, Path, Clock]]


@pytest.fixture
def house_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SwitchedOff]:
    """Makes a real table on pretend pins, what is there once it is switched off, and its clock."""
    monkeypatch.setattr(assembly, "real_factory", mock_factory)
    config, done = configs.simulated(), tmp_path / "switched off"
    web = replace(config.web, host="127.0.0.1", port=0)
    with ExitStack() as open_:

        def made(simulated: bool, off: bool) -> tuple[Companion, Path, Clock]:
            how = replace(config, web=web, evening=EveningConfig(off))
            house = build(how, tmp_path, simulated, power_off=("touch", str(done)))
            open_.callback(house.close)
            house.evening._now_s = clock = Clock()
            return house, done, clock

        yield made


def test_a_machine_that_should_switches_off_when_screens_have_shown_it(
    house_that: SwitchedOff,
) -> None:
    house, done, clock = house_that(simulated=False, off=True)
    house.look()
    house.evening.good_night()
    clock.now_s += evening.LIGHTS_OUT_S - 0.1
    house.look()
    assert not done.exists()
    clock.now_s += 0.1
    house.look()
    assert done.exists()
    done.unlink()
    house.look()
    assert not done.exists(), "once"


def test_the_referee_says_whether_the_machine_stays_on(house_that: SwitchedOff) -> None:
    house, done, clock = house_that(simulated=False, off=True)
    referee = referee_phone(house)
    assert referee.state()["off"] == "may"
    assert referee.post("/api/good_night", {**SURE, "off": False}) == (200, {"ok": True})
    clock.now_s += 60
    house.look()
    assert not done.exists() and referee.state()["off"] == "may"
    assert "green light" not in referee.get("/")[1]
    assert referee.post("/api/good_night", {**SURE, "off": True}) == (200, {"ok": True})
    assert referee.state()["off"] == "will" and "green light" in referee.get("/")[1]
    clock.now_s += 60
    house.look()
    assert done.exists()


def test_a_service_may_be_switched_off_from_the_page_alone(
    house_that: SwitchedOff, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "systemd"))
    house, done, clock = house_that(simulated=False, off=False)
    house.evening.good_night()  # as START does it
    clock.now_s += 60
    house.look()
    assert not done.exists(), "the configuration does not say so"
    house.evening.good_night(off=True)
    clock.now_s += 60
    house.look()
    assert done.exists()


def test_one_more_game_keeps_the_light_on(house_that: SwitchedOff) -> None:
    house, done, clock = house_that(simulated=False, off=True)
    house.evening.good_night()
    begin(referee_phone(house), *PEOPLE)
    house.look()
    clock.now_s += 60
    house.look()
    assert not done.exists()


@pytest.mark.parametrize(("simulated", "off"), [(True, True), (False, False), (True, False)])
def test_no_other_machine_switches_off(house_that: SwitchedOff, simulated: bool, off: bool) -> None:
    house, done, clock = house_that(simulated, off)
    house.evening.good_night()
    clock.now_s += 60
    house.look()
    assert not done.exists()


@pytest.mark.parametrize(
    "command", [("no-such-command-here",), ("sh", "-c", "echo no >&2; exit 1")]
)
def test_a_machine_that_will_not_is_switched_off_by_hand(
    command: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assembly._switch_off(command)
    assert re.search(r"not switched off \(.*no.*\)\. Switch it off by hand", capfd.readouterr().err)
