"""The pages as they are without JavaScript: what happened, what is asked, and who is ahead."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from jinja2.utils import htmlsafe_json_dumps

import companion
from companion.access.door import PICTURES
from companion.access.session_rows import SessionRows
from companion.games import GAMES
from companion.games.dolphin_splash.facts import Dealt
from companion.journal import Journal, JournalError
from companion.journal.people import People
from companion.places import JOURNAL_FILE
from companion.referee.rows import row_of
from companion.runtime import Companion
from companion.web import AppParts, catalogue, create_app
from companion.words import Seat
from tests.web.house import Phone, app_of, begin, leader, referee_phone, running, seated, until

RULES = Path(companion.__file__).parent / "games"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A house where Ana has won a game, and nobody plays another."""
    house = running(tmp_path_factory.mktemp("evening"))
    referee = leader(house, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=1, points=1)
    while referee.phase() != "over":
        referee.answer("correct", "crayon", seat=0, points=2)
    yield house
    house.close()


def shown(page: str) -> str:
    """What a page says: its words, without what only machines read."""
    body = re.sub(r"<(script|style|svg|noscript|head)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_a_game_that_today_s_rules_refuse_says_why_and_hides_no_other(tmp_path: Path) -> None:
    deck = '[{"kind":"print","card":3,"copies":1,"duckies":2}]'
    setup = f'{{"kind":"setup","seats":4,"deck":{deck}}}'
    journal = Journal(tmp_path / JOURNAL_FILE, "boot")
    other = journal.begin_game("dolphin_splash", '{"kind":"setup","seats":3}', [], 0)
    journal.append(other.game, [row_of(Dealt(Seat(0)), "referee", 0)], 0)
    people = [People(journal).number(name, 0) for name in ("Ana", "Ben", "Cy", "Dee")]
    journal.begin_game("party_splash", setup, people, 0)
    journal.close()
    with closing(running(tmp_path)) as house:
        phone = Phone(house.address.port)
        told = "Card 4 has more icons than copies. [P-S11]"
        assert told in shown(phone.get("/")[1])  # it was on when the plug was pulled
        history = shown(phone.get("/history")[1])
        assert "Today's rules can't tell it" in history.replace("&#39;", "'")
        assert "Dee" in history and "Not finished" in history
        for page in ("/game/2", "/replay/2"):
            status, page = phone.get(page)
            assert status == 409 and told in shown(page)


# --- the live pages ---------------------------------------------------------------------------


def test_the_wall_says_who_is_ahead_and_what_is_asked(referee: Phone, stranger: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=1, points=2)
    state = stranger.state()
    status, page = stranger.get("/")
    assert status == 200
    words = shown(page)
    for name in ("Ana", "Ben", "Cy"):
        assert name in words
    must = next(ask for ask in state["asks"] if ask["must"])
    assert must["text"] in words
    assert state["said"][0]["text"].replace("'", "&#39;") in words
    rows = re.findall(r'<li class="row[^"]*" id="row-\d".*?</li>', page, flags=re.DOTALL)
    assert [scored(row) for row in rows] == [0, 2, 0]


def test_who_got_a_letter_stands_ahead_of_what_is_asked(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    _grab(referee)
    referee.answer("seat:2", "holders")
    _says_first(referee, "Ana and Ben get a letter", "/", "/referee", "/tabletop")
    _grab(referee)
    referee.answer("no", "verdict")
    referee.answer("touched", "foul", touchers=[2])
    # On the wall all of it stands beside the question, larger.
    _says_first(referee, "Cy touched too soon: Ana and Ben get a letter", "/referee", "/tabletop")


def _grab(referee: Phone) -> None:
    referee.answer("start", "deal")
    referee.sim("home", pad=0)
    referee.sim("touch", pad=0)
    until(lambda: referee.phase() == "grab", "a grab")
    referee.sim("release", pad=0)


def _says_first(referee: Phone, got: str, *paths: str) -> None:
    asked = next(ask["text"] for ask in referee.state()["asks"] if ask["must"])
    for path in paths:
        words = shown(referee.get(path)[1])
        assert got in words[: words.index(asked)], path


def scored(row: str) -> int:
    """The letters that a row says its seat has."""
    found = re.search(r"(\d) of 6|(\d) letter", row)
    return int(next(filter(None, found.groups()))) if found else 0


def test_the_wall_without_a_game_invites(own: Companion) -> None:
    begin_at = Phone(own.address.port, source="127.0.9.9")
    words = shown(begin_at.get("/")[1])
    assert "Who plays?" in words
    assert own.address.url.removeprefix("http://").strip("/") in words
    for page in ("/join", "/tabletop", "/history"):
        assert begin_at.get(page)[0] == 200
    assert "No games yet" in begin_at.get("/history")[1]
    assert "No game yet" in referee_phone(own).get("/referee")[1]


def test_the_seat_page_asks_its_seat(
    referee: Phone, seat: Callable[[int], Phone], stranger: Phone
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana = seat(0)
    page = ana.get("/seat")[1]
    must = next(ask for ask in ana.state()["asks"] if ask["must"] and ask["mine"])
    assert must["text"] in shown(page)
    assert f'data-ask="{must["id"]}"' in page
    assert stranger.get("/seat")[0] == 302
    assert stranger.headers["Location"] == "/join"


def test_who_has_a_dolphin_is_not_told_to_grab(
    referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana, ben = seat(0), seat(1)
    _grab(referee)
    assert "Quick, grab one!" in shown(ana.get("/seat")[1])
    ana.answer("pad:0", "claim")
    assert "You have one!" in shown(ana.get("/seat")[1])
    assert "Quick, grab one!" in shown(ben.get("/seat")[1])
    referee.sim("touch", pad=1)
    until(lambda: len(referee.state()["view"]["order"]) == 2, "the last dolphin")
    assert "All are gone." in shown(ben.get("/seat")[1])


def test_the_referees_page_has_every_question_and_the_timeline(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=1, points=2)
    page = referee.get("/referee")[1]
    state = referee.state()
    for ask in state["asks"]:
        assert ask["text"].replace("'", "&#39;") in page
    assert f'data-undo="{state["undo"]["seq"]}"' in page
    assert state["said"][0]["rule"] in page


def test_joining_names_nobody_to_strangers(referee: Phone, stranger: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    page = stranger.get("/join")[1]
    assert "data-knock-in" in page
    assert not [name for name in ("Ana", "Ben", "Cy") if name in page]


def test_a_new_game_offers_who_played_before(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    page = referee.get("/new")[1]
    assert {"Ana", "Ben", "Cy"} <= set(re.findall(r'data-person="([^"]+)"', page))
    assert {*re.findall(r'data-game="([^"]+)"', page)} == set(GAMES)


@pytest.mark.parametrize("page", ["wall", "join", "tabletop"])
def test_page_stream_and_poll_show_the_same(
    house: Companion, referee: Phone, stranger: Phone, page: str
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    fragment = json.loads(stranger.get(f"/api/fragment?page={page}")[1])
    live = stranger.live(page)
    assert live.until("state").data == fragment
    live.close()
    assert shown(fragment["html"]) in shown(stranger.get("/" if page == "wall" else f"/{page}")[1])
    assert fragment["seq"] == house.referee.picture.version


@pytest.mark.parametrize("kind", GAMES)
def test_who_is_not_in_is_offered_no_hand_and_shown_the_way_in(
    house: Companion, referee: Phone, stranger: Phone, kind: str
) -> None:
    begin(referee, "Ana", "Ben", "Cy", "Dee", kind=kind)
    does = re.compile(r"data-(press|sim|ask|undo|redo|review|pause|again|door|let-in)\b")
    for path in ("/", "/tabletop", "/history"):
        page = stranger.get(path)[1]
        assert does.findall(page) == [], "it would only be refused"
    assert 'href="/join"' in stranger.get("/tabletop")[1]
    player = seated(house, referee, 0)
    page = player.get("/tabletop")[1]
    assert does.findall(page)
    filled = re.findall(r'class="button[^"]* main" data-press="([^"]+)"', page)
    assert filled == player.state()["keys"], "a hand is led to what answers"


# --- what is over -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GAMES)
def test_the_rules_page_has_every_rule(stranger: Phone, kind: str) -> None:
    text = (RULES / kind / "rules.md").read_text(encoding="utf-8")
    ids = re.findall(r"^\|\s*([A-Z]-[A-Z]\d+[a-z]?)\s*\|", text, flags=re.MULTILINE)
    assert len(ids) > 5
    page = stranger.get(f"/rules/{kind}")[1]
    assert sorted(re.findall(r'<div id="([^"]+)"', page)) == sorted(ids)


def test_the_rules_of_the_game_at_hand(referee: Phone, stranger: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    assert stranger.get("/rules")[0] == 302
    assert stranger.headers["Location"] == "/rules/dolphin_splash"


def test_a_finished_game_is_in_the_history(evening: Companion) -> None:
    phone = Phone(evening.address.port, source="127.0.9.1")
    page = phone.get("/history")[1]
    assert "Ana won" in shown(page)
    assert 'href="/game/1"' in page
    status, game = phone.get("/game/1")
    assert status == 200
    words = shown(game)
    for said in ("Ana wins", "Ben", "Cy", "D-S7"):
        assert said in words, said


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_goes_on_is_in_the_past_and_nobody_has_won(
    referee: Phone, stranger: Phone, kind: str
) -> None:
    begin(referee, "Ana", "Ben", "Cy", "Dee", kind=kind)
    status, page = stranger.get(f"/game/{referee.state()['game']['id']}")
    assert status == 200 and 'id="hero"' not in page


# --- what is not there ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nowhere", 404, "There is nothing here."),
        ("GET", "/game/77", 404, "There is no such game."),
        ("GET", "/rules/chess", 404, "There is no game of that name."),
        ("GET", "/static/none.css", 404, "There is nothing here."),
        ("GET", "/static/../app.py", 404, "There is nothing here."),
        ("GET", "/referee", 403, "This is for the referee."),
        ("DELETE", "/history", 405, "That can't be done here."),
        ("POST", "/", 405, "That can't be done here."),
    ],
)
def test_a_page_that_is_not_there_says_so(
    stranger: Phone, method: str, path: str, status: int, words: str
) -> None:
    own = {"Origin": f"http://127.0.0.1:{stranger.port}", "Content-Type": "application/json"}
    answer, page = stranger.ask(method, path, None, own)
    assert answer == status
    assert words.replace("'", "&#39;") in shown(page)
    assert stranger.headers.get_content_type() == "text/html"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/answer", 405),
        ("DELETE", "/api/state", 405),
        ("POST", "/api/game", 403),
    ],
)
def test_the_interface_says_so_in_json(
    stranger: Phone, method: str, path: str, status: int
) -> None:
    own = {"Origin": f"http://127.0.0.1:{stranger.port}", "Content-Type": "application/json"}
    answer, said = stranger.ask(method, path, b"{}", own)
    assert answer == status
    assert json.loads(said)["reply"] == "refused"
    assert json.loads(said)["say"].endswith(".")


@pytest.mark.parametrize(
    ("problem", "status", "words"),
    [
        (RuntimeError("a slip of ours: secret"), 500, "Something went wrong at the table."),
        (JournalError("The disk is full. Make room; play then goes on."), 503, "The disk is full."),
    ],
)
@pytest.mark.parametrize("path", ["/history", "/api/whoami"])
def test_what_goes_wrong_inside_is_a_sentence(
    house: Companion,
    stranger: Phone,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    problem: Exception,
    status: int,
    words: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*_: object) -> None:
        raise problem

    stranger.cookie = "companion-0=somebody"
    monkeypatch.setattr(house.referee.journal, "games", fails)
    monkeypatch.setattr(SessionRows, "find", fails)
    answer, said = stranger.get(path)
    assert answer == status
    assert words in said
    assert "secret" not in said
    assert "Traceback" not in said
    assert ("Traceback" in caplog.text) == (status == 500), "where whoever helps looks"
    assert stranger.headers["Content-Security-Policy"]


def test_a_real_table_has_no_pretend_one(house: Companion) -> None:
    app = create_app(AppParts(referee=house.referee, access=house.access, address=house.address))
    answer = app.test_client().get("/tabletop")
    assert answer.status_code == 404
    assert "The dolphins of this table are real" in answer.text
    assert "/api/sim" not in {rule.rule for rule in app.url_map.iter_rules()}
    assert "/api/sim" in {rule.rule for rule in app_of(house).url_map.iter_rules()}


def test_a_pretend_table_shows_the_buttons_that_it_has(house: Companion, referee: Phone) -> None:
    """A party has up to eight seats, and this table buttons for six of them."""
    begin(referee, *"ABCDEFGH", kind="party_splash")
    shown = re.findall(r'data-press="([^"]+)"', referee.get("/tabletop")[1])
    assert shown == ["no", "start", "yes", *(f"seat:{n}" for n in range(6))]
    for button in shown:
        referee.sim("press", button=button)
        referee.sim("let_go", button=button)


def test_what_can_be_heard_is_written_down_once_and_not_for_each_page(
    house: Companion, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    sounds, written = catalogue.sounds(), Mock(side_effect=htmlsafe_json_dumps)
    monkeypatch.setattr("companion.web.htmlsafe_json_dumps", written)
    monkeypatch.setattr("jinja2.filters.htmlsafe_json_dumps", written)  # as pages write with it
    app = app_of(house)
    assert written.call_count == 1
    page = app.test_client().get("/tabletop").text
    found = re.search(r'<template id="sounds">(.+?)</template>', page)
    assert found and json.loads(found[1]).keys() == sounds.keys()
    pages = [call.args[0] for call in written.call_args_list[1:]]
    assert not [one for one in pages if one == written.call_args_list[0].args[0]]


def test_a_template_finds_what_all_know_and_its_own_before_that(house: Companion) -> None:
    env = app_of(house).jinja_env
    text = env.from_string("{{ pictures | length }} {{ demo }}", globals={"demo": "own"})
    assert text.render() == f"{len(PICTURES)} own"
    assert env.from_string("{{ demo }}").render() == "False"
    env.globals["new"] = "newer than any template"
    assert env.from_string("{{ new }}").render() == env.globals["new"]
    assert env.get_template("wall.html").globals is env.globals  # one dictionary, and no chain
