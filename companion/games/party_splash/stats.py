"""How a squirt-gun party went: the towels of everybody, round by round.

Who is ahead nobody knows before balloons are shown: the wettest round stands for a turn.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.common import one
from companion.games.figure import Figure
from companion.games.party_splash.cards import Role, role_text
from companion.games.party_splash.soaking import known_role, winners
from companion.games.party_splash.state import (
    Area,
    Dying,
    Stage,
    State,
    is_new,
    most_towels,
    still_in,
)
from companion.games.race import Race, last_of_each
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is over."""
    end = states[-1]
    seats = end.players
    rounds = [state for state in states if state.number == end.number and state.round]
    left = list(last_of_each(rounds, lambda state: state.round))
    if left and end.stage is not Stage.OVER:
        left.pop()
    first = rounds[:1]
    towels = [tuple(most_towels(state, seat) for seat in seats) for state in first]
    towels += [tuple(max(0, state.kids[seat].towels) for seat in seats) for state in left]
    lost = [sum(now) - sum(then) for now, then in zip(towels, towels[1:], strict=False)]
    pivot = 1 + lost.index(max(lost)) if lost and max(lost) > 0 else 0
    said = _said(max(lost)) if pivot else None
    title, sides = Text("Dry towels"), tuple((seat,) for seat in seats)
    return Race(title, Text("Round"), sides, tuple(towels), pivot, said)


def _said(fewer: int) -> Text:
    if fewer == 1:
        return Text("the wettest of all, one dry towel fewer.")
    return Text("the wettest of all, {n} dry towels fewer.", n=fewer)


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """Who was still dry when it was over, who soaked whom, and as what everybody won."""
    end = states[-1]
    seats = [seat for seat in end.players if not is_new(end, seat)]
    played = [state for state in states if state.number == end.number]
    by = dict(found for then, now in pairwise(played) for found in _soaked(then, now))
    return tuple(found for seat in seats for found in _of_seat(end, seat, by.get(seat), seats))


def _of_seat(end: State, seat: Seat, by: Seat | None, seats: Sequence[Seat]) -> Iterator[Figure]:
    yield Figure(seat, Text("Dry at the end"), int(seat in still_in(end)), 1)
    for other in seats:
        if other != seat:
            said = Text("Soaked by {seat}", seat=one(other))
            yield Figure(seat, said, int(by == other), 1, seldom=True)
    role = known_role(end, seat)
    if role is not None:
        said = Text("Won as: {role}", role=role_text(Role(role)))
        yield Figure(seat, said, int(seat in winners(end)), 1)


def _soaked(then: State, now: State) -> Iterator[tuple[Seat, Seat]]:
    """Who was soaked just now, and by whom; nobody did it to whoever has left."""
    gone = [seat for seat in then.ring if seat not in now.ring]
    for frame in then.stack:
        for seat in gone:
            fell = isinstance(frame, Area) and seat in dict(frame.fallen)
            died = isinstance(frame, Dying) and frame.target == seat
            if isinstance(frame, Area | Dying) and (fell or died) and frame.by is not None:
                yield seat, frame.by
