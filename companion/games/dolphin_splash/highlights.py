"""What was worth telling of a game of SPLASH!: the closest photo finish, and the fastest hand.

Reads rounds that were scored as people left them; a grab that was a foul tells nothing, nor
does a round in which a robot held a hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from companion.games.dolphin_splash.state import (
    Phase,
    Placed,
    State,
    claimants,
    finish_text,
    photo_finish,
    unheard,
)
from companion.games.highlight import Feat, Highlight, closeness
from companion.words import Seats, Text

SECOND_US = 1_000_000


def highlights(states: Sequence[State]) -> tuple[Highlight, ...]:
    """Of a game by its states: at most one finish, and one hand."""
    scored = tuple(state for state in scored_rounds(states) if not state.robots)
    finishes = [found for state in scored for found in _finish(state)]
    closest = max(finishes, key=lambda found: found.value, default=None)
    return (*((closest,) if closest else ()), *_hand(scored))


def scored_rounds(states: Sequence[State]) -> Iterator[State]:
    """How each round that was scored was left."""
    for _, of_round in groupby(states, key=lambda state: state.round):
        *_, last = of_round
        if last.phase in (Phase.SCORED, Phase.OVER) and last.before is not None:
            yield last


def order_of(state: State) -> tuple[Placed, ...]:
    """The photo finish of a round in which every pad can be believed."""
    return () if state.missed or unheard(state) else photo_finish(state)


def _finish(state: State) -> Iterator[Highlight]:
    order = order_of(state)
    if len(order) > 1:
        seats = tuple(seat for p in order[:2] for seat in claimants(state, p.touch.pad))
        value = closeness(Fraction(order[1].after_us, SECOND_US))
        yield Highlight(Feat.FINISH, value, seats, finish_text(state))


def _hand(scored: Sequence[State]) -> Iterator[Highlight]:
    """Whose dolphin was surely the first, most often."""
    orders = ((state, order) for state in scored if (order := order_of(state)))
    times = Counter(
        claimants(state, order[0].touch.pad)[0]
        for state, order in orders
        if not order[0].close and claimants(state, order[0].touch.pad)
    )
    most = max(times.values(), default=0)
    seats = tuple(sorted(seat for seat, n in times.items() if n == most))
    if seats:
        were = "was" if len(seats) == 1 else "were"
        often = "once" if most == 1 else "{n} times"
        text = Text(f"{{seats}} {were} first {often}.", seats=Seats(seats), n=most)
        yield Highlight(Feat.HAND, most, seats, text)
