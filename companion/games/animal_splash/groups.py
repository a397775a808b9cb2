"""What a row of cards holds: its groups of three, and what missions and end cards count in it.

Reads rows and pearls only; knows no turns. A set of animals, colours or plants is an int of bits.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.frozen import dataclass
from companion.games.animal_splash.deck import ANY, Card, Deck, Measure
from companion.games.animal_splash.facts import Area, Attribute, Setup
from companion.games.animal_splash.naming import name_of
from companion.words import Text

# What a pearl blocks on its card, as bits. The first two lie on the animal: one pearl is either.
ON_KIND, ON_COLOUR, ON_PLANT = 1, 2, 4
ON_ANIMAL: Final = ON_KIND | ON_COLOUR
_GROUP = 3  # neighbouring cards


@dataclass(frozen=True, slots=True)
class Face:
    """A card in bits: what its animal can be, which colours it has, what its plants can be."""

    kinds: int
    colours: int
    background: int
    plants: int
    two: bool  # two of one plant
    oxygen: int
    number: int
    name: Text


@dataclass(frozen=True, slots=True)
class Counting:
    """The house options that change what counts."""

    separate: bool
    double_plants: bool
    two_animals: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbours of a row that have something in common, and where its pearl may go."""

    attribute: Attribute
    first: int  # place in the row
    cards: int
    takes: tuple[int, ...]  # places in the row


Row = tuple[Face, ...]
Pearls = tuple[int, ...]
"""By place in the row: what its pearls block."""


def house(setup: Setup) -> Counting:
    """What counts at this table."""
    # A-Q7 One pearl on an animal blocks kind and colour. House option: what it was scored for.
    separate = setup.kind_and_colour_separate
    # A-Q9 Two plants on a card are two. House option: they are one.
    double_plants = setup.double_plant_counts_two
    # A-Q11 Two animals on a start card are one of them. House option: both.
    two_animals = setup.two_animals_count_two
    return Counting(separate, double_plants, two_animals)


def faces(deck: Deck) -> tuple[Face, ...]:
    """All cards of a deck in bits: the main cards, then the start cards."""
    return tuple(_face(deck, card) for card in (*deck.cards, *deck.starts))


def groups(row: Row, pearls: Pearls, counting: Counting) -> tuple[Group, ...]:
    """All groups of a row that can be scored, from left to right."""
    # A-R7 What has a pearl on it counts for no group.
    kinds = [0 if p & ON_KIND else face.kinds for face, p in zip(row, pearls, strict=True)]
    # A-R7 The same for colours.
    colours = [0 if p & ON_COLOUR else face.colours for face, p in zip(row, pearls, strict=True)]
    # A-R7 And for plants.
    # A-Q9 A pearl blocks both plants of a card.
    plants = [0 if p & ON_PLANT else face.plants for face, p in zip(row, pearls, strict=True)]
    found: list[Group] = []
    # A-R6 Three of a kind, three of a colour, three of a plant.
    for attribute, masks, on in (
        (Attribute.KIND, kinds, ON_ANIMAL),
        (Attribute.COLOUR, colours, ON_ANIMAL),
        (Attribute.PLANT, plants, ON_PLANT),
    ):
        found += _threes(attribute, masks, pearls, on)
    if counting.double_plants:
        # A-Q9 With two plants on one of them two cards are enough.
        found += _pairs(row, plants)
    return tuple(found)


def put_pearl(on: int, attribute: Attribute, counting: Counting) -> int:
    """What is blocked on a card once a pearl for the attribute lies there too."""
    if attribute is Attribute.PLANT:
        return on | ON_PLANT
    if counting.separate:
        # A-Q7 House option: only what it was scored for.
        return on | (ON_KIND if attribute is Attribute.KIND else ON_COLOUR)
    return on | ON_ANIMAL


def area_of(attribute: Attribute) -> Area:
    """The half of a card on which a group's pearl lies."""
    return Area.PLANT if attribute is Attribute.PLANT else Area.ANIMAL


def blocked(on: int, area: Area) -> int:
    """What the pearl on an area blocks; 0 without one."""
    return on & (ON_PLANT if area is Area.PLANT else ON_ANIMAL)


def pearls_on(on: int) -> int:
    """How many pearls lie on a card."""
    return bool(on & ON_ANIMAL) + bool(on & ON_PLANT)


# --- missions and end cards -------------------------------------------------------------------


def count(deck: Deck, row: Row, measure: Measure, of: str, counting: Counting) -> int:
    """How many of what it measures a row holds; what only the table can see counts as none."""
    # A-Q16 With or without pearls: nobody looks for them here.
    match measure:
        case Measure.ANIMALS:
            return _different((face.kinds for face in row), counting.two_animals)
        case Measure.COLOURS:
            return _different((face.colours for face in row), False)
        case Measure.BACKGROUNDS:
            return _different((face.background for face in row), False)
        case Measure.PLANTS:
            return _different((face.plants for face in row), False)
        case Measure.ANIMAL:
            return sum(bool(face.kinds & _bit(deck.animals, of)) for face in row)
        case Measure.COLOUR:
            return sum(bool(face.colours & _bit(deck.colours, of)) for face in row)
        case Measure.BACKGROUND:
            return sum(face.background == _bit(deck.backgrounds, of) for face in row)
        case Measure.PLANT:
            bit = _bit(deck.plants, of)
            twice = counting.double_plants
            # A-Q9 Two plants on a card count as two here as well.
            return sum((1 + (face.two and twice)) * bool(face.plants & bit) for face in row)
        case Measure.OTHER:
            return 0


def _different(masks: Iterable[int], both: bool) -> int:
    """How many different things they can be, each card as one of its choices (or as all)."""
    found = {0}
    for mask in masks:
        if both and mask.bit_count() == 2:
            found = {have | mask for have in found}
            continue
        # A-Q11 A card with a choice counts as the one that serves best.
        found = {have | bit for have in found for bit in _bits(mask)}
    return max(have.bit_count() for have in found)


# --- groups -----------------------------------------------------------------------------------


def _threes(attribute: Attribute, masks: list[int], pearls: Pearls, on: int) -> Iterator[Group]:
    for first in range(len(masks) - _GROUP + 1):
        if not masks[first] & masks[first + 1] & masks[first + 2]:
            continue
        members = range(first, first + _GROUP)
        # A-R7 One pearl on an area: with the option a group needs one where none lies.
        takes = tuple(place for place in members if not pearls[place] & on)
        if takes:
            # A-Q8 Exactly three, and on whichever of them the player likes.
            yield Group(attribute, first, _GROUP, takes)


def _pairs(row: Row, plants: list[int]) -> Iterator[Group]:
    for first in range(len(row) - 1):
        if plants[first] & plants[first + 1] and (row[first].two or row[first + 1].two):
            yield Group(Attribute.PLANT, first, 2, (first, first + 1))


# --- bits -------------------------------------------------------------------------------------


def _face(deck: Deck, card: Card) -> Face:
    # A-Q11 Each of the two animals, for any group and mission.
    kinds = _bit(deck.animals, card.animal) | _bit(deck.animals, card.second)
    # A-Q11 Every colour.
    colours = 0b1111 if card.colour == ANY else _bit(deck.colours, card.colour)
    # A-Q10 Either plant, as it suits each group.
    plants = _any_of(deck.plants, card.plants)
    return Face(
        kinds,
        colours,
        _bit(deck.backgrounds, card.background),
        plants,
        len(card.plants) == 2 and len(set(card.plants)) == 1,
        card.oxygen,
        card.number,
        name_of(card),
    )


def _bit(words: tuple[str, ...], word: str) -> int:
    return 1 << words.index(word) if word in words else 0


def _any_of(words: tuple[str, ...], some: tuple[str, ...]) -> int:
    bits = 0
    for word in some:
        bits |= _bit(words, word)
    return bits


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
