"""What a page of the past says while games are counted, and what goes before that."""

import pytest

from companion.games import GAMES
from companion.runtime import Companion
from tests.web.house import Phone, begin, leader, referee_phone, until

PEOPLE = ("Ana", "Ben", "Cy", "Dee")


def test_a_page_says_what_is_not_counted_yet_and_fills_itself(own: Companion) -> None:
    referee, past = referee_phone(own), own.referee.past
    past._is_judged = lambda: True
    for _ in range(3):
        begin(referee, "Ana", "Ben", "Cy")
        referee.answer("start", "deal")
    page = Phone(own.address.port).get("/history")[1]
    assert "Counting: 1 of 3. The rest comes by itself." in page and "past.js" in page
    assert page.count("Still being counted") == 2 and page.count("Being played now") == 1
    past._is_judged = lambda: False
    page = until(lambda: (p := referee.get("/history")[1]) and "Counting" not in p and p)
    assert page.count("Not finished") == 2 and "past.js" not in page


def test_the_table_takes_its_turn_first(own: Companion) -> None:
    """While PASS is called nothing of the past is counted."""
    referee = leader(own, "Ana", "Ben", "Cy")
    assert not own.referee.past._is_judged()
    referee.answer("start", "deal")
    assert own.referee.past._is_judged()


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_was_never_dealt_was_not_played(kind: str, own: Companion) -> None:
    """It is on as long as it is, and in no page or file of what was played once it was left."""
    referee = leader(own, *PEOPLE, kind=kind)
    assert "Being played now" in referee.get("/history")[1]
    begin(referee, *PEOPLE, kind=kind)
    until(lambda: "Counting" not in referee.get("/history")[1])
    page = referee.get("/history")[1]
    assert page.count('class="card past"') == page.count("Being played now") == 1
    assert referee.post("/api/good_night", {"sure": True})[0] == 200
    until(lambda: "No games yet" in referee.get("/history")[1])
    night = own.referee.picture.access.closing
    assert night is not None and not night.games and not night.poster.games
    for path in ("/results.csv", "/results.json", "/records"):
        assert "Ana" not in referee.get(f"{path}?names=1")[1]
