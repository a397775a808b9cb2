"""A table without parts over real HTTP: who may be the tablet, and what it may do."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.assembly import build
from companion.runtime import Companion
from companion.table import config as configs
from companion.table.config import ConfigError
from tests.web.house import (
    Phone,
    TabletPage,
    begin,
    leader,
    let_in_as_table,
    on_a_tablet,
    referee_phone,
    seated,
    until,
)

PEOPLE = ("Ana", "Ben", "Cy")
OUT = 403


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Companion]:
    """A table of the test's own."""
    companion = on_a_tablet(tmp_path)
    yield companion
    companion.close()


def role(phone: Phone) -> str:
    return str(json.loads(phone.get("/api/whoami")[1])["role"])


def test_no_pin_is_opened_and_no_library_of_pins_is_loaded(own: Companion) -> None:
    assert "lgpio" not in sys.modules
    assert own.troubles() == ()


def test_a_tablet_is_missed_where_dolphins_are_to_lie(own: Companion) -> None:
    referee = referee_phone(own)
    assert own.table.trouble() == ()
    begin(referee, *PEOPLE, kind="twisted_fish")
    assert own.table.trouble() == ()
    begin(referee, *PEOPLE)
    own.look()
    (said,) = until(lambda: own.referee.picture.trouble, "a sentence")
    assert "/tabletop" in said


def test_a_whole_round_on_a_tablet(own: Companion) -> None:
    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    page = TabletPage(device)
    begin(referee, *PEOPLE)
    page.tell()
    own.look()
    until(lambda: not own.referee.picture.trouble, "a table that feels")
    page.answer("start", "live")
    until(lambda: own.caller.running, "PASS, without any buzzer")
    page.tell(("down", "pad:1", 0), ("down", "pad:0", 10_000), late_us=10_000)
    until(lambda: len(referee.state()["view"]["order"]) == 2, "the grab")
    assert not own.caller.running
    order = referee.state()["view"]["order"]
    assert [(m["pad"], m["place"], m["after_us"], m["close"]) for m in order] == [
        (1, 1, 0, False),
        (0, 2, 10_000, False),
    ]
    page.answer("yes", "holders")
    page.answer("seat:2", "scored")
    assert referee.state()["view"]["letters"] == [1, 1, 0]


def test_where_a_tablet_has_the_dolphins_a_pack_of_cards_is_played_with_them(
    own: Companion,
) -> None:
    """D-S12 Who has just laid it in the middle looks for no spoons."""
    picked = re.compile(r'<select data-option="pads".*?<option[^>]* selected[^>]*>([^<]+)')
    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    assert picked.findall(referee.get("/new")[1]) == ["spoons or corks"]
    let_in_as_table(device, referee)
    own.evening.look()
    assert picked.findall(referee.get("/new")[1]) == ["the dolphins on a tablet"]


def test_who_taps_the_pictures_of_a_tablet_is_sent_to_no_wall(own: Companion) -> None:
    """They lie in the middle; many a house of this sort has no wall."""
    referee, stranger = referee_phone(own), Phone(own.address.port, source="127.0.5.7")
    own.access.door.saw_wall()
    own.evening.look()
    door = stranger.get("/join")[1].partition('id="door"')[2]
    assert "Tap the four pictures" in door and "in the middle" in door
    assert "wall's" not in door and "no wall" not in door
    status, said = stranger.post("/api/enter", {"pictures": [0, 0, 0, 0]})
    assert (status, "Look at the wall" in said["say"]) == (403, False)
    assert referee.state()["door"]["choice"] == "wall"


def test_closer_than_the_glass_can_tell_is_a_tie(own: Companion) -> None:
    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    page = TabletPage(device)
    begin(referee, *PEOPLE)
    referee.answer("start", "deal")
    page.tell(("down", "pad:1", 0), ("down", "pad:0", 8_000), late_us=10_000)
    until(lambda: len(referee.state()["view"]["order"]) == 2, "two touches")
    assert [mark["close"] for mark in referee.state()["view"]["order"]] == [True, True]


def test_pass_waits_while_the_tablet_shows_something_else(own: Companion) -> None:
    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    page = TabletPage(device)
    begin(referee, *PEOPLE)
    page.tell()
    own.look()
    referee.answer("start", "deal")
    until(lambda: own.caller.running and not own.caller.paused, "PASS")
    own.table.leave(page.visit)  # type: ignore[union-attr]
    own.look()
    assert own.caller.paused and "go back to the dolphins" in referee.state()["trouble"][0]
    referee.post("/api/caller", {"paused": False})  # its battery is empty: people play on without
    own.look()
    assert not own.caller.paused
    page = TabletPage(device, visit="two")
    page.tell()
    own.look()
    assert own.caller.running and not own.caller.paused and not own.table.trouble()


# --- coming in --------------------------------------------------------------------------------


def test_only_the_referee_lets_a_tablet_in(own: Companion) -> None:
    referee = leader(own, *PEOPLE)
    ana = seated(own, referee, 0, "127.0.5.2")
    device = Phone(own.address.port, source="127.0.5.1")
    assert "draw them here" in device.get("/tabletop")[1]
    knock = device.post("/api/knock", {"role": "table"})[1]
    assert knock["role_asked"] == "table"
    (shown,) = referee.state()["knocks"]
    assert (shown["role"], shown["words"]) == ("table", knock["words"])
    assert "A tablet asks to be the table" in referee.get("/referee")[1]
    assert ana.post("/api/let_in", {"knock": knock["knock"], "yes": True})[0] == OUT
    assert device.post("/api/let_in", {"knock": knock["knock"], "yes": True})[0] == OUT
    assert TabletPage(device).tell()[0] == OUT
    assert role(device) == "nobody"
    referee.post("/api/let_in", {"knock": knock["knock"], "yes": False})
    assert json.loads(device.get("/api/knock")[1])["state"] == "no"
    let_in_as_table(device, referee)
    assert TabletPage(device).tell() == (200, {"ok": True, "say": ""})
    assert "flat-pool" in device.get("/tabletop")[1]


def test_neither_start_nor_a_hold_lets_a_tablet_in(own: Companion) -> None:
    referee, first = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(first, referee)
    page, second = TabletPage(first), Phone(own.address.port, source="127.0.5.2")
    second.post("/api/knock", {"role": "table"})
    begin(referee, *PEOPLE)
    page.answer("start", "live")
    assert role(second) == "nobody"


def test_there_is_one_table(own: Companion) -> None:
    referee = referee_phone(own)
    first, second = (Phone(own.address.port, source=f"127.0.5.{n}") for n in (1, 2))
    let_in_as_table(first, referee)
    TabletPage(first).tell(("down", "pad:0", 0))
    let_in_as_table(second, referee)
    assert role(first) == "nobody"
    assert TabletPage(first).tell()[0] == OUT
    assert own.table.pads()[0].touched
    TabletPage(second, "two").tell()
    assert not own.table.pads()[0].touched, "the old one's fingers are gone"
    (shown,) = [phone for phone in referee.state()["phones"] if phone["role"] == "table"]
    assert shown["name"] == "the table"
    referee.post("/api/put_out", {"phone": shown["id"]})
    assert TabletPage(second, "two").tell()[0] == OUT


def test_the_table_tells_nothing_for_people(own: Companion) -> None:
    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    begin(referee, *PEOPLE)
    state = device.state()
    assert not any(ask["mine"] for ask in state["asks"])
    assert (state["undo"], state["knocks"], state["phones"]) == (None, [], [])
    (must,) = [ask for ask in state["asks"] if ask["must"]]
    told = {"tell": "t1", "ask": must["id"], "key": must["choices"][0]["key"], "picks": {}}
    status, said = device.post("/api/answer", told)
    assert (status, "said on a phone" in said["say"]) == (OUT, True)
    referee.answer("start")
    told = {"tell": "t2", "of": referee.state()["undo"]["seq"]}
    assert device.post("/api/undo", told)[0] == OUT and device.post("/api/redo", told)[0] != 200
    for path in ("review", "let_in", "game", "good_night", "caller"):
        assert device.post(f"/api/{path}", {})[0] == OUT
    assert device.get("/referee")[0] == OUT
    assert device.get("/api/events?page=referee")[0] == OUT
    for phone in (referee, seated(own, referee, 1, "127.0.5.3")):
        status, said = phone.post("/api/tablet", {})
        assert (status, "/tabletop" in said["say"]) == (OUT, True)


def test_the_table_stays_overnight_and_over_a_restart(tmp_path: Path) -> None:
    house = on_a_tablet(tmp_path)
    referee, device = referee_phone(house), Phone(house.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    begin(referee, *PEOPLE)
    referee.post("/api/good_night", {"sure": True})
    assert TabletPage(device).tell()[0] == 200
    house.close()
    with closing(on_a_tablet(tmp_path)) as again:
        device.cookie = device.cookie.replace(str(device.port), str(again.address.port))
        device.port = again.address.port
        assert TabletPage(device).tell()[0] == 200


def test_a_new_referees_link_puts_the_table_out(own: Companion) -> None:
    from companion.access.secret import renew_key

    referee, device = referee_phone(own), Phone(own.address.port, source="127.0.5.1")
    let_in_as_table(device, referee)
    renew_key(own.access.sessions._state)
    assert TabletPage(device).tell()[0] == OUT


def test_dolphins_that_are_no_drawings_have_no_tablet(house: Companion, stranger: Phone) -> None:
    status, said = stranger.post("/api/knock", {"role": "table"})
    assert (status, said["say"]) == (
        400,
        "The dolphins of this table are real: no tablet is the table.",
    )


# --- what is told -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contact", "words"),
    [
        ({"place": "pad:9"}, "There is no 'pad:9'"),
        ({"do": "lick"}, "say down or up"),
        ({"more": 1}, "A contact has"),
        ({"at_us": 0.5}, "whole number"),
        ({"at_us": 2**53}, "whole number"),
        ({"place": 7}, "place should be"),
        ({"deal": 1}, "deal should be"),
        ("down", "A contact has"),
    ],
)
def test_what_is_no_contact_is_refused_with_a_sentence(
    flat: Companion, tablet: Phone, contact: Any, words: str
) -> None:
    if isinstance(contact, dict):
        down = {"do": "down", "place": "pad:0", "finger": 1, "at_us": 0, "deal": "0.0"}
        contact = {**down, **contact}
    head = {"visit": "v", "number": 1, "offset_us": 0, "uncertain_us": 0, "leaving": False}
    status, said = tablet.post("/api/tablet", {**head, "contacts": [contact]})
    assert status == 400
    assert words in said["say"]
    assert not any(pad.touched for pad in flat.table.pads())


# --- the configuration ------------------------------------------------------------------------


def loaded(tmp_path: Path, text: str) -> configs.Config:
    file = tmp_path / "companion.toml"
    file.write_text(text, encoding="utf-8")
    return configs.load(file)


def test_one_line_of_the_configuration_makes_the_tablet_the_table(tmp_path: Path) -> None:
    config = loaded(tmp_path, '[table]\nsensor = "tablet"\ntablet_uncertain_ms = 17\n')
    assert [pad.name for pad in config.pads] == ["Red", "Blue", "Green", "Gold", "White"]
    assert config.table.tablet_uncertain_ms == 17
    assert replace(config, table=configs.TableConfig()) == replace(
        configs.tablet(), table=configs.TableConfig()
    )


def test_names_stay_and_pins_are_left_alone(tmp_path: Path) -> None:
    text = '[table]\nsensor = "tablet"\n[[pads]]\nname = "Flip"\n[[pads]]\ntouch = 5\n'
    config = loaded(tmp_path, text + "[buttons]\nstart = 23\n[buzzer]\npin = 26\n")
    assert [(pad.name, pad.touch) for pad in config.pads] == [("Flip", None), ("Blue", None)]
    assert (config.buttons.named(), config.buzzer.pin) == ((), None)


def test_a_table_of_pins_still_wants_pins(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pads\[0\] \(Flip\) has neither touch nor switch"):
        loaded(tmp_path, '[[pads]]\nname = "Flip"\n')


def test_drawn_dolphins_are_not_pretended_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Leave out --simulated"):
        build(configs.tablet(), tmp_path, simulated=True)
