"""A squirt-gun party as it really is: real cards, real balloons, told to nobody.

The referee is held against it. Written apart from the rules it checks, and after the box's words:
of the game's own modules it may import facts and the sample of the deck alone.
"""

from collections.abc import Iterator
from dataclasses import field
from random import Random

from companion.frozen import dataclass
from companion.games.party_splash.cards import SAMPLE
from companion.games.party_splash.facts import Setup
from companion.words import Seat

CARDS = (
    "splash", "miss", "chips", "pizza", "backpack", "lunchbox", "favors", "claw", "slip", "hose",
    "bucket", "ball", "time out", "balloon", "hat", "skateboard", "goggles", "oz", "gun b",
    "gun c", "gun d", "gun e",
)  # fmt: skip # a list to be read at one look
KIDS = (
    "sen", "adrian", "mika", "brudder", "steven", "darren", "robert", "lisa maria", "jazzy",
    "raymond", "hayley", "kimmy", "james", "karen", "marvin", "oscar",
)  # fmt: skip # a list to be read at one look
GUNS = ("oz", "gun b", "gun c", "gun d", "gun e")
ICONS = ("ducky", "bubble", "snorkel", "none")
BALLOONS = ("birthday", "friend", "classmate", "sibling")
SIDES = {
    "party": ("birthday", "friend"),
    "classmates": ("classmate",),
    "sibling": ("sibling",),
}
IN_THE_BOX = {  # friends, classmates, siblings
    4: (0, 2, 1), 5: (1, 2, 1), 6: (1, 3, 1), 7: (2, 3, 1), 8: (2, 3, 2),
}  # fmt: skip # a table of numbers


@dataclass(frozen=True, slots=True)
class Paper:
    """One card of the deck."""

    name: str
    icon: str
    range: int


@dataclass(slots=True, eq=False)
class Child:
    """Somebody at the party."""

    seat: Seat
    who: str
    balloon: str
    most: int
    towels: int
    hand: list[Paper] = field(default_factory=list)
    table: list[Paper] = field(default_factory=list)
    out: bool = False
    falling: bool = False  # will be soaked together with others

    def has(self, name: str) -> bool:
        """Whether such a card lies before it."""
        return any(card.name == name for card in self.table)


class Party:
    """Cards, towels and balloons."""

    def __init__(self, setup: Setup, rng: Random, birthday: Seat, who: list[str]) -> None:
        self.setup, self.rng = setup, rng
        self.pile = list(deck_of(setup))
        self.thrown: list[Paper] = []
        self.ball_flies = False
        self.winner = ""  # "party", "classmates" or "sibling"
        rng.shuffle(self.pile)
        balloons = _balloons(setup.seats, birthday, rng)
        self.children = [
            self._child(Seat(n), who[n], balloon) for n, balloon in enumerate(balloons)
        ]
        self.birthday = self.children[birthday]
        self.size = len(self.pile) + sum(len(child.hand) for child in self.children)

    # --- who sits where -----------------------------------------------------------------------

    def dry(self) -> list[Child]:
        """Who is still in, in the order of the seats."""
        return [child for child in self.children if not child.out]

    def after(self, child: Child) -> list[Child]:
        """Who is still in, clockwise from the left of a child, without it."""
        turned = self.children[child.seat + 1 :] + self.children[: child.seat]
        return [other for other in turned if not other.out]

    def away(self, child: Child, other: Child) -> int:
        """How far away a child sees another one: by walking round the table both ways."""
        left = 1 + self.after(child).index(other)
        right = 1 + self.after(other).index(child)
        far = left if left < right else right
        for farther in (other.has("skateboard"), other.who == "jazzy"):
            far += 1 if farther else 0
        for closer in (child.has("goggles"), child.who == "hayley"):
            far -= 1 if closer else 0
        return far if far > 1 else 1

    def range(self, child: Child) -> int:
        """How far a child shoots."""
        return next((card.range for card in child.table if card.name in GUNS), 1)

    def in_reach(self, child: Child) -> list[Child]:
        """Whom a child's gun reaches."""
        far = self.range(child)
        return [other for other in self.after(child) if self.away(child, other) <= far]

    # --- cards --------------------------------------------------------------------------------

    def shuffle(self) -> None:
        """The discards go beneath the pile."""
        self.rng.shuffle(self.thrown)
        self.pile[:0] = self.thrown
        self.thrown.clear()

    def draw(self, child: Child, cards: int) -> None:
        """Cards from the pile into a hand."""
        child.hand += self._off_the_pile(cards)

    def turn_up(self, child: Child) -> list[Paper]:
        """What a child flips: it lies on the discards then."""
        turned = self._off_the_pile(2 if child.who == "lisa maria" else 1)
        self.thrown += turned
        return turned

    def toss(self, child: Child, *cards: Paper) -> None:
        """Hand cards on the discards."""
        for card in cards:
            child.hand.remove(card)
            self.thrown.append(card)
        self.refill(child)

    def lay(self, child: Child, card: Paper, before: Child) -> None:
        """A hand card is put down before somebody."""
        child.hand.remove(card)
        if card.name in GUNS:
            for gun in [gun for gun in before.table if gun.name in GUNS]:
                before.table.remove(gun)
                self.thrown.append(gun)
        before.table.append(card)
        self.refill(child)

    def take(self, child: Child, other: Child) -> None:
        """A random card out of somebody's hand."""
        card = self.rng.choice(other.hand)
        other.hand.remove(card)
        child.hand.append(card)
        self.refill(other)

    def refill(self, child: Child) -> None:
        """Karen draws when her hand is empty, but not in a Beach Ball match."""
        inside = not child.out and not child.falling and not self.ball_flies
        if child.who == "karen" and not child.hand and inside:
            self.draw(child, 1)

    # --- towels -------------------------------------------------------------------------------

    def chips_work(self) -> bool:
        """Whether Chips are worth anything now."""
        return len(self.dry()) != 2

    def gain(self, child: Child) -> None:
        """A towel more."""
        child.towels = min(child.most, child.towels + 1)

    def draws_for(self, child: Child, lost: int, by: Child | None) -> None:
        """What Sen and Lil' Brudder get for towels."""
        if child.who == "sen":
            self.draw(child, lost)
        if child.who == "brudder" and by is not None:
            for _ in range(lost):
                if by.hand:
                    self.take(child, by)

    def soak(self, children: list[Child], by: Child | None) -> None:
        """Children are out, all at once."""
        for child in children:
            child.out, child.falling, child.towels = True, False, 0
        self.winner = self._won()
        if self.winner:
            return
        for child in children:
            self._leave_cards(child)
        for child in children:
            self._reward(child, by)

    def winners(self) -> tuple[Seat, ...]:
        """Everybody on the side that has won; a sibling wins alone."""
        if self.winner == "sibling":
            return tuple(child.seat for child in self.dry())
        side = SIDES.get(self.winner, ())
        return tuple(child.seat for child in self.children if child.balloon in side)

    # --- inside -------------------------------------------------------------------------------

    def _child(self, seat: Seat, who: str, balloon: str) -> Child:
        most = (3 if who in ("brudder", "jazzy") else 4) + (balloon == "birthday")
        child = Child(seat, who, balloon, most, most)
        child.hand = [self.pile.pop() for _ in range(most)]
        return child

    def _off_the_pile(self, cards: int) -> list[Paper]:
        found = []
        for _ in range(cards):
            if not self.pile:
                self.shuffle()
            if self.pile:
                found.append(self.pile.pop())
        return found

    def _won(self) -> str:
        left = self.dry()
        if self.birthday.out:
            alone = len(left) == 1 and left[0].balloon == "sibling"
            return "sibling" if alone else "classmates"
        foes = [child for child in left if child.balloon in ("classmate", "sibling")]
        return "" if foes else "party"

    def _leave_cards(self, child: Child) -> None:
        marvins = [other for other in self.dry() if other.who == "marvin"]
        heap = marvins[0].hand if marvins else self.thrown
        heap += [*child.hand, *child.table]
        child.hand, child.table = [], []

    def _reward(self, child: Child, by: Child | None) -> None:
        if by is None:
            return
        if child.balloon == "classmate":
            self.draw(by, 3)
        elif child.balloon == "friend" and by is self.birthday:
            self.thrown += [*by.hand, *by.table]
            by.hand, by.table = [], []
            self.refill(by)


def deck_of(setup: Setup) -> Iterator[Paper]:
    """The cards one by one."""
    prints = {paper.card: paper for paper in (*SAMPLE, *setup.deck)}
    for paper in prints.values():
        icons = ["ducky"] * paper.duckies + ["bubble"] * paper.bubbles
        icons += ["snorkel"] * paper.snorkels
        icons += ["none"] * (paper.copies - len(icons))
        for icon in icons:
            yield Paper(CARDS[paper.card], icon, paper.range)


def _balloons(seats: int, birthday: Seat, rng: Random) -> list[str]:
    kinds = ("friend", "classmate", "sibling")
    rest = [kind for kind, n in zip(kinds, IN_THE_BOX[seats], strict=True) for _ in range(n)]
    rng.shuffle(rest)
    rest.insert(birthday, "birthday")
    return rest
