"""How somebody leaves a Twisted Fish table, alone or with others in the same moment.

What is then true of the round, the turn and the pond is reckoned here, apart from the rules.
"""

from collections.abc import Callable, Generator
from typing import Any

from companion.bits import ones
from companion.games.twisted_fish.facts import (
    Asked,
    Boat,
    Challenged,
    Dead,
    Denied,
    DiverLaid,
    Fact,
    Laid,
    Lured,
    Netted,
    NoFishing,
    Warden,
)
from companion.games.twisted_fish.robot.family import TwistedFishFamily
from companion.games.twisted_fish.robot.hands import FULL, KINDS
from companion.games.twisted_fish.robot.holding import DIVER
from companion.words import Left, Seat


class Gone(Exception):
    """Whose turn it is has left."""


class AskedGone(Exception):
    """Who was just asked has left."""


class Dropped(Exception):
    """The round is dropped."""


class Leaving(TwistedFishFamily):
    """People who may get up at any moment; who comes back or sits down is another's."""

    def _leave_together(self, seat: Seat, now: Any) -> Generator[Fact, None, Exception | None]:
        """Somebody leaves, and perhaps others in the same moment."""
        thrown = yield from self._leave(seat, now)
        while not self.resting and not self._passed and self._chance(self.moves.leaves_too):
            # What becomes of a turn that is just broken off is known when the next one begins.
            stays = self._turn if isinstance(thrown, AskedGone) else self._left_of(self._turn)
            may = [other for other in self.seats if thrown is None or other != stays]
            if isinstance(thrown, Dropped) or not may or (thrown and not self.pond):
                break
            if thrown is not None:
                self._asked = None
            self._count("left together")
            also = yield from self._leave(self.rng.choice(may), now)
            thrown = also if thrown is None or isinstance(also, Dropped) else thrown
        return thrown

    def _leave(self, seat: Seat, now: Any) -> Generator[Fact, None, Exception | None]:
        if seat in self.joining:
            self.joining = tuple(other for other in self.joining if other != seat)
            yield Left(seat)
            return None
        playing, asked = self.in_play, self._asked
        for what in self._midway(seat, now):
            self._count(what)
        self._count(
            "left asked"
            if seat == asked and playing
            else "left in turn"
            if playing and seat == self._turn and self._depth
            else "left"
        )
        self._goes(seat, now)
        if len(self.seats) < self.least:
            self.resting = self.points.rests = True
            self._wake()
            if playing:
                self._drop()
            yield Left(seat)
            return Dropped() if playing else None
        yield Left(seat)
        if not playing or not self._depth:
            return None
        if seat == self._turn or self._passed:
            return Gone()
        return AskedGone() if seat == asked else None

    def _midway(self, seat: Seat, now: Any) -> list[str]:
        """In which ways it is not plain what becomes of the round if the seat leaves now."""
        if not self.in_play:
            return []
        ways = []
        if not self._last.is_settled():
            ways.append("left before the last turns")
        if self._still and not self.hands[seat]:
            ways.append("left among the dead")
        if not self.pond and (self._unsaid is not None or self._dry_now(now)):
            ways.append("left a pond")
        match now:
            case Laid(who, _) | DiverLaid(who, _) if who == seat and seat != self._turn:
                ways.append("left and had laid")
            case Warden(user, _) | Boat(user, _) | NoFishing(user, _) if user == seat:
                ways.append("left and had used a Zinger")
        if any(self._may_dive(other) for other in self._beside(seat)):
            ways.append("left beside a Diver")
        if seat == self._asked and not self.hands[seat]:
            ways.append("left asked without a card")
        return ways

    def _beside(self, seat: Seat) -> list[Seat]:
        """Whose turn comes next, or has but just come, once the seat's own is over."""
        if seat == self._turn:
            return [self._left_of(seat)]
        return [self._turn] if self._left_of(seat) == self._turn and not self._begun else []

    def _may_dive(self, seat: Seat) -> bool:
        """Whether it lays the Diver before its turn has begun, or has just done so."""
        if any(pile.seat == seat and pile.diver is not None for pile in self.piles):
            return not self._ripe
        laid = {pile.kind for pile in self.piles}
        kinds = [self.hands[seat] >> kind * 5 & FULL for kind in range(KINDS) if kind not in laid]
        return bool(self._has(seat, DIVER)) and any(k.bit_count() == 4 for k in kinds)

    def _dry_now(self, now: Any) -> list[Seat]:
        """Who is passed over right now, with no card in hand and none in the pond."""
        asks = isinstance(now, Asked | Lured | Netted | Denied | NoFishing | Challenged)
        if self.pond or (not self._over and (asks or self._unsaid is not None)):
            return []
        seat, passed = self._left_of(self._turn) if self._over else self._turn, list[Seat]()
        while not self.hands[seat] and seat not in passed:
            passed.append(seat)
            seat = self._left_of(seat)
        return passed

    def _goes(self, seat: Seat, now: Any) -> None:
        if seat == self.dealer:
            self.dealer = self._left_of(seat)
        passed, still = self._dry_now(now), self._still_without(seat, now)
        self.seats = tuple(other for other in self.seats if other != seat)
        self.points.here = self.seats
        if not self.in_play:
            return
        self._still = min(self._still, still(self._still))
        *before, was_still, begun = self._before
        self._before = (*before, 0 if self.hands[seat] else still(was_still), begun)
        if self.hands[seat]:
            self._still, self._passed = 0, passed or self._passed
        self.pond += ones(self.hands[seat])
        self.rng.shuffle(self.pond)
        self.hands[seat] = 0
        self._last.gone(seat, self._may_have_a_turn)
        self.accused = [other for other in self.accused if other != seat]
        if self._unsaid == seat:
            self._unsaid = None
        if self._taker == seat:
            self._got = None

    def _may_have_a_turn(self, seat: int) -> bool:
        return seat not in self._passed and bool(self.pond or self.hands[seat])

    def _still_without(self, seat: Seat, now: Any) -> Callable[[int], int]:
        """So many in a row were dead in the water, counted without a seat."""
        around = sorted(self.seats, key=lambda other: (other >= self._at, -other))
        if isinstance(now, Dead) and not now.drew:
            around = [self._at, *around]
        return lambda still: still - (seat in around[:still])

    def _drop(self) -> None:
        self.hands = [0] * len(self.hands)
        self.piles, self.pond, self.used = [], [], set()
        self.accused = []
