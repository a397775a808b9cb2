"""A sample deck for families who have not entered theirs: it is not the printed one.

Every animal shows in every colour twice. Games on record name no deck and mean this one: it never
changes.
"""

from typing import Final

from companion.games.animal_splash.deck import ANY, Card, Deck, End, Measure, Mission

_ANIMALS = ("crab", "turtle", "seahorse", "octopus", "ray")
_COLOURS = ("red", "yellow", "green", "blue")
_BACKGROUNDS = ("ship", "anchor", "reef", "open sea")
_PLANTS = ("kelp", "anemone", "sponge", "seagrass")


def _plants(n: int) -> tuple[str, ...]:
    """One plant; of each fifth card two of it, and of each fifth another one to choose."""
    plant = _PLANTS[n * 3 % 4]
    if n % 5 == 1:
        return plant, plant
    if n % 5 == 3:
        return plant, _PLANTS[(n * 3 + 1 + n // 20) % 4]
    return (plant,)


def _main(n: int) -> Card:
    animal, colour, copy = n % 5, n // 5 % 4, n // 20
    plants = _plants((animal + 2 * colour + 7 * copy) % 20)
    background = _BACKGROUNDS[(animal + colour + 2 * copy) % 4]
    return Card(_ANIMALS[animal], _COLOURS[colour], background, plants, int(animal == 0))


_STARTS = (
    Card("turtle", "red", "ship", ("kelp",), 1, "ray", 1),
    Card("seahorse", "blue", "reef", ("sponge",), 3, "", 2),
    Card("octopus", ANY, "anchor", ("anemone",), 1, "", 3),
    Card("crab", "green", "open sea", ("seagrass",), 1, "turtle", 4),
    Card("ray", "yellow", "ship", ("anemone",), 3, "", 5),
    Card("turtle", ANY, "reef", ("seagrass",), 1, "", 6),
    Card("octopus", "blue", "anchor", ("kelp",), 1, "seahorse", 7),
    Card("seahorse", ANY, "open sea", ("sponge",), 0, "", 8),
)

_MISSIONS = (
    Mission("4 different animals", "red", 2, Measure.ANIMALS, count=4),
    Mission("5 different animals", "red", 4, Measure.ANIMALS, count=5),
    Mission("3 different colours", "orange", 1, Measure.COLOURS, count=3),
    Mission("4 different colours", "orange", 3, Measure.COLOURS, count=4),
    Mission("3 different backgrounds", "yellow", 1, Measure.BACKGROUNDS, count=3),
    Mission("4 different backgrounds", "yellow", 3, Measure.BACKGROUNDS, count=4),
    Mission("4 different plants", "green", 3, Measure.PLANTS, count=4),
    Mission("3 turtles", "blue", 3, Measure.ANIMAL, "turtle", 3),
    Mission("3 crabs", "blue", 3, Measure.ANIMAL, "crab", 3),
    Mission("3 seahorses", "blue", 3, Measure.ANIMAL, "seahorse", 3),
    Mission("3 red animals", "purple", 2, Measure.COLOUR, "red", 3),
    Mission("4 blue animals", "purple", 4, Measure.COLOUR, "blue", 4),
    Mission("3 ships", "yellow", 2, Measure.BACKGROUND, "ship", 3),
    Mission("3 anchors", "yellow", 2, Measure.BACKGROUND, "anchor", 3),
    Mission("4 kelp", "green", 3, Measure.PLANT, "kelp", 4),
    Mission("4 sponges", "green", 3, Measure.PLANT, "sponge", 4),
    Mission("A row that tells a story", "purple", 2),
    Mission("Nobody has a better picture", "orange", 2),
)

_ENDS = (
    End("Most different animals", 6, 3, Measure.ANIMALS),
    End("Most crabs", 5, 2, Measure.ANIMAL, "crab"),
    End("Most green animals", 6, 3, Measure.COLOUR, "green"),
    End("Most reefs", 5, 2, Measure.BACKGROUND, "reef"),
    End("Most anemones", 7, 4, Measure.PLANT, "anemone"),
    End("Most different plants", 4, 2, Measure.PLANTS),
)

SAMPLE: Final = Deck(
    "Sample",
    _ANIMALS,
    _COLOURS,
    _BACKGROUNDS,
    _PLANTS,
    tuple(_main(n) for n in range(40)),
    _STARTS,
    _MISSIONS,
    _ENDS,
    sample=True,
)
