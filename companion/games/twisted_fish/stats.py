"""How a tournament of Twisted Fish went: everybody's points, round by round, and who was caught."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.figure import Figure, counted
from companion.games.race import Race, decided, last_of_each, level_at_first
from companion.games.record import Best, at_of
from companion.games.twisted_fish.highlights import proven, worth
from companion.games.twisted_fish.state import Stage, State, total
from companion.words import Seat, Text


def race(states: Sequence[State]) -> Race:
    """Of a game by its states; the round at hand is left out until it is scored."""
    end, left = states[-1], _scored(states)
    points = [tuple(total(now, Seat(seat)) for seat in range(len(now.base))) for now in left]
    scores = level_at_first(points, len(end.base))
    sides = tuple((Seat(seat),) for seat in range(len(end.base)))
    return decided(
        Text("Points"), Text("Round"), sides, scores, () if end.king is None else (end.king,)
    )


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What everybody did, in rounds that were scored; a whopper counts if it came out."""
    scored = [one for one in _scored(states) if one.winners]  # not one that was left
    return tuple(
        found
        for seat in map(Seat, range(len(states[-1].base)))
        for found in _of_seat(seat, [one for one in scored if seat in one.present], states)
    )


def records(states: Sequence[State]) -> tuple[Best, ...]:
    """The whopper about the dearest card, of those that were proven."""
    lies = [(number, lie) for number, some in proven(states).items() for lie in some]
    if not lies:
        return ()
    number, best = max(lies, key=lambda one: worth(one[1]))
    said = (s for s in states if s.number == number and s.round and best in s.round.lies)
    at, points = at_of(states, next(said)), worth(best)
    biggest = Text("Biggest whopper")
    return (Best(biggest, (best.seat,), points, points, at, "points"),)


def _of_seat(seat: Seat, rounds: Sequence[State], states: Sequence[State]) -> Iterator[Figure]:
    yield Figure(seat, Text("Rounds won"), sum(seat in now.winners for now in rounds), len(rounds))
    yield from counted(seat, {"Baskets": [_baskets(now, seat) for now in rounds]})
    followed = [(now.number, now.round) for now in rounds if now.round is not None]
    caught = [number for number, now in followed if seat in now.liars]
    yield Figure(seat, Text("Caught telling a whopper"), len(caught), len(followed))
    heard = proven(states)
    proofs = [sum(lie.seat == seat for lie in heard[number]) for number in caught]
    said = Text("Caught, and what was said proved it")
    yield Figure(seat, said, sum(map(bool, proofs)), len(caught))
    used = Counter(number for number, who in _zingers(states) if who == seat)
    yield from counted(seat, {"Zingers": [used[number] for number, _ in followed]})


def _baskets(state: State, seat: Seat) -> int:
    """The baskets of a seat in a round, whether a whopper cost them or not."""
    if state.round is not None:
        return sum(basket.seat == seat for basket in state.round.baskets)
    line = state.cards[seat] if seat < len(state.cards) else None
    return line.sharks + line.tens + line.fives if line else 0


def _zingers(states: Sequence[State]) -> Iterator[tuple[int, Seat]]:
    """The round in which a Zinger was used, and by whom: whose hand it left."""
    for before, after in pairwise(states):
        then, now = before.round, after.round
        if then and now and before.number == after.number and now.spent & ~then.spent:
            stoppable = now.stoppable
            counts = enumerate(zip(then.counts, now.counts, strict=False))
            fewer = [seat for seat, (had, has) in counts if has < had]
            if stoppable is not None and stoppable.user in fewer:
                yield after.number, stoppable.user
            elif len(fewer) == 1:
                yield after.number, Seat(fewer[0])


def _scored(states: Sequence[State]) -> list[State]:
    """How each round that was scored was left."""
    left = [last for last in last_of_each(states, lambda state: state.number) if last.number]
    if left and left[-1].stage not in (Stage.SCORED, Stage.OVER):
        left.pop()
    return left
