"""A whole game of SPLASH! over real HTTP, on pretend pins: phones, sensors, journal and rules."""

from companion.runtime import Companion
from tests.web.house import Phone, leader, seated, until


def a_moment_ago(own: Companion) -> int:
    """A stamp that is past, but later than the table's own start and the last scramble."""
    start = own.referee.clock.now_us()
    until(lambda: own.referee.clock.now_us() > max(start, 250_000) + 250_000)
    return own.referee.clock.now_us() - 240_000


def play_round(own: Companion, referee: Phone, without: int) -> None:
    """Deal, a scramble, and one tap: who is left without says "good grab" too."""
    assert referee.answer("start", "deal")["reply"] == "counts"
    pads = tuple(referee.state()["view"]["in_play"])
    began_us = a_moment_ago(own)
    for place, pad in enumerate(pads):
        referee.grab(pad, began_us + place * 84_000)
    until(lambda: len(referee.state()["view"]["order"]) == len(pads), "every touch")
    assert referee.answer(f"seat:{without}", "holders")["reply"] == "counts"
    referee.home(*pads)


def test_three_play_a_whole_game_and_one_wins(own: Companion) -> None:
    referee = leader(own, "Ana", "Ben", "Cy")
    without = [2, 1, 2, 1, 2, 1, 2, 1]  # Ana holds a dolphin every time
    while referee.phase() != "over":
        if referee.phase() == "bonus":
            referee.answer("no", "bonus")
        else:
            play_round(own, referee, without.pop())
    view = referee.state()["view"]
    assert view["winner"] == 0
    assert view["letters"][0] == 6
    assert "Ana wins SPLASH!" in referee.state()["said"][0]["text"]
    page = seated(own, referee, 0, "127.0.9.1").get("/seat")[1]
    assert page.index("I had four") > page.index("has won"), "nobody is led to it"
