"""A Twisted Fish family that does not sit still: some get up at any moment, others sit down.

It writes with the pen, takes asks back, ends or drops rounds, and finds out late about whoppers.
What is then true is reckoned here, apart from the rules.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.frozen import replace
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.facts import (
    Agreed,
    Asked,
    AskVoid,
    Boat,
    Caught,
    Dead,
    Denied,
    DiverLaid,
    Divine,
    DivineDiscarded,
    Fact,
    Fished,
    Laid,
    Lured,
    NetDenied,
    NetGave,
    Netted,
    NetVoid,
    NoFishing,
    Setup,
    Warden,
)
from companion.games.twisted_fish.robot.family import PROVEN, Over
from companion.games.twisted_fish.robot.hands import FULL, KINDS, Temper
from companion.games.twisted_fish.robot.holding import BOAT, NET, NO_FISHING, WARDEN
from companion.games.twisted_fish.state import Stage
from companion.words import SEATS_MOST, Corrected, HandedOver, Joined, Ruling, Seat
from tests.robots import fish_straight
from tests.robots.fish_leaving import AskedGone, Dropped, Gone, Leaving
from tests.robots.fish_points import Points
from tests.robots.told import Played

SEATS: Final = 6
ROUNDS: Final = 3
EAGER: Final = Temper(zings=0.4, stops=0.9, forgets=0.3)
SLOW: Final = Temper(zings=0.04, stops=1.0, forgets=0.9)  # baskets are laid late
TEMPERS: Final = (fish_straight.HONEST, fish_straight.LIARS, EAGER, SLOW)
RARE: Final = {"left before the last turns", "left among the dead", "left asked without a card"}
PAUSE: Final = object()


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, after each thing that is told."""

    leaves: float = 0.01
    leaves_too: float = 0.15  # in the same moment
    leaves_midway: float = 0.2  # of those with whom it is not plain what becomes of the round
    leaves_rarely: float = 0.6  # of those with whom that is so but once in many rounds
    joins: float = 0.02
    pens: float = 0.02
    hands_over: float = 0.005
    voids: float = 0.05
    redeals: float = 0.001
    agrees: float = 0.001
    late: float = 0.7  # a whopper after the score, a basket before Divine Intervention


PATIENT: Final = Restless(
    leaves=0.001, leaves_midway=0.02, leaves_rarely=1.0, joins=0.005, redeals=0.0, agrees=0.0
)  # a round of theirs comes to its end
MOVES: Final = (Restless(), PATIENT)


class RestlessFish(Leaving):
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
        self._before = (False, False, None, 0, False)
        self._at = Seat(0)  # whose turn it is to the family, also where it is passed over
        self._over = False  # that turn is over, as it was told
        self._nets = self._dry = False  # the Net asked last; nothing was in the pond at the "no"
        self._passed: list[Seat] = []  # who was passed over at once, and whose turn has not come
        self._zinger: tuple[int, Seat, Seat] | None = None  # it may be stopped
        self._pulled: int | None = None

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
            match now:
                case Divine(_, user, zinger, _) if zinger == NO_FISHING and user not in self.seats:
                    thrown = thrown or AskedGone()  # nobody is there to answer after all
            try:
                now = game.throw(thrown) if thrown is not None else next(game)
            except StopIteration:
                return

    def hear(self, rulings: Iterable[Ruling]) -> None:
        """What the companion said, also that an ask is void."""
        rulings = tuple(rulings)
        self._is_void |= any((r.rule, r.sign) == ("F-C5", "deny") for r in rulings)
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
        self.in_play, self._over, self._passed, self._zinger = True, False, [], None
        yield from super().round()
        self.in_play = False

    def _note(self, fact: Fact) -> None:
        """Keep in mind who is asked, what may be stopped and whether the turn is over."""
        self._note_zinger(fact)
        match fact:
            case Asked() | Lured() | Netted():
                self._nets, self._is_void = isinstance(fact, Netted), False
            case Denied() | NoFishing():
                self._dry = not self.pond
        match fact:
            case Fished(_, None) | Dead() | DivineDiscarded() | NetGave() | NetDenied():
                self._over = True
            case NoFishing() if self._nets:
                self._over = True
            case Divine(_, _, zinger, _) if zinger == NO_FISHING:
                self._over = False
        match fact:
            case Asked(_, target, _) | Lured(_, target, _) | Netted(_, target, _):
                self._asked, self._was_fresh = target, self._fresh
            case Divine(_, user, zinger, _) if zinger == NO_FISHING:
                self._asked = user
            case _:
                self._asked = None

    def _note_zinger(self, fact: Fact) -> None:
        match fact:
            case Warden(user, target):
                self._zinger = WARDEN, user, target
            case Boat(user, target):
                self._zinger, self._pulled = (BOAT, user, target), None
            case Laid() | DiverLaid():
                pass
            case _:
                self._zinger = None

    # --- the turns ----------------------------------------------------------------------------

    def _play(self, seat: Seat) -> Iterator[Fact]:
        if seat not in self.seats:
            return
        self._at = seat
        if seat in self._passed:
            self._passed.remove(seat)
            return  # nobody had left cards in the pond yet
        self._depth, self._done = self._depth + 1, False
        try:
            with suppress(Gone):
                yield from self._turn_of(seat)
        finally:
            self._depth -= 1
        self._passed = [other for other in self._passed if other != seat]

    def _turn_of(self, seat: Seat) -> Iterator[Fact]:
        if self.hands[seat] or self.pond:
            self._over = False
        yield from super()._play(seat)

    def _draw(self, seat: Seat) -> int:
        """Whoever laid the Diver often finds what it stands for: else that would be too rare."""
        missing = [
            pile.diver for pile in self.piles if pile.seat == seat and pile.diver in self.pond
        ]
        if missing and missing[0] is not None and self._chance(0.5):
            self.pond.remove(missing[0])
            self.pond.append(missing[0])
        return super()._draw(seat)

    def _may_fish(self) -> bool:
        return bool(self.pond) and not self._dry

    def _pull(self, target: Seat) -> int:
        self._pulled = super()._pull(target)
        return self._pulled

    def _any_time(self, user: Seat) -> Iterator[Fact]:
        try:
            yield from super()._any_time(user)
        except Gone:
            if self._zinger is not None and self._zinger[2] in self.seats and not self.closed:
                self._count("stopped though the turn is gone")
                yield from super()._stopped(*self._zinger, self._pulled)
            raise

    def _ask(self, seat: Seat, lure: bool) -> Generator[Fact, None, bool]:
        try:
            return (yield from super()._ask(seat, lure))
        except AskedGone:
            self._fresh = self._was_fresh
            if self._was_fresh:
                self._begin_not()
            return True

    def _with(self, zinger: int, seat: Seat) -> Iterator[Fact]:
        try:
            yield from super()._with(zinger, seat)
        except AskedGone:
            self._begin_not()
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
        if self.seats and self.points.king is None:
            ways = {seat: self._midway(seat, now) for seat in self.seats}
            rarely = [seat for seat in self.seats if RARE & {*ways[seat]}]
            if rarely and self._chance(self.moves.leaves_rarely):
                return (yield from self._leave_together(self.rng.choice(rarely), now))
            midway = [seat for seat in self.seats if ways[seat]]
            if midway and self._chance(self.moves.leaves_midway):
                return (yield from self._leave_together(self.rng.choice(midway), now))
            if self._chance(self.moves.leaves):
                return (
                    yield from self._leave_together(
                        self.rng.choice((*self.seats, *self.joining)), now
                    )
                )
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

    def _count(self, what: str, times: int = 1) -> None:
        self.did[what] = self.did.get(what, 0) + times


def played(seed: int, most: int = ROUNDS) -> tuple[Played, Counter[str]]:
    """The evening of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = replace(fish_straight.some_setup(rng), two_players=rng.random() < 0.3)
    moves = MOVES[seed // len(TEMPERS) % len(MOVES)]
    family = RestlessFish(setup, rng, TEMPERS[seed % len(TEMPERS)], moves)
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
