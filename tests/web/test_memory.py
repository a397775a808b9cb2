"""A game of memory is not read up: while it counts, nobody is told more than its newest line."""

from collections.abc import Iterator
from dataclasses import fields
from html import unescape
from pathlib import Path
from random import Random
from typing import get_type_hints

import pytest

from companion.access import Session
from companion.games import GAMES
from companion.robots import Live, robots_of
from companion.say import say
from companion.web.snapshot import Viewer, may_open, snapshot
from companion.words import Seat
from tests.referee.hall import REFEREE, hall
from tests.web.twins import Twin, is_taken, words_of

OF_MEMORY = [
    kind
    for kind, game in GAMES.items()
    if "memory" in {field.name for field in fields(get_type_hints(game.view)["return"])}
]
AT_MACHINE = ("export", "replay 1")  # who has the machine has its journal
OLDER = 16  # lines that were told before the newest
NOTICE = "The referee is looking up what was said in this round."


@pytest.fixture(params=OF_MEMORY)
def round_(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Twin]:
    """A round that robots play, with enough told to be worth looking up."""
    with hall(tmp_path) as table:
        twin = Twin(table, request.param)
        robots = robots_of(request.param)
        assert robots is not None
        family = robots.family(table.referee.picture.setup, Random(5))
        for n in range(500):
            if twin.table.referee.picture.view.memory and len(older(twin)) >= OLDER:
                break
            tell_next(twin, family, f"tap {n}")
        assert len(older(twin)) >= OLDER
        yield twin


def tell_next(twin: Twin, family: Live, nonce: str) -> None:
    """What a family says next; what may be said goes before what must be."""
    referee = twin.table.referee
    family.look(referee.picture.view, 0)
    for open_ in sorted(referee.picture.open, key=lambda open_: open_.ask.must):
        reply = family.answer(open_.ask)
        if reply is not None:
            said = referee.answer(nonce, open_.id, reply.key, dict(reply.picks), REFEREE)
            assert said.kind == "counts", said
            return
    raise AssertionError("nobody says anything")


def tell_any(twin: Twin, rng: Random, nonce: str) -> None:
    """Something that the rules take, of all that may be told."""
    picture = twin.table.referee.picture
    words = words_of(tuple(open_.ask for open_ in picture.open), rng)
    rng.shuffle(words)
    game = GAMES[picture.game.kind]  # type: ignore[union-attr]
    twin.tell(next(word for word in words if is_taken(game, picture.state, word)), nonce)


def older(twin: Twin) -> set[str]:
    """What was said before the newest word, as it is said."""
    picture = twin.table.referee.picture
    newest = [line.seq == picture.lines[0].seq for line in picture.lines]
    lines = [say(line.text, picture.names) for line in picture.lines]
    still = " ".join(line for line, new in zip(lines, newest, strict=True) if new)
    return {line for line in lines if line not in still and not line.startswith("Noted")}


def told(twin: Twin) -> dict[str, list[str]]:
    """Which of that is to be read, by who reads what."""
    sentences, shown = older(twin), twin.shows()
    found = {who: [s for s in sentences if s in unescape(text)] for who, text in shown.items()}
    return {who: lines for who, lines in found.items() if lines and not who.startswith(AT_MACHINE)}


def test_there_is_such_a_game() -> None:
    assert OF_MEMORY


def test_nobody_reads_more_than_the_newest_line(round_: Twin) -> None:
    assert told(round_) == {}


def test_what_is_offered_first_tells_nobody_else_what_was_asked_for(round_: Twin) -> None:
    for who, phone in round_.phones.items():
        asks = phone.get("/api/state").get_json()["asks"]
        assert all(ask["mine"] or not ask["choices"] for ask in asks), who


def test_all_see_that_the_referee_looks_it_up(round_: Twin) -> None:
    origin = {"Origin": "http://localhost"}

    def look(who: str, on: bool) -> int:
        sent = round_.phones[who].post("/api/record", json={"open": on}, headers=origin)
        return int(sent.status_code)

    assert [look(who, True) for who in ("nobody", "seat")] == [403, 403]
    assert look("referee", True) == 200
    assert {who.split()[0] for who in told(round_)} == {"referee", "what_if"}
    pages = ("wall", "seat", "join", "tabletop")
    live = [round_.phones["seat"].get(f"/api/fragment?page={page}") for page in pages]
    assert [NOTICE in page.get_data(as_text=True) for page in live] == [True] * len(pages)
    assert look("referee", False) == 200
    assert told(round_) == {}


def test_it_is_closed_when_the_round_is_over(round_: Twin) -> None:
    referee = round_.table.referee
    referee.open_record(True)
    rng = Random(1)
    for n in range(5000):
        if not referee.picture.view.memory:
            break
        assert referee.picture.record
        tell_any(round_, rng, f"then {n}")
    assert not referee.picture.view.memory and not referee.picture.record
    assert NOTICE not in referee.picture.trouble
    assert round_.phones["nobody"].get("/replay/1").status_code == 200


def test_a_referee_who_plays_looks_only_when_a_ruling_is_questioned(round_: Twin) -> None:
    referee, plays = round_.table.referee, Session("referee", Seat(0), "")

    def offered() -> str:
        return snapshot(referee.picture, Viewer("referee", plays), 0).record

    assert not may_open(referee.picture, plays) and not offered()
    referee.review(True, REFEREE)
    assert may_open(referee.picture, plays) and offered() == "may"
    referee.open_record(True)
    assert referee.picture.record
    referee.review(False, REFEREE)
    assert not referee.picture.record, "it was opened for that"


def test_the_list_of_games_leads_to_none_that_is_closed(round_: Twin) -> None:
    def leads(who: str) -> bool:
        page = round_.phones[who].get("/history").get_data(as_text=True)
        assert ("played from memory" in page) == ('href="/game/1"' not in page)
        return 'href="/game/1"' in page

    assert not leads("nobody") and not leads("referee")
    round_.table.referee.open_record(True)
    assert not leads("nobody") and leads("referee")
