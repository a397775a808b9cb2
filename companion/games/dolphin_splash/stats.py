"""How a game of SPLASH! went: the letters of everybody, round by round, and whose hand was first.

Of a grab counts only what all pads felt beyond doubt, and whose it was only where somebody said so.
"""

from collections.abc import Iterator, Sequence

from companion.games.dolphin_splash.felt import ADVICE as ADVICE
from companion.games.dolphin_splash.felt import table as table
from companion.games.dolphin_splash.highlights import order_of, scored_rounds
from companion.games.dolphin_splash.state import Phase, Placed, State, claimants
from companion.games.figure import Figure, counted
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.record import Best, at_of
from companion.words import Seat, Text

WHOSE = "Of {every} grabs, {n} said whose."
CLOSEST = Text("Closest finish")
FASTEST = Text("Fastest hand after the first one")
NEAR_US = 20_000  # a photo finish
NEAR = "My hand was ahead by under 20 ms"


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is scored."""
    end = states[-1]
    left = [last for last in last_of_each(states, lambda state: state.round) if last.round]
    if left and left[-1].phase not in (Phase.SCORED, Phase.OVER):
        left.pop()
    scores = level_at_first([state.letters for state in left], len(end.letters))
    sides = tuple((Seat(seat),) for seat in range(len(end.letters)))
    won = () if end.winner is None else (end.winner,)
    return decided(Text("Letters"), Text("Round"), sides, scores, won)


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What everybody did, in rounds that were scored."""
    scored = tuple(scored_rounds(states))
    seats = [Seat(seat) for seat in range(len(states[-1].letters))]
    return tuple(found for seat in seats for found in _of_seat(seat, states, scored))


def records(states: Sequence[State]) -> tuple[Best, ...]:
    """The closest finish, and the fastest hand after the first one, of rounds that were scored."""
    tries = [one for state in scored_rounds(states) for one in _tries(states, state)]
    finishes = [one for one in tries if one.said == CLOSEST]
    hands = [one for one in tries if one.said == FASTEST]
    return tuple(min(some, key=lambda one: one.high) for some in (finishes, hands) if some)


def _tries(states: Sequence[State], state: State) -> Iterator[Best]:
    order, at = order_of(state), at_of(states, state)
    for placed in order[1:]:
        first, later = order[0].touch, placed.touch
        low = max(0, later.since_us - first.until_us)
        high = later.until_us - first.since_us
        whose = claimants(state, later.pad)
        if placed is order[1]:
            both = (*claimants(state, first.pad), *whose)
            yield Best(CLOSEST, both, low, high, at, felt=True)
        if placed.place > 1 and whose:
            yield Best(FASTEST, whose, low, high, at, felt=True)


def _of_seat(seat: Seat, states: Sequence[State], scored: Sequence[State]) -> Iterator[Figure]:
    mine = [state for state in scored if seat in state.present]
    grabs = [(state, order) for state in mine if (order := order_of(state))]
    own = [
        placed
        for state, order in grabs
        for placed in order
        if claimants(state, placed.touch.pad) == (seat,)
    ]
    first = sum(placed.place == 1 and not placed.close for placed in own)
    close = sum(placed.place == 1 and placed.close for placed in own)
    later = tuple(placed.after_us for placed in own if placed.place > 1)
    ahead = [order for _, order in grabs if order[0] in own and not order[0].close]
    near = sum(map(_is_near, ahead))
    said, felt = len(own), len(grabs)
    yield Figure(seat, Text("My hand was first"), first, said, felt, WHOSE, felt=True)
    yield Figure(seat, Text("Too close to call"), close, said, felt, WHOSE, felt=True)
    yield Figure(seat, Text(NEAR), near, said, felt, WHOSE, felt=True)
    after = Text("After the first hand")
    yield Figure(seat, after, 0, 0, felt, WHOSE, took_us=later, felt=True, of=said)
    rounds = {state.round for state in mine}
    soon = {now.round for now in states if seat in now.touchers} & rounds
    yield Figure(seat, Text("Too soon"), len(soon), len(rounds))
    letters = [now.letters[seat] - _had(states, now.round, seat) for now in mine]
    yield from counted(seat, {"Letters": letters})


def _is_near(order: Sequence[Placed]) -> bool:
    """Whether the second hand came so soon after the first one, whatever its stamps leave open."""
    if len(order) < 2:
        return False
    return order[1].touch.until_us - order[0].touch.since_us < NEAR_US


def _had(states: Sequence[State], number: int, seat: Seat) -> int:
    """The letters of a seat when a round began."""
    begun = next(state for state in states if state.round == number)
    return begun.letters[seat] if seat < len(begun.letters) else 0
