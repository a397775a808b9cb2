"""An evening of each game at which people come and go, and what is true of it.

SPLASH!, Twisted Fish and the party have families of their own that do not sit still. At the other
tables somebody gets up and sits down again, hands over, or writes with the pen and takes it off.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

from companion.games.animal_splash.robot.family import ROUNDS, AnimalFamily
from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Dealt
from companion.games.dolphin_splash.state import Phase
from companion.games.split.facts import Claimed, Searched, Shown
from companion.games.split.matches import Match
from companion.games.split.robot.family import HAND, Option, SplitFamily
from companion.words import Corrected, HandedOver, Hardware, Joined, Left, Seat
from tests.robots import (
    animal_straight,
    dolphin_restless,
    fish_restless,
    party_restless,
    split_straight,
    straight,
)
from tests.robots.wavering import Evening

STIRS: Final = 0.08  # the chance after each thing
PEN_MOST: Final = 3  # letters, to which one more makes nobody the winner


class Gone(Exception):
    """Whose turn it is has left."""


class RestlessSplit(SplitFamily):
    """A side gets up and sits down again: its hand is thrown away, and it has a new one."""

    _runs: Seat | None = None  # whose turn is not over
    _option: Option | None = None  # what it plays just now
    _plays = False

    def game(self) -> Iterator[Any]:
        game = super().game()
        fact: Any = next(game, None)
        while fact is not None:
            yield fact
            # Whoever looks for a match has counted the cards that lie there.
            looks = isinstance(fact, Claimed | Searched | Shown)
            stirs = not self.over and not looks and self._chance(STIRS)
            ends = (yield from self._stir()) if stirs else False
            fact = game.throw(Gone()) if ends else next(game, None)

    def _turn(self, seat: Seat) -> Iterator[Any]:
        self._runs, self._plays = seat, True
        with suppress(Gone):
            yield from super()._turn(seat)
        self._runs = self._option = None

    def _lay(self, seat: Seat, option: Option) -> None:
        self._option = option
        super()._lay(seat, option)

    def _finish(self, seat: Seat, option: Option) -> None:
        self._option = None
        super()._finish(seat, option)

    def _stir(self) -> Generator[Any, None, bool]:
        """Somebody hands over, or gets up and sits down; whether that ended its turn."""
        seat = Seat(self.rng.randrange(self.setup.seats))
        yield HandedOver(seat)
        alone = self.board.sides == self.setup.seats
        in_turn = alone and seat == self.turn
        others = {*range(self.board.sides)} - {self.side(seat)}
        if not any(map(self.board.left, others)) or not self._plays:
            return False  # by that the game might be over, or never begin
        if alone:
            self.thrown += self.hands[seat]
            self.bare += self.known[seat]
            self.hands[seat], self.known[seat] = [], []
        if in_turn:
            self._drop()
        yield Left(seat)
        while alone and len(self.hands[seat]) < HAND and (self.pile or self.thrown):
            self.hands[seat].append(self._draw())
        yield Joined(seat)
        return in_turn and seat == self._runs

    def _drop(self) -> None:
        option, self._option = self._option, None
        if option is not None and option.way[0] is Match.PERFECT:
            self._clear(option.place)
        self._pass_on()


class RestlessAnimals(AnimalFamily):
    """Divers who get up and sit down again, and dive anew."""

    _runs: Seat | None = None  # whose turn is not over
    _misses: Seat | None = None  # who has left when its turn had come, and nothing was told of it
    _plays = False

    def game(self) -> Iterator[Any]:
        game = super().game()
        fact: Any = next(game, None)
        while fact is not None:
            yield fact
            ends = (yield from self._stir()) if self._chance(STIRS) else False
            fact = game.throw(Gone()) if ends else next(game, None)

    def _turn(self, seat: Seat) -> Iterator[Any]:
        if seat == self._misses:
            self._misses = None
            return
        self._runs, self._plays = seat, True
        with suppress(Gone):
            yield from super()._turn(seat)
        self._runs = None

    def _stir(self) -> Generator[Any, None, bool]:
        """Somebody takes the pen, or gets up and sits down; whether that ended its turn."""
        seats = self.setup.seats
        seat, points = Seat(self.rng.randrange(seats)), self.rng.choice((-3, 1, 5))
        yield Corrected(seat, points)
        yield Corrected(seat, -points)
        last = ROUNDS[seats] * seats - self.dives
        in_turn = seat == self.turn
        untold = self.light and self.sea.pearls_of(seat) != self.told_pearls[seat]
        if not self._plays or last < 1 or self.over or (in_turn and (last < 2 or untold)):
            return False
        ends = in_turn and seat == self._runs
        yield HandedOver(seat)
        self.sea.divers[seat] = None
        if in_turn:
            self._refill()
            self._go_on()
            self._misses = None if ends else seat
        yield Left(seat)
        yield Joined(seat)
        return ends


def _fish(seed: int) -> Evening:
    game, _ = fish_restless.played(seed, 1)
    return Evening("twisted_fish", game.setup, game.facts, game.lied, accused=_called_liars)


def _called_liars(state: Any) -> frozenset[Any]:
    lies = state.round.lies if state.round is not None else ()
    return frozenset((state.number, lie.seat, lie.card) for lie in lies)


def _party(seed: int) -> Evening:
    game, _ = party_restless.played(seed)
    return Evening("party_splash", game.setup, game.facts)


def _split(seed: int) -> Evening:
    game = split_straight.played(seed, people=RestlessSplit)
    return Evening("split", game.setup, game.facts)


def _animals(seed: int) -> Evening:
    game = animal_straight.played(seed, people=RestlessAnimals)
    return Evening("animal_splash", game.setup, game.facts)


def _dolphins(seed: int) -> Evening:
    if seed % 2:
        told, _ = dolphin_restless.played(seed)
        return Evening("dolphin_splash", told.setup, told.facts)
    setup, game = straight.played(seed)
    rng, facts = Random(seed), list[Any]()
    state = dolphin_splash.start(setup)
    for fact in game.facts:
        for told in (*(_between(state, fact, rng) if rng.random() < 4 * STIRS else ()), fact):
            if isinstance(told, Dealt):
                told = Dealt(state.dealer)  # who was to deal may have left
            state = dolphin_splash.judge(state, told).state
            facts.append(told)
    shown = dolphin_splash.view(state)
    assert (shown.letters, shown.winner) == (game.truth.letters, game.truth.winner), seed
    return Evening("dolphin_splash", setup, facts)


def _between(state: Any, fact: Any, rng: Random) -> Iterator[Any]:
    """What people do before that, and it changes nothing of who has which letters."""
    seat = rng.choice(state.present)
    if isinstance(fact, Hardware) or state.phase is Phase.OVER:
        return
    yield HandedOver(seat)
    if not isinstance(fact, Dealt) or state.tied:
        return
    if rng.random() < 0.5:
        yield fact  # a round that cannot be played on
    yield Left(seat)
    yield Joined(seat)
    if state.letters[seat] < PEN_MOST:
        yield Corrected(seat, 1)
        yield Corrected(seat, -1)


EVENINGS: Final[dict[str, Callable[[int], Evening]]] = {
    "dolphin_splash": _dolphins,
    "twisted_fish": _fish,
    "party_splash": _party,
    "split": _split,
    "animal_splash": _animals,
}
