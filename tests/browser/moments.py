"""The moments of a game that screens have to show well, each reached over HTTP on a fresh game."""

from collections.abc import Callable
from types import MappingProxyType

from companion.runtime import Companion
from tests.web.house import Phone, begin, until

PEOPLE = ("Ana", "Ben", "Cy", "Maximiliane")  # one name is longer than six boxes leave room for


def waiting(house: Companion, referee: Phone) -> None:
    """Who deals is asked."""
    referee.home(*range(5))
    begin(referee, *PEOPLE)


def live(house: Companion, referee: Phone) -> None:
    """PASS is called."""
    waiting(house, referee)
    referee.answer("start", "deal")
    until(lambda: referee.phase() == "live", "the round")


def grab(house: Companion, referee: Phone) -> None:
    """Two dolphins were touched, one is gone."""
    live(house, referee)
    start_us = house.referee.clock.now_us()
    until(lambda: house.referee.clock.now_us() > start_us + 300_000, "a moment of the round")
    now_us = house.referee.clock.now_us() - 200_000
    referee.sim("touch", pad=2, at_us=now_us)
    referee.grab(0, now_us + 84_000)
    until(lambda: len(referee.state()["view"]["order"]) == 2, "two touches")


def holders(house: Companion, referee: Phone) -> None:
    """A good grab: who is left?"""
    grab(house, referee)
    referee.answer("yes", "verdict")


def foul(house: Companion, referee: Phone) -> None:
    """Too soon: who touched?"""
    grab(house, referee)
    referee.answer("no", "verdict")


def scored(house: Companion, referee: Phone) -> None:
    """Letters were given."""
    grab(house, referee)
    referee.answer("seat:3", "holders")


def claimed(house: Companion, referee: Phone) -> None:
    """All dolphins were spoken for: the letters were given with nobody asked."""
    grab(house, referee)
    referee.grab(1, house.referee.clock.now_us())
    until(lambda: len(referee.state()["view"]["order"]) == 3, "three touches")
    for seat, pad in enumerate((0, 1, 2)):
        asks = {ask["seats"][0]: ask for ask in referee.state()["asks"] if ask["topic"] == "claim"}
        assert referee.tell(asks[seat]["id"], f"pad:{pad}", {})["reply"] == "counts"
    until(lambda: referee.phase() == "scored", "the letters")


def bonus(house: Companion, referee: Phone) -> None:
    """The letters would end the game: did anybody show the four cards?"""
    grab(house, referee)
    lettered(referee, {0: 5, 1: 4})
    referee.answer("seat:3", "holders")
    assert referee.phase() == "bonus"


def overtime(house: Companion, referee: Phone) -> None:
    """A tie is broken with two dolphins."""
    grab(house, referee)
    lettered(referee, {0: 5, 1: 5})
    referee.answer("seat:3", "holders")
    assert referee.state()["view"]["tied"] == [0, 1]


def lettered(referee: Phone, letters: dict[int, int]) -> None:
    """Give letters with the table's own pen, which writes two at most."""
    for seat, most in letters.items():
        for points in [2] * (most // 2) + [1] * (most % 2):
            referee.answer("correct", "crayon", seat=seat, points=points)


def over(house: Companion, referee: Phone) -> None:
    """Somebody has won."""
    waiting(house, referee)
    while referee.phase() != "over":
        referee.answer("correct", "crayon", seat=3, points=2)


MOMENTS: MappingProxyType[str, Callable[[Companion, Phone], None]] = MappingProxyType(
    {
        made.__name__: made
        for made in (waiting, live, grab, holders, foul, scored, claimed, bonus, overtime, over)
    }
)
