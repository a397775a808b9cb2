"""The end of a game of Animal Splash: the end card's points, fairly shared, and who has won.

Points are exact fractions; nothing is rounded.
"""

from fractions import Fraction

from companion.frozen import replace
from companion.games.animal_splash.state import Stage, State, in_game, in_points, total
from companion.games.common import one
from companion.games.placing import Standing, first
from companion.words import Judged, Ruling, Seat, Seats, Text

Said = tuple[Ruling, ...]


def shared(
    counts: tuple[int | None, ...], values: tuple[int, int], zero_counts: bool
) -> tuple[Fraction, ...]:
    """The end card's points by seat: equal ones share their places' points evenly.

    A seat that plays no part counts None.
    """
    shares = [Fraction(0)] * len(counts)
    # A-Q19 Nothing gets nothing. House option: it may be the best as well.
    standing = {count for count in counts if count is not None and (count or zero_counts)}
    place = 0
    for count in sorted(standing, reverse=True):
        equal = [seat for seat, other in enumerate(counts) if other == count]
        # A-R10 The best gets the first value and the next one the second; two that are equal get
        # half of both.
        # A-Q18 However many are equal: their places' points together, evenly.
        # A-Q20 The second value is for the next best, with two players as well.
        prize = Fraction(sum(values[place : place + len(equal)]), len(equal))
        for seat in equal:
            shares[seat] = prize
        place += len(equal)
    return tuple(shares)


def settled(state: State, said: Said) -> Judged[State]:
    """The game is over: the end card is shared out, and somebody has won."""
    assert state.values is not None
    counts = tuple(
        count if seat in in_game(state) else None for seat, count in enumerate(state.counts)
    )
    shares = shared(counts, state.values, state.setup.zero_counts_for_end_card)
    after = replace(state, stage=Stage.OVER, shares=shares)
    rulings = tuple(_share(seat, counts[seat], share) for seat, share in enumerate(shares) if share)
    return crowned(after, (*said, *rulings))


def crowned(state: State, said: Said) -> Judged[State]:
    """Who has won, by the points as they stand."""
    winners = first(standings(state))
    after = replace(state, winners=winners)
    text = Text(
        _won(state, winners),
        seats=Seats(winners),
        points=in_points(total(state, winners[0])),
        n=state.oxygen[winners[0]],
    )
    return Judged(after, (*said, Ruling("A-R11", text, winners, "win")))


def standings(state: State) -> tuple[Standing, ...]:
    """What everybody is placed by."""
    return tuple(_standing(state, seat) for seat in in_game(state))


def _standing(state: State, seat: Seat) -> Standing:
    points, air = total(state, seat), state.oxygen[seat]
    # A-R11 The most points, then the most oxygen; and who still is equal shares.
    by = (points, air)
    return Standing((seat,), by, (in_points(points), Text("{n} oxygen left", n=air)))


def _won(state: State, winners: tuple[Seat, ...]) -> str:
    level = [s for s in in_game(state) if total(state, s) == total(state, winners[0])]
    if len(winners) > 1:
        return "{seats} share the victory with {points} and {n} oxygen each!"
    if len(level) > 1:
        return "{seats} has won with {points} and the most oxygen: {n}!"
    return "{seats} has won with {points}!"


def _share(seat: int, count: int | None, share: Fraction) -> Ruling:
    text = Text(
        "{seat} has {count} of the end card: {points}.",
        seat=one(Seat(seat)),
        count=count or 0,
        points=in_points(share),
    )
    return Ruling("A-R10", text, (Seat(seat),))
