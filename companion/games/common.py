"""What every game offers and knows alike: the table's own pen, and who comes and goes.

Questions and seats only: what a game makes of the answers is its own.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from companion.words import (
    SEATS_MOST,
    Ask,
    Choice,
    Corrected,
    HandedOver,
    Joined,
    Left,
    Ruling,
    Seat,
    Seats,
    Slot,
    Text,
)

CACHE_SIZE = 64  # offers hardly ever change within a game: equal ones are made once
NOBODY = Seat(0)  # a template's placeholder, always filled by a pick
Item = TypeVar("Item")
_ONE = tuple(Seats((Seat(seat),)) for seat in range(SEATS_MOST))  # made once: rulings name them
# What stops when somebody leaves, by the key of the answer that says so: it is asked once more.
STOPS: Final = {
    "drop_round": Text("Leaves, and this round is dropped"),
    "end_round": Text("Leaves, and this round is over"),
    "drop_game": Text("Leaves, and this game is dropped"),
    "end_game": Text("Leaves, and the game is over"),
    "rest": Text("Leaves, and the game rests"),
}


class Point(NamedTuple):
    """A place in a drawing."""

    x: float
    y: float


def offer(text: Text, seats: tuple[Seat, ...], choice: Choice, topic: str) -> Ask:
    """What may be told, and need not."""
    return Ask(text, seats, (choice,), must=False, topic=topic)


def one_of(field: str, seats: tuple[Seat, ...]) -> Slot:
    """A pick of one seat."""
    return Slot(field, seats)


def some_of(field: str, seats: tuple[Seat, ...], most: int, ticked: tuple[Seat, ...] = ()) -> Slot:
    """A pick of some seats; those who are `ticked` are picked already."""
    return Slot(field, seats, most=most, many=True, ticked=ticked)


@lru_cache(CACHE_SIZE)
def correction(seats: int, unit: str, points: tuple[int, ...]) -> Ask:
    """The table's own pen: the people have the last word on every score, one `unit` or several."""
    everybody = tuple(Seat(seat) for seat in range(seats))
    slots = (
        one_of("seat", everybody),
        Slot("points", points, of="number", labels=tuple(Text(more(n, unit)) for n in points)),
    )
    pen = Choice("correct", Text("Put it right"), Corrected(NOBODY, 1), slots)
    return offer(Text("Is a score wrong?"), (), pen, "crayon")


def so_many(n: int, unit: str) -> str:
    """ "1 card", "2 cards"."""
    return f"{n} {unit}" if n == 1 else f"{n} {unit}s"


def more(n: int, unit: str) -> str:
    """So many more or fewer, in words."""
    return f"{so_many(abs(n), unit)} {'more' if n > 0 else 'fewer'}"


def rests(left: int) -> Text:
    """What is said where too few are left to play on, and how it goes on."""
    if not left:
        return Text("Nobody is left: the game rests until somebody sits down.")
    if left == 1:
        return Text("Only one is left: the game rests until somebody sits down.")
    return Text("Only {n} are left: the game rests until somebody sits down.", n=left)


def by_pen(seat: Seat, n: int, unit: str) -> Text:
    """What the table's own pen wrote, as all read it."""
    return Text("{more} for {seat}: the table says so.", more=more(n, unit), seat=Seats((seat,)))


def seatings(
    here: tuple[Seat, ...],
    present: tuple[Seat, ...],
    ever: int,
    most: int,
    may_leave: bool = True,
    stops: Callable[[Seat], str] = lambda _: "",
) -> tuple[Ask, ...]:
    """Leaving, handing over and sitting down. `here` are all who sit, `present` all who play.

    `stops`: what somebody who leaves would stop (`STOPS`), or "" for nothing.
    """
    leaving: tuple[Ask, ...] = ()
    if here and may_leave:
        leaving = (_leaves(tuple((stops(seat), seat) for seat in here)),)
    swapping = (_hands_over(present),) if present else ()
    free = free_seats(here, ever, most)
    return (*leaving, *swapping, *((_sits_down(free),) if free else ()))


def free_seats(here: tuple[Seat, ...], ever: int, most: int) -> tuple[Seat, ...]:
    """Seats that were left, and a new one at the end of the order; none where it is full."""
    if len(here) >= most:
        return ()
    seats = (Seat(seat) for seat in range(min(ever + 1, SEATS_MOST)))
    return tuple(seat for seat in seats if seat not in here)


def next_seat(present: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next of these seats to the left."""
    for other in present:
        if other > seat:
            return other
    return present[0]


def one(seat: Seat) -> Seats:
    """One person in a sentence."""
    return _ONE[seat] if 0 <= seat < SEATS_MOST else Seats((seat,))


def put(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The same items, another one in one place."""
    return (*items[:at], item, *items[at + 1 :])


def stage_of(step: str) -> str:
    """What every screen needs to know of a game: "between" deals, "live", "resting" or "over"."""
    return {"waiting": "between", "resting": "resting", "over": "over"}.get(step, "live")


def over_text(winners: tuple[Seat, ...]) -> Text:
    """What is said to whoever still plays when the game is over: who has won, and the way back."""
    if not winners:
        return Text("The game is over, and nobody has won; undo takes that back.")
    template = "{seats} have won; undo takes that back."
    if len(winners) == 1:
        template = "{seats} has won; undo takes that back."
    return Text(template, seats=Seats(winners))


@lru_cache(CACHE_SIZE)
def _leaves(leaving: tuple[tuple[str, Seat], ...]) -> Ask:
    how = sorted({stopped for stopped, _ in leaving})
    choices = (
        _goes(one, tuple(seat for stopped, seat in leaving if stopped == one)) for one in how
    )
    text = Text("Somebody has to go?")
    return Ask(text, (), tuple(choices), must=False, topic="seatings")


def _goes(stopped: str, seats: tuple[Seat, ...]) -> Choice:
    slots = (one_of("seat", seats),)
    if not stopped:
        return Choice("leave", Text("Leaves the game"), Left(NOBODY), slots)
    sure = STOPS[stopped]
    return Choice(stopped, sure, Left(NOBODY), slots, "bad", sure.template)


@lru_cache(CACHE_SIZE)
def _hands_over(present: tuple[Seat, ...]) -> Ask:
    swap = Choice("hand_over", Text("Hands over"), HandedOver(NOBODY), (one_of("seat", present),))
    return offer(Text("Somebody else plays on?"), (), swap, "seatings")


@lru_cache(CACHE_SIZE)
def _sits_down(free: tuple[Seat, ...]) -> Ask:
    sit = Choice("join", Text("Sits down"), Joined(free[0]), (one_of("seat", free),))
    return offer(Text("Somebody wants to join?"), (), sit, "seatings")


def plays_on(rule: str, seat: Seat) -> Ruling:
    """Another person plays on: told so that it is true by the old name and by the new one."""
    return Ruling(rule, Text("A seat is handed over: {seat}.", seat=one(seat)), (seat,))
