"""SPLIT (1999): play half cards into matches, lay chips, and be the first to join two sides.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.game import Boxless, Effort, Game, Option
from companion.games.split.content import BOARDS
from companion.games.split.sounds import SOUNDS

GAME = Game(
    kind="split",
    package=__name__,
    title="SPLIT",
    ages="12 years and up",
    seats=(2, 6),
    variants=(
        ("light", "The companion counts turns and chips"),
        ("refereed", "The companion follows every card and chip"),
    ),
    efforts=(
        Effort("light", "Only the chips", "You judge the cards. It sees who has won.", 5),
        Effort(
            "refereed",
            "Check everything",
            "It knows every card, and where a chip may go.",
            11,
            "and 20 before the first turn",
        ),
    ),
    options=(
        Option("perfect_memory", "Perfect Memory: the same suit again takes another chip off"),
        Option("light_up_spaces", "The board always shows where a chip may go", only="refereed"),
        Option("joker_on_joker", "A joker matches a joker", only="refereed"),
        Option("joker_keeps_rank", "A joker stays the card that it was played as", only="refereed"),
        Option("must_change_type", "A match must become another kind of match", only="refereed"),
        Option("turned", "Red joins left and right, green top and bottom"),
        Option("everybody_tells", "Everybody may tap for everybody"),
        Option(
            "cards",
            "The cards",
            "choice",
            values=(("box", "those of the box"), ("packs", "two packs, and the board on a screen")),
            drawn=True,
        ),
    ),
    boxless=Boxless("Shore to Shore", "two packs of cards and a screen", "cards", "packs"),
    never=(5,),
    sides=((2, 2), (3, 3), (4, 2), (6, 3)),
    sounds=SOUNDS,
    takes=(BOARDS,),
    minutes=40,
)
