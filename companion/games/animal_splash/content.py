"""What families enter for Animal Splash: the cards of their box."""

from dataclasses import replace
from typing import Final

from companion.games.animal_splash.deck import BOX, Deck, checked, merge
from companion.games.animal_splash.sample import SAMPLE
from companion.games.game import Content


def joined(here: Deck, part: Deck) -> Deck:
    """What was entered so far with another part of that deck. Raises Refused (A-S10)."""
    # Where nothing was entered yet the words are only those to begin with.
    if not (here.cards or here.starts or here.missions or here.ends):
        return replace(part, title=here.title or part.title)
    return merge(here, part)


DECKS: Final = Content(
    word="deck",
    many="decks",
    form=Deck,
    checked=checked,
    # Words to begin with: whoever's box has others writes those.
    blank=replace(SAMPLE, title="", cards=(), starts=(), missions=(), ends=(), sample=False),
    part="cards",
    rule="A-S10",
    mark="animal splash deck",
    letters=21 * 1024,  # an honest one has some 7,500; one with the longest names 20,048
    title="Animal Splash's cards",
    why="Enter the 72 cards of your box once: fewer than 300\u00a0taps on pictures, or half of "
    "them on each of two phones. Then the companion follows every card of a full game. "
    "A light game needs none.",
    enter="Enter your cards",
    editor="deck.html",
    numbers=(("box", BOX),),
    merge=joined,
)
