"""The deck of Animal Splash as data that a family enters once: what it is, what is wrong with it,
and how two halves of one become a whole.

Reads and writes no file: its JSON is that of the dataclasses below, by field names.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from enum import Enum
from typing import Annotated, Final, TypeVar

from companion.frozen import dataclass
from companion.words import Between, Refused, Text, short

BOX: Final = 72  # cards of all sorts
ANY: Final = "any"  # the colour of a start card whose animal has every colour
OXYGEN: Final = (0, 1, 3)  # that a card may show
BREATHES: Final = "crab"  # the animal that brings oxygen, where the box calls it so
MAIN_LEAST, STARTS_LEAST, MISSIONS_LEAST, ENDS_LEAST = 25, 5, 3, 1
_WORD_MOST, _TITLE_MOST = 30, 80  # letters: what a phone can show


class Measure(Enum):
    """What a mission or end card counts in a tableau."""

    ANIMALS = "animals"  # different animals
    COLOURS = "colours"  # different colours of animals
    BACKGROUNDS = "backgrounds"  # different backgrounds
    PLANTS = "plants"  # different plants
    ANIMAL = "animal"  # of one animal
    COLOUR = "colour"  # animals of one colour
    BACKGROUND = "background"  # of one background
    PLANT = "plant"  # of one plant
    OTHER = "other"  # what only the table can see


@dataclass(frozen=True, slots=True)
class Card:
    """A picture: its animal above, its plants below.

    Two equal `plants` are two of that plant, two unlike ones a choice. `second`, the colour "any"
    and `number` (in the corner) are of start cards alone.
    """

    animal: str
    colour: str
    background: str
    plants: tuple[str, ...]
    oxygen: Annotated[int, Between(0, 3)] = 0
    second: str = ""
    number: Annotated[int, Between(0, 999)] = 0


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: who has at least `count` of what it measures may take it."""

    title: str
    colour: str
    points: Annotated[int, Between(1, 20)]
    measure: Measure = Measure.OTHER
    of: str = ""  # which animal, colour, background or plant, where it is of one
    count: Annotated[int, Between(0, 20)] = 0


@dataclass(frozen=True, slots=True)
class End:
    """An end card: who has most of what it measures gets `best`, the next one `second`."""

    title: str
    best: Annotated[int, Between(1, 40)]
    second: Annotated[int, Between(0, 40)]
    measure: Measure = Measure.OTHER
    of: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of a box, and what its animals, colours, backgrounds and plants are called."""

    title: str
    animals: tuple[str, ...]
    colours: tuple[str, ...]
    backgrounds: tuple[str, ...]
    plants: tuple[str, ...]
    cards: tuple[Card, ...]
    starts: tuple[Card, ...]
    missions: tuple[Mission, ...]
    ends: tuple[End, ...]
    aids: Annotated[int, Between(0, 72)] = 0  # player aids, which count among the box's cards
    sample: bool = False  # made up, and not the printed one


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as screens draw it."""

    animals: tuple[str, ...]  # two on some start cards: either of them
    colours: tuple[str, ...]  # several: any of them
    background: str
    plants: tuple[str, ...]  # two alike are two of that plant, two unlike ones a choice
    oxygen: int
    number: int  # in the corner of a start card; 0 on all others


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a deck, and the rule that says so."""

    rule: str
    text: Text


def faults(deck: Deck) -> tuple[Fault, ...]:
    """All that is wrong with a deck, for whoever enters it; none where it can be played with."""
    return (
        *_of_names(deck),
        *_of_numbers(deck),
        *(fault for n, card in enumerate(deck.cards, 1) for fault in _of_main(deck, n, card)),
        *(fault for n, card in enumerate(deck.starts, 1) for fault in _of_start(deck, n, card)),
        *_of_crabs(deck),
        *(fault for n, one in enumerate(deck.missions, 1) for fault in _of_mission(deck, n, one)),
        *(fault for n, one in enumerate(deck.ends, 1) for fault in _of_end(deck, n, one)),
    )


def checked(deck: Deck) -> Deck:
    """The same deck. Raises Refused with its first fault."""
    wrong = faults(deck)
    # A-Q21 A deck with a fault is not played with.
    if wrong:
        raise Refused(wrong[0].rule, wrong[0].text)
    return deck


def merge(one: Deck, other: Deck) -> Deck:
    """Both decks in one: what either of them has, and what both have once.

    So each of two people may enter a part. Raises Refused (A-S10) where they contradict each other.
    """
    for number in sorted({card.number for card in one.starts}):
        mine, theirs = (Counter(c for c in d.starts if c.number == number) for d in (one, other))
        # One number, other cards: one of them was typed wrongly.
        if not (mine <= theirs or theirs <= mine):
            text = Text("Start card {n} is not the same in both files.", n=number)
            raise Refused("A-S10", text)
    # A card that both have is there as often as in the fuller file: equal cards cannot be told
    # apart, and who enters the same one twice means one.
    return Deck(
        one.title or other.title,
        _all(one.animals, other.animals),
        _all(one.colours, other.colours),
        _all(one.backgrounds, other.backgrounds),
        _all(one.plants, other.plants),
        _all(one.cards, other.cards),
        _all(one.starts, other.starts),
        _all(one.missions, other.missions),
        _all(one.ends, other.ends),
        max(one.aids, other.aids),
        one.sample or other.sample,
    )


def shown(deck: Deck, card: Card) -> CardView:
    """What a card shows."""
    return CardView(
        animals=(card.animal, card.second) if card.second else (card.animal,),
        colours=deck.colours if card.colour == ANY else (card.colour,),
        background=card.background,
        plants=card.plants,
        oxygen=card.oxygen,
        number=card.number,
    )


def words_of(deck: Deck, measure: Measure) -> tuple[str, ...]:
    """What a measure can be of; nothing where it is of no one thing."""
    match measure:
        case Measure.ANIMAL:
            return deck.animals
        case Measure.COLOUR:
            return deck.colours
        case Measure.BACKGROUND:
            return deck.backgrounds
        case Measure.PLANT:
            return deck.plants
        case _:
            return ()


Item = TypeVar("Item", bound=Hashable)


def _all(one: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[Item, ...]:
    missing = Counter(other) - Counter(one)
    return (*one, *(item for item, times in missing.items() for _ in range(times)))


# --- what can be wrong ------------------------------------------------------------------------


def _of_names(deck: Deck) -> Iterator[Fault]:
    names = (
        (deck.animals, 5, Text("animals")),
        (deck.colours, 4, Text("colours")),
        (deck.backgrounds, 4, Text("backgrounds")),
        (deck.plants, 4, Text("plants")),
    )
    for words, wanted, what in names:
        # A-R12 Five animals, and four of all else.
        if len(set(words)) != wanted or len(words) != wanted:
            text = Text(
                "There are {wanted} {what} in the box; this deck names {n}.",
                wanted=wanted,
                what=what,
                n=len(set(words)),
            )
            yield Fault("A-R12", text)
        # A-S10 Each has a name that a screen can show; "any" is every colour.
        if not all(_is_word(word) and word != ANY for word in words):
            yield Fault("A-S10", Text("Each of the {what} needs a short name.", what=what))


def _of_numbers(deck: Deck) -> Iterator[Fault]:
    parts = (deck.cards, deck.starts, deck.missions, deck.ends)
    in_all = sum(map(len, parts)) + deck.aids
    # A-S10 The box says 72.
    if in_all != BOX:
        yield Fault("A-S10", Text("A deck has 72 cards; this one has {n}.", n=in_all))
    least = (
        (MAIN_LEAST, Text("main cards")),
        (STARTS_LEAST, Text("start cards")),
        (MISSIONS_LEAST, Text("missions")),
        (ENDS_LEAST, Text("end cards")),
    )
    for part, (wanted, what) in zip(parts, least, strict=True):
        # A-S10 With fewer of a sort no game can be laid out.
        if len(part) < wanted:
            text = Text(
                "A game needs {wanted} {what}; this deck has {n}.",
                wanted=wanted,
                what=what,
                n=len(part),
            )
            yield Fault("A-S10", text)


def _of_main(deck: Deck, n: int, card: Card) -> Iterator[Fault]:
    where = Text("Card {n}", n=n)
    yield from _of_card(deck, where, card)
    # A-R12 Only start cards have two animals, every colour or a number.
    if card.second or card.colour == ANY or card.number:
        yield Fault("A-R12", Text("{where} is no start card, and reads like one.", where=where))
    # A-R12 No oxygen or one.
    if card.oxygen > 1:
        yield Fault(
            "A-R12", Text("{where} shows {n} oxygen; 1 is the most.", where=where, n=card.oxygen)
        )


def _of_start(deck: Deck, n: int, card: Card) -> Iterator[Fault]:
    where = Text("Start card {n}", n=n)
    yield from _of_card(deck, where, card)
    # A-R12 The two animals of a start card are not the same.
    if card.second and (card.second not in deck.animals or card.second == card.animal):
        yield _unknown("A-R12", where, card.second)
    # A-Q26 Nothing, one or three.
    if card.oxygen == 2:
        yield Fault("A-Q26", Text("{where} shows 2 oxygen; it is 0, 1 or 3.", where=where))
    # A-R1 The number in the corner says who begins.
    if not card.number:
        yield Fault("A-R1", Text("{where} needs the number in its corner.", where=where))


def _of_card(deck: Deck, where: Text, card: Card) -> Iterator[Fault]:
    known = (
        (card.animal, deck.animals),
        (card.colour, (*deck.colours, ANY)),
        (card.background, deck.backgrounds),
        *((plant, deck.plants) for plant in card.plants),
    )
    for word, words in known:
        # A-R12 What a card shows is one of those that the deck names.
        if word not in words:
            yield _unknown("A-R12", where, word)
    # A-R12 One plant, or two.
    if not 1 <= len(card.plants) <= 2:
        yield Fault(
            "A-R12", Text("{where} has {n} plants; it is 1 or 2.", where=where, n=len(card.plants))
        )


def _of_crabs(deck: Deck) -> Iterator[Fault]:
    breathing = {card.animal for card in deck.cards if card.oxygen}
    # A-R12 Only one kind of animal brings oxygen: the crabs.
    if len(breathing) > 1:
        yield Fault(
            "A-R12",
            Text("Only crabs bring oxygen; here {n} kinds of animals do.", n=len(breathing)),
        )


def _of_mission(deck: Deck, n: int, mission: Mission) -> Iterator[Fault]:
    where = Text("Mission {n}", n=n)
    yield from _of_condition(deck, where, mission)
    # A-S10 A mission has a colour.
    if not _is_word(mission.colour):
        yield Fault("A-S10", Text("{where} needs a colour.", where=where))
    # A-Q21 A condition that the companion checks says how many.
    if mission.measure is not Measure.OTHER and not mission.count:
        yield Fault("A-Q21", Text("{where} does not say how many it needs.", where=where))


def _of_end(deck: Deck, n: int, end: End) -> Iterator[Fault]:
    where = Text("End card {n}", n=n)
    yield from _of_condition(deck, where, end)
    # A-R10 The best gets no less than the next one.
    if end.second > end.best:
        yield Fault("A-R10", Text("{where} gives the second best more than the best.", where=where))


def _of_condition(deck: Deck, where: Text, card: Mission | End) -> Iterator[Fault]:
    # A-S10 And a title.
    if not _is_word(card.title, _TITLE_MOST):
        yield Fault("A-S10", Text("{where} needs a short title.", where=where))
    words = words_of(deck, card.measure)
    # A-Q21 A condition of one thing says of which.
    if words and card.of not in words:
        yield _unknown("A-Q21", where, card.of)


def _unknown(rule: str, where: Text, word: str) -> Fault:
    return Fault(
        rule,
        Text(
            '{where} says "{word}", and the deck does not name that.',
            where=where,
            word=short(word),
        ),
    )


def _is_word(word: str, most: int = _WORD_MOST) -> bool:
    return 0 < len(word.strip()) <= most and not set(word) & set("|,")
