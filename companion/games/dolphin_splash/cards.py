"""Which cards a game of SPLASH! is played with: those of the box, or an ordinary pack.

In a pack one rank is what the SPLASH! cards are in the box. Pure, and only names and numbers.
"""

from typing import Final

from companion.games.dolphin_splash.facts import CardSet, Setup, Variant
from companion.words import Text

# From the ten down, so that the house may pick any court card for the bonus.
OTHERS: Final = ("10", "9", "8", "7", "6", "5", "4", "3", "2")
RANKS: Final = {CardSet.ACES: "A", CardSet.KINGS: "K", CardSet.QUEENS: "Q", CardSet.JACKS: "J"}
PACK: Final = {cards.value: rank for cards, rank in RANKS.items()}  # as the option has them
WHOLE: Final = f"and everything from {OTHERS[-1]} to {OTHERS[0]}: {4 * (1 + len(OTHERS))} cards"
NAMES: Final = {
    CardSet.BOX: Text("SPLASH! cards"),
    CardSet.ACES: Text("aces"),
    CardSet.KINGS: Text("kings"),
    CardSet.QUEENS: Text("queens"),
    CardSet.JACKS: Text("jacks"),
    CardSet.PHONES: Text("Splash cards"),
}
# What is on cards that are on phones, by their sorts; first those that are worth a letter more.
BEASTS: Final = ("Splash", "Fish", "Crab", "Turtle", "Squid", "Star")
FOURS: Final = (
    Text("four Splash cards"),
    Text("four fish"),
    Text("four crabs"),
    Text("four turtles"),
    Text("four squids"),
    Text("four stars"),
)


def called(setup: Setup) -> Text | None:
    """A name of our own where there is no box; None with the box."""
    if setup.cards is CardSet.PHONES:
        # D-S13 Without any cards it has another name of our own.
        return Text("Pocket Dolphins")
    return None if setup.cards is CardSet.BOX else Text("Grab the Dolphin")


def bonus_cards(setup: Setup) -> Text:
    """What four of bring a letter more to whoever holds a dolphin."""
    return NAMES[setup.cards]


def pack(setup: Setup, people: int) -> tuple[str, ...]:
    """The ranks that are taken out of an ordinary pack, all four of each; none without one."""
    if setup.cards in (CardSet.BOX, CardSet.PHONES):
        return ()
    # D-S12 A set a player, one of which is worth the letter; all ten sets in alternate play.
    others = OTHERS if setup.variant is Variant.ALTERNATE else OTHERS[: people - 1]
    return (RANKS[setup.cards], *others)


def cards(setup: Setup | None) -> str:
    """Those that the house played with last."""
    return (setup.cards if setup else CardSet.BOX).value
