"""Who came in where: the one notion of placing of all games, with ties and what broke them said.

Pure arithmetic on numbers that a game hands it; knows no game.
"""

from collections.abc import Iterable
from fractions import Fraction

from companion.frozen import dataclass
from companion.words import Seat, Text


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat, or a side of several, is placed by: the first number, then what breaks ties.

    More is better. `words` says these numbers in their order, as far as there are words for them.
    """

    seats: tuple[Seat, ...]
    by: tuple[int | Fraction, ...]
    words: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedView:
    """Where a seat came in when the game was over."""

    seat: Seat
    place: int  # 1 is the first; who is level shares a place, and the next is left out: 1, 1, 3
    shared: bool  # another seat, or in a game of sides another side, has the same place
    score: Text | None  # what it is placed by
    decided: tuple[Text, ...]  # the tie-breaks that were looked at, because the score was level


def placing(standings: Iterable[Standing]) -> tuple[PlacedView, ...]:
    """All seats from the first place to the last; a side counts as one."""
    ranked = sorted(standings, key=lambda standing: standing.by, reverse=True)
    return tuple(
        PlacedView(
            seat=seat,
            place=1 + sum(other.by > one.by for other in ranked),
            shared=sum(other.by == one.by for other in ranked) > 1,
            score=one.words[0] if one.words else None,
            decided=one.words[1 : _looked_at(one, ranked)],
        )
        for one in ranked
        for seat in sorted(one.seats)
    )


def first(standings: Iterable[Standing]) -> tuple[Seat, ...]:
    """The seats at the first place, in their order."""
    return tuple(sorted(one.seat for one in placing(standings) if one.place == 1))


def _looked_at(one: Standing, ranked: list[Standing]) -> int:
    """How many of its numbers had to be compared with another's."""
    return max((_compared(one.by, other.by) for other in ranked if other is not one), default=1)


def _compared(one: tuple[int | Fraction, ...], other: tuple[int | Fraction, ...]) -> int:
    pairs = enumerate(zip(one, other, strict=True), 1)
    return next((n for n, (mine, theirs) in pairs if mine != theirs), len(one))
