"""Whatever is taken back, told anew or put right, all is as if it had been told rightly at once.

In all games, by evenings at which people come and go: letters, points, who is in, whose turn it is
and what is asked; and nobody honest is ever called a liar.
"""

from collections import Counter
from itertools import product
from random import Random

import pytest

from tests.robots.restless import EVENINGS
from tests.robots.wavering import Wavering

pytestmark = pytest.mark.long

SEEDS = range(2)  # thousands of others in test_soak.py
MOST = 30  # things about which people waver in one evening
HABITS = {
    "told", "went back", "went back to the beginning", "other order", "said again", "told anew",
    "as it was", "put right", "doubted", "put right again", "doubt taken back", "with what falls",
    "told by an offer",
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", EVENINGS)
def test_put_right_is_as_if_told_rightly_at_once(kind: str, seed: int) -> None:
    wavered(kind, seed, MOST)


def test_people_waver_in_every_way() -> None:
    did = Counter[str]()
    for seed, kind in product(range(100, 110), EVENINGS):
        did += wavered(kind, seed, MOST)
        if {*did} >= HABITS:
            break
    assert {*did} >= HABITS, did


def wavered(kind: str, seed: int, most: int = 0) -> Counter[str]:
    """The evening of a seed, by people who waver; what they did."""
    return Wavering(EVENINGS[kind](seed), Random(f"{kind} {seed}"), most).play()
