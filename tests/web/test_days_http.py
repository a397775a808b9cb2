"""A game that goes on another day says the day where it changes, on every page of its lines."""

import re

import pytest

from companion import days
from companion.runtime import Companion
from tests.web.house import Phone, begin, wins

FOUR_DAYS_MS = 4 * 24 * 3_600_000


def turns_of(page: str) -> list[str]:
    """What the list of lines says of days, from the top."""
    return re.findall(r'<li class="quiet"[^>]*>([^<]*)</li>', page)


def test_the_day_is_said_where_it_changes(
    house: Companion, referee: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging = house.referee._judging
    began_ms = judging._wall_ms()
    begin(referee, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=1, points=1)
    state, number = referee.state(), referee.state()["game"]["id"]
    assert {line["day"] for line in state["said"]} == {""}, "all of one evening"
    assert not turns_of(referee.get("/referee")[1])
    later_ms = began_ms + FOUR_DAYS_MS
    monkeypatch.setattr(judging, "_wall_ms", lambda: later_ms)
    wins(referee, 0)
    both = [days.said(days.evening(one)) for one in (later_ms, began_ms)]
    said = [line["day"] for line in referee.state()["said"]]
    assert list(filter(None, said)) == both and said[0], "the newest first"
    assert turns_of(referee.get("/referee")[1]) == both
    assert turns_of(referee.get(f"/replay/{number}")[1]) == both[::-1], "the first first"
    begin(referee, "Ana", "Ben", "Cy")
    assert turns_of(referee.get(f"/game/{number}")[1]) == both
