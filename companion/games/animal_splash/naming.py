"""What the numbers in Animal Splash's facts are called, on screens and by who writes facts by hand.

Words only: those of the family's own deck where it has entered one.
"""

from typing import Final, Protocol

from companion.games.animal_splash.deck import ANY, Card, Deck
from companion.games.animal_splash.sample import SAMPLE
from companion.words import Text

Names = tuple[tuple[Text, ...], ...]

COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "purple")  # missions of light games
LEFT, RIGHT = 0, 1  # the ends of a row
SIDES: Final = (Text("on the left"), Text("on the right"))
_ROW_MOST = 72


class Entered(Protocol):
    """A setup with the deck as the family entered it, if it has."""

    @property
    def deck(self) -> Deck | None:
        """The deck; none for the sample."""


def cards(setup: Entered) -> Names:
    """ "green turtle, reef, 2 kelp": the main cards, then the start cards."""
    deck = _deck(setup)
    return tuple((name_of(card),) for card in (*deck.cards, *deck.starts))


def missions(setup: Entered) -> Names:
    """ "4 different animals"."""
    return tuple((title(mission.title),) for mission in _deck(setup).missions)


def ends(setup: Entered) -> Names:
    """ "Most crabs"."""
    return tuple((title(end.title),) for end in _deck(setup).ends)


def places(setup: Entered) -> Names:
    """ "place 3" of the grid."""
    return tuple((place(n),) for n in range(9))


def row_places(setup: Entered) -> Names:
    """ "place 3" of a row, from the left."""
    return tuple((place(n),) for n in range(_ROW_MOST))


def spots(setup: Entered) -> Names:
    """ "spot 4"."""
    return tuple((spot(n),) for n in range(12))


def colours(setup: Entered) -> Names:
    """ "orange"."""
    return tuple((Text(colour),) for colour in COLOURS)


def sides(setup: Entered) -> Names:
    """ "on the left" or "left"."""
    return tuple((side, Text(word)) for side, word in zip(SIDES, ("left", "right"), strict=True))


def place(n: int) -> Text:
    """ "place 3"."""
    return Text("place {n}", n=n + 1)


def spot(n: int) -> Text:
    """ "spot 4"."""
    return Text("spot {n}", n=n + 1)


def title(words: str) -> Text:
    """What a family called a mission or an end card: a value, never a template."""
    return Text("{title}", title=words)


def name_of(card: Card) -> Text:
    """ "green turtle, reef, 2 kelp", "start card 4: turtle or ray, …"; of any colour no word."""
    animal = Text("{a} or {b}", a=card.animal, b=card.second) if card.second else card.animal
    if card.colour != ANY:
        animal = Text("{colour} {animal}", colour=card.colour, animal=animal)
    plants: Text | str = card.plants[0]
    if len(card.plants) == 2:
        either = Text("{a} or {b}", a=card.plants[0], b=card.plants[1])
        plants = either if len(set(card.plants)) == 2 else Text("2 {plant}", plant=card.plants[0])
    shown = Text(
        "{animal}, {background}, {plants}", animal=animal, background=card.background, plants=plants
    )
    return Text("start card {n}: {card}", n=card.number, card=shown) if card.number else shown


def _deck(setup: Entered) -> Deck:
    return SAMPLE if setup.deck is None else setup.deck
