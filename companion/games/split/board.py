"""The board as data: which suits each of the hundred spaces shows, and what is wrong with a board.

Ten rows of ten spaces with a blank between, each one or two letters of SHDC: "S HD C …".
"""

from functools import lru_cache

from companion.frozen import dataclass
from companion.games.common import CACHE_SIZE
from companion.games.split.cards import ALL_SUITS, LETTERS, SUITS
from companion.games.split.path import SIDE
from companion.games.split.practice import PRACTICE
from companion.words import Refused, Text, short

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that is complete."""

    suits: tuple[int, ...]  # by space, as a set of bits
    spaces: tuple[int, ...]  # by set of suits: all spaces that show one of them, as bits


def faults(rows: Rows) -> tuple[Text, ...]:
    """All that is wrong with a board, for whoever enters one; none where it can be played on."""
    found: list[Text] = []
    # H-Q20 Ten rows of ten spaces.
    if len(rows) != SIDE:
        found.append(Text("A board has 10 rows of spaces; this one has {n}.", n=len(rows)))
    for number, row in enumerate(rows, 1):
        found += _faults_of_row(number, row.split())
    missing = [suit for suit, letter in enumerate(LETTERS) if not any(letter in r for r in rows)]
    # H-Q20 And each suit somewhere.
    found += [Text("No space shows {suit}.", suit=Text(SUITS[suit])) for suit in missing]
    return tuple(found)


def checked(rows: Rows) -> Rows:
    """The same with one blank between spaces. Raises Refused (H-Q20)."""
    tidy = tuple(" ".join(row.split()) for row in rows)
    wrong = faults(tidy)
    # H-Q20 A board with a fault is refused, with the first one in words.
    if wrong:
        raise Refused("H-Q20", wrong[0])
    return tidy


@lru_cache(CACHE_SIZE)
def board_of(rows: Rows) -> Board:
    """The board of a setup; the practice board where it has none. Raises Refused (H-Q20)."""
    # H-S12 Who has not entered the printed board plays on the practice board.
    rows = rows or PRACTICE
    suits = tuple(_suits(entry) for row in checked(rows) for entry in row.split())
    every = range(ALL_SUITS + 1)
    spaces = tuple(sum(1 << n for n, shown in enumerate(suits) if shown & some) for some in every)
    return Board(suits, spaces)


def letters_of(suits: int) -> str:
    """A set of suits as a board's data says it."""
    return "".join(letter for suit, letter in enumerate(LETTERS) if suits >> suit & 1)


def space_text(space: int) -> Text:
    """ "row 3, space 7"."""
    return Text("row {row}, space {n}", row=space // SIDE + 1, n=space % SIDE + 1)


def _faults_of_row(number: int, entries: list[str]) -> list[Text]:
    found = []
    # H-Q20 Ten spaces in each row.
    if len(entries) != SIDE:
        text = Text("Row {row} has {n} spaces, not 10.", row=number, n=len(entries))
        found.append(text)
    for n, entry in enumerate(entries, 1):
        # H-Q20 Each shows one suit or two.
        if not _is_space(entry):
            text = Text(
                'Row {row}, space {n} says "{entry}"; a space is one or two of S, H, D, C.',
                row=number,
                n=n,
                entry=short(entry),
            )
            found.append(text)
    return found


def _is_space(entry: str) -> bool:
    return 1 <= len(entry) <= 2 and len(set(entry)) == len(entry) and set(entry) <= set(LETTERS)


def _suits(entry: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in entry)
