"""What Twisted Fish's record proves, by stories in which all cards really lie somewhere.

F-C4, F-C7: nobody is wronged, and who sits where proves nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.games.twisted_fish import knowing
from companion.games.twisted_fish.cards import BASKET
from companion.games.twisted_fish.knowing import Known
from companion.words import Seat

SEATS, KINDS = 4, 2
CARDS = KINDS * BASKET
Told = Callable[[Known], tuple[Known, knowing.Proven]]


class Story:
    """Where the cards of some kinds really are, and what is told; all seats are turned by `by`."""

    def __init__(self, seed: int, by: int) -> None:
        self.rng, self.by = Random(seed), by
        self.lies = set[tuple[int, int]]()
        self.at = [self.rng.randrange(-1, SEATS) for _ in range(CARDS)]

    def seat(self, place: int) -> int:
        """What the seat is called in this story; the pond is the pond."""
        return place if place < 0 else (place + self.by) % SEATS

    def told(self) -> Iterator[Told]:
        """The next things that happen, as the record hears of them."""
        rare, often = (self.drew, self.pulled, self.netted), (self.denied, self.seen) * 4
        for _ in range(40):
            yield self.rng.choice((*rare, *often))()
            yield self.counted()

    def cards(self, place: int) -> list[int]:
        return [card for card, at in enumerate(self.at) if at == place]

    def drew(self) -> Told:
        seat = self.rng.randrange(SEATS)
        if pond := self.cards(-1):
            self.at[self.rng.choice(pond)] = seat
        left = len(self.cards(-1))
        return lambda known: (knowing.drew(known, Seat(self.seat(seat)), left), ())

    def pulled(self) -> Told:
        seat = self.rng.choice([at for at in self.at if at >= 0] or [0])
        if not (hand := self.cards(seat)):
            return lambda known: (known, ())
        self.at[self.rng.choice(hand)] = -1
        return lambda known: (knowing.pulled(known, Seat(self.seat(seat)), len(hand) - 1), ())

    def netted(self) -> Told:
        giver, taker = self.rng.sample(range(SEATS), 2)
        if not (hand := self.cards(giver)):
            return lambda known: (known, ())
        card = self.rng.choice(hand)
        self.at[card] = taker
        one, other = Seat(self.seat(giver)), Seat(self.seat(taker))
        return lambda known: (knowing.netted(known, one, other, card // BASKET), ())

    def denied(self) -> Told:
        card = self.rng.randrange(CARDS)
        seat = self.rng.choice((self.rng.randrange(SEATS), max(0, self.at[card])))
        if self.at[card] == seat:
            self.lies.add((self.seat(seat), card))

        def told(known: Known) -> tuple[Known, knowing.Proven]:
            known, lied = knowing.denied(known, Seat(self.seat(seat)), card)
            return known, ((Seat(self.seat(seat)), card),) if lied else ()

        return told

    def seen(self) -> Told:
        card, to = self.rng.randrange(CARDS), self.rng.randrange(SEATS)
        at, self.at[card] = self.seat(self.at[card]), to
        return lambda known: knowing.seen(known, 1 << card, at, self.seat(to))

    def counted(self) -> Told:
        count = Counter(map(self.seat, self.at))
        return lambda known: knowing.counted(known, tuple(count[seat] for seat in range(SEATS)))


def record(story: Story) -> list[tuple[tuple[int, ...], set[tuple[int, int]]]]:
    """At each moment what may be where and what is proven, by seats before they were turned."""
    known, found = knowing.dealt(tuple(map(Seat, range(SEATS))), SEATS), []
    known = knowing.seen(known, knowing.ALL & -(1 << CARDS), -1, None)[0]
    for told in story.told():
        known, new = told(known)
        assert {*new} <= story.lies, "who has told the truth is accused of nothing"
        may = (*(known.may[story.seat(seat)] for seat in range(SEATS)), known.may[-1])
        found.append((may, {((seat - story.by) % SEATS, card) for seat, card in new}))
    return found


@pytest.mark.parametrize("tenth", range(10))
def test_who_sits_where_proves_nothing(tenth: int) -> None:
    some = 0
    for seed in range(tenth, 60, 10):
        by_seat = [record(Story(seed, by)) for by in range(SEATS)]
        assert all(one == by_seat[0] for one in by_seat)
        some += sum(len(proven) for _, proven in by_seat[0])
    assert some > 3
