"""Who may do what: every route and method as stranger, seat and referee, held to a table."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.runtime import Companion
from companion.web.guard import ROLES, WALL
from tests.web.house import Phone, app_of, begin, unchanged, until

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("patient_limits")]

# Every route there is: who may use it, and HTTP's number for a stranger, a seat and the referee.
# Posts are empty objects: 400 says that the guard let them through to the form.
ROUTES = {
    ("GET", "/"): ("nobody", 200, 200, 200),
    ("GET", "/seat"): ("nobody", 302, 200, 302),  # who has no seat is shown where to take one
    ("GET", "/referee"): ("referee", 403, 403, 200),
    ("GET", "/join"): ("nobody", 200, 200, 200),
    ("GET", "/me"): ("seat", 403, 200, 200),
    ("POST", "/api/me"): ("seat", 403, 400, 400),
    ("GET", "/figures"): ("seat", 403, 200, 302),  # who is nobody yet says first who it is
    ("POST", "/api/figures"): ("seat", 403, 400, 400),
    ("GET", "/table"): ("referee", 403, 403, 200),
    ("GET", "/ratings"): ("seat", 403, 200, 200),
    ("POST", "/api/ratings"): ("referee", 403, 403, 400),
    ("GET", "/records"): ("nobody", 200, 200, 200),
    ("POST", "/api/here"): ("nobody", 400, 400, 400),
    ("POST", "/api/play"): ("seat", 403, 400, 400),
    ("POST", "/api/child"): ("referee", 403, 403, 400),
    ("POST", "/api/vouch"): ("seat", 403, 400, 400),
    ("POST", "/api/sit"): ("referee", 403, 403, 400),
    ("GET", "/tabletop"): ("nobody", 200, 200, 200),
    ("GET", "/new"): ("referee", 403, 403, 200),
    ("GET", "/rules"): ("nobody", 302, 302, 302),
    ("GET", "/rules/<kind>"): ("nobody", 200, 200, 200),
    ("GET", "/sheets"): ("nobody", 200, 200, 200),
    ("GET", "/sheets/<kind>/<name>"): ("nobody", 200, 200, 200),
    ("GET", "/sheets/<kind>/<name>/<int:side>.svg"): ("nobody", 200, 200, 200),
    ("GET", "/sheets/<kind>/<name>.pdf"): ("nobody", 200, 200, 200),
    ("GET", "/history"): ("nobody", 200, 200, 200),
    ("GET", "/game/<number>"): ("nobody", 200, 200, 200),
    ("GET", "/replay/<number>"): ("nobody", 200, 200, 200),
    ("GET", "/poster.svg"): ("nobody", 404, 404, 404),  # before any good night
    ("GET", "/api/replay/<number>"): ("nobody", 200, 200, 200),
    ("GET", "/api/replay/<number>/decided"): ("nobody", 200, 200, 200),
    ("GET", "/amend/<int:seq>"): ("seat", 403, 403, 409),  # nothing was told yet
    ("POST", "/api/review"): ("seat", 403, 400, 400),
    ("POST", "/api/house"): ("referee", 403, 403, 400),
    ("POST", "/api/record"): ("referee", 403, 403, 400),
    ("POST", "/api/what_if"): ("seat", 403, 403, 400),
    ("POST", "/api/amend"): ("seat", 403, 403, 400),
    ("GET", "/favicon.ico"): ("nobody", 302, 302, 302),
    ("GET", "/static/<path:filename>"): ("nobody", 200, 200, 200),
    ("GET", "/api/time"): ("nobody", 200, 200, 200),
    ("GET", "/api/state"): ("nobody", 200, 200, 200),
    ("GET", "/api/fragment"): ("nobody", 200, 200, 200),
    ("GET", "/api/events"): ("nobody", 200, 200, 200),
    ("GET", "/api/whoami"): ("nobody", 200, 200, 200),
    ("GET", "/api/openapi.json"): ("nobody", 200, 200, 200),
    ("GET", "/api/knock"): ("nobody", 200, 200, 200),
    ("POST", "/api/redeem"): ("nobody", 400, 400, 400),
    ("POST", "/api/knock"): ("nobody", 400, 400, 400),
    ("POST", "/api/enter"): ("nobody", 400, 400, 400),
    ("POST", "/api/door"): ("seat", 403, 400, 400),
    ("POST", "/api/door_choice"): ("referee", 403, 403, 400),
    ("POST", "/api/let_in"): ("referee", 403, 403, 400),
    ("POST", "/api/invite"): ("referee", 403, 403, 400),
    ("POST", "/api/put_out"): ("referee", 403, 403, 400),
    ("POST", "/api/points"): ("referee", 403, 403, 400),
    ("POST", "/api/good_night"): ("referee", 403, 403, 400),
    ("GET", "/calibrate"): ("referee", 403, 403, 404),  # this table has no touch board
    ("GET", "/api/calibrate"): ("referee", 403, 403, 404),
    ("POST", "/api/calibrate"): ("referee", 403, 403, 400),
    ("GET", "/machine"): ("referee", 403, 403, 200),
    ("GET", "/machine/report.zip"): ("referee", 403, 403, 200),
    ("GET", "/results.csv"): ("referee", 403, 403, 200),
    ("GET", "/results.json"): ("referee", 403, 403, 200),
    ("GET", "/people"): ("referee", 403, 403, 200),
    ("POST", "/api/rename"): ("referee", 403, 403, 400),
    ("POST", "/api/merge"): ("referee", 403, 403, 400),
    ("POST", "/api/forget"): ("referee", 403, 403, 400),
    ("POST", "/api/drop_file"): ("referee", 403, 403, 400),
    ("POST", "/api/keep_poster"): ("nobody", 400, 400, 400),
    ("POST", "/api/drop_poster"): ("referee", 403, 403, 400),
    ("POST", "/api/plain_name"): ("referee", 403, 403, 400),
    ("POST", "/api/network"): ("referee", 403, 403, 400),
    ("POST", "/api/wiring"): ("referee", 403, 403, 400),
    ("GET", "/boards"): ("referee", 403, 403, 200),
    ("GET", "/boards/<board>"): ("referee", 403, 403, 200),
    ("GET", "/api/boards/<board>"): ("referee", 403, 403, 404),  # none was entered here
    ("POST", "/api/boards"): ("referee", 403, 403, 400),
    ("POST", "/api/read_board"): ("referee", 403, 403, 400),
    ("POST", "/api/drop_board"): ("referee", 403, 403, 400),
    ("GET", "/decks"): ("referee", 403, 403, 200),
    ("GET", "/decks/<deck>"): ("referee", 403, 403, 200),
    ("GET", "/api/decks/<deck>"): ("referee", 403, 403, 404),  # none was entered here
    ("POST", "/api/decks"): ("referee", 403, 403, 400),
    ("POST", "/api/read_deck"): ("referee", 403, 403, 400),
    ("POST", "/api/merge_decks"): ("referee", 403, 403, 400),
    ("POST", "/api/drop_deck"): ("referee", 403, 403, 400),
    ("POST", "/api/answer"): ("seat", 403, 400, 400),
    ("POST", "/api/undo"): ("seat", 403, 400, 400),
    ("POST", "/api/redo"): ("seat", 403, 400, 400),
    ("POST", "/api/game"): ("referee", 403, 403, 400),
    ("POST", "/api/again"): ("referee", 403, 403, 400),
    ("POST", "/api/caller"): ("seat", 403, 400, 400),
    ("POST", "/api/names"): ("referee", 403, 403, 400),
    ("POST", "/api/send_away"): ("referee", 403, 403, 400),
    ("POST", "/api/go_on"): ("referee", 403, 403, 400),
    ("POST", "/api/sim"): ("seat", 403, 400, 400),
    ("GET", "/api/hand"): ("seat", 403, 404, 404),  # no robots here: tests/demo
    ("POST", "/api/hand"): ("seat", 403, 400, 400),
    ("POST", "/api/grab"): ("seat", 403, 400, 400),
    ("POST", "/api/tablet"): ("table", 403, 403, 403),  # a tablet's alone: test_tablet_http.py
}
EXAMPLES = {
    "<kind>": "dolphin_splash",
    "<name>": "pad",
    "<int:side>": "1",
    "<number>": "1",
    "<int:seq>": "77777",
    "<board>": "new",
    "<deck>": "new",
    "<path:filename>": "tokens.css",
}
WATCHES, PUT_OUT = "watches", "put out"
# Who is in and has no seat may do what a seat may, but for what is a seat's own.
WATCHERS = {("GET", "/seat"): 302, ("GET", "/figures"): 302}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


def path_of(rule: str) -> str:
    for hole, example in EXAMPLES.items():
        rule = rule.replace(hole, example)
    return rule


def served(house: Companion) -> set[tuple[str, str]]:
    """Every method and route of the application; HEAD and OPTIONS come with each."""
    rules = app_of(house).url_map.iter_rules()
    return {(m, r.rule) for r in rules for m in (r.methods or set()) - {"HEAD", "OPTIONS"}}


@pytest.fixture
def phones(
    house: Companion,
    outsiders: dict[str, Phone],
    seat: Callable[[int], Phone],
    referee: Phone,
    addresses: Iterator[str],
) -> dict[str, Phone]:
    """A phone of each role, a wall, and a game with three people."""
    wall = Phone(house.address.port, source=next(addresses))
    assert wall.post("/api/redeem", {"t": house.access.sessions.wall_key()})[0] == 200
    return {**outsiders, "referee": referee, WALL: wall, "seat": seat(0)}


def test_every_route_is_in_the_table(house: Companion) -> None:
    assert served(house) == set(ROUTES)


def test_every_view_says_whom_it_is_for(house: Companion) -> None:
    app = app_of(house)
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            needed = {ROUTES[m, rule.rule][0] for m in ("GET", "POST") if (m, rule.rule) in ROUTES}
            assert {app.view_functions[rule.endpoint].needs} == needed, rule


@pytest.mark.parametrize("role", [*ROLES, WALL, WATCHES, PUT_OUT])
def test_each_role_may_do_what_the_table_says(
    house: Companion, phones: dict[str, Phone], role: str
) -> None:
    phone = phones[role]
    for rule in {rule for _, rule in ROUTES}:
        with unchanged(house, phones["referee"]):
            for method in METHODS:
                status = asked(phone, method, path_of(rule))
                assert status in expected(method, rule, role), (method, rule, role)
    # Also for HEAD, which never begins its stream.
    until(lambda: len(house.referee.hub) == 0, "the end of all streams")


def asked(phone: Phone, method: str, path: str) -> int:
    """The status of an empty request of the page's own; a stream is not listened to."""
    if (method, path) == ("GET", "/api/events"):
        live = phone.live()
        live.until("beat")
        live.close()
        return live.status
    if method in ("GET", "HEAD", "OPTIONS"):
        return phone.ask(method, path, None, {})[0]
    own = {"Origin": f"http://127.0.0.1:{phone.port}", "Content-Type": "application/json"}
    cookie = phone.cookie
    status = phone.ask(method, path, b"{}", own)[0]
    phone.cookie = cookie
    return status


def expected(method: str, rule: str, role: str) -> set[int]:
    """What the table says; a method that is not in it is refused, whoever asks."""
    asked_as = "GET" if method == "HEAD" else method
    if (asked_as, rule) in ROUTES:
        if role == WATCHES and (asked_as, rule) in WATCHERS:
            return {WATCHERS[asked_as, rule]}
        # A wall looks on, and tells nothing.
        as_role = {WALL: "nobody", PUT_OUT: "nobody", WATCHES: "seat"}.get(role, role)
        return {ROUTES[asked_as, rule][1 + ROLES.index(as_role)]}
    if method == "OPTIONS":  # says which methods there are, and does nothing
        return {200, 403}
    return {405}


def test_a_seat_may_not_look_at_the_referees_screen(
    referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana = seat(0)
    assert ana.get("/api/fragment?page=referee")[0] == 403
    assert ana.get("/api/events?page=referee")[0] == 403


def test_a_seat_answers_only_what_its_seat_is_asked(
    house: Companion, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana, ben = seat(0), seat(1)
    referee.answer("start", "deal")
    referee.home(0)
    referee.sim("touch", pad=0)
    bens = until(lambda: claim_of(ben, 1), "Ben's claim")
    with unchanged(house, referee):
        reply = ana.tell(bens["id"], "pad:0", {})
    assert (reply["reply"], reply["say"]) == ("refused", "This question is for somebody else.")
    assert ben.tell(bens["id"], "pad:0", {})["reply"] == "counts"


def claim_of(phone: Phone, seat: int) -> dict[str, Any] | None:
    asks = phone.state()["asks"]
    return next((a for a in asks if a["topic"] == "claim" and a["seats"] == [seat]), None)


def test_what_the_referee_alone_settles_no_seat_can(
    house: Companion, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy", everybody_rules=False)
    ana = seat(0)
    referee.answer("start", "deal")
    referee.home(0)
    referee.sim("touch", pad=0)
    until(lambda: referee.phase() == "grab", "the grab")
    ask = next(a for a in ana.state()["asks"] if a["topic"] in ("verdict", "holders"))
    assert not ask["mine"]
    with unchanged(house, referee):
        assert ana.tell(ask["id"], ask["choices"][0]["key"], {})["reply"] == "refused"


def test_a_nonce_is_the_phones_own(
    house: Companion, referee: Phone, seat: Callable[[int], Phone]
) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    ana, ben = seat(0), seat(1)
    deal = ana.state()["asks"][0]["id"]
    refused = ana.tell(deal, "no such answer", {}, tell="one")
    assert refused["reply"] == "refused"
    assert ben.tell(deal, "start", {}, tell="one")["reply"] == "counts"
    assert ana.tell(deal, "start", {}, tell="one") == refused
