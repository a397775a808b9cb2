"""An own board and own matches of SPLIT, told only what really happened: the referee's measure.

Written apart from the rules it checks, and after the box's words: it must not import them.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from companion.games.split.facts import Match, Setup
from companion.games.split.practice import PRACTICE

SIZE = 10
LETTERS = "SHDC"
RED, BLACK = "HD", "SC"
RED_JOKER, BLACK_JOKER = 52, 53
RANKS = 13
CARDS = 54

Meaning = tuple[Match, str, int]
"""A way to mean a match: its kind, its suits as letters, and what its joker stands for, or -1."""


def suit(card: int) -> str:
    """The letter of a card's suit; none for a joker."""
    return "" if card >= RED_JOKER else LETTERS[card // RANKS]


def colour(card: int) -> str:
    """The suits of a card's colour."""
    return RED if card == RED_JOKER or (suit(card) and suit(card) in RED) else BLACK


@lru_cache(8192)
def meanings(lying: int, played: int, keeps: bool, pair: bool) -> tuple[Meaning, ...]:
    """What two cards can make, by the box's words."""
    jokers = [card for card in (lying, played) if card >= RED_JOKER]
    same_colour = colour(lying) == colour(played)
    if len(jokers) == 2:
        return _pair(lying, same_colour) if pair else ()
    if not jokers:
        if lying % RANKS != played % RANKS:
            return ()
        kind = Match.PERFECT if lying == played else Match.STRONG if same_colour else Match.WEAK
        return ((kind, _suits(suit(lying) + suit(played)), -1),)
    (joker,), card = jokers, lying if played >= RED_JOKER else played
    if same_colour:
        other = colour(joker).replace(suit(card), "")
        strong = (Match.STRONG, _suits(colour(joker)), _card(other, card))
        return strong, (Match.PERFECT, suit(card), -1)
    if not keeps:
        return ((Match.WEAK, _suits(suit(card) + colour(joker)), -1),)
    return tuple((Match.WEAK, _suits(suit(card) + s), _card(s, card)) for s in colour(joker))


def _pair(joker: int, same_colour: bool) -> tuple[Meaning, ...]:
    if not same_colour:
        return ((Match.WEAK, LETTERS, -1),)
    perfect = ((Match.PERFECT, letter, -1) for letter in colour(joker))
    return (Match.STRONG, _suits(colour(joker)), -1), *perfect


def _suits(letters: str) -> str:
    return "".join(letter for letter in LETTERS if letter in letters)


def _card(letter: str, rank_of: int) -> int:
    return LETTERS.index(letter) * RANKS + rank_of % RANKS


class Board:
    """Chips on the board."""

    def __init__(self, setup: Setup) -> None:
        rows = setup.board or PRACTICE
        self.suits = [entry for row in rows for entry in row.split()]
        self.sides = 3 if setup.seats in (3, 6) else 2
        self.each = 30 if self.sides == 3 else 45
        self.turned = setup.turned
        self.chips: dict[int, int] = {}  # by space: whose

    def left(self, side: int) -> int:
        """Chips that a side has not placed."""
        return self.each - sum(owner == side for owner in self.chips.values())

    def of_others(self, side: int) -> list[int]:
        """The spaces with chips of a side's opponents."""
        return [space for space, owner in self.chips.items() if owner != side]

    def room(self, letters: str) -> set[int]:
        """Where a chip for any of these suits may go."""
        free = [space for space in range(SIZE * SIZE) if space not in self.chips]
        fitting = {space for space in free if set(letters) & set(self.suits[space])}
        return fitting or set(free)

    def joined(self, side: int) -> bool:
        """Whether a side's chips lead from one side of the board to the opposite one."""
        return any(self._leads(side, down) for down in self.directions(side))

    def directions(self, side: int) -> tuple[bool, ...]:
        """What a side may join: True for top and bottom."""
        if self.sides == 3:
            return True, False
        return ((side == 0) != self.turned,)

    def _leads(self, side: int, down: bool) -> bool:
        root = {space: space for space, owner in self.chips.items() if owner == side}

        def find(space: int) -> int:
            while root[space] != space:
                root[space] = root[root[space]]
                space = root[space]
            return space

        for space in root:
            for other in neighbours(space):
                if other in root:
                    root[find(space)] = find(other)
        ends = [{find(s) for s in root if at(s, down) == end} for end in (0, SIZE - 1)]
        return bool(ends[0] & ends[1])


class Due:
    """The chips of one match: all orders of suits in which they can have been meant so far."""

    def __init__(self, board: Board, meaning: Meaning) -> None:
        kind, letters, _ = meaning
        self._board = board
        self._done = 0
        self._orders: list[tuple[str, ...]] = [(letters,)]
        if kind is Match.STRONG:
            self._orders = list(permutations(letters))
        elif kind is Match.PERFECT:
            self._orders = [(letters, letters)]

    def may_go(self) -> set[int]:
        """Where the next chip may go."""
        rooms = [self._board.room(order[self._done]) for order in self._orders]
        return set().union(*rooms)

    def place(self, space: int, side: int) -> None:
        """A chip was placed."""
        self._orders = [o for o in self._orders if space in self._board.room(o[self._done])]
        self._done += 1
        self._board.chips[space] = side


def at(space: int, down: bool) -> int:
    """How far down, or across, a space is."""
    return space // SIZE if down else space % SIZE


def neighbours(space: int) -> Iterator[int]:
    """The spaces that touch one by an edge."""
    row, column = divmod(space, SIZE)
    if row:
        yield space - SIZE
    if row < SIZE - 1:
        yield space + SIZE
    if column:
        yield space - 1
    if column < SIZE - 1:
        yield space + 1
