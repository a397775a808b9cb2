"""Twisted Fish: ask for cards, lay baskets, use Zingers, and tell no whopper.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.game import Game, Option
from companion.games.twisted_fish.sounds import SOUNDS

GAME = Game(
    kind="twisted_fish",
    package=__name__,
    title="Twisted Fish",
    ages="10 and up",
    seats=(3, 6),
    variants=(
        ("refereed", "The companion follows every ask"),
        ("scorecard", "The companion only adds up"),
    ),
    options=(
        Option(
            "whopper",
            "A caught whopper costs",
            "choice",
            values=(
                ("baskets_so_far", "all baskets so far"),
                ("whole_round", "all baskets of the round"),
            ),
        ),
        Option(
            "announce",
            "A whopper that the companion can prove is said",
            "choice",
            values=(
                ("at_once", "at once"),
                ("if_challenged", "to whoever asks"),
                ("never", "never"),
            ),
        ),
        Option("any_empty_hand_on_own_turn_ends", "Any empty hand in one's own turn ends it"),
        Option("everybody_tells", "Everybody may tap for everybody"),
        Option("two_players", "Two may play"),
    ),
    few=("two_players", 2),
    sounds=SOUNDS,
    minutes=45,
)
