"""What the machine's helpers say is on the screens for a while, and comes in no other way."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.helpers.saying import LONGEST, SHOWN_S, Hearing, say
from companion.runtime import Companion
from tests.web.house import on_a_tablet, until

COPIED = "The evenings are copied."


def test_a_sentence_is_heard_for_a_while_and_gone_with_its_file(tmp_path: Path) -> None:
    hearing = Hearing(tmp_path)
    assert hearing.now(5.0) == ""
    say("stick", COPIED, tmp_path)
    say("update", "It is newer.", tmp_path)
    assert hearing.now(10.0) == f"{COPIED} It is newer."
    say("update", "", tmp_path)
    say("update", "", tmp_path)  # twice is once
    assert hearing.now(9.0 + SHOWN_S) == COPIED
    assert hearing.now(10.0 + SHOWN_S) == ""


def test_the_same_sentence_of_another_stick_is_news(tmp_path: Path) -> None:
    hearing = Hearing(tmp_path)
    for again_s in (0.0, 2 * SHOWN_S):
        say("stick", COPIED, tmp_path)
        os.utime(tmp_path / "stick", (again_s, again_s))
        assert hearing.now(again_s) == COPIED


def test_what_is_no_sentence_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    (tmp_path / ".half").write_text("half a", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "long").write_text("a" * 5000, encoding="utf-8")
    assert Hearing(tmp_path).now(0.0) == "a" * LONGEST
    assert Hearing(tmp_path / "nowhere").now(0.0) == ""


def test_everybody_may_read_it_and_nobody_sees_half_of_it(tmp_path: Path) -> None:
    say("stick", COPIED, tmp_path)
    assert [(file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [
        ("stick", 0o644)
    ]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    house = on_a_tablet(tmp_path / "state")
    yield house
    house.close()


def test_it_stands_on_every_screen_until_it_is_taken_away(house: Companion, tmp_path: Path) -> None:
    said = tmp_path / "says"
    said.mkdir()
    house.hearing = Hearing(said)
    for sentence in (COPIED, ""):
        say("stick", sentence, said)
        house.look()
        shown = bool(sentence)
        until(lambda: (COPIED in house.referee.picture.trouble) is shown, "it")  # noqa: B023
