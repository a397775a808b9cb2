"""Children at a squirt-gun party who do not sit still: some leave, others come, and pens are used.

What is then true is reckoned here, apart from the rules. One such thing happens at a time, at any
moment at which the table waits for somebody.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from companion.games.party_splash import rules as party_splash
from companion.games.party_splash.facts import (
    Came,
    Dealt,
    Fact,
    Fixed,
    Flip,
    Gathered,
    Handful,
    Setup,
    Shown,
)
from companion.games.party_splash.robot.family import THINGS, PartyFamily, Temper
from companion.games.party_splash.robot.party import (
    BALLOONS,
    CARDS,
    GUNS,
    KIDS,
    Child,
    Paper,
    Party,
    _balloons,
    deck_of,
)
from companion.words import SEATS_MOST, Corrected, HandedOver, Joined, Left, Refused, Seat
from tests.robots import party_straight
from tests.robots.told import Played

LEAST: Final = 4
SOMETIMES: Final = 5
FACTS_MOST: Final = 9000  # no party is that long: something hangs
STAY: Final = (*THINGS, *GUNS, "balloon", "time out")


class Gone(Exception):
    """The turn is over: who had it has left, or somebody has won."""


class Dropped(Exception):
    """The game is dropped."""


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, whenever the table waits for somebody."""

    leaves: float = 0.015
    leaves_too: float = 0.3  # in the same moment
    leaves_early: float = 0.2  # before a deal
    joins: float = 0.03
    comes: float = 0.2
    hands_over: float = 0.01
    towels: float = 0.04
    hands: float = 0.04
    fixes: float = 0.03
    drops: float = 0.003


class SomeParty(Party):
    """A party of whoever sits there: other seats are empty."""

    def __init__(
        self, setup: Setup, rng: Random, birthday: Seat, who: dict[Seat, str], more: dict[Seat, int]
    ) -> None:
        self.setup, self.rng = setup, rng
        self.pile = list(deck_of(setup))
        self.thrown = []
        self.ball_flies = False
        self.winner = ""
        rng.shuffle(self.pile)
        present = sorted(who)
        balloons = _balloons(len(present), Seat(present.index(birthday)), rng)
        self.children = [Child(Seat(n), "", "", 0, 0, out=True) for n in range(max(present) + 1)]
        for seat, balloon in zip(present, balloons, strict=True):
            self.children[seat] = self._dealt(seat, who[seat], balloon, more.get(seat, 0))
        self.birthday = self.children[birthday]
        self.size = len(self.pile) + sum(len(child.hand) for child in self.children)

    def _dealt(self, seat: Seat, who: str, balloon: str, more: int) -> Child:
        child = self._child(seat, who, balloon)
        child.most += more
        child.towels = child.most
        while len(child.hand) < child.most:
            child.hand.append(self.pile.pop())
        while len(child.hand) > child.most:
            self.pile.append(child.hand.pop())
        return child

    def gets(self, child: Child, cards: int) -> None:
        """The table finds so many cards more in a hand, or fewer: they were in the piles."""
        while cards > 0:
            heap = self.pile or self.thrown
            child.hand.append(heap.pop(self.rng.randrange(len(heap))))
            cards -= 1
        while cards < 0:
            card = child.hand.pop(self.rng.randrange(len(child.hand)))
            self.pile.insert(self.rng.randint(0, len(self.pile)), card)
            cards += 1
        self.refill(child)

    def goes(self, child: Child) -> None:
        """Somebody has left: out, and nobody did it or gets anything."""
        child.out, child.towels = True, 0
        self.winner = self._won()
        if not self.winner:
            self.thrown += [*child.hand, *child.table]
            child.hand, child.table = [], []


class RestlessKids(PartyFamily):
    """A family that comes and goes."""

    def __init__(
        self, setup: Setup, rng: Random, temper: Temper | None = None, moves: Restless | None = None
    ) -> None:
        super().__init__(setup, rng, temper)
        self.moves = moves or Restless()
        self.present = [Seat(n) for n in range(setup.seats)]
        self.ever = setup.seats
        self.invited: dict[Seat, str] = {}  # by who is there: as whom, to this deal or the next
        self.more: dict[Seat, int] = {}  # towels that the pen gave before the deal
        self.late: set[Seat] = set()  # who came since the deal
        self.did: dict[str, int] = {}
        self.busy = 0  # somebody has to answer
        self.shown = False  # the companion shows a game, perhaps one that is not played on
        self._child: Child | None = None  # whose turn it is
        self._sheds: Child | None = None  # and who discards down

    # --- games --------------------------------------------------------------------------------

    def game(self) -> Iterator[Fact]:
        """A party that is played to its end, and those before it that were dropped."""
        while not self.over:
            self.party = None
            yield from self._gather()
            self.first = self.rng.choice(self.present)
            yield Dealt(self.first)
            self.shown = True
            self.late = set()
            self.party = SomeParty(self.setup, self.rng, self.first, self.invited, self.more)
            try:
                yield from self._all_turns(self.party)
            except Dropped:
                self.busy = 0

    def winners(self) -> tuple[Seat, ...]:
        """Who is on the side that has won; not whoever has sat down on such a seat since."""
        return tuple(seat for seat in super().winners() if seat not in self.late)

    def _all_turns(self, party: Party) -> Iterator[Fact]:
        child = party.birthday
        while not self.over:
            self.turn, self.splashed, self._child = child.seat, False, child
            self._sheds = None
            with suppress(Gone):
                yield from self._turn(party, child)
            child = party.after(child)[0] if not self.over else child

    def _gather(self) -> Iterator[Fact]:
        """Until enough are there, and everybody is somebody."""
        if not self.shown and self._chance(self.moves.leaves_early):
            seat = self.rng.choice(self.present)
            yield Left(seat)
            self.present.remove(seat)
            self.invited.pop(seat, None)
            self.more.pop(seat, None)
            self._count("left before the deal")
        while len(self.present) < LEAST:
            yield from self._join()
        for seat in self.present:
            if seat not in self.invited:
                yield self._comes(seat)
        if not self.shown and self._chance(0.3):
            seat, points = self.rng.choice(self.present), self.rng.choice((-1, 1))
            self.more[seat] = self.more.get(seat, 0) + points
            self._count("towels before the deal")
            yield Corrected(seat, points)

    # --- where something may happen -----------------------------------------------------------

    def _kimmy(self, party: Party) -> Iterator[Fact]:
        yield from self._stir(party, lays=True)
        if self._sheds and len(self._sheds.hand) <= self._sheds.towels:
            return  # with that the turn is over, and the next one has drawn
        yield from super()._kimmy(party)

    def _ends(self, party: Party, child: Child) -> Iterator[Fact]:
        self._sheds = child
        yield from super()._ends(party, child)

    def _flips(
        self, party: Party, child: Child, what: Flip, icon: str, wanted: bool
    ) -> Generator[Fact, None, str]:
        if what in (Flip.BALLOON, Flip.TIME_OUT):
            yield from self._stir(party)
        return (yield from super()._flips(party, child, what, icon, wanted))

    def _draw(self, party: Party, child: Child) -> Iterator[Fact]:
        cards = len(party.pile) + len(party.thrown)
        robbed = [other for other in party.after(child) if other.hand]
        asked = {"adrian": cards >= 2, "steven": bool(robbed), "raymond": bool(party.thrown)}
        if asked.get(child.who, False):
            yield from self._stir(party)
        yield from super()._draw(party, child)

    def _shot(self, party: Party, child: Child, by: Child, need: int) -> Iterator[Fact]:
        self.busy += 1
        yield from super()._shot(party, child, by, need)
        self.busy -= 1

    def _bucket(self, party: Party, child: Child, by: Child) -> Iterator[Fact]:
        self.busy += 1
        yield from super()._bucket(party, child, by)
        self.busy -= 1

    def _ball(self, party: Party, child: Child, target: Child) -> Iterator[Fact]:
        self.busy += 1
        yield from super()._ball(party, child, target)
        self.busy -= 1

    # --- what may happen ----------------------------------------------------------------------

    def _stir(self, party: Party, lays: bool = False) -> Iterator[Fact]:
        """Perhaps one thing that is no play."""
        assert isinstance(party, SomeParty)
        ways = [
            (self.moves.joins, self._join()),
            (self.moves.comes, self._late_comes()),
            (self.moves.hands_over, self._hands_over()),
            (self.moves.towels, self._towels(party)),
            (self.moves.hands, self._miscounted(party)),
        ]
        if not self.busy:
            ways += [
                (self.moves.leaves, self._leave(party)),
                (self.moves.drops, self._begin_anew()),
            ]
            ways += [(self.moves.towels, self._back(party))]
            ways += [(self.moves.fixes, self._fix(party))] if lays else []
        for chance, way in ways:
            if self._chance(chance):
                yield from way
                return

    def _join(self) -> Iterator[Fact]:
        free = [Seat(n) for n in range(min(self.ever + 1, SEATS_MOST)) if n not in self.present]
        if not free:
            return
        seat = self.rng.choice(free)
        yield Joined(seat)
        self.present = sorted([*self.present, seat])
        self.ever = max(self.ever, seat + 1)
        self.invited.pop(seat, None)
        self.more.pop(seat, None)
        self.late |= {seat} if self.party is not None else set()
        self._count("joined")

    def _comes(self, seat: Seat) -> Fact:
        taken = set(self.invited.values())
        who = self.rng.choice([kid for kid in KIDS if kid not in taken])
        self.invited[seat] = who
        return Came(seat, KIDS.index(who))

    def _late_comes(self) -> Iterator[Fact]:
        if self.late:
            self._count("came late")
            yield self._comes(self.rng.choice(sorted(self.late)))

    def _hands_over(self) -> Iterator[Fact]:
        yield HandedOver(self.rng.choice(self.present))

    def _towels(self, party: SomeParty) -> Iterator[Fact]:
        child = self.rng.choice([child for child in party.dry() if not child.falling])
        points = self.rng.choice((1, -1, -1, -2))
        towels = min(child.most, child.towels + points)
        if towels == child.towels or towels < (1 if self.busy else 0):
            return
        yield Corrected(child.seat, points)
        self._count("towels")
        child.towels = towels
        if not towels:
            self._count("no towel by the pen")
            yield from self._lose(party, child, 0, None)
            self._look(party)

    def _back(self, party: SomeParty) -> Iterator[Fact]:
        out = [child for child in party.children if child.out and child.balloon]
        out = [child for child in out if child.seat in self.present and child.seat not in self.late]
        if not out:
            return
        child, points = self.rng.choice(out), self.rng.choice((1, 2, 9))
        yield Corrected(child.seat, points)
        self._count("back in")
        child.out, child.towels = False, min(points, child.most)
        party.refill(child)

    def _miscounted(self, party: SomeParty) -> Iterator[Fact]:
        child = self.rng.choice([child for child in party.dry() if not child.falling])
        held = len(child.hand)
        cards = self.rng.choice([n for n in range(held + 4) if n != held])
        if cards - held > len(party.pile) + len(party.thrown):
            return
        yield Handful(child.seat, cards)
        self._count("miscounted")
        party.gets(child, cards - held)

    def _fix(self, party: SomeParty) -> Iterator[Fact]:
        child = self.rng.choice(party.dry())
        if child.table and self._chance(0.5):
            card = self.rng.choice(child.table)
            rest = [one for one in child.table if one is not card]
            yield self._lies(child, rest)
            child.table = rest
            party.pile.insert(self.rng.randint(0, len(party.pile)), card)
        else:
            may = [card for card in party.pile if self._may_lie(party, child, card)]
            if not may:
                return
            card = self.rng.choice(may)
            yield self._lies(child, [*child.table, card])
            party.pile.remove(card)
            child.table.append(card)
        self._count("fixed")

    def _may_lie(self, party: Party, child: Child, card: Paper) -> bool:
        if card.name not in STAY or child.has(card.name):
            return False
        if card.name in GUNS:
            return not any(child.has(gun) for gun in GUNS)
        return card.name != "time out" or child is not party.birthday

    def _lies(self, child: Child, cards: list[Paper]) -> Fact:
        return Fixed(child.seat, tuple(sorted(CARDS.index(card.name) for card in cards)))

    def _leave(self, party: SomeParty) -> Iterator[Fact]:
        yield from self._goes_home(party)
        on = not party.winner and not (self._child is not None and self._child.out)
        if on and self.present and self._chance(self.moves.leaves_too):
            self._count("left together")
            yield from self._goes_home(party)
        self._look(party)

    def _goes_home(self, party: SomeParty) -> Iterator[Fact]:
        seat = self.rng.choice(self.present)
        child = party.children[seat] if seat < len(party.children) else None
        yield Left(seat)
        self.present.remove(seat)
        self.more.pop(seat, None)
        self.invited.pop(seat, None)
        if child is party.birthday and seat not in self.late:
            self._count("birthday kid left")
            self.late, self.shown = set(), False
            raise Dropped
        was_late = seat in self.late
        self.late -= {seat}
        if child is None or child.out or was_late:
            self._count("somebody left who was out")
            return
        self._count("left in turn" if child is self._child else "left")
        yield Shown(seat, BALLOONS.index(child.balloon))
        party.goes(child)

    def _begin_anew(self) -> Iterator[Fact]:
        if self._chance(0.5):
            yield Gathered()
            self.invited, self.late, self.shown = {}, set(), False
            self._count("gathered")
        else:
            self._count("redealt")
        raise Dropped

    def _look(self, party: Party) -> None:
        if party.winner or (self._child is not None and self._child.out):
            raise Gone

    def _count(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1


def played(seed: int) -> tuple[Played, Counter[str]]:
    """The party of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = party_straight.some_setup(rng)
    family = RestlessKids(setup, rng, party_straight.TEMPERS[seed % len(party_straight.TEMPERS)])
    state, game = party_splash.start(setup), Played(setup)
    for fact in family.game():
        if family.party is not None:
            party_straight.hold_to_the_truth(state, family, family.party, fact)
        state = party_splash.judge(state, fact).state
        game.facts.append(fact)
        if state.stack and len(game.facts) % SOMETIMES == 0:
            with pytest.raises(Refused):  # an open question is answered first
                party_splash.judge(state, Left(state.present[seed % len(state.present)]))
        assert len(game.facts) < FACTS_MOST, seed
    assert family.party is not None
    party_straight.hold_the_winner(state, family.party, family.late)
    game.state = state
    return game, Counter(family.did)
