"""SPLIT's part of the little book: the three matches, jokers, chips, and who sees to what."""

from typing import Final

from companion.games.book import Book, Shelf, Step, Tile
from companion.games.split.cards import DECK, HAND
from companion.games.split.facts import CHIPS, Match
from companion.games.split.path import SIDE
from companion.games.split.state import PLACES
from companion.games.split.state import Step as Now
from companion.games.split.view import View

_CHIPS: Final = {1: "one chip", 2: "two chips"}
_MATCHES: Final = {
    Match.WEAK: (
        "The same number or letter, in the other colour. Put {chips} on a space of either suit.",
        "H-R4",
    ),
    Match.STRONG: (
        "The same number or letter and the same colour, in the other suit. Put {chips} down, one "
        "for each suit.",
        "H-R5",
    ),
    Match.PERFECT: (
        "Two halves that are exactly alike. Take off a chip of another colour and give it back, "
        "then put {chips} on that suit. Both cards and all beneath them are thrown away, and the "
        "dealer turns up a card there.",
        "H-R6",
    ),
}
_LIGHT: Final = (
    Tile(
        "light-companion",
        "The companion",
        "Says whose turn it is and how many chips a match gives. It counts the chips, sees whose "
        "make a way across, and says who has won.",
        "H-S10",
        "light-companion",
    ),
    Tile(
        "light-tap",
        "What you tap",
        "Weak, strong or perfect, then each space where a chip goes or comes off. And when "
        "somebody has no match.",
        "H-S10",
        "light-tap",
    ),
    Tile(
        "light-table",
        "What you look after",
        "Whether two halves match, which suits a chip may go on, what a joker stands for, "
        "and that everybody draws a card after playing one.",
        "H-S10",
        "light-table",
    ),
)


def _match(match: Match) -> Tile:
    words, rule = _MATCHES[match]
    power = words.format(chips=_CHIPS[CHIPS[match]])
    return Tile(match.value, match.value.capitalize(), power, rule, match.value)


_JOKERS: Final = (
    Tile(
        "joker-red",
        "Red joker",
        "With a black card it is weak. With a heart or a diamond it is strong or perfect, as you "
        "like.",
        "H-R11",
        "joker-red",
    ),
    Tile(
        "joker-black",
        "Black joker",
        "With a red card it is weak. With a spade or a club it is strong or perfect, as you like.",
        "H-R11",
        "joker-black",
    ),
)
_MORE: Final = (
    Tile(
        "sides",
        "Your colour, your sides",
        "Two colours: each has two sides of the board, opposite each other. Three colours: any two "
        "opposite sides will do. Four or six of you? Who sits opposite has your colour, too.",
        "H-R10",
        "sides",
    ),
    Tile(
        "cover",
        "Keep building",
        "Cover either card of a match. Your card and the one that you still see are the new match.",
        "H-R7",
        "cover",
    ),
    Tile(
        "none",
        "No match?",
        f"Show your hand. Nobody finds one either? Throw it away, draw {HAND} new cards and try "
        "again. Does somebody find one? Then you keep your hand, and your turn is over.",
        "H-R8",
        "none",
    ),
    Tile(
        "double",
        "A space with two suits",
        "It is good for either suit. Is no free space left that a chip could go on? Then it may go "
        "anywhere.",
        "H-R9",
        "double",
    ),
    Tile(
        "memory",
        "Perfect Memory",
        "Only if you all want it. The space under the chip that you took off for a perfect match "
        "showed that suit? You may take off another, until one shows another suit. Then put down "
        "your two.",
        "H-R14",
        "memory",
    ),
    Tile(
        "packs",
        "Without the box",
        f"Take two packs of cards with two jokers each: {DECK} cards. Two cards that are exactly "
        "alike are the two halves. The screen is the board, and its chips are tapped.",
        "H-S13",
        "packs",
    ),
    Tile(
        "last",
        "The last chip",
        "All chips lie on the board and nobody is joined? Whoever put the last one down wins.",
        "H-R13",
        "last",
    ),
)


def beside(view: View, topic: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The match whose chips are due, or the kinds that a turn may bring."""
    if topic in ("chip", "remove"):
        due = (view.due.match,) if view.due else ()
        if topic == "chip":
            return (*due, "double")
        return ("memory", *due) if view.phase == Now.AGAIN.value else due
    if topic == "claim":
        return ("none",)
    if topic == "reading":
        kinds = (key.partition(":")[0] for key in keys)
        return tuple(dict.fromkeys(kind for kind in kinds if kind in _KINDS))
    return ("cover", *_KINDS, "joker-red", "joker-black", "none") if topic == "turn" else ()


_KINDS: Final = tuple(match.value for match in Match)

BOOK: Final = Book(
    goal="Be the first whose chips make a way across the board, from one side to the side "
    "opposite. Edge to edge counts, corner to corner does not. Matching halves bring the chips.",
    turn=(
        Step(
            "match",
            "Match",
            f"Put one of your {HAND} half cards on one of the {PLACES} open ones, so that they go "
            "together.",
        ),
        Step("chips", "Put down chips", "The match says how many, and on which suits."),
        Step("draw", "Draw", "Take one card from the pile. Then it is your left neighbour's turn."),
    ),
    shelves=(
        Shelf("matches", "The three matches", tuple(map(_match, Match))),
        Shelf("jokers", "Jokers", _JOKERS, "A joker stands for any card of its colour."),
        Shelf(
            "more",
            "Good to know",
            _MORE,
            f"There are {DECK} half cards and {SIDE * SIDE} spaces. Nobody looks under a chip.",
        ),
        Shelf(
            "light",
            "The light game: who does what",
            _LIGHT,
            "In a light game no cards are told. The rules are the same.",
        ),
    ),
    beside=beside,
)
