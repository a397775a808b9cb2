"""A robot family for Animal Splash: a shuffled deck, divers round the grid, and an eye for groups.

What the family tells is a stream of facts, each told when it has happened; chance comes from the
given generator. In a light game it lays the same cards and tells only what a light game hears.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from companion.frozen import dataclass
from companion.games.animal_splash.deck import Measure
from companion.games.animal_splash.facts import (
    LEFT,
    RIGHT,
    Action,
    Area,
    Attribute,
    Breathed,
    Dealt,
    Dived,
    Drew,
    Ended,
    EndTurned,
    Fact,
    Filled,
    First,
    Granted,
    Met,
    Moved,
    Paid,
    Picked,
    Revealed,
    Scored,
    Setup,
    Shifted,
    Slid,
    Surfaced,
    Swapped,
    Tallied,
    Valued,
    Variant,
    Voted,
    Way,
)
from companion.games.animal_splash.robot.sea import Group, Sea, best, counted, totals
from companion.games.animal_splash.sample import SAMPLE
from companion.words import Seat

ROUNDS = {2: 8, 3: 7, 4: 6, 5: 5}
PALETTE = ("red", "orange", "yellow", "green", "blue", "purple")
FANCY_MOST = 5
PRICE = {Action.CARD: 1, Action.PEARL: 2, Action.SWAP: 3}


@dataclass(frozen=True, slots=True)
class Temper:
    """How a family plays: chances of everything that nobody has to do."""

    scores: float = 0.9  # scores a group that it sees
    acts: float = 0.3  # spends oxygen, again and again
    early: float = 0.1  # before the move
    takes: float = 0.8  # a mission that is fulfilled
    tries: float = 0.3  # one that only the table can judge
    agrees: float = 0.6
    far: float = 0.3  # dives further than two steps
    late: float = 0.2  # a card of the grid is told only when it is needed


class AnimalFamily:
    """People round one grid, and what lies before them."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.setup, self.rng, self.temper = setup, rng, temper or Temper()
        self.light = setup.variant is Variant.LIGHT
        self.deck = SAMPLE if self.light else setup.deck or SAMPLE
        self.sea = Sea(setup, self.deck)
        self.over = False
        self.dives = 0
        self.turn = Seat(0)
        self.first = Seat(0)
        self.points: list[Fraction] = []
        self._winners: list[Seat] = []
        self.told_pearls = [0] * setup.seats  # of a light game
        self.pile: list[int] = []
        self.missions: list[int] = []  # the pile
        self.open: list[int] = []
        self.end = 0
        self._fresh: list[Fact] = []  # what lies there and is not told yet
        self.known = [False] * 9  # places of the grid whose card was told

    def game(self) -> Iterator[Fact]:
        """One game, from the cards to the winner."""
        yield from self._lay_out()
        seats = self.setup.seats
        for _ in range(ROUNDS[seats]):
            for n in range(seats):
                self.turn = Seat((self.first + n) % seats)
                yield from self._turn(self.turn)
        if self.light or self._is_judged():
            yield from self._count()

    def winners(self) -> tuple[Seat, ...]:
        """Who has most; some may share it."""
        return tuple(self._winners)

    # --- the beginning ------------------------------------------------------------------------

    def _lay_out(self) -> Iterator[Fact]:
        deck, rng = self.deck, self.rng
        self.pile = rng.sample(range(len(deck.cards)), len(deck.cards))
        self.missions = rng.sample(range(len(deck.missions)), len(deck.missions))
        self.end = rng.randrange(len(deck.ends))
        told: list[Fact] = [EndTurned(self.end), *(self._lay(place) for place in range(9))]
        told += [self._reveal() for _ in range(3)]
        rng.shuffle(told)
        yield Dealt(self.setup.dealer)
        for fact in () if self.light else told:
            yield from self._tell(fact)
        yield from self._draw_starts()

    def _draw_starts(self) -> Iterator[Fact]:
        cards = range(len(self.deck.cards), len(self.sea.cards))
        starts = self.rng.sample(cards, self.setup.seats)
        numbers = [self.sea.cards[card].number for card in starts]
        self.first = self.turn = Seat(numbers.index(min(numbers)))
        for seat, card in enumerate(starts):
            self.sea.rows[seat] = [card]
            self.sea.oxygen[seat] = self.sea.cards[card].oxygen
            told_start = Breathed(Seat(seat), self.sea.oxygen[seat])
            yield told_start if self.light else Drew(Seat(seat), card)
        if self.light or numbers.count(min(numbers)) > 1:
            yield First(self.first)

    def _lay(self, place: int) -> Fact:
        card = self.pile.pop()
        self.sea.grid[place] = card
        self.known[place] = False
        return Filled(place, card)

    def _reveal(self) -> Fact:
        mission = self.missions.pop()
        self.open.append(mission)
        return Revealed(mission)

    def _tell(self, fact: Fact) -> Iterator[Fact]:
        if isinstance(fact, Filled):
            self.known[fact.place] = True
        if not self.light:
            yield fact

    def _catch_up(self) -> Iterator[Fact]:
        while self._fresh:
            yield from self._tell(self._fresh.pop(0))

    # --- a turn -------------------------------------------------------------------------------

    def _turn(self, seat: Seat) -> Iterator[Fact]:
        if not self._chance(self.temper.late):
            yield from self._catch_up()
        if self._chance(self.temper.early):
            yield from self._act(seat)
        yield from self._dive(seat)
        yield from self._more(seat)
        mission = self._mission(seat)
        judged = mission is not None and self.deck.missions[mission].measure is Measure.OTHER
        if judged and not self._chance(self.temper.agrees):
            if not self.light:
                assert mission is not None
                yield Met(seat, mission)
                yield Voted(seat, False)
            mission = None
        yield from self._finish(seat, mission, judged)

    def _finish(self, seat: Seat, mission: int | None, judged: bool) -> Iterator[Fact]:
        more = self.sea.pearls_of(seat) - self.told_pearls[seat]
        self.told_pearls[seat] += more
        last: list[Fact] = [Surfaced(seat, more) if self.light else Ended(seat)]
        if mission is not None:
            last = [Met(seat, mission), *([Voted(seat, True)] if judged else [])]
            if self.light:
                card = self.deck.missions[mission]
                last = [Granted(seat, PALETTE.index(card.colour), card.points, more)]
        yield from last[:-1]
        if mission is not None:
            self.sea.missions[seat].append(mission)
            self.open.remove(mission)
        self._refill()
        self._go_on()
        yield last[-1]

    def _refill(self) -> None:
        gaps = [place for place, card in enumerate(self.sea.grid) if card is None]
        self._fresh += [self._lay(place) for place in gaps if self.pile]
        while len(self.open) < 3 and self.missions:
            self._fresh.append(self._reveal())
        if self.light:
            self._fresh = []

    def _go_on(self) -> None:
        self.dives += 1
        done = self.dives == ROUNDS[self.setup.seats] * self.setup.seats
        self.turn = Seat((self.turn + 1) % self.setup.seats)
        if done and not (self.light or self._is_judged()):
            self._settle(self._counts())

    def _dive(self, seat: Seat) -> Iterator[Fact]:
        sea = self.sea
        moves = {
            spot: move for spot, move in sea.moves(seat).items() if sea.oxygen[seat] + move[1] >= 0
        }
        bare = {s for s in moves if all(sea.grid[place] is None for place in sea.line(s))}
        if len(bare) < len(moves):  # else one dives anywhere, and takes no card
            moves = {spot: move for spot, move in moves.items() if spot not in bare}
        near = [spot for spot, (steps, _) in moves.items() if steps <= 2]
        spot = self.rng.choice(list(moves) if self._chance(self.temper.far) or not near else near)
        steps, gain = moves[spot]
        sea.divers[seat] = spot
        sea.oxygen[seat] += gain
        if not self.light:
            yield Moved(seat, spot)
            yield from self._catch_up()
        if spot in bare:
            return
        place = self.rng.choice([p for p in sea.line(spot) if sea.grid[p] is not None])
        card, end = sea.grid[place], self.rng.choice((LEFT, RIGHT))
        assert card is not None
        sea.grid[place] = None
        sea.rows[seat].insert(0 if end == LEFT else len(sea.rows[seat]), card)
        sea.oxygen[seat] += sea.cards[card].oxygen
        yield Dived(seat, steps, sea.cards[card].oxygen) if self.light else Picked(seat, place, end)

    def _more(self, seat: Seat) -> Iterator[Fact]:
        """Groups as long as there are any, actions in between, until it is enough."""
        while True:
            groups = self._groups(seat)
            if not self._chance(self.temper.scores if groups else self.temper.acts):
                return
            yield from self._score(seat, groups) if groups else self._act(seat)

    def _groups(self, seat: Seat) -> list[Group]:
        return sorted(self.sea.groups(seat), key=lambda group: (group[0].value, group[1]))

    def _score(self, seat: Seat, groups: list[Group]) -> Iterator[Fact]:
        attribute, cards = self.rng.choice(groups)
        card = self.rng.choice(self.sea.may_take((attribute, cards)))
        self.sea.lay_pearl(card, attribute)
        if not self.light:
            yield Scored(seat, card, attribute)

    # --- actions ------------------------------------------------------------------------------

    def _act(self, seat: Seat) -> Iterator[Fact]:
        ways = [action for action in Action if PRICE[action] <= self.sea.oxygen[seat]]
        if not ways:
            return
        action = self.rng.choice(ways)
        match action:
            case Action.CARD if len(self.sea.rows[seat]) > 1:
                yield from self._shift(seat)
            case Action.PEARL:
                yield from self._slide(seat)
            case Action.SWAP:
                yield from self._swap(seat)

    def _shift(self, seat: Seat) -> Iterator[Fact]:
        row = self.sea.rows[seat]
        card = self.rng.choice(row)
        to = self.rng.choice([n for n in range(len(row)) if row[n] != card])
        row.remove(card)
        row.insert(to, card)
        self.sea.oxygen[seat] -= PRICE[Action.CARD]
        yield Paid(seat, Action.CARD) if self.light else Shifted(seat, card, to)

    def _slide(self, seat: Seat) -> Iterator[Fact]:
        sea, row = self.sea, self.sea.rows[seat]
        ways = []
        for at, card in enumerate(row):
            for area in Area:
                if (card, area) not in sea.pearls:
                    continue
                other = Area.PLANT if area is Area.ANIMAL else Area.ANIMAL
                ways.append((card, area, Way.OVER, card, other))
                ways += [(card, area, Way.LEFT, row[at - 1], area)] if at else []
                ways += [(card, area, Way.RIGHT, row[at + 1], area)] if at + 1 < len(row) else []
        free = [way for way in ways if (way[3], way[4]) not in sea.pearls]
        if not free:
            return
        card, area, way, onto, half = self.rng.choice(free)
        blocks = sea.pearls.pop((card, area))
        if half is not area:
            animal = frozenset({Attribute.KIND, Attribute.COLOUR})
            blocks = animal if half is Area.ANIMAL else frozenset({Attribute.PLANT})
        sea.pearls[onto, half] = blocks
        sea.oxygen[seat] -= PRICE[Action.PEARL]
        yield Paid(seat, Action.PEARL) if self.light else Slid(seat, card, area, way)

    def _swap(self, seat: Seat) -> Iterator[Fact]:
        sea, row = self.sea, self.sea.rows[seat]
        known = [
            p for p, c in enumerate(sea.grid) if c is not None and (self.light or self.known[p])
        ]
        old = self.rng.choice(row)
        if not known:
            return
        place = self.rng.choice(known)
        new = sea.grid[place]
        assert new is not None
        change = sea.pearls_on(new) - sea.pearls_on(old)
        if self.light and self.told_pearls[seat] + change < 0:
            return  # pearls that were not told yet cannot be told to be gone
        row[row.index(old)], sea.grid[place] = new, old
        gain = sea.cards[new].oxygen if self.setup.swap_gives_o2 else 0
        sea.oxygen[seat] += gain - PRICE[Action.SWAP]
        self.told_pearls[seat] += change
        light = Paid(seat, Action.SWAP, change, gain)
        yield light if self.light else Swapped(seat, old, place)

    # --- the end ------------------------------------------------------------------------------

    def _mission(self, seat: Seat) -> int | None:
        owned = {self.deck.missions[n].colour for n in self.sea.missions[seat]}
        told = self.open[: len(self.open) - sum(isinstance(f, Revealed) for f in self._fresh)]
        may = [n for n in told if self.deck.missions[n].colour not in owned and self._fits(seat, n)]
        return self.rng.choice(may) if may else None

    def _fits(self, seat: Seat, number: int) -> bool:
        mission = self.deck.missions[number]
        if mission.measure is Measure.OTHER:
            return self._chance(self.temper.tries)
        have = counted(self.sea, seat, mission.measure, mission.of)
        return have >= mission.count and self._chance(self.temper.takes)

    def _is_judged(self) -> bool:
        return self.deck.ends[self.end].measure is Measure.OTHER

    def _counts(self) -> list[int]:
        end = self.deck.ends[self.end]
        if self._is_judged():  # only the table can: a robot has its own opinion
            return [self.rng.randrange(FANCY_MOST) for _ in range(self.setup.seats)]
        return [counted(self.sea, s, end.measure, end.of) for s in range(self.setup.seats)]

    def _settle(self, counts: list[int]) -> None:
        end = self.deck.ends[self.end]
        self.points = totals(self.sea, counts, (end.best, end.second))
        self._winners = best(self.points, self.sea.oxygen)
        self.over = True

    def _count(self) -> Iterator[Fact]:
        end = self.deck.ends[self.end]
        counts = self._counts()
        told: list[Fact] = [Valued(end.best, end.second)] if self.light else []
        dived = [seat for seat, row in enumerate(self.sea.rows) if row]
        told += [Tallied(Seat(seat), counts[seat]) for seat in dived]
        self.rng.shuffle(told)
        yield from told[:-1]
        self._settle(counts)
        yield told[-1]

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of
