"""Where the screen is the board and the chips, what is played is played on the tablet that lies in
the middle: whole games by it alone, and nothing but what is asked on it."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from tests.web.house import (
    Phone,
    begin,
    let_in_as_table,
    on_a_tablet,
    patient,
    referee_phone,
    wins,
)

PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
STEPS_MOST = 400
OUT = 403
SAID = re.compile(r'class="middle-words[^>]*>([^<]*)<')
NEXT = "Play again? Tap START, or “Again!” on the referee's phone."
PACKS = {"cards": "packs", "variant": "refereed"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    companion = on_a_tablet(tmp_path_factory.mktemp("board"))
    patient(companion)
    yield companion
    companion.close()


@pytest.fixture(scope="module")
def referee(house: Companion) -> Phone:
    return referee_phone(house)


@pytest.fixture(scope="module")
def device(house: Companion, referee: Phone) -> Phone:
    phone = Phone(house.address.port, source="127.0.5.1")
    let_in_as_table(phone, referee)
    return phone


def asked(phone: Phone) -> dict[str, Any]:
    """The question that is open."""
    ask: dict[str, Any] = next(ask for ask in phone.state()["asks"] if ask["must"])
    return ask


def some_answer(ask: dict[str, Any], rng: Random) -> dict[str, Any]:
    """What anybody may tap: a chip goes where it may, a match is more often than a claim."""
    simple = [one for one in ask["choices"] if one["key"] != "claim"]
    choice = rng.choice(simple or ask["choices"])
    picks = {slot["field"]: rng.choice(slot["options"]) for slot in choice["slots"]}
    return {"ask": ask["id"], "key": choice["key"], "picks": picks}


@pytest.mark.parametrize("people", [2, 3, 4, 6])
def test_a_whole_game_is_played_on_the_tablet_alone(
    house: Companion, referee: Phone, device: Phone, people: int
) -> None:
    begin(referee, *PEOPLE[:people], kind="split", cards="packs", variant="light")
    rng, steps = Random(people), 0
    while not device.state()["view"]["over"]:
        told = some_answer(asked(device), rng)
        status, said = device.post("/api/answer", {"tell": f"{people}.{steps}", **told})
        assert (status, said["reply"]) == (200, "counts"), (told, said)
        steps += 1
        assert steps < STEPS_MOST
    assert sum(map(bool, referee.state()["view"]["chips"])) > people
    rows = house.referee.journal.rows(house.referee.journal.games(1)[0].game)
    assert {(row.by, row.screen) for row in rows} == {("buttons", "tablet")}
    cheers(device)


def cheers(device: Phone) -> None:
    """Who has won lies in the middle, is said to the far side, and both are told what is next."""
    page = unescape(device.get("/tabletop")[1])
    assert page.count('id="hero"') == 1 and 'class="toy"' not in page
    (won,) = SAID.findall(page)
    assert won == device.state()["headline"]["text"]
    assert re.findall(r'class="big"[^>]*>\s*([^<]*\S)\s*<', page) == [NEXT, NEXT]
    assert device.state()["keys"] == ["start"]


@pytest.mark.parametrize("kind", GAMES)
def test_where_no_dolphin_means_anything_the_middle_asks_both_sides(
    referee: Phone, device: Phone, kind: str
) -> None:
    begin(referee, *PEOPLE[:4], kind=kind)
    page, ask = unescape(device.get("/tabletop")[1]), asked(device)
    said = ask["of_all"] or ask["text"]
    touched = device.state()["view"].get("in_play") is not None
    assert ('class="toy"' in page) == touched
    assert SAID.findall(page) == ([] if touched else [said, said])
    assert page.count(">" + said) == 2, "nor is it said once more at the rim"
    if touched:
        wins(referee, 1)
        cheers(device)


@pytest.mark.parametrize("who", ["the tablet", "the referee"])
def test_a_slip_on_the_tablet_is_taken_back_there_and_by_the_referee(
    referee: Phone, device: Phone, who: str
) -> None:
    begin(referee, *PEOPLE[:2], kind="split", cards="packs", variant="light")
    before = asked(device)
    told = some_answer(before, Random(1))
    assert device.post("/api/answer", {"tell": f"slip {who}", **told})[1]["reply"] == "counts"
    again = device.post("/api/answer", {"tell": f"slip {who}", **told})
    assert again[1]["reply"] == "counts", "a tap that was told twice counts once"
    by = device if who == "the tablet" else referee
    undo = by.state()["undo"]
    assert f'data-undo="{undo["seq"]}"' in device.get("/tabletop")[1]
    taken = by.post("/api/undo", {"tell": f"back {who}", "of": undo["seq"]})
    assert taken[1]["reply"] == "counts"
    assert asked(device)["text"] == before["text"]


def test_what_a_phone_told_is_not_the_tablets_to_take_back(
    house: Companion, referee: Phone, device: Phone
) -> None:
    begin(referee, *PEOPLE[:2], kind="split", cards="packs", variant="light")
    house.referee.let_take_back(True)  # people may, and the tablet is none
    told = some_answer(asked(device), Random(4))
    assert referee.post("/api/answer", {"tell": "by phone", **told})[1]["reply"] == "counts"
    assert device.state()["undo"] is None and "data-undo" not in device.get("/tabletop")[1]
    seq = referee.state()["undo"]["seq"]
    status, said = device.post("/api/undo", {"tell": "not mine", "of": seq})
    house.referee.let_take_back(False)
    assert (status, said["reply"]) == (OUT, "refused") and "referee" in said["say"]


@pytest.mark.parametrize("options", [{}, PACKS], ids=["box", "packs"])
def test_it_may_tell_what_is_asked_on_it_and_nothing_else(
    referee: Phone, device: Phone, options: dict[str, str]
) -> None:
    begin(referee, *PEOPLE[:4], kind="split", **options)
    state = device.state()
    tell = {"tell": "anything", "key": "correct", "picks": {}}
    for ask in state["asks"]:
        told = some_answer(ask, Random(2))
        status, _ = device.post("/api/answer", {"tell": f"no{ask['id']}", **told})
        assert (status == OUT) == (not ask["on_table"]), ask
        assert ask["on_table"] == (bool(options) and ask["must"])
        if status != OUT:
            break  # other questions are open now
    assert device.post("/api/answer", {**tell, "ask": "none"})[1]["reply"] != "counts"


def test_no_stranger_is_the_tablet(house: Companion, referee: Phone) -> None:
    begin(referee, *PEOPLE[:2], kind="split", cards="packs", variant="light")
    stranger = Phone(house.address.port, source="127.0.5.9")
    told = some_answer(asked(stranger), Random(3))
    assert stranger.post("/api/answer", {"tell": "s", **told})[0] == OUT
