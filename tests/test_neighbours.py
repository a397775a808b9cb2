"""What is wrong with the network that a table is in is on its screens, and the game plays on."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.namesake import REMEDY
from companion.neighbours import SHOWN_S, WALLED, Neighbours, is_walled
from companion.runtime import Companion
from tests.web.house import Phone, begin, on_a_tablet, referee_phone, until

HERE, THERE = "192.0.2.5", "198.51.100.5"  # nobody's
OTHER = "192.0.2.9"


def neighbours(other: str = OTHER, walled: bool = False) -> Neighbours:
    return Neighbours(lambda: True, lambda name: other, lambda: walled, "splash")


def said(by: Neighbours, ip: str = HERE, now_s: float = 1.0) -> str:
    """What it says once it has asked."""
    by.look(ip, now_s)
    until(lambda: "page" in by._found, "an answer")
    return by.look(ip, now_s)


def test_the_one_of_two_that_has_to_change_its_name_says_so_for_a_while() -> None:
    table = neighbours()
    told = said(table)
    assert OTHER in told and REMEDY.format(name="splash") in told
    assert table.look(HERE, SHOWN_S) == told
    assert table.look(HERE, SHOWN_S + 2) == ""
    assert said(table, THERE, SHOWN_S + 3) == told, "another network is asked anew"


def test_a_wifi_with_a_page_of_its_own_is_said_with_what_to_take_instead() -> None:
    assert said(neighbours(other="", walled=True)) == WALLED
    assert said(neighbours(other="")) == ""


def test_nobody_is_asked_without_a_network_or_where_nobody_knows() -> None:
    asked: list[str] = []
    table = Neighbours(lambda: False, lambda name: asked.append(name) or "", is_walled, "splash")
    assert table.look("", 1.0) == table.look(HERE, 2.0) == "" and not asked


def test_an_answer_that_comes_in_another_network_is_none() -> None:
    may = threading.Event()
    table = neighbours()
    table.asks_name = lambda name: OTHER if may.wait(30) else ""
    table.look(HERE, 1.0)
    table.look("", 2.0)
    may.set()
    until(lambda: "neighbours" not in [one.name for one in threading.enumerate()], "its end")
    assert table.look("", 3.0) == ""


@pytest.mark.parametrize(("answer", "walled"), [("portal", True), ("full", False), ("", False)])
def test_networkmanager_says_whether_there_is_a_page(
    answer: str, walled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not is_walled(), "without one nobody knows"
    (tmp_path / "nmcli").write_text(f"#!/bin/sh\necho {answer}\n")
    (tmp_path / "nmcli").chmod(0o755)
    assert is_walled() == walled


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    house = on_a_tablet(tmp_path)
    yield house
    house.close()


def test_it_stands_on_the_wall_and_the_referees_page_and_the_game_plays_on(
    house: Companion,
) -> None:
    referee = referee_phone(house)
    house.address.find_ip = lambda: HERE
    house.address._found = None
    house.neighbours = neighbours(walled=True)
    begin(referee, "Ana", "Ben", "Cy")
    house.look()
    until(lambda: "page" in house.neighbours._found, "an answer")
    house.look()
    until(lambda: any(WALLED in one for one in house.referee.picture.trouble), "a sentence")
    wall = Phone(house.address.port).get("/")[1]
    for page in (wall, referee.get("/referee")[1]):
        assert "is called splash, too" in page and "a page of its own" in page
    assert referee.answer("start")["reply"] == "counts"
    house.address.host, house.address.find_ip = "0.0.0.0", lambda: "127.0.0.1"
    house.address._found = None
    house.look()
    until(lambda: not any(WALLED in one for one in house.referee.picture.trouble), "no sentence")
