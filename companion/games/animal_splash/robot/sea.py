"""What is true at a table of Animal Splash, found the long way: groups, steps, counts and points.

Written apart from the rules it checks, from the box's words and by trying everything out: it must
not import how they find these.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from companion.games.animal_splash.deck import ANY, Card, Deck, Measure
from companion.games.animal_splash.facts import Area, Attribute, Setup
from companion.words import Seat

SPOTS = 12
OXYGEN_FOR_ONE_STEP = 1
FREE_STEPS = 2

AREAS = {
    Attribute.KIND: Area.ANIMAL,
    Attribute.COLOUR: Area.ANIMAL,
    Attribute.PLANT: Area.PLANT,
}

Group = tuple[Attribute, tuple[int, ...]]
"""What is equal, and the cards of the group in their order."""


class Sea:
    """The cards, pearls, divers and oxygen on the table, as they really lie."""

    def __init__(self, setup: Setup, deck: Deck) -> None:
        self.setup, self.deck = setup, deck
        self.cards = [*deck.cards, *deck.starts]
        self.grid: list[int | None] = [None] * 9
        self.rows: list[list[int]] = [[] for _ in range(setup.seats)]
        self.pearls: dict[tuple[int, Area], frozenset[Attribute]] = {}  # and what it blocks
        self.divers: list[int | None] = [None] * setup.seats
        self.oxygen = [0] * setup.seats
        self.missions: list[list[int]] = [[] for _ in range(setup.seats)]

    def pearls_of(self, seat: int) -> int:
        """The pearls on a seat's cards."""
        return sum((card, area) in self.pearls for card in self.rows[seat] for area in Area)

    def pearls_on(self, card: int) -> int:
        """The pearls on a card."""
        return sum((card, area) in self.pearls for area in Area)

    def line(self, spot: int) -> list[int]:
        """The places that a spot looks along."""
        side, n = divmod(spot, 3)
        if side in (0, 2):
            column = n if side == 0 else 2 - n
            return [row * 3 + column for row in range(3)]
        row = n if side == 1 else 2 - n
        return [row * 3 + column for column in range(3)]

    def moves(self, seat: int) -> dict[int, tuple[int, int]]:
        """By free spot: the steps there, and what they give or take; walked step by step."""
        taken = {spot for other, spot in enumerate(self.divers) if other != seat}
        at = self.divers[seat]
        if at is None:
            return {spot: (0, 0) for spot in range(SPOTS) if spot not in taken}
        found, steps = {}, 0
        for _ in range(SPOTS):
            at = (at + 1) % SPOTS
            if at in taken:
                continue
            steps += 1
            gain = OXYGEN_FOR_ONE_STEP if steps == 1 else -max(0, steps - FREE_STEPS)
            found[at] = (steps, gain)
        return found

    def groups(self, seat: int) -> set[Group]:
        """All groups that the seat may score, by trying every run of cards."""
        row = self.rows[seat]
        runs = [tuple(row[n : n + size]) for size in (2, 3) for n in range(len(row) - size + 1)]
        found = set()
        for attribute, area in AREAS.items():
            on = {card: self.pearls.get((card, area)) for card in row}
            out = {card for card, blocks in on.items() if blocks and attribute in blocks}
            bare = {card for card, blocks in on.items() if blocks is None}
            for run in runs:
                if out.isdisjoint(run) and not bare.isdisjoint(run) and self._equal(attribute, run):
                    found.add((attribute, run))
        return found

    def may_take(self, group: Group) -> list[int]:
        """The cards of a group on which its pearl may lie."""
        area = AREAS[group[0]]
        return [card for card in group[1] if (card, area) not in self.pearls]

    def lay_pearl(self, card: int, attribute: Attribute) -> None:
        """A pearl for a group."""
        if attribute is Attribute.PLANT:
            self.pearls[card, Area.PLANT] = frozenset({Attribute.PLANT})
            return
        both = frozenset({Attribute.KIND, Attribute.COLOUR})
        apart = self.setup.kind_and_colour_separate
        self.pearls[card, Area.ANIMAL] = frozenset({attribute}) if apart else both

    def _equal(self, attribute: Attribute, run: tuple[int, ...]) -> bool:
        cards = [self.cards[card] for card in run]
        if attribute is Attribute.PLANT:
            return any(self._plants(cards, plant) for plant in self.deck.plants)
        if len(run) != 3:
            return False
        if attribute is Attribute.KIND:
            return any(all(a in (c.animal, c.second) for c in cards) for a in self.deck.animals)
        return any(all(c.colour in (w, ANY) for c in cards) for w in self.deck.colours)

    def _plants(self, cards: Sequence[Card], plant: str) -> bool:
        if not all(plant in card.plants for card in cards):
            return False
        if len(cards) == 3:
            return True
        twice = self.setup.double_plant_counts_two
        return sum(2 if twice and c.plants.count(plant) == 2 else 1 for c in cards) >= 3


# --- missions, the end card, points -----------------------------------------------------------


def counted(sea: Sea, seat: int, measure: Measure, of: str) -> int:
    """How many of what it measures a seat's row holds: the best of all ways to read its cards."""
    cards = [sea.cards[card] for card in sea.rows[seat]]
    match measure:
        case Measure.ANIMALS | Measure.COLOURS | Measure.BACKGROUNDS | Measure.PLANTS:
            choices = [list(_readings(sea, card, measure)) for card in cards]
            return max(len(set().union(*reading)) for reading in product(*choices))
        case Measure.ANIMAL:
            return len([c for c in cards if of in (c.animal, c.second)])
        case Measure.COLOUR:
            return len([c for c in cards if c.colour in (of, ANY)])
        case Measure.BACKGROUND:
            return len([c for c in cards if c.background == of])
        case Measure.PLANT:
            most = 2 if sea.setup.double_plant_counts_two else 1
            return sum(min(c.plants.count(of), most) for c in cards)
        case _:
            return 0


def shares(counts: Sequence[int], values: tuple[int, int], zero: bool) -> list[Fraction]:
    """The end card's points: who is better and who is equal decide, seat by seat."""
    found = []
    for mine in counts:
        better = sum(other > mine for other in counts)
        equal = sum(other == mine for other in counts)
        places = [values[n] if n < 2 else 0 for n in range(better, better + equal)]
        found.append(Fraction(sum(places), equal) if mine or zero else Fraction(0))
    return found


def totals(sea: Sea, counts: Sequence[int], values: tuple[int, int]) -> list[Fraction]:
    """All points."""
    ends = shares(counts, values, sea.setup.zero_counts_for_end_card)
    return [
        sea.pearls_of(seat) + sum(sea.deck.missions[n].points for n in sea.missions[seat]) + end
        for seat, end in enumerate(ends)
    ]


def best(points: Sequence[Fraction], oxygen: Sequence[int]) -> list[Seat]:
    """Who has won."""
    ranks = list(zip(points, oxygen, strict=True))
    return [Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks)]


def _readings(sea: Sea, card: Card, measure: Measure) -> Iterator[set[str]]:
    if measure is Measure.ANIMALS:
        animals = {card.animal, card.second} - {""}
        if sea.setup.two_animals_count_two:
            yield animals
            return
        yield from ({animal} for animal in animals)
    elif measure is Measure.COLOURS:
        yield from ({w} for w in (sea.deck.colours if card.colour == ANY else (card.colour,)))
    elif measure is Measure.BACKGROUNDS:
        yield {card.background}
    else:
        yield from ({plant} for plant in set(card.plants))
