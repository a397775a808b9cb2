"""What the rows of the squirt-gun party are told at: who comes, turns that pass, kids that fall."""

from typing import Any

from companion.games.party_splash.cards import Attendee as Who
from companion.games.party_splash.cards import Card, Icon, Role
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Done,
    Fixed,
    Flip,
    Flipped,
    Handful,
    Missed,
    Played,
    Setup,
    Shed,
    Soaked,
    Threw,
    Took,
)
from companion.words import Corrected, Seat
from tests.games.rows import rows_of

ANA, BEN, CY, DEE, EVE, FAY, GUS, HAL = (Seat(n) for n in range(8))
KID, FRIEND, MATE, SIB = Role
DUCKY, BUBBLE, SNORKEL, NONE = Icon

# Who comes unless a row says otherwise: powers that hardly ever show.
USUAL = (Who.ROBERT, Who.KIMMY, Who.KAREN, Who.LISA_MARIA, Who.JAMES, Who.OSCAR, Who.SEN,
         Who.ADRIAN)  # fmt: skip


def party(seats: int = 4, birthday: Seat = ANA, **who: Who) -> tuple[Any, ...]:
    """Everybody comes as somebody, and it is dealt: `ben=Who.SEN`."""
    return (*comes(seats, **who), Dealt(birthday))


def comes(seats: int = 4, **who: Who) -> tuple[Any, ...]:
    """The invitations alone; whose usual one is taken gets one that nobody has."""
    names = ("ana", "ben", "cy", "dee", "eve", "fay", "gus", "hal")
    picked = [who.get(name) for name in names[:seats]]
    spare = [kid for kid in (*USUAL, Who.HAYLEY) if kid not in picked]
    kids = [kid if kid is not None else USUAL[n] if USUAL[n] in spare else None
            for n, kid in enumerate(picked)]  # fmt: skip
    spare = [kid for kid in spare if kid not in kids]
    return tuple(
        Came(Seat(n), int(kid if kid is not None else spare.pop())) for n, kid in enumerate(kids)
    )


row = rows_of(Setup, 4)


def plays(seat: Seat, card: Card, at: Seat | None = None) -> Played:
    return Played(seat, int(card), at)


def splashes(seat: Seat, at: Seat) -> Played:
    return Played(seat, int(Card.SPLASH), at)


def misses(seat: Seat, card: Card = Card.MISS) -> Missed:
    return Missed(seat, int(card))


def throws(seat: Seat, card: Card = Card.SPLASH) -> Threw:
    return Threw(seat, int(card))


def flips(seat: Seat, what: Flip, icon: Icon) -> Flipped:
    return Flipped(seat, what, int(icon))


def ends(seat: Seat, discards: int = 2) -> tuple[Any, ...]:
    """The seat plays no more, and discards so many."""
    return (Done(seat), Shed(seat, discards)) if discards else (Done(seat),)


def lies(seat: Seat, *cards: Card) -> Fixed:
    """What lies before a seat, by the table's pen."""
    return Fixed(seat, tuple(map(int, cards)))


def holds(seat: Seat, cards: int) -> Handful:
    return Handful(seat, cards)


def pen(seat: Seat, points: int) -> Corrected:
    return Corrected(seat, points)


def down(seat: Seat, role: Role, printed: int = 4) -> tuple[Any, ...]:
    """Soaked by the table's pen: by nobody, and without any card for it."""
    return pen(seat, -printed), Soaked(seat, int(role))


def soaks(seat: Seat, role: Role) -> tuple[Any, ...]:
    """The hit that is open takes the last towel, and nothing saves the seat."""
    return Took(seat), Soaked(seat, int(role))
