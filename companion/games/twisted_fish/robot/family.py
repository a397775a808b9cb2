"""A robot family for Twisted Fish: a real deck, hidden hands, memories, bluffs and whoppers.

Everything a person at the table would know is kept here, hidden from the referee. What the family
tells is a stream of facts, each told when it has happened; chance comes from the given generator.
"""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from random import Random

from companion.bits import ones
from companion.games.twisted_fish.facts import (
    Announce,
    Asked,
    Boat,
    Caught,
    Challenged,
    Dead,
    Dealt,
    Denied,
    DiverLaid,
    Divine,
    DivineDiscarded,
    Fact,
    Fished,
    Gave,
    Laid,
    Lured,
    NetDenied,
    NetGave,
    Netted,
    NoFishing,
    Setup,
    Shown,
    SixthCard,
    TwoFisted,
    Warden,
)
from companion.games.twisted_fish.robot.hands import (
    ALL_FISH,
    FULL,
    KINDS,
    Temper,
    best_of,
    by_value,
    full_kinds,
    kinds_of,
)
from companion.games.twisted_fish.robot.holding import (
    BOAT,
    DIVER,
    DIVINE,
    LURE,
    NET,
    NO_FISHING,
    TWO_FISTED,
    WARDEN,
    Holding,
)
from companion.games.twisted_fish.robot.last import LastTurns
from companion.games.twisted_fish.robot.score import Pile, Score
from companion.words import Ruling, Seat

ROUNDS_MOST = 20
PROVEN = "F-C4"  # the ruling by which the companion announces a whopper


class Over(Exception):
    """The round is over."""


class TwistedFishFamily(Holding):
    """People round one table, and what they know."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        super().__init__(setup, rng)
        self.temper = temper or Temper()
        self.score = Score(setup.seats, setup.whopper.value == "whole_round")
        self.dealer = setup.dealer
        self._challenges = setup.announce is not Announce.NEVER
        self.lied: set[tuple[Seat, int]] = set()  # in this round: who denied what it held
        self.accused: list[Seat] = []  # whom the companion has just accused
        self.liars: set[int] = set()
        self._turn = Seat(0)
        self._fresh = True  # the beginning of a turn
        self._got: int | None = None  # the card just got by asking, until anybody goes on
        self._taker = Seat(0)  # who got it
        self._completed = False  # whether it completed a basket
        self._unsaid: Seat | None = None  # whose turn is over and was not said to be
        self._begun = False  # whether the seat has done anything in its turn
        self._is_first = True  # of the round's turns
        self._before: tuple[bool, bool, int | None, int, bool]  # what it does may be stopped
        self._last = LastTurns(self.seats)
        self._ripe = False  # the Diver's basket may take its sixth card
        self._still = 0

    # --- what is told -------------------------------------------------------------------------

    def game(self) -> Iterator[Fact]:
        """A whole tournament; late in the evening nobody lies, or nobody would ever get to 400."""
        yield from self.evening()
        self.temper = replace(self.temper, lies=0.0)
        while self.score.king is None:
            yield from self.round()

    def evening(self, most: int = ROUNDS_MOST) -> Iterator[Fact]:
        """A tournament whose family goes to bed after so many rounds."""
        while self.score.king is None and self.score.rounds < most:
            yield from self.round()

    def winners(self) -> tuple[Seat, ...]:
        """Who is king or queen."""
        return () if self.score.king is None else (Seat(self.score.king),)

    def round(self) -> Iterator[Fact]:
        """One round, from the deal to the score."""
        self._deal()
        turn = self._left_of(self.dealer)
        yield Dealt(self.dealer)
        try:
            while self._last.left and self._still < len(self.seats):
                self._last.begins(turn, self._left_of(turn))
                self._begun = False
                yield from self._play(turn)
                self._last.ends()
                self._is_first = False
                turn = self._left_of(turn)
            yield from self._say_so()
        except Over:
            pass
        yield from self._end()

    def hear(self, rulings: Iterable[Ruling]) -> None:
        """What the companion said: a proven whopper is talked about at the next occasion."""
        for ruling in rulings:
            if ruling.rule == PROVEN:
                self.accused += ruling.seats

    # --- a round ------------------------------------------------------------------------------

    def _deal(self) -> None:
        self._shuffle_and_deal()
        self.lied, self.liars, self.accused = set(), set(), []
        self._ripe, self._still, self._got, self._unsaid = False, 0, None, None
        self._is_first = True
        self._last = LastTurns(self.seats)

    def _end(self) -> Iterator[Fact]:
        owing = [seat for seat in self.seats if self.hands[seat]]
        self.rng.shuffle(owing)
        for seat in owing:
            cards = self.held(seat)
            if self.rng.random() < self.temper.by_card:
                yield Shown(seat, tuple(cards))
            else:
                yield by_value(seat, cards)
            yield from self._trials()
        self.score.round_over(self.piles, map(ones, self.hands), self.liars)
        self.dealer = self._left_of(self.dealer)

    def _play(self, seat: Seat) -> Iterator[Fact]:
        if not self.hands[seat] and not self.pond:
            yield from self._say_so()
            self._still += 1  # everybody sees it: nothing is told
            return
        self._turn, self._fresh = seat, True
        while True:
            yield from self._between(seat)
            if self._fresh and (instead := self._instead(seat)) is not None:
                yield from self._with(instead, seat)
                return
            if not self.hands[seat] & ALL_FISH:
                yield from self._dead(seat)
                return
            eager = self._fresh and self._chance(self.temper.zings)
            lure = eager and bool(self._has(seat, LURE))
            if lure:
                yield from self._say_so()  # an ask would say it, but a Zinger is offered later
            self._begin()
            again = yield from self._ask(seat, lure)
            if not again:
                break
        yield from self._after(seat)

    def _dead(self, seat: Seat) -> Iterator[Fact]:
        draws = bool(self.pond) and self._chance(0.8)
        if not self.hands[seat] and not self.pond:
            yield from self._say_so()
            self._still += 1
            return
        still = self._still
        self._begin()
        if draws:
            self._draw(seat)
        self._still = 0 if draws else still + 1
        yield Dead(seat, draws)

    # --- asking -------------------------------------------------------------------------------

    def _ask(self, seat: Seat, lure: bool) -> Generator[Fact, None, bool]:
        """One ask and all that comes of it; returns whether the seat goes on."""
        while True:
            target, card = self._whom_and_what(seat, lure)
            if lure:
                self._spend(seat, LURE)
                yield Lured(seat, target, card)
                lure = False
                if (yield from self._stopped(LURE, seat, target)):
                    return True
            else:
                yield Asked(seat, target, card)
            self._fresh = False
            if (yield from self._answer(seat, target, card)):
                return True
            if self._has(seat, TWO_FISTED) and self._chance(self.temper.stops):
                self._spend(seat, TWO_FISTED)
                yield TwoFisted(seat)
                if self.hands[seat] & ALL_FISH:
                    continue
                yield from self._dead(seat)
                return False
            return (yield from self._fish(seat, card))

    def _answer(self, seat: Seat, target: Seat, card: int) -> Generator[Fact, None, bool]:
        """Yes, no or No Fishing; returns whether the card changed hands."""
        if self._has(target, NO_FISHING) and self._chance(self.temper.stops):
            self._spend(target, NO_FISHING)
            yield NoFishing(target, seat)
            if not (yield from self._stopped(NO_FISHING, target, seat)):
                return False
        holds = self.hands[target] >> card & 1
        if holds and not self._chance(self.temper.lies):
            self._move(card, target, seat)
            yield Gave(target, seat, card)
            return True
        if holds:
            self.lied.add((target, card))
        self._no[target] |= 1 << card
        yield Denied(target, seat, card)
        if self._challenges and self._chance(self.temper.challenges):
            yield Challenged(seat, target)
        if holds and target in self.accused:
            self.accused = [s for s in self.accused if s != target]
            self._penalty(target)
            self._move(card, target, seat)
            yield Caught(target, card)
            return True
        return False

    def _fish(self, seat: Seat, card: int) -> Generator[Fact, None, bool]:
        """Go fish; returns whether the seat got what it was fishing for."""
        if not self._may_fish():
            self._unsaid = seat  # nothing is drawn: the next one's ask may say it
            if self._chance(self.temper.says_draws):
                yield from self._say_so()
            return False
        drawn = self._draw(seat)
        if drawn == card and not self._chance(self.temper.forgets):
            self._fresh, self._ripe, self._got, self._taker = True, True, card, seat
            yield Fished(seat, card)
            return True
        yield Fished(seat)
        return False

    def _may_fish(self) -> bool:
        """Whether there was anything in the pond when the seat was told to go fishing."""
        return bool(self.pond)

    def _say_so(self) -> Iterator[Fact]:
        """Tell that a turn is over, where nobody has."""
        seat, self._unsaid = self._unsaid, None
        if seat is not None:
            yield Fished(seat)

    def _whom_and_what(self, seat: Seat, lure: bool) -> tuple[Seat, int]:
        hand = self.hands[seat]
        others = [s for s in self.seats if s != seat]
        if self._chance(self.temper.bluffs):
            return self.rng.choice(others), self.rng.choice(ones(hand & ALL_FISH or 1))
        kinds = ALL_FISH if lure else kinds_of(hand)
        wanted = kinds & ~hand & ~self._laid
        self.rng.shuffle(others)
        for target in others:
            found = wanted & ~self._no[target]
            if found and self.hands[target]:
                return target, best_of(found, hand, self.rng)
        self._no = [0] * len(self.hands)  # nobody can remember all that
        return others[0], best_of(wanted or hand & ALL_FISH or 1, hand, self.rng)

    # --- Zingers ------------------------------------------------------------------------------

    def _instead(self, seat: Seat) -> int | None:
        """What the seat does with its turn instead of asking."""
        if self._has(seat, DIVINE) and len(self.used - {DIVINE}) + self._diver_lies() < 7:
            late = len(self.used) + self._diver_lies() >= 4
            if late and self._chance(self.temper.zings * 3):
                return DIVINE
        if self._has(seat, NET) and self.hands[seat] & ALL_FISH and self._chance(self.temper.zings):
            return NET
        return None

    def _with(self, zinger: int, seat: Seat) -> Iterator[Fact]:
        yield from self._say_so()
        self._begin()
        self._spend(seat, zinger)
        if zinger == DIVINE:
            yield DivineDiscarded(seat)
            return
        target, card = self._whom_and_what(seat, False)
        fish = card // 5
        yield Netted(seat, target, fish)
        if (yield from self._stopped(NET, seat, target)):
            yield from self._play(seat)
            return
        if self._has(target, NO_FISHING) and self._chance(self.temper.stops):
            self._spend(target, NO_FISHING)
            yield NoFishing(target, seat)
            if not (yield from self._stopped(NO_FISHING, target, seat)):
                return
        held = ones(self.hands[target] & FULL << fish * 5)
        if not held or self._chance(self.temper.lies):
            self.lied.update((target, card) for card in held)
            yield NetDenied(target, seat, fish)
            return
        given = self.rng.choice(held)
        self._move(given, target, seat)
        says = self._chance(self.temper.says_colour)
        yield NetGave(target, seat, fish, given if says else None)
        yield from self._after(seat)

    def _stopped(
        self, zinger: int, user: Seat, target: Seat, pulled: int | None = None
    ) -> Generator[Fact, None, bool]:
        """Divine Intervention, perhaps; returns whether the Zinger was stopped."""
        if not self._has(target, DIVINE) or not self._chance(self.temper.stops):
            return False
        if pulled is not None:
            self.pond.remove(pulled)
            self.hands[target] |= 1 << pulled
        self._spend(target, DIVINE)
        takes = self._chance(0.5)
        if takes:
            self.used.discard(zinger)
            self.hands[target] |= 1 << zinger
        yield Divine(target, user, zinger, takes)
        if zinger in (NET, LURE):
            self._begin_not()
        return True

    def _between(self, seat: Seat) -> Iterator[Fact]:
        """What goes between two steps: trials, baskets, and Zingers of any time."""
        yield from self._trials()
        yield from self._baskets(seat)
        for other in self.seats:
            if other != seat and self._chance(0.2):
                yield from self._baskets(other)
        if self._chance(self.temper.zings):
            yield from self._any_time(self.rng.choice(self.seats))

    def _after(self, seat: Seat) -> Iterator[Fact]:
        if self._last.done() and (self.pond or self.hands[self._left_of(seat)]):  # it goes on
            yield from self._between(seat)

    def _any_time(self, user: Seat) -> Iterator[Fact]:
        targets = [s for s in self.seats if s != user and self.hands[s]]
        if not targets:
            return
        target = self.rng.choice(targets)
        if self._has(user, WARDEN) and self.pond:
            self._spend(user, WARDEN)
            self._still = 0
            pulled = self._pull(target)
            yield Warden(user, target)
            if (yield from self._stopped(WARDEN, user, target, pulled)):
                return
        elif self._has(user, BOAT):
            self._spend(user, BOAT)
            self._still = 0
            yield Boat(user, target)
            yield from self._stopped(BOAT, user, target)

    # --- baskets ------------------------------------------------------------------------------

    def _baskets(self, seat: Seat) -> Iterator[Fact]:
        hand = self.hands[seat]
        got = self._got if seat == self._taker else None
        for kind in self._in_some_order(full_kinds(hand)):
            if self.hands[seat] >> kind * 5 & FULL != FULL:
                return  # who has left with it lays no more
            if self._chance(self.temper.forgets) and self.hands[seat] != FULL << kind * 5:
                continue
            self.hands[seat] &= ~(FULL << kind * 5)
            self._pile(Pile(seat, kind))
            self._completed = self._completed or (got is not None and got // 5 == kind)
            out = got is not None and self._completed and not self.hands[seat]
            yield Laid(seat, kind)
            if out:
                raise Over
        if self._has(seat, DIVER) and self._chance(self.temper.zings * 2):
            yield from self._dive(seat, got)
        yield from self._sixth(seat)

    def _pile(self, pile: Pile) -> None:
        self._lay(pile)
        self._still = 0
        self._last.laid(pile.seat, len(self.piles), lambda s: bool(self.pond or self.hands[s]))

    def _in_some_order(self, kinds: list[int]) -> list[int]:
        if len(kinds) > 1:
            self.rng.shuffle(kinds)
        return kinds

    def _dive(self, seat: Seat, got: int | None) -> Iterator[Fact]:
        laid = {pile.kind for pile in self.piles}
        for kind in range(KINDS):
            real = self.hands[seat] & FULL << kind * 5
            if kind in laid or real.bit_count() != 4:
                continue
            (missing,) = ones(~real & FULL << kind * 5)
            self.hands[seat] &= ~(real | 1 << DIVER)
            self._pile(Pile(seat, kind, missing))
            self._ripe = False
            done = got is not None and (self._completed or got // 5 == kind)
            out = done and not self.hands[seat]
            yield DiverLaid(seat, missing)
            if out:
                raise Over
            return

    def _sixth(self, seat: Seat) -> Iterator[Fact]:
        pile = next((p for p in self.piles if p.diver is not None), None)
        if pile is None or pile.seat != seat or seat != self._turn or not self._ripe:
            return
        missing = pile.diver
        assert missing is not None
        if self.hands[seat] >> missing & 1:
            yield from self._say_so()
            self.hands[seat] &= ~(1 << missing)
            pile.diver = None
            self.used.add(DIVER)
            self._still = 0
            yield SixthCard(seat, missing)

    # --- whoppers -----------------------------------------------------------------------------

    def _trials(self) -> Iterator[Fact]:
        while self.accused:
            seat = self.accused.pop()
            self.accused = [other for other in self.accused if other != seat]
            self._penalty(seat)
            yield Caught(seat)
        if self.lied and self._chance(self.temper.sees_through):
            seat, _ = self.rng.choice(sorted(self.lied))
            self._penalty(seat)
            yield Caught(seat)

    def _penalty(self, seat: Seat) -> None:
        self.liars.add(seat)
        for pile in self.piles:
            pile.lost = pile.lost or pile.seat == seat

    # --- inside -------------------------------------------------------------------------------

    def _begin(self) -> None:
        """The seat does something in its turn: what came before is settled."""
        self._before = (self._ripe, self._completed, self._got, self._still, self._begun)
        self._ripe = self._ripe or not (self._begun or self._is_first)
        self._completed = False
        self._got, self._still, self._begun, self._unsaid = None, 0, True, None
        self._last.goes_on()

    def _begin_not(self) -> None:
        """What the seat did in its turn was stopped: nothing has come of it."""
        self._ripe, self._completed, self._got, self._still, self._begun = self._before
        self._last.goes_back()

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of

    def _draw(self, seat: Seat) -> int:
        self._still = 0
        return super()._draw(seat)

    def _move(self, card: int, giver: Seat, taker: Seat) -> None:
        super()._move(card, giver, taker)
        self._got, self._taker, self._fresh, self._still, self._ripe = card, taker, True, 0, True
