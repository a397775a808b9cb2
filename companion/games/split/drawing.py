"""What pages of SPLIT draw by: its cards and spaces, and where they lie."""

from collections.abc import Sequence
from typing import Final

from companion.games.common import Point
from companion.games.split import board as board
from companion.games.split import cards, state
from companion.games.split.facts import CHIPS, Match
from companion.games.split.path import SIDE, SPACES

FEW = 8  # cards that lie side by side; more of them lie by rank

ROWS: Final = tuple(range(first, first + SIDE) for first in range(0, SPACES, SIDE))
# The corners of the spaces of a board, each 100 wide and high.
SQUARES: Final = tuple(Point(n % SIDE * 100, n // SIDE * 100) for n in range(SPACES))
# The places on either side of the board, and the corners of all of them.
BESIDE: Final = (range(state.PLACES // 2), range(state.PLACES // 2, state.PLACES))
CORNERS: Final = tuple(
    Point(x, 4 + n * 128)
    for x, side in zip((4, 1020), BESIDE, strict=True)
    for n in range(len(side))
)
FAR: Final = (-46, 1010)  # where the edges of two opposite sides lie beyond the board
MARKS: Final = (132, 468, 804)  # and along them the chips that say whose they are
QUARTERS: Final = tuple(Point(x, y) for y in (2, 12) for x in (2, 12))

STACKED: Final = (2, 8, 14)  # where the cards of a pack begin that lie under its top one

# Two halves as they may look, by the suits of each.
_LIKE: Final = {Match.WEAK.value: (0, 1), Match.STRONG.value: (0, 3), Match.PERFECT.value: (1, 1)}

# Halves that make each match, by the letter and the suit of either, for the little book.
PAIRS: Final = {
    kind: tuple(("7", suit) for suit in (*suits, *suits)[: cards.HALVES])
    for kind, suits in _LIKE.items()
} | {"packs": (("K", 1),) * cards.HALVES}


def by_rank(options: Sequence[int], each: int = 1) -> dict[int, list[int]]:
    """Cards, or things of which a card has so many, by rank; without jokers."""
    found: dict[int, list[int]] = {}
    for one in options:
        if not cards.is_joker(one // each):
            found.setdefault(cards.rank_of(one // each), []).append(one)
    return dict(sorted(found.items()))


def face(card: int) -> str:
    """What is drawn on a card: its suit, or a jester's hat."""
    if cards.is_joker(card):
        return "joker-red" if card == cards.RED_JOKER else "joker-black"
    return f"suit-{cards.suit_of(card)}"


def half_of(half: int) -> tuple[int, int]:
    """The card that a half is of, and which of its two it is."""
    return divmod(half, cards.HALVES)


def suits(letters: str) -> str:
    """The suits of a space in words: "spades or hearts"."""
    return " or ".join(cards.SUITS[cards.LETTERS.index(one)] for one in letters)


def suits_of_match(kind: str, suits: str) -> tuple[int, ...]:
    """The suits that stand for a match, of an answer's key or as they may look."""
    if suits:
        return tuple(map(int, suits)) * (cards.HALVES if kind == Match.PERFECT.value else 1)
    return _LIKE[kind]


def chips(kind: str) -> int:
    """How many chips a match gives; none where it is no kind of match."""
    return {match.value: chips for match, chips in CHIPS.items()}.get(kind, 0)


def ink(suit: int) -> str:
    """The colour of a suit's letters."""
    return "bk-red" if cards.RED_SUITS >> suit & 1 else "bk-black"
