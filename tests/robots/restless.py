"""An evening of each game at which people come and go, and what is true of it.

Every game has a family of its own that does not sit still. At every other table of SPLASH! its
straight one plays with real cards, and comes and goes between rounds.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from companion.games.dolphin_splash import rules as dolphin_splash
from companion.games.dolphin_splash.facts import Dealt
from companion.games.dolphin_splash.state import Phase
from companion.words import Corrected, HandedOver, Hardware, Joined, Left
from tests.robots import (
    animal_restless,
    dolphin_restless,
    fish_restless,
    party_restless,
    split_restless,
    straight,
)
from tests.robots.wavering import Evening

STIRS: Final = 0.08  # the chance after each thing
PEN_MOST: Final = 3  # letters, to which one more makes nobody the winner


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
    game, _ = split_restless.played(seed)
    return Evening("split", game.setup, game.facts)


def _animals(seed: int) -> Evening:
    game, _ = animal_restless.played(seed)
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
