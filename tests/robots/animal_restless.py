"""Divers who get up at any moment and sit down again, soon or many turns later, and dive anew.

Whose turn comes next, and which dive is the last, is reckoned here, apart from the rules.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.games.animal_splash import rules as animal_splash
from companion.games.animal_splash.facts import Breathed, Dived, Drew, First, Moved, Setup
from companion.games.animal_splash.robot.family import FANCY_MOST, ROUNDS, AnimalFamily, Temper
from companion.games.animal_splash.robot.sea import counted
from companion.games.animal_splash.state import Stage
from companion.words import Corrected, HandedOver, Joined, Left, Seat
from tests.robots import animal_straight
from tests.robots.told import Played


class Gone(Exception):
    """Whose turn it is has left."""


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, after each thing that is told."""

    leaves: float = 0.03
    leaves_too: float = 0.2  # in the same moment
    leaves_rarely: float = 0.1  # before the first dive, in the last one, or while all count
    joins: float = 0.06
    starts: float = 0.15  # who came late takes a start card
    joins_at_once: float = 0.2
    hands_over: float = 0.01
    pens: float = 0.02


LATE: Final = Restless(leaves=0.05, leaves_rarely=0.3, joins=0.15, starts=0.03)  # few begin
MOVES: Final = (Restless(), Restless(leaves=0.008, joins=0.02), LATE)


class RestlessAnimals(AnimalFamily):
    """A family that comes and goes."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper, moves: Restless) -> None:
        super().__init__(setup, rng, temper)
        self.moves = moves
        self.present = [Seat(n) for n in range(setup.seats)]
        self.did: dict[str, int] = {}
        self.round = 0  # of dives, from one on
        self.counts = False  # the last dive is over
        self._runs: Seat | None = None  # whose turn is not over
        self._dived = False  # and has begun
        self._nobody = False  # whose turn it is left when nobody else was there
        self._rounds = 0
        self._starts: list[int] = []  # start cards that nobody has
        self._begins: Seat | None = None  # as the table has said

    def game(self) -> Iterator[Any]:
        game = self._whole()
        fact: Any = next(game, None)
        while fact is not None:
            yield fact
            self._dived |= isinstance(fact, Moved | Dived)
            runs = self._runs
            if not self.over:
                yield from self._stir()
            if self.over:
                return
            lost = runs is not None and self._runs is None
            fact = game.throw(Gone()) if lost else next(game, None)

    def _whole(self) -> Iterator[Any]:
        yield from self._lay_out()
        while not self.counts:
            yield from self._turn(self.turn)
        if self.light or self._is_judged():
            yield from self._count()

    def _draw_starts(self) -> Iterator[Any]:
        cards = range(len(self.deck.cards), len(self.sea.cards))
        self._starts = self.rng.sample(cards, len(cards))
        while not self.round:
            early = self.light and self._begins is None and self._chance(0.2)
            if self._newcomers() and not early:
                yield from self._start(self.rng.choice(self._newcomers()))
                continue
            may = self.present if self.light else self._lowest()
            self._begins = self.rng.choice(may)
            self._look()
            yield First(self._begins)

    def _start(self, seat: Seat) -> Iterator[Any]:
        """A start card, before the first dive or for who comes later."""
        card = self._starts.pop()
        self.sea.rows[seat] = [card]
        self.sea.oxygen[seat] = self.sea.cards[card].oxygen
        self._look()
        if self.turn not in self._divers() and self.round:
            self._tally("a newcomer goes on")
            self._end_turn()
        yield Breathed(seat, self.sea.oxygen[seat]) if self.light else Drew(seat, card)

    def _look(self) -> None:
        """The first dive, once everybody has a start card and it is known who begins."""
        if self.round or self._newcomers() or len(self.present) < 2:
            return
        lowest = [] if self.light else self._lowest()
        first = lowest[0] if len(lowest) == 1 else self._begins
        if first is not None:
            self.first = self.turn = first
            self.round, self._rounds = 1, ROUNDS[len(self.present)]

    def _lowest(self) -> list[Seat]:
        numbers = {s: self.sea.cards[self.sea.rows[s][0]].number for s in self.present}
        return [seat for seat, number in numbers.items() if number == min(numbers.values())]

    def _newcomers(self) -> list[Seat]:
        return [seat for seat in self.present if not self.sea.rows[seat]]

    def _divers(self) -> list[Seat]:
        return [seat for seat in self.present if self.sea.rows[seat]]

    def _counts(self) -> list[int]:
        """What the end card counts; of who never dived there is nothing, not even none."""
        rows = self.sea.rows
        counts = super()._counts() if all(rows) else []
        if not counts:
            end = self.deck.ends[self.end]
            judged = self._is_judged()
            counts = [
                -1 if not row
                else self.rng.randrange(FANCY_MOST) if judged
                else counted(self.sea, seat, end.measure, end.of)
                for seat, row in enumerate(rows)
            ]  # fmt: skip
        return counts

    # --- turns --------------------------------------------------------------------------------

    def _turn(self, seat: Seat) -> Iterator[Any]:
        self._runs, self._dived = seat, False
        with suppress(Gone):
            yield from super()._turn(seat)
        self._runs = None

    def _go_on(self) -> None:
        self._dived = False
        after = [seat for seat in self._divers() if self._place(seat) > self._place(self.turn)]
        if not after and self.round == self._rounds:
            self.counts = True
            if not (self.light or self._is_judged()):
                self._settle(self._counts())
            return
        self.round += not after
        self.turn = min(after or self._divers(), key=self._place)

    def _place(self, seat: Seat) -> int:
        return (seat - self.first) % self.setup.seats

    # --- who comes and goes -------------------------------------------------------------------

    def _stir(self) -> Iterator[Any]:
        if self._chance(self.moves.pens):
            seat, points = Seat(self.rng.randrange(self.setup.seats)), self.rng.choice((-3, 1, 5))
            yield Corrected(seat, points)
            yield Corrected(seat, -points)
        if self._chance(self.moves.hands_over):
            yield HandedOver(self.rng.choice(self.present))
        if not self._starts:
            return  # the cards are laid out first
        if self.round and not self.counts and self._newcomers() and self._chance(self.moves.starts):
            yield from self._start(self.rng.choice(self._newcomers()))
        if self._chance(self.moves.joins):
            yield from self._join()
        if self._chance(self.moves.leaves_rarely if self._is_rare() else self.moves.leaves):
            yield from self._leave()
            while self._chance(self.moves.leaves_too) and not self.over:
                self._tally("left together")
                yield from self._leave()
            if self._chance(self.moves.joins_at_once):
                yield from self._join()
        while self._waits() and not self.over:
            yield from self._end_the_wait()

    def _waits(self) -> bool:
        """Whether nobody can go on."""
        dives = self.round and not self.counts
        return self._rests() or bool(dives and self.turn not in self._divers())

    def _end_the_wait(self) -> Iterator[Any]:
        self._tally("rests" if self._rests() else "waits for a start card")
        if self.present and self._chance(0.1):
            yield from self._leave()
        elif not self._rests() and self._newcomers() and self._chance(0.7):
            yield from self._start(self.rng.choice(self._newcomers()))
        else:
            yield from self._join()

    def _rests(self) -> bool:
        return len(self.present) < (1 if self.counts else 2)

    def _is_rare(self) -> bool:
        last = max(self._divers(), key=self._place, default=None) == self.turn
        return self.counts or not self.round or (last and self.round == self._rounds)

    def _leave(self) -> Iterator[Any]:
        may = [seat for seat in self.present if not self._has_untold(seat)]
        if not may:
            return
        seat = self.rng.choice(may)
        in_turn = seat == self.turn and self.round > 0 and not self.counts
        rested = self._rests()
        self._tally("left" + (" in turn" if in_turn else "") + (" and counts" * self.counts))
        self.present.remove(seat)
        self.sea.divers[seat] = None
        if not self.round:
            self._give_back(seat)
        if in_turn and self._divers() and not rested:
            self._end_turn()
        elif in_turn:
            self._nobody = self._dived
            self._runs = None if self._dived else self._runs
        yield Left(seat)

    def _give_back(self, seat: Seat) -> None:
        self._starts += self.sea.rows[seat]
        self.sea.rows[seat], self.sea.oxygen[seat] = [], 0
        self._begins = None if self._begins == seat else self._begins
        self._tally("left before the first dive")
        if not self._newcomers():
            self._look()

    def _has_untold(self, seat: Seat) -> bool:
        """Of a light game: pearls that are told at the end of the turn."""
        return self.light and self.sea.pearls_of(seat) != self.told_pearls[seat]

    def _end_turn(self) -> None:
        self._runs, self._nobody = None, False
        self._refill()
        self._go_on()
        if self.counts:
            self._tally("that was the last dive")

    def _join(self) -> Iterator[Any]:
        free = [Seat(n) for n in range(self.setup.seats) if n not in self.present]
        if not free or self.over:
            return
        seat = self.rng.choice(free)
        self.present = sorted([*self.present, seat])
        self._tally("came back")
        if self.round and not self._rests() and not self.counts and self._divers():
            if self._nobody or self.turn not in self._divers():
                self._tally("went on without who had the turn")
                self._end_turn()
            self._nobody = False
        yield Joined(seat)

    def _tally(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1


def played(seed: int) -> tuple[Played, Counter[str]]:
    """The game of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = animal_straight.some_setup(rng)
    temper = animal_straight.TEMPERS[seed % len(animal_straight.TEMPERS)]
    moves = MOVES[seed // len(animal_straight.TEMPERS) % len(MOVES)]
    family = RestlessAnimals(setup, rng, temper, moves)
    game = Played(setup, state=animal_splash.start(setup))
    for fact in family.game():
        state = game.tell(animal_splash, fact)
        animal_straight.hold_to_the_truth(state, family, fact)
        assert list(state.present) == family.present, fact
        assert (state.round, state.rounds) == (family.round, family._rounds), fact
        if not family.over:
            assert (state.stage is Stage.RESTING) == family._rests(), fact
    animal_straight.hold_the_end(game.state, family, seed)
    return game, Counter(family.did)
