"""Whatever the order in which people tell it, the referee says nothing that is not so.

Robots really play all games, and tell late, in another order, twice, wrong and anew. Nobody honest
is accused, the end is the true one, and there is always a way on.
"""

from collections import Counter
from itertools import product
from random import Random

import pytest

from tests.robots.hearsay import Evening, Manners, Room
from tests.robots.stories import STORIES

pytestmark = pytest.mark.long

GAMES_A_TEST = 8  # ten thousand others in test_soak.py
PARTS = 4
HABITS = {
    "in another order", "twice", "contradicted", "misheard", "amended", "undone", "redone",
    "gone back", "implied",
}  # fmt: skip
HASTY = Manners(plays_on=0.7, swaps=0.6)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", STORIES)
def test_the_order_of_taps_wrongs_nobody(room: Room, kind: str, part: int) -> None:
    for seed in range(part, GAMES_A_TEST, PARTS):
        told(room, kind, seed)


def test_people_do_all_that_they_do(room: Room) -> None:
    did: Counter[str] = Counter()
    for kind, seed in product(STORIES, range(6)):
        did.update(told(room, kind, seed).done)
        if set(did) >= HABITS:
            break
    assert set(did) >= HABITS, did


@pytest.mark.parametrize("kind", STORIES)
def test_a_seed_gives_the_same_evening(room: Room, kind: str) -> None:
    assert told(room, kind, 3).done == told(room, kind, 3).done


def test_who_trusts_the_order_of_taps_is_caught(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules for which each ask was told before the basket that it filled do not pass."""
    told(room, "twisted_fish", 116, HASTY)
    monkeypatch.setattr("companion.games.twisted_fish.asking.doubting", lambda _, after: after)
    with pytest.raises(AssertionError, match="are called lies"):
        told(room, "twisted_fish", 116, HASTY)


def told(room: Room, kind: str, seed: int, manners: Manners | None = None) -> Evening:
    """The evening of a seed, held to the truth."""
    evening = Evening(room, STORIES[kind](seed), Random(seed + 7), manners or Manners())
    evening.play()
    return evening
