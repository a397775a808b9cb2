"""What may be told at any time in SPLIT: the pens, a new deal, who comes and goes."""

from functools import lru_cache, partial

from companion.frozen import replace
from companion.games.common import CACHE_SIZE, NOBODY, correction, offer, seatings
from companion.games.split.facts import Dealt, Fixed
from companion.games.split.path import ALL, spaces_in
from companion.games.split.seating import stops
from companion.games.split.state import Stage, State, free, side_of, supply
from companion.words import Ask, Choice, Corrected, Seat, Slot, Text

_WON, _NOT_WON = 1, -1


def offers(state: State) -> tuple[Ask, ...]:
    """All that may be told now, and need not."""
    # H-S7 The people have the last word on who has won, always.
    pens = [_win_pen(state)]
    if state.number:
        # H-S8 And on what lies on the board.
        pens.append(_board_pen_of(state))
    if state.stage is Stage.OVER:
        return tuple(pens)
    again = (_redeal(state.dealer),) if state.stage is Stage.PLAYING else ()
    seats = state.setup.seats
    here = state.present
    sitting = seatings(here, here, seats - 1, seats, stops=partial(stops, state))
    return (*pens, *again, *sitting)


def _win_pen(state: State) -> Ask:
    seats = state.setup.seats
    if state.stage is Stage.OVER and state.winner is None:
        pen = _says_who(seats, (_WON,))
        goes_on = Choice("goes_on", Text("It is not over"), Corrected(NOBODY, _NOT_WON))
        return replace(pen, choices=(*pen.choices, goes_on))
    return _says_who(seats, (_WON, _NOT_WON) if state.stage is Stage.OVER else (_WON,))


@lru_cache(CACHE_SIZE)
def _says_who(seats: int, points: tuple[int, ...]) -> Ask:
    pen = correction(seats, "win", points)
    (choice,) = pen.choices
    who, won = choice.slots
    # Nobody has a win more or fewer. The button says it whole: "a win for Ana".
    names = tuple(Text("a win" if n == _WON else "no win") for n in points)
    said = replace(choice, slots=(who, replace(won, labels=names)))
    return replace(pen, text=Text("Has somebody won, or not?"), choices=(said,))


def tellers(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who may tell it: whom it is about, or everybody where the house allows that."""
    # H-S9 House option: everybody may tell for everybody.
    return state.present if state.setup.everybody_tells else seats


def _board_pen_of(state: State) -> Ask:
    everybody = tuple(Seat(seat) for seat in range(state.setup.seats))
    # H-R1 Nobody has more chips than there are.
    having = tuple(seat for seat in everybody if supply(state, side_of(state, seat)))
    theirs = {state.chips[side_of(state, seat)] for seat in having}
    # H-S8 A chip goes where none of its colour lies.
    takes = ALL & ~theirs.pop() if len(theirs) == 1 else ALL
    return _board_pen(having, takes, ALL & ~free(state))


@lru_cache(CACHE_SIZE)
def _board_pen(having: tuple[Seat, ...], takes: int, chips: int) -> Ask:
    choices: list[Choice] = []
    if having:
        slots = (Slot("space", spaces_in(takes), of="space"), Slot("seat", having))
        choices.append(Choice("lies", Text("A chip of"), Fixed(0, NOBODY), slots))
    if chips:
        there = Slot("space", spaces_in(chips), of="space")
        choices.append(Choice("bare", Text("No chip"), Fixed(0, None), (there,)))
    return Ask(Text("The board is wrong?"), (), tuple(choices), must=False, topic="board")


@lru_cache(CACHE_SIZE)
def _redeal(dealer: Seat) -> Ask:
    again = Choice("redeal", Text("Deal again"), Dealt(dealer), sure="Yes: drop this game")
    return offer(Text("Start this game again?"), (), again, "redeal")
