"""A Twisted Fish family that does not sit still: some get up at any moment, others sit down.

It writes with the pen, takes asks back, ends or drops rounds, and finds out late about whoppers.
What is then true is reckoned here, apart from the rules.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from companion.bits import ones
from companion.frozen import replace
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import (
    Agreed,
    Asked,
    AskVoid,
    Boat,
    Caught,
    Denied,
    DiverLaid,
    Divine,
    Fact,
    Laid,
    Lured,
    NetDenied,
    Netted,
    NetVoid,
    NoFishing,
    Setup,
    Warden,
)
from companion.games.twisted_fish.robot.family import PROVEN, Over, TwistedFishFamily
from companion.games.twisted_fish.robot.hands import FULL, KINDS, Temper
from companion.games.twisted_fish.robot.holding import BOAT, NET, NO_FISHING, WARDEN
from companion.games.twisted_fish.robot.score import (
    COLOURS,
    FISH,
    GOAL,
    STUCK,
    WORTH,
    Pile,
    Standing,
)
from companion.games.twisted_fish.state import Stage
from companion.words import SEATS_MOST, Corrected, HandedOver, Joined, Left, Ruling, Seat
from tests.robots import fish_straight
from tests.robots.told import Played

SEATS: Final = 6
ROUNDS: Final = 3
EAGER: Final = Temper(zings=0.4, stops=0.9, forgets=0.3)
SLOW: Final = Temper(zings=0.04, stops=1.0, forgets=0.9)  # baskets are laid late
TEMPERS: Final = (fish_straight.HONEST, fish_straight.LIARS, EAGER, SLOW)
PAUSE: Final = object()


class Gone(Exception):
    """Whose turn it is has left."""


class AskedGone(Exception):
    """Who was just asked has left."""


class Dropped(Exception):
    """The round is dropped."""


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, after each thing that is told."""

    leaves: float = 0.01
    joins: float = 0.02
    pens: float = 0.02
    hands_over: float = 0.005
    voids: float = 0.05
    redeals: float = 0.001
    agrees: float = 0.001
    late: float = 0.7  # a whopper after the score, a basket before Divine Intervention


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


class RestlessFish(TwistedFishFamily):
    """People who come and go."""

    def __init__(
        self, setup: Setup, rng: Random, temper: Temper | None = None, moves: Restless | None = None
    ) -> None:
        super().__init__(setup, rng, temper)
        self.moves = moves or Restless()
        self.points = Points(setup.seats, setup.whopper.value == "whole_round")
        self.score = self.points  # type: ignore[assignment]
        self.points.here = self.seats
        self.least = 2 if setup.two_players else 3
        self.joining: tuple[Seat, ...] = ()
        self.closed = False  # the round is over and leftovers are told
        self.in_play = self.resting = False
        self.deals = 0
        self.did: dict[str, int] = {}
        self._challenges = False
        self._depth = 0
        self._asked: Seat | None = None
        self._was_fresh = True
        self._is_void = False
        self._done = False
        self._dry = False  # nothing was in the pond at the "no"

    # --- what is told -------------------------------------------------------------------------

    def told(self, most: int) -> Iterator[Fact]:
        """An evening of so many rounds, and all that comes between."""
        game = self._evening(most)
        now: Any = next(game, None)
        while now is not None:
            if now is not PAUSE:
                self._note(now)
                yield now
            thrown = yield from self._something(now)
            try:
                now = game.throw(thrown) if thrown is not None else next(game)
            except StopIteration:
                return

    def hear(self, rulings: Iterable[Ruling]) -> None:
        """What the companion said, also that an ask is void."""
        rulings = tuple(rulings)
        self._is_void = any((r.rule, r.sign) == ("F-C5", "deny") for r in rulings)
        super().hear(rulings)

    def _evening(self, most: int) -> Iterator[Any]:
        while self.points.king is None and self.deals < most:
            if self.resting:
                yield PAUSE
                continue
            try:
                yield from self.round()
            except Dropped:
                self.in_play = False
                continue
            yield PAUSE

    def round(self) -> Iterator[Fact]:
        """One round, of whoever is there."""
        self.seats = tuple(sorted({*self.seats, *self.joining}))
        self.joining, self.points.here = (), self.seats
        self.points.dealt()
        self.hands = [0] * len(self.hands)
        self.deals += 1
        self.in_play = True
        yield from super().round()
        self.in_play = False

    def _note(self, fact: Fact) -> None:
        """Keep in mind who is asked."""
        if isinstance(fact, Denied | NoFishing):
            self._dry = not self.pond
        match fact:
            case Asked(_, target, _) | Lured(_, target, _) | Netted(_, target, _):
                self._asked, self._was_fresh = target, self._fresh
            case Divine(_, user, zinger, _) if zinger == NO_FISHING:
                self._asked = user
            case _:
                self._asked = None

    # --- the turns ----------------------------------------------------------------------------

    def _play(self, seat: Seat) -> Iterator[Fact]:
        if seat not in self.seats:
            return
        self._depth, self._done = self._depth + 1, False
        try:
            with suppress(Gone):
                yield from super()._play(seat)
        finally:
            self._depth -= 1

    def _may_fish(self) -> bool:
        return bool(self.pond) and not self._dry

    def _ask(self, seat: Seat, lure: bool) -> Generator[Fact, None, bool]:
        try:
            return (yield from super()._ask(seat, lure))
        except AskedGone:
            self._fresh = self._was_fresh
            if self._was_fresh:
                self._begin_not()
            self._still = 0
            return True

    def _with(self, zinger: int, seat: Seat) -> Iterator[Fact]:
        try:
            yield from super()._with(zinger, seat)
        except AskedGone:
            self._begin_not()
            self._still = 0
            yield from self._play(seat)

    def _after(self, seat: Seat) -> Iterator[Fact]:
        self._done = True
        yield from super()._after(seat)

    def _between(self, seat: Seat) -> Iterator[Fact]:
        if not self._done and self._chance(self.moves.voids):
            yield from self._void(seat)
        yield from super()._between(seat)

    def _void(self, seat: Seat) -> Iterator[Fact]:
        """An ask for a kind that the seat does not hold, and taken back."""
        lacks = [k for k in range(KINDS) if not self.hands[seat] >> k * 5 & FULL]
        lacks = [kind for kind in lacks if self._laid >> kind * 5 & FULL == 0]
        others = [other for other in self.seats if other != seat]
        if not lacks or not self.hands[seat]:
            return
        kind, target = self.rng.choice(lacks), self.rng.choice(others)
        net = self._has(seat, NET) and self._fresh and self.hands[seat].bit_count() > 1
        card = kind * 5 + self.rng.randrange(5)
        says_no = self._chance(0.5) and not self.hands[target] >> kind * 5 & FULL
        self._unsaid = None
        try:
            if net:
                self._spend(seat, NET)
                yield Netted(seat, target, kind)
                if says_no and self.pond and not self._last.is_last():
                    yield NetDenied(target, seat, kind)
                self.used.discard(NET)
                self.hands[seat] |= 1 << NET
                yield NetVoid(seat, kind)
                self._count("net void")
                return
            yield Asked(seat, target, card)
            if self._is_void:
                return
            if says_no:
                yield Denied(target, seat, card)
            yield AskVoid(seat, card)
            self._count("void")
        except AskedGone:
            pass

    def _stopped(
        self, zinger: int, user: Seat, target: Seat, pulled: int | None = None
    ) -> Generator[Fact, None, bool]:
        if zinger in (WARDEN, BOAT) and self._chance(self.moves.late):
            for other in self.seats:
                if other != target:
                    before = len(self.piles)
                    yield from self._baskets(other)
                    self._count("basket before divine", len(self.piles) - before)
        return (yield from super()._stopped(zinger, user, target, pulled))

    # --- who comes and goes -------------------------------------------------------------------

    def _something(self, now: Any) -> Generator[Fact, None, Exception | None]:
        """Perhaps something else happens right after it; what that breaks off."""
        paused = now is PAUSE
        if self._chance(self.moves.pens):
            yield from self._pen(paused)
        if self.closed and not paused:
            return None
        if self.resting or self._chance(self.moves.joins):
            yield from self._join()
        if paused and self.points.last is not None and self._chance(self.moves.late):
            yield from self._late_whopper()
        if self.seats and self._chance(self.moves.hands_over):
            yield HandedOver(self.rng.choice(self.seats))
        answered = self._depth and self._asked is None
        if not paused and answered and self._chance(self.moves.agrees):
            self._count("agreed")
            yield Agreed()
            return Over()
        if not paused and self._chance(self.moves.redeals):
            self._count("redealt")
            return Dropped()
        if self.seats and self.points.king is None and self._chance(self.moves.leaves):
            return (yield from self._leave(self.rng.choice((*self.seats, *self.joining)), now))
        return None

    def _join(self) -> Iterator[Fact]:
        ever = len(self.points.base)
        here = (*self.seats, *self.joining)
        free = [Seat(n) for n in range(min(ever + 1, SEATS_MOST)) if n not in here]
        if len(here) >= SEATS or not free or self.points.king is not None:
            return
        seat = self.rng.choice(free)
        if seat == ever:
            totals = self.points.totals
            self.points.base.append(min((totals[other] for other in self.seats), default=0))
            self.points.gains.append(0)
            self.hands.append(0)
            self._no.append(0)
        self.joining = (*self.joining, seat)
        self._count("joined")
        self._wake()
        yield Joined(seat)

    def _wake(self) -> None:
        here = tuple(sorted((*self.seats, *self.joining)))
        if not self.resting or len(here) < self.least:
            return
        self.resting, self.seats, self.joining = False, here, ()
        self.points.here = here
        if self.dealer not in here:
            self.dealer = self._left_of(self.dealer)

    def _pen(self, paused: bool) -> Iterator[Fact]:
        seat = Seat(self.rng.randrange(len(self.points.base)))
        points = self.rng.choice((-25, 5, 50))
        self.points.base[seat] += points
        if paused and self.points.last is not None and self.seats and not self.points.rests:
            self.points.crown()
        self._count("pen")
        yield Corrected(seat, points)

    def _late_whopper(self) -> Iterator[Fact]:
        assert self.points.last is not None
        seat = self.rng.choice(self.points.last[3])
        self._penalty(seat)
        self.points.again()
        self._count("late whopper of who left" if seat not in self.seats else "late whopper")
        yield Caught(seat)

    def _leave(self, seat: Seat, now: Any) -> Generator[Fact, None, Exception | None]:
        if seat in self.joining:
            self.joining = tuple(other for other in self.joining if other != seat)
            yield Left(seat)
            return None
        if self.in_play and self._must_stay(seat, now):
            return None
        playing, asked = self.in_play, self._asked
        self._count(
            "left asked"
            if seat == asked and playing
            else "left in turn"
            if playing and seat == self._turn and self._depth
            else "left"
        )
        self._goes(seat)
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
        if seat == self._turn:
            return Gone()
        return AskedGone() if seat == asked else None

    def _must_stay(self, seat: Seat, now: Any) -> bool:
        """What has rows of its own: who leaves then, and what a seat has begun and not ended."""
        if not self._last.is_settled() or (self._still and not self.hands[seat]):
            return True
        dry = self._unsaid is not None or not all(self.hands[other] for other in self.seats)
        if dry and not self.pond:
            return True  # with that hand whoever was passed over could draw after all
        match now:
            case Laid(who, _) | DiverLaid(who, _) if who == seat and seat != self._turn:
                return True
            case Warden(user, _) | Boat(user, _) | NoFishing(user, _) if user == seat:
                return True
        return seat == self._asked and not self.hands[seat]

    def _goes(self, seat: Seat) -> None:
        if seat == self.dealer:
            self.dealer = self._left_of(seat)
        self.seats = tuple(other for other in self.seats if other != seat)
        self.points.here = self.seats
        if not self.in_play:
            return
        if self.hands[seat]:
            self._still = 0
        self.pond += ones(self.hands[seat])
        self.rng.shuffle(self.pond)
        self.hands[seat] = 0
        self._last.gone(seat)
        self.accused = [other for other in self.accused if other != seat]
        if self._unsaid == seat:
            self._unsaid = None
        if self._taker == seat:
            self._got = None

    def _drop(self) -> None:
        self.hands = [0] * len(self.hands)
        self.piles, self.pond, self.used = [], [], set()
        self.accused = []

    def _count(self, what: str, times: int = 1) -> None:
        self.did[what] = self.did.get(what, 0) + times


def played(seed: int, most: int = ROUNDS) -> tuple[Played, Counter[str]]:
    """The evening of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = replace(fish_straight.some_setup(rng), two_players=rng.random() < 0.3)
    family = RestlessFish(setup, rng, TEMPERS[seed % len(TEMPERS)])
    state, game = twisted_fish.start(setup), Played(setup)
    lied = set[tuple[int, Seat, int]]()
    for fact in family.told(most):
        judged = twisted_fish.judge(state, fact)
        state = judged.state
        game.facts.append(fact)
        family.closed = state.stage is not Stage.PLAYING
        family.hear(judged.rulings)
        lied |= {(state.number, seat, card) for seat, card in family.lied}
        game.lied.append(frozenset(lied))
        if state.round is not None and not family.closed:
            fish_straight.counts_are_true(state.round, family, fact)
        proven = tuple(ruling for ruling in judged.rulings if ruling.rule == PROVEN)
        fish_straight.nobody_is_wronged(proven, family)
        assert (state.present, state.joining) == (family.seats, family.joining), fact
    game.state, shown = state, twisted_fish.view(state)
    if state.stage not in (Stage.PLAYING, Stage.LEFTOVERS):
        assert shown.totals == tuple(family.points.totals)
        assert shown.winner == family.points.king
        assert set(shown.best) == family.points.best
    return game, Counter(family.did)
