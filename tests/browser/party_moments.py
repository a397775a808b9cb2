"""The moments of the squirt-gun party that screens have to show well, each reached over HTTP."""

from collections.abc import Callable
from types import MappingProxyType

from companion.games.party_splash.cards import Attendee, Card, Icon, Role
from tests.web.house import Phone, begin

PEOPLE = ("Ana", "Ben", "Maximiliane", "Dee", "Eve")
EIGHT = (*PEOPLE, "Fay", "Gus", "Hal")
GUESTS = (
    Attendee.ROBERT,
    Attendee.DARREN,
    Attendee.JAZZY,
    Attendee.KIMMY,
    Attendee.OSCAR,
    Attendee.SEN,
    Attendee.MIKA,
    Attendee.BRUDDER,
)
ANA, BEN, MAX, DEE, EVE = range(5)
GUN = 20  # a squirt gun that reaches 4


def waiting(referee: Phone, people: tuple[str, ...] = PEOPLE) -> None:
    """Who comes as whom?"""
    begin(referee, *people, kind="party_splash")


def invited(referee: Phone, people: tuple[str, ...] = PEOPLE) -> None:
    """Everybody is somebody. Who is the Birthday kid?"""
    waiting(referee, people)
    for guest in GUESTS[: len(people)]:
        assert referee.answer("comes", "attendee", attendee=int(guest))["reply"] == "counts"


def turn(referee: Phone, people: tuple[str, ...] = PEOPLE) -> None:
    """Ana, the Birthday kid, plays."""
    invited(referee, people)
    referee.answer("birthday", birthday=ANA)


def armed(referee: Phone) -> None:
    """Ana has a gun that reaches all, and others have things before them."""
    turn(referee)
    lay(referee, BEN, Card.HAT, Card.SKATEBOARD)
    lay(referee, MAX, Card.TIME_OUT, Card.GOGGLES)
    referee.answer("card", "turn", card=GUN)


def lay(referee: Phone, seat: int, *cards: Card) -> None:
    """What lies before a seat, by the table's pen."""
    said = referee.answer("play", "cards", seat=seat, cards=[int(card) for card in cards])
    assert said["reply"] == "counts", said


def splashed(referee: Phone) -> None:
    """Ana splashes Ben, who has a Hat and is Darren."""
    armed(referee)
    referee.answer("splash", "turn", target=BEN)


def used(referee: Phone) -> None:
    """Ben missed it: the Splash of the turn is used."""
    splashed(referee)
    referee.answer("miss", "shot")


def hose(referee: Phone) -> None:
    """A Hose hits one after the other."""
    used(referee)
    referee.answer("card", "turn", card=int(Card.HOSE))


def bucket(referee: Phone) -> None:
    """A Water Bucket: who throws a Splash away?"""
    used(referee)
    referee.answer("card", "turn", card=int(Card.BUCKET))


def ball(referee: Phone) -> None:
    """A Beach Ball flies to Dee."""
    used(referee)
    referee.answer("ball", "turn", target=DEE)


def picking(referee: Phone) -> None:
    """A Slip at Ben: a hand card, or which of the two in play?"""
    used(referee)
    referee.answer("slip", "turn", target=BEN)


def dying(referee: Phone) -> None:
    """Dee, who is Kimmy, is hit on her last towel."""
    armed(referee)
    referee.answer("correct", "crayon", seat=DEE, points=-3)
    referee.answer("splash", "turn", target=DEE)
    referee.answer("take", "shot")


def soaked(referee: Phone) -> None:
    """Dee is soaked, and was a Classmate; Ana goes on."""
    dying(referee)
    referee.answer("soaked", "dying", role=int(Role.CLASSMATE))


def shed(referee: Phone) -> None:
    """Ana plays no more, and has too many cards."""
    soaked(referee)
    referee.answer("done", "turn")


def balloon(referee: Phone) -> None:
    """Ben has a Water Balloon and a Time Out, and flips for the first."""
    shed(referee)
    lay(referee, BEN, Card.TIME_OUT, Card.BALLOON, Card.HAT, Card.SKATEBOARD, Card.GOGGLES)
    referee.answer("yes", "shed")


def time_out(referee: Phone) -> None:
    """Dry: the Water Balloon goes on, and now the Time Out."""
    balloon(referee)
    referee.answer("flip", icon=int(Icon.NONE))


def eight(referee: Phone) -> None:
    """Eight kids at a full table."""
    turn(referee, EIGHT)
    for seat in range(1, 8):
        lay(referee, seat, Card.HAT, Card.SKATEBOARD, Card.GOGGLES, Card.GUN_C)


def over(referee: Phone) -> None:
    """The Birthday kid is soaked, and a Classmate is still dry."""
    soaked(referee)
    referee.answer("correct", "crayon", seat=ANA, points=-3)
    referee.answer("correct", "crayon", seat=ANA, points=-2)
    referee.answer("soaked", "dying")


PARTY_MOMENTS: MappingProxyType[str, Callable[[Phone], None]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            waiting,
            invited,
            turn,
            armed,
            splashed,
            used,
            hose,
            bucket,
            ball,
            picking,
            dying,
            soaked,
            shed,
            balloon,
            time_out,
            eight,
            over,
        )
    }
)
