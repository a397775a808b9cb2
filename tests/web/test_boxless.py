"""A game that is played without its box: one name on every screen, in every list and at the end."""

import json
import re

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from tests.web.house import Phone, begin, referee_phone

BOXLESS = {kind: game.boxless for kind, game in GAMES.items() if game.boxless}
PEOPLE = ("Ana", "Ben", "Cy")
OPTION = re.compile(r"<option[^>]*>([^<]*)</option>")
UNBOXED = re.compile(r"data-unboxed hidden>.*?</div>", re.DOTALL)
OPTION_MOST = 28  # letters of a closed list, on a phone of 390 px


@pytest.mark.parametrize("kind", BOXLESS)
def test_it_goes_by_its_own_name_wherever_a_game_is_named(house: Companion, kind: str) -> None:
    referee, boxless = referee_phone(house), BOXLESS[kind]
    assert boxless
    begin(referee, *PEOPLE, kind=kind, **{boxless.option: boxless.value})
    assert referee.state()["game"]["title"] == boxless.title
    number = referee.state()["game"]["id"]
    for path in ("/", "/referee", "/history", f"/game/{number}", f"/replay/{number}"):
        status, page = referee.get(path)
        assert status == 200 and boxless.title in page, path
    status, refused = referee.post("/api/game", {"kind": kind, "people": PEOPLE, "options": {}})
    assert boxless.title in json.dumps(refused)


def test_the_evening_tells_it_by_that_name(own: Companion) -> None:
    referee, (kind, boxless) = referee_phone(own), next(iter(BOXLESS.items()))
    assert boxless
    begin(referee, *PEOPLE, kind=kind, **{boxless.option: boxless.value})
    referee.answer("start")
    own.evening.good_night()
    assert boxless.title in Phone(own.address.port).get("/")[1]


def test_with_the_box_it_has_the_makers_name(house: Companion) -> None:
    referee = referee_phone(house)
    for kind, boxless in BOXLESS.items():
        begin(referee, *PEOPLE, kind=kind)
        assert referee.state()["game"]["title"] == GAMES[kind].title != boxless.title


@pytest.mark.parametrize("kind", BOXLESS)
def test_who_begins_one_finds_it_and_what_it_takes(house: Companion, kind: str) -> None:
    status, page = referee_phone(house).get("/new")
    boxless = BOXLESS[kind]
    assert status == 200 and boxless
    assert f'data-boxless="{kind}"' in page and boxless.title in page and boxless.takes in page


def test_what_is_picked_for_it_can_be_read_on_a_phone(house: Companion, flat: Companion) -> None:
    for table in (house, flat):
        _, page = referee_phone(table).get("/new")
        options = OPTION.findall(" ".join(UNBOXED.findall(page)))
        assert "spoons or corks" in options
        assert [one for one in options if len(one) > OPTION_MOST] == []


def test_a_table_without_parts_takes_nothing(flat: Companion, house: Companion) -> None:
    assert "Play now, without anything" in Phone(flat.address.port).get("/")[1]
    assert "Play now, without anything" not in Phone(house.address.port).get("/")[1]


def test_who_has_nothing_but_phones_finds_a_game_and_reads_that_each_needs_one(
    house: Companion,
) -> None:
    referee = referee_phone(house)
    status, page = referee.get("/new")
    assert status == 200 and 'data-phones="dolphin_splash"' in page
    assert "Everybody needs a phone" in page and "Pocket Dolphins" in page
    begin(referee, "Ana", cards="phones")
    state = referee.state()
    assert state["game"]["title"] == "Pocket Dolphins"
    assert [seat["robot"] for seat in state["seats"]] == [False, True, True]
    wall, deal = referee.get("/")[1], state["asks"][0]["choices"][0]["label"]
    assert f"“{deal}”" in wall and "Shuffle and" not in wall, "there are no cards to be shuffled"
