"""People at SPLIT who get up at any moment and sit down again, soon or many turns later.

Sides leave, partners play on for two, the table rests, and a game may end because whoever still had
chips has left. What is then true is reckoned here, apart from the rules.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.games.split import rules as split
from companion.games.split.facts import Claimed, Setup
from companion.games.split.matches import Match
from companion.games.split.robot.family import HAND, Option, SplitFamily, Temper
from companion.games.split.state import Stage
from companion.words import HandedOver, Joined, Left, Seat
from tests.robots import split_straight
from tests.robots.told import Played

SLOW: Final = Temper(plans=0.0, misses=0.02, remembers=0.0)  # nearly all chips come to lie there
TEMPERS: Final = (*split_straight.TEMPERS, SLOW, SLOW)


class Gone(Exception):
    """The turn is over: who had it has left, or the game has ended."""


@dataclass(frozen=True, slots=True)
class Restless:
    """The chance of each, after each thing that is told."""

    leaves: float = 0.02
    leaves_too: float = 0.2  # in the same moment
    ends: float = 0.3  # whose leaving, or coming, ends the game
    joins: float = 0.04
    joins_at_once: float = 0.3
    hands_over: float = 0.02


LONG: Final = Restless(leaves=0.002, joins=0.2)  # their games come to the last chips
MOVES: Final = (Restless(), LONG)


class RestlessSplit(SplitFamily):
    """A family that comes and goes."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper, moves: Restless) -> None:
        super().__init__(setup, rng, temper)
        self.moves = moves
        self.present = [Seat(n) for n in range(setup.seats)]
        self.did: dict[str, int] = {}
        self._runs: Seat | None = None  # whose turn is not over
        self._option: Option | None = None  # what it plays just now

    def game(self) -> Iterator[Any]:
        game = super().game()
        fact: Any = next(game, None)
        while fact is not None:
            yield fact
            runs = self._runs
            if not self.over:
                yield from self._stir(fact)
            if self.over:
                return
            lost = runs is not None and self._runs is None
            fact = game.throw(Gone()) if lost else next(game, None)

    # --- turns --------------------------------------------------------------------------------

    def _turn(self, seat: Seat) -> Iterator[Any]:
        self._runs = seat
        with suppress(Gone):
            yield from super()._turn(seat)
        self._runs = self._option = None

    def _lay(self, seat: Seat, option: Option) -> None:
        self._option = option
        super()._lay(seat, option)

    def _finish(self, seat: Seat, option: Option) -> None:
        self._option = None
        super()._finish(seat, option)

    def _left_of(self, seat: Seat) -> Seat:
        """To the left are those for whose side somebody is there."""
        seats = [Seat((seat + n) % self.setup.seats) for n in range(1, self.setup.seats + 1)]
        return next((other for other in seats if self.side(other) in self._sides()), seats[0])

    def _blank(self) -> None:
        self._blanks += 1
        seats = [n for n in range(self.setup.seats) if n % self.board.sides in self._sides()]
        if self._blanks >= len(seats):
            self._won(None if self.last is None else self.side(self.last))
        else:
            self._pass_on()

    def _all_placed(self) -> bool:
        return not any(self.board.left(side) for side in self._sides())

    # --- who comes and goes -------------------------------------------------------------------

    def _stir(self, now: Any) -> Iterator[Any]:
        if self._chance(self.moves.hands_over):
            yield HandedOver(self.rng.choice(self.present))
        # Who looks for a match after that has counted what there is to draw.
        looks = isinstance(now, Claimed) and self._runs is not None
        if looks and (len(self.pile) <= 2 * HAND or len(self._sides()) < 3):
            return
        if not looks and self._chance(self.moves.joins):
            yield from self._join()
        ends = [seat for seat in self.present if self._would_end(seat)]
        if ends and self._chance(self.moves.ends):
            if not looks and self._chance(0.4):  # then the table rests, and may wake to its end
                yield from self._leave(self.rng.choice([s for s in self.present if s not in ends]))
            yield from self._leave(self.rng.choice(ends))
        elif self._chance(self.moves.leaves):
            yield from self._leave(self.rng.choice(self.present))
            while not (looks or self.over) and self.present and self._chance(self.moves.leaves_too):
                self._count("left together")
                yield from self._leave(self.rng.choice(self.present))
            if not looks and self._chance(self.moves.joins_at_once):
                yield from self._join()
        while len(self._sides()) < 2 and not self.over:
            self._count("rests")
            yield from self._rest()

    def _rest(self) -> Iterator[Any]:
        if self.present and self._chance(0.1):
            yield from self._leave(self.rng.choice(self.present))
        else:
            yield from self._join()

    def _would_end(self, seat: Seat) -> bool:
        others = {self.side(other) for other in self.present if other != seat}
        return len(others) > 1 and not any(self.board.left(side) for side in others)

    def _leave(self, seat: Seat) -> Iterator[Any]:
        side = self.side(seat)
        self.present.remove(seat)
        if side not in self._sides():
            self._count("a side left" + (" in turn" if side == self.side(self.turn) else ""))
            self._side_goes(side)
        else:
            self._count("a partner left")
        yield Left(seat)

    def _side_goes(self, side: int) -> None:
        rests = len(self._sides()) < 2
        for seat in self._members(side):
            self.thrown += self.hands[seat]
            self.bare += self.known[seat]
            self.hands[seat], self.known[seat] = [], []
        if not rests and self._all_placed():
            self._count("that ended the game")
            self._won(None if self.last is None else self.side(self.last))
        elif self.side(self.turn) == side:
            self._drop()

    def _drop(self) -> None:
        """Whose turn it is has left it: no more chips, and a perfect match is discarded."""
        option, self._option, self._runs = self._option, None, None
        if option is not None and option.way[0] is Match.PERFECT:
            self._clear(option.place)
        self._pass_on()

    def _join(self) -> Iterator[Any]:
        free = [Seat(n) for n in range(self.setup.seats) if n not in self.present]
        if not free or self.over:
            return
        seat = self.rng.choice(free)
        was_out, rested = self.side(seat) not in self._sides(), len(self._sides()) < 2
        self.present = sorted([*self.present, seat])
        self._count("a side came back" if was_out else "a partner came back")
        for member in self._members(self.side(seat)) if was_out else ():
            while len(self.hands[member]) < HAND and (self.pile or self.thrown):
                self.hands[member].append(self._draw())
        if rested and len(self._sides()) > 1:
            self._wake()
        yield Joined(seat)

    def _wake(self) -> None:
        if self._all_placed():
            self._count("waking ended the game")
            self._won(None if self.last is None else self.side(self.last))
        elif self.side(self.turn) not in self._sides():
            self._drop()

    # --- inside -------------------------------------------------------------------------------

    def _sides(self) -> set[int]:
        return {self.side(seat) for seat in self.present}

    def _members(self, side: int) -> list[Seat]:
        return [Seat(n) for n in range(self.setup.seats) if n % self.board.sides == side]

    def _count(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1


def played(seed: int) -> tuple[Played, Counter[str]]:
    """The game of a seed, held against the truth, and how often people did what."""
    rng = Random(seed)
    setup = split_straight.some_setup(rng)
    temper = TEMPERS[seed % len(TEMPERS)]
    family = RestlessSplit(setup, rng, temper, MOVES[seed // len(TEMPERS) % len(MOVES)])
    game = Played(setup, state=split.start(setup))
    for fact in family.game():
        state = game.tell(split, fact)
        split_straight.hold_to_the_truth(state, family, fact)
        assert list(state.present) == family.present, fact
        rests = len({family.side(seat) for seat in family.present}) < 2
        assert (state.stage is Stage.RESTING) == (rests and not family.over), fact
    shown = split.view(game.state)
    assert shown.over and family.over, seed
    assert game.state.winner == family.winner, seed
    return game, Counter(family.did)
