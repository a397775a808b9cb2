"""A game of nothing but phones, from the first screen to the first PASS, over real HTTP."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.runtime import Companion
from tests.web.house import Phone, begin, on_a_tablet, referee_phone, seated, until

PEOPLE = ("Ana", "Ben", "Cy")
CARD = re.compile(r'data-card="(\d+)" data-turn="(\d+)"')


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Companion]:
    """A table without any parts, as the one file begins it."""
    companion = on_a_tablet(tmp_path)
    yield companion
    companion.close()


def hand(phone: Phone) -> list[tuple[str, str]]:
    """The cards that this phone shows: each one's place, and of which turn it is."""
    status, shown = phone.get("/api/hand")
    return CARD.findall(json.loads(shown)["html"]) if status == 200 else []


def test_three_phones_and_nothing_else_come_to_the_first_pass(house: Companion) -> None:
    assert "without anything" in Phone(house.address.port).get("/")[1]
    referee = referee_phone(house)
    begin(referee, *PEOPLE, cards="phones")
    phones = [seated(house, referee, n, f"127.0.7.{n + 1}") for n in range(3)]
    referee.answer("start")
    dealt = [until(lambda phone=phone: hand(phone), "a hand") for phone in phones]
    assert [len(cards) for cards in dealt] == [4, 4, 4]
    for phone, cards in zip(phones, dealt, strict=True):
        card, turn = cards[0]
        status, told = phone.post("/api/hand", {"card": int(card), "turn": int(turn)})
        assert status == 200, told
    turn = dealt[0][0][1]
    until(lambda: all(hand(phone)[0][1] != turn for phone in phones), "PASS, and the next cards")
