"""Twisted Fish's part of the little book: what Zingers do, and what fish are worth."""

from typing import Final

from companion.games.book import Book, Shelf, Step, Tile
from companion.games.twisted_fish import cards
from companion.games.twisted_fish.drawing import EMBLEMS
from companion.games.twisted_fish.state import GOAL
from companion.games.twisted_fish.view import View

_ZINGERS: Final = (
    (
        "warden",
        "A card of another player, which nobody sees, goes back into the pond. Shuffle it.",
        "F-R9a",
        "any time",
    ),
    (
        "diver",
        "You have four of a kind? The Diver stands for the fifth: lay the basket. He counts "
        "nothing. Find the real card later, and it takes his place.",
        "F-R9b",
        "any time",
    ),
    (
        "no_fishing",
        "Somebody asks you for a card? Keep it. It goes on as if you had said no.",
        "F-R9c",
        "when asked",
    ),
    (
        "boat",
        "Pull one card out of somebody's hand, look at it and give it back. Tell nobody.",
        "F-R9d",
        "any time",
    ),
    (
        "net",
        "Ask somebody for a kind that you have, in any colour. Who has one picks which one you "
        "get. That is your whole turn.",
        "F-R9e",
        "your turn begins",
    ),
    (
        "two_fisted",
        "You heard a no? Ask once more, anybody you like, before you go fishing.",
        "F-R9f",
        "after a no",
    ),
    (
        "lure",
        "Ask for a card even if you have none of its kind.",
        "F-R9g",
        "your turn begins",
    ),
    (
        "divine",
        "Somebody uses a Zinger on you? It does nothing, and you may take it into your hand. "
        "Or throw this one away in your turn, instead of asking.",
        "F-R9h",
        "against a Zinger",
    ),
)
_SAID: Final = {"basket": "basket", "caught": "whopper", "whopper": "whopper", "dead": "dead"}


def _zinger(key: str, power: str, rule: str, note: str) -> Tile:
    card = EMBLEMS[key]
    return Tile(key, cards.ZINGERS[card - cards.FISH], power, rule, f"zinger-{card}", note)


def _kind(fish: int) -> Tile:
    each = cards.VALUES[fish]
    power = f"{each} points each. A basket of them is {each * cards.BASKET}."
    return Tile(f"fish-{fish}", cards.KINDS[fish].capitalize(), power, "F-R8", f"fish-{fish}")


def beside(view: View, topic: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """The Zinger that is asked with, and those that answers or offers are about."""
    with_one = {"net": ("net",), "lure": ("lure",)}
    used = with_one.get(view.ask.how, ()) if view.ask and topic == "answer" else ()
    names = {number: key for key, number in reversed(EMBLEMS.items())}
    found = (names[EMBLEMS[key]] for key in (*used, topic, *keys) if key in EMBLEMS)
    said = (_SAID[key] for key in (topic, *keys) if key in _SAID)
    return tuple(dict.fromkeys((*found, *said)))


BOOK: Final = Book(
    goal=f"Collect all {cards.BASKET} colours of a fish and lay them down as a basket. Baskets are "
    "points, and cards left in your hand cost points. Who has the most wins the round. Whoever has "
    f"{GOAL} points at the end of a round, and more than all others, is King.",
    turn=(
        Step(
            "ask",
            "Ask",
            "Ask somebody for one card, such as the purple hammerhead. You need a hammerhead, too.",
        ),
        Step("answer", "Yes? It is yours", "Take the card, and ask again, anybody you like."),
        Step(
            "fish",
            "No? Go fish",
            "Draw a card from the pond. Is it the very card you asked for? Show it, and ask again.",
        ),
    ),
    shelves=(
        Shelf(
            "baskets",
            "Baskets and whoppers",
            (
                Tile(
                    "basket",
                    "A basket",
                    f"All {cards.BASKET} colours of one fish. Lay it down: nobody can take it.",
                    "F-R7",
                    "basket",
                ),
                Tile(
                    "whopper",
                    "A whopper",
                    "A wrong yes or no. Who is caught gets no points for the baskets that they "
                    "have laid so far.",
                    "F-R6",
                    "whopper",
                ),
                Tile(
                    "out",
                    "Out",
                    "You get the card you asked for, lay your last basket with it, and have no "
                    "card left: the round is over.",
                    "F-R10",
                    "fan",
                ),
                Tile(
                    "dead",
                    "Nothing to ask with",
                    "You have no fish, and no Zinger that you could use now? You may draw a card. "
                    "Then it is the next one's turn.",
                    "F-R12",
                    "pond",
                ),
            ),
        ),
        Shelf(
            "zingers",
            "The Zingers",
            tuple(_zinger(*one) for one in _ZINGERS),
            f"There is one of each. Show it, use it once, and leave it on the table. One that is "
            f"still in your hand at the end costs {cards.ZINGER_COST} points.",
        ),
        Shelf("fish", "The fish", tuple(map(_kind, range(len(cards.KINDS))))),
    ),
    beside=beside,
)
