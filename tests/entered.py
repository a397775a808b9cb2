"""What families enter for their games, as tests say it: two of a sort, and what is none of it."""

from dataclasses import dataclass, replace
from typing import Any

from companion.codec import terse
from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.sample import SAMPLE
from companion.games.game import Content
from companion.games.split.content import BOARDS
from companion.games.split.practice import PRACTICE
from companion.library import decoded
from tests.lamps import LAMPS

DECK = replace(SAMPLE, title="Ours", aids=1, cards=SAMPLE.cards[:39], sample=False)
CARDS: dict[str, Any] = terse(DECK)
WHALE = {**CARDS["cards"][0], "animal": "whale"}
NO_ROWS = "The rows of a board are a list of texts."
NO_DECK = "That is no deck: the deck"


@dataclass(frozen=True)
class Sort:
    """A content, its game, and two things of it as JSON data."""

    kind: str
    content: Content
    ours: Any
    theirs: Any

    def value(self, name: str = "Ours") -> Any:
        """Ours as it is kept."""
        value = decoded(self.content, self.ours)
        return replace(value, title=name) if self.content.is_titled else value


def of_rows(row: str = PRACTICE[0]) -> list[str]:
    """A board whose first row is another one."""
    return [row, *PRACTICE[1:]]


def of_cards(**fields: object) -> dict[str, object]:
    """A deck with other fields."""
    return {**CARDS, **fields}


SORTS = {
    "board": Sort("split", BOARDS, list(reversed(PRACTICE)), list(PRACTICE)),
    "deck": Sort("animal_splash", DECKS, CARDS, terse(SAMPLE)),
    "lamp": Sort("lamps", LAMPS, ["red", "blue"], ["red"]),
}
# What is refused, with its rule and how its sentence begins.
BAD = (
    ("board", list(PRACTICE[:9]), "H-Q20", "A board has 10 rows of spaces; this one has 9."),
    ("board", [*PRACTICE, "S"], "H-Q20", "A board has 10 rows of spaces; this one has 11."),
    ("board", [], "H-Q20", "A board has 10 rows"),
    ("board", of_rows("S S S S S S S S S"), "H-Q20", "Row 1 has 9 spaces, not 10."),
    ("board", of_rows(f"- {PRACTICE[0]}"), "H-Q20", "Row 1 has 11 spaces, not 10."),
    ("board", of_rows("SHD" + PRACTICE[0][2:]), "H-Q20", 'Row 1, space 1 says "SHD'),
    ("board", of_rows("SS" + PRACTICE[0][2:]), "H-Q20", 'Row 1, space 1 says "SS'),
    ("board", of_rows("-" + PRACTICE[0][2:]), "H-Q20", 'Row 1, space 1 says "-'),
    ("board", [row.lower() for row in PRACTICE], "H-Q20", "Row 1, space 1 says"),
    ("board", ["S H D S H D S H D S"] * 10, "H-Q20", "No space shows clubs."),
    ("board", [1] * 10, "H-Q20", NO_ROWS),
    ("board", [["S"] * 10] * 10, "H-Q20", NO_ROWS),
    ("board", "S" * 10, "H-Q20", NO_ROWS),
    ("board", None, "H-Q20", NO_ROWS),
    ("deck", of_cards(aids=0), "A-S10", "A deck has 72 cards; this one has 71."),
    ("deck", of_cards(animals=["crab"]), "A-R12", "There are 5 animals in the box; this deck"),
    ("deck", of_cards(cards=[WHALE, *CARDS["cards"][1:]]), "A-R12", 'Card 1 says "whale", and'),
    ("deck", of_cards(cards="many"), "A-S10", f"{NO_DECK}.cards should be a list, not 'many'."),
    ("deck", of_cards(aids="1"), "A-S10", f"{NO_DECK}.aids should be a whole number, not '1'."),
    ("deck", of_cards(more={}), "A-S10", f"{NO_DECK} has no 'more'"),
    ("deck", [1], "A-S10", f"{NO_DECK} should be an object, not [1]."),
    ("deck", None, "A-S10", f"{NO_DECK} should be an object, not None."),
    ("lamp", [], "L-R1", "A lamp has a colour."),
    ("lamp", "red", "L-R2", "That is no lamp: the lamp should be a list, not 'red'."),
)
GARBAGE = {
    "empty": "",
    "words": "SPLIT",
    "cut": '{"rows": ["S',
    "a list": "[]",
    "a number": "7",
    "another's": '{"splash_companion": "an evening", "games": []}',
    "brackets": "[" * 4096,
    "zeros": "\0" * 100,
    "a long number": f'{{"rows": {"9" * 3000}, "cards": {"9" * 1000}}}',
    "half a letter": '{"rows": ["\\ud800"], "cards": [], "title": "\\ud800"}',
    "long": " " * (16 * 1024 + 1),
}
