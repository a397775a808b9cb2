"""How a game of Animal Splash begins, goes round, and comes to its last dive.

Knows no facts: their modules come here when something is done.
"""

from typing import Final

from companion.frozen import replace
from companion.games.animal_splash.deck import Measure
from companion.games.animal_splash.groups import count
from companion.games.animal_splash.scoring import settled
from companion.games.animal_splash.state import (
    EMPTY,
    GAP,
    UNTOLD,
    Stage,
    State,
    Step,
    counting,
    in_game,
    is_light,
    rotation,
    row_length,
    row_of,
    without_start,
)
from companion.games.common import one
from companion.words import Judged, Ruling, Seat, Text

ROUNDS: Final = (0, 0, 8, 7, 6, 5)  # by the number of players
OPEN: Final = 3  # missions

Said = tuple[Ruling, ...]


def lowest(state: State) -> tuple[Seat, ...]:
    """Who has the lowest start card, by the numbers in the corners."""
    numbers = {
        seat: min(state.faces[card].number for card in state.rows[seat]) for seat in state.present
    }
    return tuple(seat for seat, number in numbers.items() if number == min(numbers.values()))


def begun(state: State, said: Said) -> Judged[State]:
    """The first dive, once all start cards are told and it is known who begins."""
    if state.stage is not Stage.STARTING or without_start(state) or len(state.present) < 2:
        return Judged(state, said)
    first = state.first
    if first is None and not is_light(state):
        low = lowest(state)
        # A-R1 Whoever has the lowest start card begins.
        # A-Q24 Of equal ones the youngest: the table says who that is.
        first = low[0] if len(low) == 1 else None
    if first is None:
        return Judged(state, said)
    # A-R2 Eight rounds for two, and one fewer for each more.
    rounds = ROUNDS[len(state.present)]
    on = replace(
        state, stage=Stage.PLAYING, first=first, turn=first, step=Step.MOVE, round=1, rounds=rounds
    )
    text = Text("{seat} begins. {n} dives for everybody.", seat=one(first), n=rounds)
    return Judged(on, (*said, Ruling("A-R1", text, (first,), "start")))


def finished(state: State, said: Said) -> Judged[State]:
    """The end of a turn: what was taken is filled again, and the next one dives."""
    if not is_light(state):
        state = _refilled(state)
    return passed_on(state, said)


def passed_on(state: State, said: Said) -> Judged[State]:
    """The next seat's turn, or the end of the last round."""
    first, seats = state.first or 0, state.setup.seats
    after = [s for s in rotation(state) if (s - first) % seats > (state.turn - first) % seats]
    after_all = replace(state, step=Step.MOVE, voting=-1)
    if after:
        return Judged(replace(after_all, turn=after[0]), said)
    # A-Q27 A round ends with the seat before the one that began.
    if state.round < state.rounds:
        return Judged(replace(after_all, turn=rotation(state)[0], round=state.round + 1), said)
    text = Text("That was the last dive.")
    # A-R2 After the last round points are counted.
    # A-Q1 A start card and one card each round: that is the whole row.
    return counted(replace(after_all, stage=Stage.COUNTING), (*said, Ruling("A-R2", text)))


def counted(state: State, said: Said) -> Judged[State]:
    """The end of the game, as soon as all that the end card counts is known."""
    if state.stage is not Stage.COUNTING:
        return Judged(state, said)
    state = _looked_at(state)
    if state.values is None or any(state.counts[seat] is None for seat in in_game(state)):
        return Judged(state, said)
    return settled(state, said)


def _looked_at(state: State) -> State:
    """What the companion sees by itself of the end card."""
    if state.end is None:
        return state
    end = state.deck.ends[state.end]
    state = replace(state, values=(end.best, end.second))
    if end.measure is Measure.OTHER:
        return state
    # A-C1 In a full game all that it counts lies open.
    counts = tuple(
        count(state.deck, row_of(state, Seat(s)), end.measure, end.of, counting(state))
        if row_length(state, Seat(s))
        else None
        for s in range(state.setup.seats)
    )
    return replace(state, counts=counts)


def _refilled(state: State) -> State:
    gaps = [place for place, card in enumerate(state.grid) if card == GAP]
    lying = min(len(gaps), state.pile)
    grid = list(state.grid)
    for n, place in enumerate(gaps):
        # A-R9 The grid is filled as the last thing of a turn.
        # A-Q23 From an empty pile nothing comes: the place stays empty.
        grid[place] = UNTOLD if n < lying else EMPTY
    missing = min(OPEN - len(state.open) - state.hidden, state.missions_left)
    # A-R9 And so are the missions.
    state = replace(
        state, hidden=state.hidden + missing, missions_left=state.missions_left - missing
    )
    return replace(state, grid=tuple(grid), pile=state.pile - lying)
