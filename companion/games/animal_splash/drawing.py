"""What pages of Animal Splash draw by: pictures of words, what a deck may say, where things lie."""

from typing import Final, get_type_hints

from companion.games.animal_splash import deck, naming
from companion.games.animal_splash import divers as divers
from companion.games.animal_splash import labels as labels
from companion.games.animal_splash import state as state
from companion.games.animal_splash.sample import SAMPLE
from companion.games.common import Point

FEW = 9  # cards that lie side by side; of more an animal opens its own


# Words that have a picture of their own.
DRAWN: Final = frozenset(
    (*SAMPLE.animals, *SAMPLE.backgrounds, *SAMPLE.plants, *SAMPLE.colours, *naming.COLOURS)
)

# How wide a diver's name may be, in its letters' size, to stand beside the sign of a mission too.
HAS_MOST: Final = 9

# The spots clockwise from above the left column, three at each side, and the places between them:
# where they lie, and their rows and columns from 1 on.
_SIDES: Final = tuple(divmod(spot, 3) for spot in range(divers.SPOTS))
SPOTS: Final = tuple(
    Point(
        (135 + n * 150, 548, 435 - n * 150, 22)[side], (28, 160 + n * 205, 712, 570 - n * 205)[side]
    )
    for side, n in _SIDES
)
# Where a spot's number is while somebody is on it, or its price: beside it, away from all cards.
NUMBERS: Final = tuple(
    Point(at.x + (44, 0)[side % 2], at.y + (0, 48)[side % 2])
    for at, (side, _) in zip(SPOTS, _SIDES, strict=True)
)
SIDES: Final = tuple(((1, 2 + n, 5, 4 - n)[side], (2 + n, 5, 4 - n, 1)[side]) for side, n in _SIDES)
PLACES: Final = tuple(Point(68 + n % 3 * 150, 62 + n // 3 * 207) for n in range(divers.PLACES))
CELLS: Final = tuple((n // 3 + 2, n % 3 + 2) for n in range(divers.PLACES))

# On a card, by how many there are; animals with their size.
ANIMALS: Final = {1: ((7, 15, 46),), 2: ((1, 14, 34), (28, 22, 34))}
PLANTS: Final = {1: (20,), 2: (8, 34)}


def _most(form: type, field: str) -> int:
    """The most that a number in a deck may be."""
    most: int = get_type_hints(form, include_extras=True)[field].__metadata__[0].most
    return most


_NUMBERS = {deck.Card: ("number",), deck.Mission: ("count", "points"), deck.End: ("best", "second")}
MOST: Final = {name: _most(form, name) for form, names in _NUMBERS.items() for name in names}
# How many of each sort of words the box has: a family's own are written over these.
WORDS: Final = {
    name: len(getattr(SAMPLE, name)) for name in ("animals", "colours", "backgrounds", "plants")
}


def href(word: str, sort: str) -> str:
    """The drawing of a word, or of its sort where a family's deck has a word of its own."""
    own = word.lower()
    return f"#as-{own.replace(' ', '-') if own in DRAWN else sort}"


def bubbles(oxygen: int) -> tuple[int, ...]:
    """Where the oxygen of a card stands."""
    return tuple(28 - oxygen * 4 + n * 9 for n in range(oxygen))
