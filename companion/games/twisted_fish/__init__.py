"""Twisted Fish: ask for cards, lay baskets, use Zingers, and tell no whopper.

What the game says of itself. Pure, like everything below it.
"""

from companion.games.game import Effort, Game, Option
from companion.games.twisted_fish.sounds import SOUNDS

GAME = Game(
    kind="twisted_fish",
    package=__name__,
    title="Twisted Fish",
    ages="10 years and up",
    seats=(3, 6),
    variants=(
        ("scorecard", "The companion only adds up"),
        ("refereed", "The companion follows every ask"),
    ),
    efforts=(
        Effort(
            "scorecard",
            "Only add up",
            "Play, and say what you have when a round is over.",
            0,
            "no taps in a turn, a page for each of you after the round",
        ),
        Effort("refereed", "Check everything", "It hears every ask, and proves whoppers.", 5),
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
            only="refereed",
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
            only="refereed",
        ),
        Option(
            "any_empty_hand_on_own_turn_ends",
            "Any empty hand in one's own turn ends it",
            only="refereed",
        ),
        Option("everybody_tells", "Everybody may tap for everybody"),
        Option("two_players", "Two may play"),
    ),
    few=("two_players", 2),
    follows=("ask", "dead"),  # F-S9: by that the catch before it is over, told or not
    sounds=SOUNDS,
    minutes=45,
)
