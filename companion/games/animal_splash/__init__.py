"""Animal Splash: dive round the grid, lay a row of underwater pictures, and score pearls for it.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.sounds import SOUNDS
from companion.games.game import Game, Option

GAME = Game(
    kind="animal_splash",
    package=__name__,
    title="Animal Splash",
    ages="8 and up",
    seats=(2, 5),
    variants=(
        ("light", "The companion counts what you tell it"),
        ("full", "The companion follows every card"),
    ),
    options=(
        Option("zero_counts_for_end_card", "Nothing may be the best for the end card, too"),
        Option("swap_gives_o2", "A swapped card gives its oxygen"),
        Option("kind_and_colour_separate", "Every card: a pearl blocks only what it is for"),
        Option("double_plant_counts_two", "Every card: two of a plant count as two"),
        Option("two_animals_count_two", "Every card: two animals are two different ones"),
        Option("show_groups", "Every card: the groups that can be scored are shown"),
        Option("everybody_tells", "Everybody may tap for everybody"),
    ),
    sounds=SOUNDS,
    takes=(DECKS,),
    minutes=45,
)
