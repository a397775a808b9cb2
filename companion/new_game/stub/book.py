"""New Game in the book of rules: what it is about, and a turn. May be left out."""

from companion.games.book import Book, Shelf, Step, Tile

BOOK = Book(
    goal="Have the highest card more often than all others.",
    turn=(
        Step("deal", "Deal", "Everybody gets a card, face down."),
        Step("turn", "Turn over", "All turn theirs over. The highest card is a point."),
    ),
    shelves=(
        Shelf("points", "Points", (Tile("point", "A point", "For the highest card.", "N-R2"),)),
    ),
)
