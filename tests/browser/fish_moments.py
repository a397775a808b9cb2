"""The moments of Twisted Fish that screens have to show well, each reached over HTTP."""

from collections.abc import Callable
from types import MappingProxyType

from tests.web.house import Phone, begin

PEOPLE = ("Ana", "Ben", "Maximiliane")
SIX = ("Ana", "Ben", "Maximiliane", "Dee", "Eve", "Fay")
PURPLE_HAMMERHEAD = 59
RED_EEL, PURPLE_EEL = 40, 44
SHRIMP = 7


def waiting(referee: Phone) -> None:
    """Who deals is asked."""
    begin(referee, *PEOPLE, kind="twisted_fish", variant="refereed")


def turn(referee: Phone) -> None:
    """Ben asks for a card; nothing was asked for before."""
    waiting(referee)
    referee.answer("start", "deal")


def asked(referee: Phone) -> None:
    """Yes or no?"""
    turn(referee)
    referee.answer("ask", "ask", target=0, card=PURPLE_HAMMERHEAD)


def fishing(referee: Phone) -> None:
    """No: Ben goes to the pond."""
    asked(referee)
    referee.answer("no", "answer")


def netted(referee: Phone) -> None:
    """The Net: any shrimp?"""
    turn(referee)
    referee.answer("net", "turn_zinger", target=0, fish=SHRIMP)


def laid(referee: Phone) -> None:
    """Three baskets on the table, one of them with the Diver in it, and two Zingers played."""
    turn(referee)
    for seat in range(2):
        referee.answer("basket", "basket", seat=seat, fish=seat)
    referee.answer("warden", "zinger", seat=0, target=1)
    referee.answer("diver", "zinger", seat=2, missing=RED_EEL)


def whopper(referee: Phone) -> None:
    """The companion has proof: a whopper?"""
    turn(referee)
    referee.answer("ask", "ask", target=2, card=PURPLE_EEL)
    referee.answer("no", "answer")
    referee.answer("start", "fishing")
    referee.answer("dead_pass")
    referee.answer("ask", "ask", target=2, card=PURPLE_EEL)
    referee.answer("yes", "answer")


def leftovers(referee: Phone) -> None:
    """The round is over: who still holds what?"""
    laid(referee)
    referee.answer("agree")


def scored(referee: Phone) -> None:
    """The round is won, and the next is to be dealt."""
    leftovers(referee)
    while referee.phase() == "leftovers":
        view = referee.state()["view"]
        count = view["counts"][view["owing"][0]]
        referee.answer("values", sharks=0, tens=0, fives=count, zingers=0)


def over(referee: Phone) -> None:
    """Somebody is King."""
    scored(referee)
    while referee.phase() != "over":
        referee.answer("correct", "crayon", seat=1, points=25)


def scorecard(referee: Phone) -> None:
    """Six people, and the companion only adds up."""
    begin(referee, *SIX, kind="twisted_fish", variant="scorecard")
    referee.answer("start", "deal")


FISH_MOMENTS: MappingProxyType[str, Callable[[Phone], None]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            waiting,
            turn,
            asked,
            fishing,
            netted,
            laid,
            whopper,
            leftovers,
            scored,
            over,
            scorecard,
        )
    }
)
