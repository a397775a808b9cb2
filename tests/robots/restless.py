"""An evening of each game at which people come and go, and what is true of it.

Twisted Fish and the party have families of their own that do not sit still. At the other tables
somebody gets up and sits down again, hands over, or writes with the pen and takes it off again.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from companion.games.animal_splash.robot.family import ROUNDS, AnimalFamily
from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Dealt
from companion.games.dolphin_splash.state import Phase
from companion.games.split.facts import Claimed, Searched, Shown
from companion.games.split.robot.family import HAND, SplitFamily
from companion.words import Corrected, HandedOver, Hardware, Joined, Left, Seat
from tests.robots import animal_straight, fish_restless, party_restless, split_straight, straight
from tests.robots.wavering import Evening

STIRS: Final = 0.08  # the chance after each thing
PEN_MOST: Final = 3  # letters, to which one more makes nobody the winner


class RestlessSplit(SplitFamily):
    """A side gets up and sits down again: its hand is thrown away, and it has a new one."""

    def game(self) -> Iterator[Any]:
        for fact in super().game():
            yield fact
            # Whoever looks for a match has counted the cards that lie there.
            looks = isinstance(fact, Claimed | Searched | Shown)
            if not self.over and not looks and self._chance(STIRS):
                yield from self._stir()

    def _stir(self) -> Iterator[Any]:
        seat = Seat(self.rng.randrange(self.setup.seats))
        yield HandedOver(seat)
        others = {*range(self.board.sides)} - {self.side(seat)}
        if not any(map(self.board.left, others)):
            return  # by that the game would be over
        if self.side(seat) == self.side(self.turn) or self._fresh is not None or not self.made:
            return
        alone = self.board.sides == self.setup.seats
        if alone:
            self.thrown += self.hands[seat]
            self.bare += self.known[seat]
            self.hands[seat], self.known[seat] = [], []
        yield Left(seat)
        while alone and len(self.hands[seat]) < HAND and (self.pile or self.thrown):
            self.hands[seat].append(self._draw())
        yield Joined(seat)


class RestlessAnimals(AnimalFamily):
    """Divers who get up and sit down again, and dive anew."""

    def game(self) -> Iterator[Any]:
        for fact in super().game():
            yield fact
            if self._chance(STIRS):
                yield from self._stir()

    def _stir(self) -> Iterator[Any]:
        seats = self.setup.seats
        seat, points = Seat(self.rng.randrange(seats)), self.rng.choice((-3, 1, 5))
        yield Corrected(seat, points)
        yield Corrected(seat, -points)
        if seats <= self.dives < ROUNDS[seats] * seats and not self.over and seat != self.turn:
            yield HandedOver(seat)
            self.sea.divers[seat] = None
            yield Left(seat)
            yield Joined(seat)


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
    setup, game = straight.played(seed)
    rng, facts = Random(seed), list[Any]()
    state = dolphin_splash.start(setup)
    for fact in game.facts:
        more = list(_between(state, fact, rng)) if rng.random() < 4 * STIRS else []
        for told in (*more, fact):
            state = dolphin_splash.judge(state, told).state
        facts += [*more, fact]
    shown = dolphin_splash.view(state)
    assert (shown.letters, shown.winner) == (game.truth.letters, game.truth.winner), seed
    return Evening("dolphin_splash", setup, facts)


def _between(state: Any, fact: Any, rng: Random) -> Iterator[Any]:
    """What people do before that, and it changes nothing of who has which letters."""
    seat = rng.choice(state.present)
    if isinstance(fact, Hardware) or state.phase is Phase.OVER:
        return
    yield HandedOver(seat)
    if not isinstance(fact, Dealt) or state.tied or seat == fact.dealer:
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
