"""An own count of Twisted Fish, told only what really happened: the referee is held against it.

Written apart from the rules it checks, and after the box's words: it must not import them.
"""

from collections.abc import Iterable

from companion.frozen import dataclass

WORTH = (15,) + (10,) * 4 + (5,) * 8  # a card, by kind: shark, then four, then eight
COLOURS = 5
FISH = 65
STUCK = 25  # a Zinger in hand at the end
GOAL = 400


@dataclass(slots=True)
class Pile:
    """A basket as it lies on the table."""

    seat: int
    kind: int
    diver: int | None = None  # the card that the Diver stands for
    lost: bool = False

    def points(self) -> int:
        """What it is worth to its owner."""
        real = COLOURS if self.diver is None else COLOURS - 1
        return 0 if self.lost else WORTH[self.kind] * real


@dataclass(frozen=True, slots=True)
class Standing:
    """What the family knows and the referee has to find out."""

    totals: tuple[int, ...]
    king: int | None
    rounds: int


class Score:
    """Points of a tournament."""

    def __init__(self, seats: int, whole_round: bool) -> None:
        self.totals = [0] * seats
        self.king: int | None = None
        self.rounds = 0
        self._whole_round = whole_round

    def round_over(
        self, piles: Iterable[Pile], hands: Iterable[Iterable[int]], liars: set[int]
    ) -> None:
        """A round ended with these baskets and hands."""
        for pile in piles:
            if not (self._whole_round and pile.seat in liars):
                self.totals[pile.seat] += pile.points()
        for seat, hand in enumerate(hands):
            for card in hand:
                self.totals[seat] -= WORTH[card // COLOURS] if card < FISH else STUCK
        self.rounds += 1
        most = max(self.totals)
        if most >= GOAL and self.totals.count(most) == 1:
            self.king = self.totals.index(most)

    def standing(self) -> Standing:
        """The score as it stands."""
        return Standing(tuple(self.totals), self.king, self.rounds)
