"""SPLIT (1999): play half cards into matches, lay chips, and be the first to join two sides.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.game import Game, Option
from companion.games.split.content import BOARDS
from companion.games.split.sounds import SOUNDS

GAME = Game(
    kind="split",
    package=__name__,
    title="SPLIT",
    ages="12 and up",
    seats=(2, 6),
    variants=(
        ("refereed", "The companion follows every card and chip"),
        ("light", "The companion counts turns and chips"),
    ),
    options=(
        Option("perfect_memory", "Perfect Memory: the same suit again takes another chip off"),
        Option("light_up_spaces", "The board always shows where a chip may go"),
        Option("joker_on_joker", "A joker matches a joker"),
        Option("joker_keeps_rank", "A joker stays the card that it was played as"),
        Option("must_change_type", "A match must become another kind of match"),
        Option("turned", "Red joins left and right, green top and bottom"),
        Option("everybody_tells", "Everybody may tap for everybody"),
    ),
    never=(5,),
    sides=((2, 2), (3, 3), (4, 2), (6, 3)),
    sounds=SOUNDS,
    takes=(BOARDS,),
    minutes=40,
)
