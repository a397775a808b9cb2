"""Whatever people do besides playing, what the referee says is what is so.

They get up at any moment and sit down late, write with the pen, take back, drop and end: the truth
is reckoned apart from the rules. And whatever is taken back or put right, no card is lost.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.games.party_splash import rules as party_splash
from companion.games.split import rules as split
from companion.games.split.cards import DECK as HALVES
from companion.games.twisted_fish import rules as twisted_fish
from companion.games.twisted_fish.cards import DECK, FISH
from companion.games.twisted_fish.state import is_spent
from companion.words import Refused
from tests.robots import (
    animal_restless,
    dolphin_restless,
    fish_restless,
    party_restless,
    split_restless,
)
from tests.robots.told import Played

pytestmark = pytest.mark.long

SEEDS = range(40)
PARTS = 4
LONG = ("twisted_fish", "party_splash")  # in these most can happen
CHANGES = 3  # of an evening: a word is taken back, or another one stands in its place
Evening = Callable[[int], tuple[Played, Counter[str]]]
FISH_HABITS = {
    "joined", "left", "left in turn", "left asked", "pen", "void", "net void", "agreed", "redealt",
    "late whopper", "left before the last turns", "left among the dead", "left a pond",
    "left and had laid", "left and had used a Zinger", "left asked without a card",
    "stopped though the turn is gone", "left beside a Diver", "left together",
}  # fmt: skip
PARTY_HABITS = {
    "joined", "came late", "left", "left in turn", "birthday kid left", "redealt", "gathered",
    "left before the deal", "towels", "back in", "no towel by the pen", "miscounted", "fixed",
    "towels before the deal", "left together",
}  # fmt: skip
DOLPHIN_HABITS = {
    "joined", "came back", "redealt", "left together", "left: live", "left: grab",
    "left: holders", "left: foul", "left: reset", "left: scored", "left: waiting",
    "left: grab in a tie", "left: scored in a tie",
    "contest", "contest after the score", "asked for four cards", "too soon after all",
    "four cards after somebody left",
}  # fmt: skip
SPLIT_HABITS = {
    "a side left", "a side left in turn", "a side came back", "a partner left",
    "a partner came back", "left together", "rests", "that ended the game",
}  # fmt: skip
ANIMAL_HABITS = {
    "came back", "left", "left in turn", "left together", "left before the first dive",
    "left and counts", "rests", "that was the last dive", "went on without who had the turn",
}  # fmt: skip


def fish_cards(state: Any) -> tuple[int, int]:
    now = state.round
    if now is None:
        return 0, 0
    used = sum(is_spent(now, zinger) for zinger in range(FISH, DECK))
    diver = any(basket.missing >= 0 for basket in now.baskets)
    return sum(now.counts) + now.pond + 5 * len(now.baskets) + used - diver, DECK


def party_cards(state: Any) -> tuple[int, int]:
    held = sum(kid.hand + len(kid.play) for kid in state.kids) + state.pile + state.thrown
    return held, state.deck.size if held else 0


def halves(state: Any) -> tuple[int, int]:
    lie = sum(len(place.open) + len(place.under) or 1 for place in state.places)
    held = sum(state.hands) + state.pile + state.thrown + lie
    return held, HALVES if state.places else 0


RESTLESS: dict[str, tuple[Evening, set[str]]] = {
    "twisted_fish": (fish_restless.played, FISH_HABITS),
    "party_splash": (party_restless.played, PARTY_HABITS),
    "split": (split_restless.played, SPLIT_HABITS),
    "dolphin_splash": (dolphin_restless.played, DOLPHIN_HABITS),
    "animal_splash": (animal_restless.played, ANIMAL_HABITS),
}
CARDS: dict[str, tuple[ModuleType, Any, range]] = {
    "twisted_fish": (twisted_fish, fish_cards, SEEDS),
    "party_splash": (party_splash, party_cards, SEEDS),
    "split": (split, halves, SEEDS[:8]),  # the longest games
}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", RESTLESS)
def test_whoever_comes_and_goes_the_truth_is_known(kind: str, part: int) -> None:
    for seed in SEEDS[part::PARTS] if kind in LONG else SEEDS[part:16:PARTS]:
        RESTLESS[kind][0](seed)


@pytest.mark.parametrize("kind", RESTLESS)
def test_they_do_all_that_they_do(kind: str) -> None:
    play, habits = RESTLESS[kind]
    did = Counter[str]()
    for seed in range(4 * len(SEEDS)):
        did += play(seed)[1]
        if habits <= {*did}:
            return
    assert habits <= {*did}, did


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", CARDS)
def test_whatever_is_taken_back_or_put_right_no_card_is_lost(kind: str, part: int) -> None:
    game, cards, seeds = CARDS[kind]
    for seed in seeds[part::PARTS]:
        told, rng = RESTLESS[kind][0](seed)[0], Random(seed)
        for _ in range(CHANGES):
            at = rng.randrange(len(told.facts))
            other = [rng.choice(told.facts)] if rng.random() < 0.5 else []
            state = game.start(told.setup)
            for fact in (*told.facts[:at], *other, *told.facts[at + 1 :]):
                try:
                    state = game.judge(state, fact).state
                except Refused:
                    continue
                held, all_ = cards(state)
                assert held == all_, (seed, at, fact)
            assert game.asks(state) is not None and game.view(state)
