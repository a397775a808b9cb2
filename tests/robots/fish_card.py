"""A Twisted Fish family that plays by its own eyes and tells its score card alone, honestly."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from companion.games.twisted_fish.facts import Dealt, Setup, Tallied
from companion.words import Seat

CARDS: Final = 5  # in a basket
KINDS: Final = (15,) + (10,) * 4 + (5,) * 8  # worth of a card, by kind
STUCK: Final = 25  # a Zinger in hand
GOAL: Final = 400
FIELDS: Final = {15: "sharks", 10: "tens", 5: "fives"}
LINE: Final = (*FIELDS.values(), *(f"left_{name}" for name in FIELDS.values()), "zingers")


@dataclass
class CardFamily:
    """Baskets of all thirteen kinds fall to some, or lie broken in a hand; most points win."""

    setup: Setup
    rng: Random
    totals: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.totals = [0] * self.setup.seats

    def game(self) -> Iterator[Any]:
        """Its rounds: a deal, and everybody's line."""
        dealer = self.setup.dealer
        while not self.winners():
            yield Dealt(dealer)
            lines = self._round()
            for seat in self.rng.sample(range(self.setup.seats), self.setup.seats):
                yield Tallied(Seat(seat), **lines[seat])
            dealer = Seat((dealer + 1) % self.setup.seats)

    def winners(self) -> tuple[Seat, ...]:
        """Whoever has the most at 400 or more, if nobody has as many."""
        best = max(self.totals)
        first = tuple(Seat(n) for n, total in enumerate(self.totals) if total == best)
        return first if best >= GOAL and len(first) == 1 else ()

    def _round(self) -> list[dict[str, int]]:
        lines = [dict.fromkeys(LINE, 0) for _ in self.totals]
        for worth in KINDS:
            seat, field_ = self.rng.randrange(len(lines)), FIELDS[worth]
            if self.rng.random() < 0.7:
                lines[seat][field_] += 1
                self.totals[seat] += CARDS * worth
            else:
                held = self.rng.randint(0, CARDS)
                lines[seat][f"left_{field_}"] += held
                self.totals[seat] -= held * worth
        stuck = self.rng.randrange(len(lines))
        lines[stuck]["zingers"] = self.rng.randint(0, 1)
        self.totals[stuck] -= STUCK * lines[stuck]["zingers"]
        return lines
