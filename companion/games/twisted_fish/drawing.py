"""What pages of Twisted Fish draw by: what cards are called and worth, and where things lie."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.games.common import Point
from companion.games.twisted_fish import cards
from companion.games.twisted_fish.state import GOAL as GOAL

OPEN = 3  # kinds of which all colours lie open, where there are many

SHARK, TEN, FIVE = sorted(set(cards.VALUES), reverse=True)  # what cards are worth
SHARKS, TENS, FIVES = (cards.BASKET * worth for worth in (SHARK, TEN, FIVE))  # and a basket
# The Zinger that an answer is about, by its key.
EMBLEMS: Final = {
    "warden": cards.WARDEN,
    "diver": cards.DIVER,
    "no_fishing": cards.NO_FISHING,
    "boat": cards.BOAT,
    "net": cards.NET,
    "two_fisted": cards.TWO_FISTED,
    "lure": cards.LURE,
    "divine": cards.DIVINE,
    "divine_take": cards.DIVINE,
    "throw": cards.DIVINE,
    "sixth": cards.DIVER,
}

# Baskets lie round the pond, clockwise from the top left; the last one is in it.
PLACES: Final = (
    Point(105, 120), Point(265, 60), Point(425, 45), Point(585, 45), Point(745, 60),
    Point(900, 120), Point(930, 270), Point(930, 425), Point(915, 580), Point(85, 580),
    Point(70, 425), Point(70, 270), Point(770, 650),
)  # fmt: skip # a table of numbers
PILE_MOST, PILE_EACH = 5, 8  # cards that are drawn of the pond, one for so many

_BROKEN: Final = {"hammerhead": ("hammer", "head"), "clownfish": ("clown", "fish")}


class Picks(NamedTuple):
    """Cards to pick: kinds that lie open, kinds that open when they are tapped, and Zingers.

    A kind has its number and those of its cards.
    """

    open: tuple[tuple[int, list[int]], ...]
    folded: tuple[tuple[int, list[int]], ...]
    zingers: list[int]


def picks(options: Sequence[int]) -> Picks:
    """These cards by kind, in the order of the first of each."""
    found: dict[int, list[int]] = {}
    for card in options:
        if card < cards.FISH:
            found.setdefault(cards.fish_of(card), []).append(card)
    kinds = tuple(found.items())
    open_ = len(kinds) if len(kinds) <= OPEN + 1 else OPEN
    return Picks(kinds[:open_], kinds[open_:], [card for card in options if card >= cards.FISH])


def colour(card: int) -> str:
    """ "purple"."""
    return cards.COLOURS[card % cards.BASKET]


def narrow(name: str) -> tuple[str, ...]:
    """A kind's name on a narrow tile: the parts between which it may break."""
    return _BROKEN.get(name, (name,))


def pile(pond: int) -> tuple[Point, ...]:
    """Where the cards of the pile lie on each other: fewer than it has."""
    high = min(pond // PILE_EACH, PILE_MOST) + (pond > 0)
    return tuple(Point(4 - n * 4, 4 - n * 5) for n in range(high))


def to_goal(points: int, wide: int) -> float:
    """How much of the way to the goal is done, on a line so wide."""
    return min(max(points / GOAL, 0), 1) * wide
