"""What should never be sent: each gets a clear sentence, changes nothing, and harms no game."""

import http.client
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from companion.referee.hub import EVENTS_MOST, FEEDS_MOST, FEEDS_OF_ONE_MOST
from companion.runtime import Companion
from companion.web.guard import BODY_MOST
from tests.web.house import (
    PATIENCE_S,
    Phone,
    begin,
    leader,
    referee_phone,
    running,
    unchanged,
    until,
)

WATERMARK = 1 << 20  # what the server keeps for a page that never reads
LUMP = 100_000  # letters of a very long event


@pytest.fixture
def game(house: Companion, referee: Phone) -> Iterator[Phone]:
    """The referee's phone in a game; whatever a test does, that game is as it was and goes on."""
    begin(referee, "Ana", "Ben", "Cy")
    with unchanged(house, referee):
        yield referee
    assert referee.answer("start", "deal")["reply"] == "counts"


def is_sentence(said: str) -> bool:
    """What a person can read: words and a full stop, and nothing of Python's."""
    strange = ("Traceback", "Error(", "Exception", "<class", "NoneType")
    words = len(said.split()) > 2 and said.endswith(".")
    return words and not any(word in said for word in strange)


def is_refused(answer: tuple[int, Any], status: int) -> str:
    """The sentence of a refusal."""
    assert answer[0] == status, answer
    assert answer[1]["reply"] == "refused"
    assert is_sentence(answer[1]["say"]), answer[1]["say"]
    return str(answer[1]["say"])


# --- a new game -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ("Ana", "a list"),
        (None, "a list"),
        ({"0": "Ana"}, "a list"),
        ([f"N{n}" for n in range(13)], "a list of at most 12"),
        (["Ana", "Ben", 3], "should be a text"),
        (["Ana", "Ben", None], "should be a text"),
        (["Ana", "Ben", ["Cy"]], "should be a text"),
        (["Ana", "Ben", ""], "1 to 20 letters"),
        (["Ana", "Ben", " \t\n"], "1 to 20 letters"),
        (["Ana", "Ben", "\u202e\u200b\x00"], "1 to 20 letters"),
        (["Ana", "Ben", "\ud83d"], "1 to 20 letters"),
        (["Ana", "Ben", "x" * 21], "1 to 20 letters"),
        (["Ana", "Ben", "Ana"], "the same name"),
        (["Ana", "Ben", " aNA "], "the same name"),
        (["Ana", "Ben", "A\x00na"], "the same name"),
        (["Zo\u00e9", "Ben", "Zoe\u0301"], "the same name"),
    ],
)
def test_names_that_will_not_do(game: Phone, people: object, words: str) -> None:
    told = {"kind": "dolphin_splash", "people": people}
    assert words in is_refused(game.post("/api/game", told), 400)


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "no_such_game"},
        {"options": {"no_such_option": True}},
        {"options": {"everybody_rules": "yes"}},
        {"options": {"mercy_ms": -1}},
        {"options": {"mercy_ms": 10**30}},
        {"options": {"mercy_ms": 0.5}},
        {"options": {"pads": 99}},
        {"options": {"\ud800": 1}},
        {"variant": "no_such_variant"},
        {"variant": ["standard"]},
        {"people": []},
        {"people": ["A", "B"]},
        {"people": [*"ABCDEFG"]},
    ],
)
def test_a_game_that_is_none(game: Phone, more: dict[str, Any]) -> None:
    told = {"kind": "dolphin_splash", "people": ["Ana", "Ben", "Cy"], **more}
    is_refused(game.post("/api/game", told), 200)


# --- bodies -----------------------------------------------------------------------------------


def test_a_body_that_is_too_long(game: Phone) -> None:
    body = json.dumps({"tell": "x" * BODY_MOST}).encode()
    assert is_refused(game.post("/api/answer", body), 413) == "That is too much at once."


def test_ten_megabytes_are_not_even_read(game: Phone) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", game.port, timeout=PATIENCE_S)
    headers = {"Content-Type": "application/json", "Content-Length": str(10 << 20)}
    connection.request("POST", "/api/answer", b"[", {**headers, "Cookie": game.cookie})
    answer = connection.getresponse()
    assert answer.status == 413
    assert b"Request Entity Too Large" in answer.read()
    with suppress(OSError):  # the server hangs up
        connection.send(b" " * (10 << 20))
    connection.close()


# --- answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("tell", ["\ud800", "a\nb"])
def test_what_cannot_be_shown(game: Phone, tell: str) -> None:
    told = {"tell": tell, "ask": game.state()["asks"][0]["id"], "key": "start", "picks": {}}
    is_refused(game.post("/api/answer", told), 400)


def test_an_answer_to_no_question(game: Phone) -> None:
    reply = game.tell("game999.9", "yes", {})
    assert reply["reply"] == "asked_again"
    assert is_sentence(reply["say"])


def test_an_answer_that_the_question_has_not(game: Phone) -> None:
    reply = game.tell(game.state()["asks"][0]["id"], "perhaps", {})
    assert (reply["reply"], reply["say"]) == ("refused", "That is no answer to this question.")


@pytest.mark.parametrize(
    "picks",
    [
        {},
        {"seat": 0},
        {"seat": "0", "points": 1},
        {"seat": True, "points": 1},
        {"seat": 1.0, "points": 1},
        {"seat": 9, "points": 1},
        {"seat": -1, "points": 1},
        {"seat": None, "points": 1},
        {"seat": {"a": 1}, "points": 1},
        {"seat": [[0]], "points": 1},
        {"seat": [0, 1], "points": 1},
        {"seat": [0, 0], "points": 1},
        {"seat": 0, "points": 1000},
        {"seat": 0, "points": 10**400},
        {"seat": 0, "points": 1, "why": "because"},
    ],
)
def test_picks_that_do_not_fit(game: Phone, picks: dict[str, Any]) -> None:
    pen = next(ask for ask in game.state()["asks"] if ask["topic"] == "crayon")
    reply = game.tell(pen["id"], "correct", picks)
    assert reply["reply"] == "refused"
    assert is_sentence(reply["say"])


@pytest.mark.parametrize("route", ["undo", "redo"])
def test_taking_back_a_row_that_is_not_the_newest(game: Phone, route: str) -> None:
    status, reply = game.post(f"/api/{route}", {"tell": f"{route} it", "of": 987654})
    assert (status, reply["reply"]) == (200, "asked_again")
    assert is_sentence(reply["say"])


# --- the rest ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("route", "told", "status"),
    [
        ("names", {"seat": 9, "name": "Zoe"}, 409),  # nobody sits there
        ("names", {"seat": -1, "name": "Zoe"}, 400),
        ("names", {"seat": 0}, 400),
        ("names", {"seat": 0, "name": ""}, 400),
        ("names", {"seat": 0, "name": "x" * 21}, 400),
        ("names", {"seat": 0, "name": {"a": 1}}, 400),
        ("names", {"seat": 0, "name": "BEN"}, 400),
        ("caller", {"paused": "yes"}, 400),
        ("caller", {"tempo": "frantic"}, 200),
        ("caller", {"tempo": 7}, 400),
        ("caller", {"every_ms": 0}, 200),
        ("caller", {"every_ms": 10**12}, 200),
        ("caller", {"every_ms": "fast"}, 400),
        ("caller", {"paused": True, "tempo": "brisk"}, 400),
    ],
)
def test_a_name_or_a_caller_that_cannot_be(
    game: Phone, route: str, told: dict[str, Any], status: int
) -> None:
    is_refused(game.post(f"/api/{route}", told), status)


@pytest.mark.parametrize(
    "told",
    [
        {"do": "dance"},
        {"do": ["touch"]},
        {"do": "touch"},
        {"do": "touch", "pad": 9},
        {"do": "touch", "pad": -1},
        {"do": "touch", "pad": "0"},
        {"do": "touch", "pad": 0, "at_us": "now"},
        {"do": "touch", "pad": 0, "tell": 7},
        {"do": "press", "button": "self-destruct"},
        {"do": "press", "button": 3},
        {"do": "bounce", "ms": 10**6},
        {"do": "stick", "pad": 0},
    ],
)
@pytest.mark.parametrize("late", [{}, {"at_us": None}, {"deal": "another"}])
def test_a_hand_that_can_do_nothing(
    game: Phone, late: dict[str, Any], told: dict[str, Any]
) -> None:
    refused = is_refused(game.post("/api/sim", {**game.hand("touch"), **late, **told}), 400)
    assert refused == is_refused(game.post("/api/sim", {**game.hand("touch"), **told}), 400)


@pytest.mark.parametrize("of", ["0", "-1", "9" * 30, "9" * 5000, "x", "1.0", "%00", "٣", "1 OR 1"])
def test_a_past_game_that_is_none(game: Phone, of: str) -> None:
    status, page = game.get("/game/" + of.encode().hex("%").join(["%", ""]))
    assert status == 404
    assert "There is no such game." in page


@pytest.mark.parametrize("page", ["nothing", "../wall", "closed", "%00", ""])
@pytest.mark.parametrize("route", ["fragment", "events"])
def test_a_live_page_that_is_none(game: Phone, route: str, page: str) -> None:
    status, said = game.get(f"/api/{route}?page={page}")
    assert is_refused((status, json.loads(said)), 400) == "There is no live page of that name."


def test_an_answer_after_the_win(house: Companion, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    deal = next(ask["id"] for ask in referee.state()["asks"] if ask["topic"] == "deal")
    while referee.phase() != "over":
        assert referee.answer("correct", "crayon", seat=0, points=2)["reply"] == "counts"
    with unchanged(house, referee):
        late = referee.tell(deal, "start", {})
        assert late["reply"] in ("asked_again", "settled")
        assert is_sentence(late["say"])
    won = referee.state()["view"]
    referee.home(0)
    referee.grab(0, house.referee.clock.now_us())  # hands on dolphins are only hands now
    until(lambda: referee.state()["pads"][0]["state"] == "lifted", "the dolphin lifted")
    referee.home(0)
    until(lambda: referee.state()["pads"][0]["state"] == "home", "the dolphin home")
    assert referee.state()["view"] == won


NAUGHTY = "\"><script>x&'{{7}}"


def test_names_are_only_words(
    house: Companion, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, NAUGHTY, "Ben \x07\u202e\n Bo", "${a}")
    assert [entry["name"] for entry in referee.state()["seats"]] == [NAUGHTY, "Ben Bo", "${a}"]
    ana = seat(0)
    for page in ("wall", "seat", "join", "tabletop", "referee"):
        phone = referee if page == "referee" else ana
        fragment = json.loads(phone.get(f"/api/fragment?page={page}")[1])["html"]
        live = phone.live(page)
        streamed = live.until("state").data["html"]
        live.close()
        whole = phone.get("/" if page == "wall" else f"/{page}")[1]
        for html in (fragment, streamed, whole):
            assert "<script>x" not in html, page
            assert "&lt;script&gt;x" in html, page
    for path in ("/history", f"/game/{referee.state()['game']['id']}", "/new"):
        html = referee.get(path)[1]
        assert "<script>x" not in html, path
        assert "&lt;script&gt;x" in html, path
    begin(referee, "Ana", "Ben", "Cy")


# --- screens that do not read, and too many of them -------------------------------------------


def test_a_phone_that_never_reads_delays_nobody(house: Companion, game: Phone) -> None:
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    deaf.connect(("127.0.0.1", game.port))
    deaf.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{game.port}\r\n\r\n".encode())
    until(lambda: len(house.referee.hub) == 1, "the stream")
    shout(house)
    reader = game.live()
    reader.until("state")
    for n in range(3 * EVENTS_MOST):
        house.referee.hub.send("sign", name="x" * LUMP, n=n)
    for _ in range(2):  # pause, and go on
        paused = not game.state()["caller"]["paused"]
        assert game.post("/api/caller", {"paused": paused})[1]["reply"] == "counts"
        while (state := reader.until("state")).data["seq"] < house.referee.picture.version:
            pass
        assert state.data["seq"] == house.referee.picture.version
    assert kept(house) <= WATERMARK + 2 * LUMP
    assert all(len(feed._events) <= EVENTS_MOST for feed in house.referee.hub._feeds)
    deaf.close()
    reader.close()
    until(lambda: len(house.referee.hub) == 0, "the deaf phone's end")


def shout(house: Companion) -> None:
    """Send until the server keeps all that it will for somebody who never reads."""

    def full() -> bool:
        house.referee.hub.send("sign", name="x" * LUMP)
        return kept(house) >= WATERMARK

    until(full, "a full buffer")


def kept(house: Companion) -> int:
    """What the server holds for the slowest reader, in bytes."""
    channels = list(house.server._sockets.values())
    return max((getattr(channel, "total_outbufs_len", 0) for channel in channels), default=0)


def test_the_screen_after_the_last_is_told_to_look_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    house = running(tmp_path_factory.mktemp("full"))
    with ExitStack() as lives:
        lives.callback(house.close)
        referee = leader(house, "Ana", "Ben", "Cy")
        phones = [referee_phone(house) for _ in range(FEEDS_MOST // FEEDS_OF_ONE_MOST)]
        screens = [phone.live() for phone in phones for _ in range(FEEDS_OF_ONE_MOST)]
        for live in screens:
            lives.callback(live.close)
            assert live.until("state").data["html"]
        late = Phone(house.address.port)
        status, said = late.get("/api/events")
        assert status == 503
        assert int(late.headers["Retry-After"]) > 0
        assert is_sentence(json.loads(said)["say"])
        before = json.loads(late.get("/api/fragment")[1])
        assert referee.answer("start", "deal")["reply"] == "counts"
        after = json.loads(late.get("/api/fragment")[1])
        assert after["seq"] > before["seq"]
        assert after["html"] != before["html"]
        for live in screens:
            while live.until("state").data["seq"] < after["seq"]:
                pass
            live.close()
        until(lambda: len(house.referee.hub) == 0, "the end of dead streams")
        again = late.live()
        lives.callback(again.close)
        assert again.until("state").data["seq"] >= after["seq"]


def test_a_sentence_with_a_name_that_is_no_utf_8_is_shown(house: Companion, referee: Phone) -> None:
    """Files of an old disk may be called so; without this no page at all could be sent."""
    file = os.fsdecode(b"m\xfcller/rules.py")
    house.referee.note_trouble("games", f"A game was left out ({file}).")
    until(lambda: file in " ".join(house.referee.picture.trouble), "the sentence")
    for path in ("/", "/join", "/referee"):
        status, page = referee.get(path)
        assert status == 200 and r"(m\udcfcller/rules.py)" in page
    house.referee.note_trouble("games", "")
