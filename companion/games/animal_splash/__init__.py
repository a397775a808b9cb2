"""Animal Splash: dive round the grid, lay a row of underwater pictures, and score pearls for it.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.animal_splash.content import DECKS
from companion.games.animal_splash.sounds import SOUNDS
from companion.games.game import Effort, Game, Option

GAME = Game(
    kind="animal_splash",
    package=__name__,
    title="Animal Splash",
    ages="8 years and up",
    seats=(2, 5),
    variants=(
        ("light", "The companion counts what you tell it"),
        ("full", "The companion follows every card"),
    ),
    efforts=(
        Effort("light", "Only add up", "Tell it steps, oxygen and pearls.", 3),
        Effort(
            "full",
            "Check everything",
            "Tell it every card, and it finds every pearl.",
            8,
            "and 20 before the first turn",
        ),
    ),
    options=(
        Option("zero_counts_for_end_card", "Nothing may be the best for the end card, too"),
        Option("swap_gives_o2", "A swapped card gives its oxygen"),
        Option("kind_and_colour_separate", "A pearl blocks only what it is for", only="full"),
        Option("double_plant_counts_two", "Two of a plant count as two", only="full"),
        Option("two_animals_count_two", "Two animals are two different ones", only="full"),
        Option("show_groups", "The groups that can be scored are shown", only="full"),
        Option("everybody_tells", "Everybody may tap for everybody"),
    ),
    sounds=SOUNDS,
    takes=(DECKS,),
    minutes=45,
)
