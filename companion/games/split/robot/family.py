"""A robot family for SPLIT: a real split deck, hidden hands, and chips with a plan.

What the family tells is a stream of facts, each told when it has happened; chance comes from the
given generator. In a light game it plays the same cards and tells only what a light game hears.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import field
from random import Random

from companion.frozen import dataclass
from companion.games.split.facts import (
    Claimed,
    Dealt,
    Enough,
    Fact,
    LitUp,
    Match,
    Matched,
    Meant,
    Placed,
    Played,
    Removed,
    Searched,
    Setup,
    Shown,
    Spent,
    Turned,
    Variant,
)
from companion.games.split.robot.board import (
    CARDS,
    LETTERS,
    RED_JOKER,
    SIZE,
    Board,
    Due,
    Meaning,
    at,
    meanings,
    neighbours,
)
from companion.words import Seat

HAND, PLACES = 7, 10
FAR = 1000  # no way through
EAGER = {Match.PERFECT: 6.0, Match.STRONG: 3.0, Match.WEAK: 1.0}


@dataclass(frozen=True, slots=True)
class Temper:
    """How a family plays: chances of everything that nobody has to do."""

    plans: float = 0.8  # a chip goes where it shortens the own path
    misses: float = 0.02  # claims to have no match, and has one
    shows: float = 0.5  # shows a hand to the companion card by card
    lights: float = 0.1  # wants to see where a chip may go
    remembers: float = 0.6  # removes a chip of whose space it knows the suit
    goes_on: float = 0.8  # removes another, where it may
    shuns_perfect: float = 0.0  # plays no perfect match where it can make another


@dataclass(slots=True)
class Pile:
    """One of the ten places."""

    open: list[tuple[int, int]] = field(default_factory=list)  # cards, and what they count as
    under: list[int] = field(default_factory=list)
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A play that can be made, and how it may be meant."""

    place: int
    half: int
    card: int
    ways: tuple[Meaning, ...]
    way: Meaning


class SplitFamily:
    """People round one table, and what they hold."""

    def __init__(self, setup: Setup, rng: Random, temper: Temper | None = None) -> None:
        self.setup, self.rng, self.temper = setup, rng, temper or Temper()
        self.light = setup.variant is Variant.LIGHT
        self.board = Board(setup)
        self.hands: list[list[int]] = [[] for _ in range(setup.seats)]
        self.pile: list[int] = []
        self.thrown: list[int] = []
        self.bare: list[int] = []  # those of them that everybody saw
        self.known: list[list[int]] = [[] for _ in range(setup.seats)]  # in hands, by everybody
        self.places = [Pile() for _ in range(PLACES)]
        self.turn = Seat(0)
        self.due: Due | None = None  # while chips are placed
        self.over = False
        self.winner: int | None = None  # the side
        self.last: Seat | None = None
        self.made: list[tuple[Seat, Match]] = []
        self._left = 0  # chips of the match that are still to be placed
        self._blanks = 0
        self._lit: Seat | None = None  # who asked where its chip may go
        self._fresh: int | None = None  # the place whose card was just turned up

    def game(self) -> Iterator[Fact]:
        """One game, from the deal to the end."""
        yield from self._deal()
        while not self.over:
            yield from self._turn(self.turn)
            if self._fresh is not None and not self.over:
                yield from self._tell(self._fresh)

    def winners(self) -> tuple[Seat, ...]:
        """Everybody on the side that has won."""
        seats = map(Seat, range(self.setup.seats))
        return tuple(seat for seat in seats if self.side(seat) == self.winner)

    def side(self, seat: Seat) -> int:
        """The side of a seat."""
        return seat % self.board.sides

    # --- a turn -------------------------------------------------------------------------------

    def _deal(self) -> Iterator[Fact]:
        self.pile = [card for card in range(CARDS) for _ in range(2)]
        self.rng.shuffle(self.pile)
        for hand in self.hands:
            hand[:] = [self.pile.pop() for _ in range(HAND)]
        self.turn = self._left_of(self.setup.dealer)
        cards = [self.pile.pop() for _ in range(PLACES)]
        yield Dealt(self.setup.dealer)
        for place in self.rng.sample(range(PLACES), PLACES):
            self.places[place].open = [(cards[place], cards[place])]
            yield from self._tell(place)

    def _tell(self, place: int) -> Iterator[Fact]:
        self._fresh = None
        if not self.light:
            yield Turned(place, self.places[place].open[0][0])

    def _turn(self, seat: Seat) -> Iterator[Fact]:
        shuffled = False
        while True:
            options = self._options(seat)
            if options and not self._chance(self.temper.misses):
                yield from self._play(seat, self._best(options))
                return
            if not self.hands[seat] and not self.pile and not self.thrown:
                yield Claimed(seat)  # of a light game: else the companion knows it
                self._blank()
                yield Spent(seat)
                return
            if options:
                yield from self._false_claim(seat)
                return
            new = min(HAND, len(self.hands[seat]) + len(self.pile) + len(self.thrown))
            again = new > len(self.pile)
            if again and shuffled:
                yield from self._spent(seat)
                return
            shuffled = shuffled or again
            yield from self._true_claim(seat, new)

    def _false_claim(self, seat: Seat) -> Iterator[Fact]:
        cards, looks = self._as_halves(seat), self._somebody_looks(seat)
        if looks:
            yield Claimed(seat)
        self._blanks = 0
        self._pass_on()
        if not looks:
            yield Claimed(seat)
        elif self._may_show():
            self.known[seat] = list(self.hands[seat])
            yield Shown(seat, cards)
        else:
            yield Searched(seat, True)

    def _true_claim(self, seat: Seat, new: int) -> Iterator[Fact]:
        hand, cards, looks = self.hands[seat], self._as_halves(seat), self._somebody_looks(seat)
        if looks:
            yield Claimed(seat)
        shuffles, held, was = new > len(self.pile), list(hand), self.known[seat]
        self.known[seat] = []
        self.thrown += hand
        hand.clear()
        while len(hand) < new:
            hand.append(self._draw())
        shows = self._may_show()
        if not shuffles:
            self.bare += held if looks and shows else was
        if not looks:
            yield Claimed(seat)
        else:
            yield Shown(seat, cards) if shows else Searched(seat, False)

    def _spent(self, seat: Seat) -> Iterator[Fact]:
        cards, looks = self._as_halves(seat), self._somebody_looks(seat)
        if looks:
            yield Claimed(seat)
        self._blank()
        if self.light:
            yield Spent(seat)
        elif not looks:
            yield Claimed(seat)
        elif self._may_show():
            self.known[seat] = list(self.hands[seat])
            yield Shown(seat, cards)
        else:
            yield Searched(seat, False)

    def _play(self, seat: Seat, option: Option) -> Iterator[Fact]:
        kind, letters, _ = option.way
        on = 2 * option.place + option.half
        told: Fact = Matched(seat, kind) if self.light else Played(seat, on, option.card)
        if len(option.ways) > 1 and not self.light:
            yield told
            told = Meant(seat, kind, tuple(LETTERS.index(letter) for letter in letters))
        self._lay(seat, option)
        self.made.append((seat, kind))
        self._blanks = 0
        self._left = min(1 if kind is Match.WEAK else 2, self.board.left(self.side(seat)))
        removes = kind is Match.PERFECT and bool(self.board.of_others(self.side(seat)))
        self.due = None if removes else Due(self.board, option.way)
        if not removes and not self._left:
            self._finish(seat, option)
        yield told
        if removes:
            yield from self._remove(seat, option)
        yield from self._place(seat, option)

    # --- chips --------------------------------------------------------------------------------

    def _remove(self, seat: Seat, option: Option) -> Iterator[Fact]:
        side, letter = self.side(seat), option.way[1]
        asked = True
        while asked:
            space = self._to_remove(side, letter)
            del self.board.chips[space]
            same = letter in self.board.suits[space]
            memory = self.setup.perfect_memory and bool(self.board.of_others(side))
            asked = memory and (same or self.light)
            if not asked:
                self._chips_now(seat, option)
            yield Removed(seat, space)
            if asked and not (same and self._chance(self.temper.goes_on)):
                self._chips_now(seat, option)
                yield Enough(seat)
                return

    def _chips_now(self, seat: Seat, option: Option) -> None:
        self.due = Due(self.board, option.way)
        if not self._left:
            self._finish(seat, option)

    def _place(self, seat: Seat, option: Option) -> Iterator[Fact]:
        while self.due is not None and self._left:
            if self._chance(self.temper.lights) and not self._is_lit() and not self.light:
                yield LitUp(seat)
                self._lit = seat
            space = self._space(seat, sorted(self.due.may_go()))
            self._left -= 1
            self.due.place(space, self.side(seat))
            self.last = seat
            if self.board.joined(self.side(seat)) or self._all_placed():
                self._won(self.side(seat))
            elif not self._left:
                self._finish(seat, option)
            yield Placed(seat, space)
            if self.over:
                return

    def _finish(self, seat: Seat, option: Option) -> None:
        """The last chip of the match lies there."""
        if option.way[0] is Match.PERFECT:
            self._clear(option.place)
        if self.pile or self.thrown:
            self.hands[seat].append(self._draw())
        self._pass_on()

    def _clear(self, place: int) -> None:
        pile = self.places[place]
        gone = [*(card for card, _ in pile.open), *pile.under]
        self.thrown += gone
        self.bare += gone
        card = self._draw()
        self.places[place] = Pile([(card, card)])
        self._fresh = place

    # --- choosing -----------------------------------------------------------------------------

    def _options(self, seat: Seat) -> list[Option]:
        found = []
        for place, pile in enumerate(self.places):
            for half in range(len(pile.open)):
                mate = pile.open[1 - half] if len(pile.open) == 2 else pile.open[0]
                for card in dict.fromkeys(self.hands[seat]):
                    ways = self._ways(mate[1], card, pile.match)
                    found += [Option(place, half, card, ways, way) for way in ways]
        return found

    def _ways(self, lying: int, card: int, before: Match | None) -> tuple[Meaning, ...]:
        ways = meanings(lying, card, self.setup.joker_keeps_rank, self.setup.joker_on_joker)
        if self.setup.must_change_type and before is not None:
            return tuple(way for way in ways if way[0] is not before)
        return ways

    def _best(self, options: list[Option]) -> Option:
        if self._chance(self.temper.shuns_perfect):
            options = [o for o in options if o.way[0] is not Match.PERFECT] or options
        (option,) = self.rng.choices(options, [EAGER[option.way[0]] for option in options])
        return option

    def _to_remove(self, side: int, letter: str) -> int:
        chips = sorted(self.board.of_others(side))
        known = [space for space in chips if letter in self.board.suits[space]]
        memory = known and self._chance(self.temper.remembers)
        return self.rng.choice(known if memory else chips)

    def _space(self, seat: Seat, legal: list[int]) -> int:
        if not self._chance(self.temper.plans):
            return self.rng.choice(legal)
        side = self.side(seat)
        ways = [self._detours(side, down) for down in self.board.directions(side)]
        best = min(ways, key=min)
        first = self.rng.randrange(len(legal))
        return min(legal[first:] + legal[:first], key=best.__getitem__)

    def _detours(self, side: int, down: bool) -> list[int]:
        """By space: how many chips a path through it takes."""
        one, other = (self._steps(side, down, end) for end in (0, SIZE - 1))
        return [a + b for a, b in zip(one, other, strict=True)]

    def _steps(self, side: int, down: bool, end: int) -> list[int]:
        """By space: how many chips lead there from one side of the board."""
        chips = self.board.chips
        costs = [FAR if chips.get(s, side) != side else int(s not in chips) for s in range(100)]
        steps = [FAR * 2] * 100
        line = deque(s for s in range(100) if at(s, down) == end)
        for space in line:
            steps[space] = costs[space]
        while line:
            space = line.popleft()
            for other in neighbours(space):
                through = steps[space] + costs[other]
                if through < steps[other] and through < FAR:
                    steps[other] = through
                    (line.append if costs[other] else line.appendleft)(other)
        return steps

    # --- inside -------------------------------------------------------------------------------

    def _lay(self, seat: Seat, option: Option) -> None:
        pile, card = self.places[option.place], option.card
        kind, _, stands = option.way
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        mate_at = 1 - option.half if len(pile.open) == 2 else 0
        mate, counts_as = pile.open[mate_at]
        as_played = stands if card >= RED_JOKER and stands >= 0 else card
        if counts_as >= RED_JOKER and card < RED_JOKER and stands >= 0:
            counts_as = stands
        if not self.setup.joker_keeps_rank:
            as_played, counts_as = card, mate
        if len(pile.open) == 1:
            pile.open = [(mate, counts_as), (card, as_played)]
        else:
            pile.under.append(pile.open[option.half][0])
            pile.open[option.half] = (card, as_played)
            pile.open[mate_at] = (mate, counts_as)
        pile.match = kind

    def _draw(self) -> int:
        if not self.pile:
            self.pile, self.thrown, self.bare = self.thrown, [], []
            self.rng.shuffle(self.pile)
        return self.pile.pop()

    def _pass_on(self) -> None:
        self.due, self._lit = None, None
        self.turn = self._left_of(self.turn)
        idle = not self.hands[self.turn] and not self.pile and not self.thrown
        if idle and not self.light:
            self._blank()

    def _blank(self) -> None:
        """A turn without a play for want of cards."""
        self._blanks += 1
        if self._blanks >= self.setup.seats:
            self._won(None if self.last is None else self.side(self.last))
        else:
            self._pass_on()

    def _all_placed(self) -> bool:
        return not any(self.board.left(side) for side in range(self.board.sides))

    def _won(self, side: int | None) -> None:
        self.over, self.winner = True, side

    def _somebody_looks(self, seat: Seat) -> bool:
        """Whether the hand that is shown has to be looked at: all see some hands through."""
        if self.light:
            return True
        known, hand = self.known[seat], self.hands[seat]
        fits = {card for card in range(CARDS) if self._fits(card)}
        lie = [card for pile in self.places for card in (*(c for c, _ in pile.open), *pile.under)]
        seen = Counter([*lie, *self.bare, *(card for cards in self.known for card in cards)])
        left = Counter({card: 2 - seen[card] for card in range(CARDS)})
        fitting = sum(left[card] for card in fits)
        dark = len(hand) - len(known)
        is_plain = bool(fits & {*known}) or dark > left.total() - fitting or not dark
        return not is_plain and fitting > 0

    def _fits(self, card: int) -> bool:
        return any(
            self._ways(face, card, pile.match) for pile in self.places for _, face in pile.open
        )

    def _as_halves(self, seat: Seat) -> tuple[int, ...]:
        hand = self.hands[seat]
        return tuple(sorted(2 * card + hand[:n].count(card) for n, card in enumerate(hand)))

    def _may_show(self) -> bool:
        # The chance is taken in any case: families of one seed play the same chips.
        return self._chance(self.temper.shows) and not self.light

    def _is_lit(self) -> bool:
        return self._lit is not None

    def _left_of(self, seat: Seat) -> Seat:
        return Seat((seat + 1) % self.setup.seats)

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of
