"""docs/http.md is as the program is: every route, role, form, reply and event, and nothing else."""

import json
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.codec import terse
from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.sample import SAMPLE
from companion.journal.people import People
from companion.library import written
from companion.runtime import Companion
from tests.web.house import Phone, app_of, begin, referee_phone, seated, send_away, win

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
SECTIONS = {
    (method, rule): body
    for method, rule, body in re.findall(
        r"^### `([A-Z]+) ([^`]+)`\n(.*?)(?=^##|\Z)", DOC, flags=re.MULTILINE | re.DOTALL
    )
}
EVENTS = re.findall(r"^\| `(\w+)` \| `(\{.*\})` \|", DOC, flags=re.MULTILINE)
POSTS = sorted(rule for method, rule in SECTIONS if method == "POST")
READS = ("/api/state", "/api/fragment", "/api/time", "/api/whoami", "/api/knock")
DECK = replace(SAMPLE, sample=False)
LOOSE = (
    "before",
    "after",
    "view",
    "asks",
    "said",
    "seats",
    "pads",
    "undo",
    "redo",
    "knocks",
    "draft",
    "touch",
    "game",
)


FORMER = ("Uwe", "Ute", "Udo")  # who plays no more
DAMAGED = "journal.sqlite.damaged-20260101-101010"


def examples(method: str, rule: str) -> list[Any]:
    """The JSON of a section."""
    blocks = re.findall(r"^```json\n(.*?)^```", SECTIONS[method, rule], re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in blocks]


def test_every_route_is_written_down_and_no_other(house: Companion) -> None:
    rules = list(app_of(house).url_map.iter_rules())
    served = {(m, r.rule) for r in rules for m in (r.methods or set()) - {"HEAD", "OPTIONS"}}
    assert set(SECTIONS) == served


def test_every_route_says_whom_it_is_for_and_shows_an_example(house: Companion) -> None:
    app = app_of(house)
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            body = SECTIONS[method, rule.rule]
            needed = app.view_functions[rule.endpoint].needs
            assert body.strip().startswith(f"For **{needed}**."), rule.rule
            assert "Example: `" in body or "```json" in body, rule.rule


OF_A_MACHINE = ("/api/network",)  # what a pretended table has not


@pytest.mark.parametrize("rule", OF_A_MACHINE)
def test_what_only_a_machine_has_is_taken_and_replied_as_written(
    flat: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    helper = tmp_path / "ask"
    monkeypatch.setattr("companion.helpers.heard.ASK", helper)
    form, reply = examples("POST", rule)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as ears:
        ears.bind(str(helper))
        ears.listen()
        status, said = referee_phone(flat).post(rule, form)
    assert (status, shape(said)) == (200, shape(reply))


@pytest.mark.parametrize("rule", [rule for rule in POSTS if rule not in OF_A_MACHINE])
def test_a_form_is_taken_and_its_reply_is_as_written(
    house: Companion, referee: Phone, stranger: Phone, tablet: Phone, guest: Phone, rule: str
) -> None:
    with_hands = rule == "/api/grab"
    begin(referee, "Ana", "Ben", "Cy", **({"cards": "phones"} if with_hands else {}))
    form, reply = examples("POST", rule)
    others = {
        "/api/redeem": stranger,
        "/api/knock": stranger,
        "/api/tablet": tablet,
        "/api/hand": guest,
    }
    phone = seated(house, referee, 0, "127.0.8.4") if with_hands else others.get(rule, referee)
    status, said = phone.post(rule, {**form, **real(house, referee, stranger, rule)})
    assert status == 200, said
    assert shape(said) == shape(reply)
    assert said.get("reply") == reply.get("reply")
    send_away(referee)
    referee.home(0)


def real(house: Companion, referee: Phone, stranger: Phone, rule: str) -> dict[str, Any]:
    """What an example cannot know: this house's secret, questions and numbers."""
    state = referee.state()
    match rule:
        case "/api/redeem":
            return {"t": house.access.sessions.referee_key()}
        case "/api/vouch":
            names = {"name": f"Nobody {state['seq']}"}
            two = [Phone(house.address.port, source=f"127.0.8.{n}") for n in (2, 3)]
            for phone in two:
                phone.post("/api/redeem", {"t": house.access.sessions.invite(None)})
            assert [phone.post("/api/me", names)[0] for phone in two] == [200, 409]
            return {"claim": referee.state()["claims"][0]["id"]}
        case "/api/here" | "/api/play" | "/api/sit" | "/api/child" | "/api/figures":
            referee.post("/api/me", {"name": f"Somebody {rule[-4:]}"})
            referee.post("/api/play", {"yes": True})
            number = {"person": referee.state()["comers"][0]["person"]}
            return {"/api/sit": {**number, "seat": 3}, "/api/child": number}.get(rule, {})
        case "/api/let_in":
            return {"knock": stranger.post("/api/knock", {"seat": 2})[1]["knock"]}
        case "/api/put_out":
            ben = seated(house, referee, 1, "127.0.8.1")
            assert ben.get("/seat")[0] == 200
            return {"phone": next(p["id"] for p in referee.state()["phones"] if p["seat"] == 1)}
        case "/api/rename" | "/api/merge" | "/api/forget":
            begin(referee, *FORMER)
            begin(referee, "Ana", "Ben", "Cy")
            one, other, _ = (
                people.number
                for people in map(People(house.referee.journal).named, FORMER)
                if people
            )
            return {"person": one, **({"into": other} if rule == "/api/merge" else {})}
        case "/api/plain_name":
            kept = referee.post("/api/boards", {**examples("POST", "/api/boards")[0], "name": "Y"})
            return {"of": "board", "id": kept[1]["board"]}
        case "/api/drop_file":
            house.referee.journal.path.with_name(DAMAGED).write_text("Ana")
            return {"file": DAMAGED}
        case "/api/keep_poster" | "/api/drop_poster":
            win(referee, 0)
            assert referee.post("/api/good_night", {"sure": True})[0] == 200
            if rule == "/api/drop_poster":
                assert referee.post("/api/keep_poster", {"sure": True})[0] == 200
                return {"when": house.access.household.posters()[-1]}
        case "/api/drop_board":
            kept = referee.post("/api/boards", {**examples("POST", "/api/boards")[0], "name": "X"})
            return {"board": kept[1]["board"]}
        case "/api/decks":
            return {"content": terse(DECK)}
        case "/api/read_deck":
            return {"file": written(DECKS, DECK)}
        case "/api/drop_deck":
            kept = referee.post("/api/decks", {"name": "X", "content": terse(DECK)})
            return {"deck": kept[1]["deck"]}
        case "/api/sim":
            return referee.hand("touch")
        case "/api/answer":
            return {"ask": next(ask["id"] for ask in state["asks"] if ask["topic"] == "deal")}
        case "/api/undo" | "/api/redo":
            referee.answer("start", "deal")
            of = referee.state()["undo"]["seq"]
            if rule == "/api/redo":
                referee.post("/api/undo", {"tell": "back", "of": of})
            return {"of": of}
        case "/api/what_if" | "/api/amend":
            referee.answer("start", "deal")
            of = {"of": referee.state()["undo"]["seq"]}
            if rule == "/api/what_if":
                return of
            would = referee.post("/api/what_if", {**of, "answers": []})[1]
            return {**of, "answers": [], "seen": would["seen"]}
    return {}


@pytest.mark.parametrize("rule", READS)
def test_what_is_read_has_the_fields_written_down(referee: Phone, rule: str) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    (written,) = examples("GET", rule)
    assert shape(json.loads(referee.get(rule)[1])) == shape(written)


def shape(value: Any) -> Any:
    """The fields of an object; lists and what a game fills in are not looked into."""
    if not isinstance(value, dict):
        return None
    return {name: None if name in LOOSE else shape(inner) for name, inner in value.items()}


def test_every_part_of_the_picture_has_the_fields_written_down(referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=0, points=1)
    (written,) = examples("GET", "/api/state")
    state = referee.state()
    for part in ("asks", "said", "seats", "pads"):
        assert set(state[part][0]) == set(written[part][0]), part
    assert set(state["asks"][0]["choices"][0]) == set(written["asks"][0]["choices"][0])
    for part in ("undo", "game"):
        assert set(state[part]) == set(written[part]), part
    assert set(written["view"]) <= set(state["view"])


def test_every_event_is_written_down_and_no_other() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py")
    )
    sent = {
        *re.findall(r'hub\.send(?:\(|, )"(\w+)"', source),
        *re.findall(r'(?:_event\("|f.event: )(\w+)', source),
    }
    assert {name for name, _ in EVENTS} == sent
    assert all(json.loads(data.replace("…", "")) is not None for _, data in EVENTS)


def test_events_have_the_fields_written_down(house: Companion, referee: Phone) -> None:
    begin(referee, "Ana", "Ben", "Cy")
    written = {name: set(json.loads(data.replace("…", ""))) for name, data in EVENTS}
    live = referee.live()
    live.until("beat")
    referee.answer("start", "deal")
    referee.sim("touch", pad=0)
    referee.post("/api/caller", {"paused": False})
    seen: dict[str, set[str]] = {}
    while not {"state", "beat", "felt", "calls", "hush", "sign"} <= seen.keys():
        event = live.next()
        assert event is not None
        seen[event.name] = set(event.data)
    live.close()
    assert seen == {name: fields for name, fields in written.items() if name in seen}
    referee.home(0)


def test_a_hand_has_the_fields_written_down(guest: Phone) -> None:
    (written,) = examples("GET", "/api/hand")
    shown = json.loads(guest.get("/api/hand")[1])
    assert shape(shown) == shape(written)
    assert "Turtle, card 2 of 4" in shown["html"]
