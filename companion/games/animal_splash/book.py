"""Animal Splash's part of the little book: a dive, what oxygen buys, what makes points."""

from typing import Final

from companion.games.animal_splash.deck import BREATHES, OXYGEN
from companion.games.animal_splash.divers import breath
from companion.games.animal_splash.facts import Action
from companion.games.animal_splash.sample import SAMPLE
from companion.games.animal_splash.state import NOWHERE, PRICES
from companion.games.animal_splash.turns import OPEN, ROUNDS
from companion.games.animal_splash.view import View
from companion.games.book import Book, Shelf, Step, Tile

_COST: Final = dict(PRICES)
_FREE: Final = next(steps for steps in range(1, 9) if not breath(steps))


def _buys(action: Action, name: str, power: str) -> Tile:
    price = _COST[action]
    return Tile(action.value, name, power, "A-R5", action.value, f"{price} oxygen")


_OXYGEN: Final = (
    Tile(
        "step",
        "One step",
        f"Your diver goes one spot on: you get {breath(1)} oxygen.",
        "A-R3",
        "oxygen",
    ),
    Tile(
        "steps",
        "More steps",
        f"{_FREE} steps are free. Each step more costs "
        f"{-breath(_FREE + 1)} oxygen. Spots with other divers do not count.",
        "A-R3",
        "steps",
    ),
    Tile(
        "breathes",
        BREATHES.capitalize(),
        "It brings one oxygen to whoever takes its card.",
        "A-R12",
        "breathes",
    ),
    _buys(Action.CARD, "Move a card", "Put a card of your row in another place of your row."),
    _buys(
        Action.PEARL,
        "Move a pearl",
        "To the other half of its card, or straight on to the card beside it.",
    ),
    _buys(
        Action.SWAP,
        "Swap",
        "A card of your row for any card of the grid. Pearls stay on their cards.",
    ),
)
_POINTS: Final = (
    Tile(
        "group",
        "A group",
        "Three cards side by side have the same animal, the same colour of "
        "animal, or the same plant: one pearl, on one of them.",
        "A-R6",
        "group",
    ),
    Tile(
        "a-pearl",
        "A pearl",
        "One point at the end. What it lies on counts for no more groups.",
        "A-R7",
        "pearl",
    ),
    Tile(
        "mission",
        "A mission",
        "Your row has what it asks for? Take it at the end of your turn. Only one of each colour.",
        "A-R8",
        "mission",
    ),
    Tile(
        "end",
        "The end card",
        "At the end it gives points to the best, and fewer to the second best.",
        "A-R10",
        "end",
    ),
)
_CARDS: Final = (
    Tile(
        "halves",
        "A card",
        "The animal with its colour is above, the plants are below. Each half "
        "has room for one pearl.",
        "A-R12",
        "halves",
    ),
    Tile(
        "two-plants",
        "Two plants alike",
        "They count two: with one neighbour they are a group.",
        "A-Q9",
        "two-plants",
    ),
    Tile(
        "or-plants",
        "Two plants with a line",
        "It is one or the other, as you need it.",
        "A-Q10",
        "or-plants",
    ),
    Tile(
        "start",
        "Start cards",
        "Some have two animals, or an animal of every colour: it is "
        f"whichever you need. Some bring {max(OXYGEN)} oxygen.",
        "A-Q11",
        "start",
    ),
)


def _animal(name: str) -> Tile:
    power = "Brings one oxygen." if name == BREATHES else "Counts in groups of its kind and colour."
    return Tile(f"animal-{name}", name.capitalize(), power, "A-R12", f"animal-{name}")


_HELPS: Final = {
    "dive": ("step", "steps"),
    "pick": ("halves",),
    "group": ("group",),
    "action": (*(action.value for action in Action),),
    "vote": ("mission",),
    "tally": ("end",),
    "start": ("start",),
}


def beside(view: View, topic: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """What a question of a dive is about."""
    if topic == "act":
        return ("group", "mission", *(action.value for action in Action))
    if topic == "dive" and view.turn is not None and view.divers[view.turn] == NOWHERE:
        # Placing the diver gives and costs nothing: only the card may bring oxygen.
        return ("breathes",)
    return _HELPS.get(topic, ())


BOOK: Final = Book(
    goal="Dive for the best row of pictures. Groups of three bring pearls, and pearls, missions "
    "and the end card are points. Most points win.",
    turn=(
        Step(
            "dive",
            "Dive",
            "Move your diver round the grid, clockwise. Short ways bring oxygen, "
            "long ways cost it.",
        ),
        Step(
            "take",
            "Take a picture",
            "Take a card of the row or column in front of your diver. "
            "Put it at the left or the right end of your row.",
        ),
        Step(
            "pearls",
            "Find pearls",
            "Three alike side by side are a group: lay a pearl on one. "
            "Oxygen helps you to move things.",
        ),
    ),
    shelves=(
        Shelf("oxygen", "Oxygen: how you get it, what it buys", _OXYGEN),
        Shelf(
            "points",
            "What makes points",
            _POINTS,
            f"{OPEN} missions lie open at a time. Last of all in a turn fill the grid and the "
            "missions again.",
        ),
        Shelf("cards", "What is on a card", _CARDS),
        Shelf("animals", "The animals", tuple(map(_animal, SAMPLE.animals))),
        Shelf(
            "rounds",
            "How long it takes",
            tuple(
                Tile(
                    f"rounds-{n}",
                    f"{n} divers",
                    f"{rounds} rounds, and a row of {rounds + 1} cards.",
                    "A-R2",
                    "",
                )
                for n, rounds in enumerate(ROUNDS)
                if rounds
            ),
        ),
    ),
    beside=beside,
)
