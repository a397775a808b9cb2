"""What is of another day says so: the lines of a game that goes on, and phones that stay in."""

import re

import pytest

from companion import days
from companion.frozen import replace
from companion.runtime import Companion
from companion.web.people_shown import phones_shown
from tests.browser.party_moments import ANA, invited
from tests.web.house import Phone, begin, leader, referee_phone, wins

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


@pytest.mark.parametrize("evenings", [1, 2])
def test_what_would_turn_says_its_day(
    own: Companion, monkeypatch: pytest.MonkeyPatch, evenings: int
) -> None:
    """The word is of one evening, and what falls with it of another."""
    referee, judging = referee_phone(own), own.referee._judging
    began_ms = judging._wall_ms()
    invited(referee)
    number, word = referee.state()["game"]["id"], referee.state()["said"][0]["seq"]
    later_ms = began_ms + (evenings - 1) * FOUR_DAYS_MS
    monkeypatch.setattr(judging, "_wall_ms", lambda: later_ms)
    referee.answer("birthday", birthday=ANA)
    turn, later = (days.turn(one) if evenings == 2 else "" for one in (began_ms, later_ms))
    for page in (f"/amend/{word}?a=%5B%5D", f"/replay/{number}?without={word}"):
        told = referee.get(page)[1].partition('class="again-table"')[0]
        assert days.turn(began_ms) not in told if evenings == 1 else turn in told
        assert turns_of(told) == ([later] if later else [])
    what_if = {"of": word, "answers": []}
    assert [one["day"] for one in referee.post("/api/what_if", what_if)[1]["falls"]] == [later]


def test_what_happened_last_another_day_says_so_on_the_wall(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    referee.answer("correct", "crayon", seat=1, points=1)
    began_ms = own.referee.journal.games(1)[0].begun_ms
    own.evening.show()
    assert referee.state()["headline"]["day"] == ""
    monkeypatch.setattr(own.evening, "_wall_ms", lambda: began_ms + FOUR_DAYS_MS)
    own.evening.show()
    headline = referee.state()["headline"]
    assert headline["day"] == days.turn(began_ms)
    assert f"{headline['day']}, {headline['at']}</p>" in referee.get("/")[1]


def test_a_phone_of_another_day_says_the_day_and_no_hour(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee's phone, a wall and the tablet stay in over evenings."""
    referee = referee_phone(own)
    (phone,) = referee.state()["phones"]
    came_ms = own.evening._wall_ms()
    assert re.fullmatch(r"\d\d:\d\d", phone["since"])
    (guest,) = own.referee.picture.access.guests
    monkeypatch.setattr(own.evening, "_wall_ms", lambda: came_ms + 8 * FOUR_DAYS_MS)
    own.evening.show()
    assert referee.state()["phones"][0]["since"] == days.said(days.evening(guest.since_ms))
    picture = own.referee.picture
    away = replace(guest, here=False, seen_ms=guest.since_ms + FOUR_DAYS_MS)
    (shown,) = phones_shown(picture, (away,), "")
    assert shown.seen == days.said(days.evening(away.seen_ms))
    later = replace(away, seen_ms=came_ms + 8 * FOUR_DAYS_MS)
    assert phones_shown(picture, (later,), "")[0].seen == days.hour(later.seen_ms)
    assert phones_shown(picture, (replace(away, seen_ms=0),), "")[0].seen == ""


def test_who_played_on_another_day_was_here_then(
    own: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    began_ms = own.referee.journal.games(1)[0].begun_ms
    assert f"1 game, last here {days.day(began_ms)}" in referee.get("/people")[1]
    later_ms = began_ms + 8 * FOUR_DAYS_MS
    monkeypatch.setattr(own.referee._judging, "_wall_ms", lambda: later_ms)
    wins(referee, 0)
    assert f"1 game, last here {days.day(later_ms)}" in referee.get("/people")[1]
