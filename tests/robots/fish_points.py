"""The score of Twisted Fish where people come and go, reckoned apart from the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.twisted_fish.robot.score import (
    COLOURS,
    FISH,
    GOAL,
    STUCK,
    WORTH,
    Pile,
    Standing,
)
from companion.words import Seat


@dataclass
class Points:
    """The score of a tournament in which people come and go."""

    seats: int
    whole_round: bool
    base: list[int] = field(init=False)
    gains: list[int] = field(init=False)
    king: int | None = None
    rounds: int = 0
    here: tuple[Seat, ...] = ()
    best: set[int] = field(default_factory=set)
    rests: bool = False
    last: tuple[list[Pile], list[list[int]], set[int], tuple[Seat, ...]] | None = None

    def __post_init__(self) -> None:
        self.base, self.gains = [0] * self.seats, [0] * self.seats

    @property
    def totals(self) -> list[int]:
        return [a + b for a, b in zip(self.base, self.gains, strict=True)]

    def dealt(self) -> None:
        """A new round: what was gained is settled."""
        self.base, self.gains = self.totals, [0] * len(self.base)
        self.last, self.best, self.rests = None, set(), False

    def round_over(
        self, piles: Iterable[Pile], hands: Iterable[Iterable[int]], liars: set[int]
    ) -> None:
        """A round ended with these baskets and hands."""
        self.rounds += 1
        self.last = [*piles], [[*hand] for hand in hands], liars, self.here
        self.again()

    def again(self) -> None:
        """The points of the last round, as baskets count by now."""
        assert self.last is not None
        piles, hands, liars, there = self.last
        self.gains = [0] * len(self.base)
        for pile in piles:
            if not (self.whole_round and pile.seat in liars):
                self.gains[pile.seat] += pile.points()
        for seat, hand in enumerate(hands):
            for card in hand:
                self.gains[seat] -= WORTH[card // COLOURS] if card < FISH else STUCK
        most = max(self.gains[seat] for seat in there)
        self.best = {seat for seat in there if self.gains[seat] == most}
        self.crown()

    def crown(self) -> None:
        """Whoever is King by now, of those who are there."""
        here = [self.totals[seat] for seat in self.here]
        most = max(here, default=0)
        self.king = None
        if most >= GOAL and here.count(most) == 1:
            self.king = next(s for s in self.here if self.totals[s] == most)

    def standing(self) -> Standing:
        """The score as it stands."""
        return Standing(tuple(self.totals), self.king, self.rounds)
