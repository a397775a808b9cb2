"""The cards of Twisted Fish as they really lie: hands, pond, baskets, and what all remember."""

from random import Random

from companion.bits import ones
from companion.games.twisted_fish.facts import Setup
from companion.games.twisted_fish.robot.hands import FULL
from companion.games.twisted_fish.robot.score import Pile
from companion.words import Seat

WARDEN, DIVER, NO_FISHING, BOAT, NET, TWO_FISTED, LURE, DIVINE = range(65, 73)
DECK, HAND = 73, 8


class Holding:
    """Who holds what."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        self.setup = setup
        self.rng = rng
        self.seats = tuple(Seat(seat) for seat in range(setup.seats))
        self.hands = [0] * setup.seats  # cards as bits
        self.pond: list[int] = []
        self.piles: list[Pile] = []
        self.used: set[int] = set()  # Zingers that lie open, but for the Diver in a basket
        self._no = [0] * setup.seats  # what each has denied, as far as everybody remembers
        self._laid = 0  # cards that lie in baskets

    def held(self, seat: Seat) -> list[int]:
        """The cards in a hand."""
        return ones(self.hands[seat])

    def _shuffle_and_deal(self) -> None:
        deck = list(range(DECK))
        self.rng.shuffle(deck)
        for seat in self.seats:
            self.hands[seat] = sum(1 << deck.pop() for _ in range(HAND))
        self.pond = deck
        self.piles, self.used = [], set()
        self._no, self._laid = [0] * len(self.hands), 0

    def _has(self, seat: Seat, card: int) -> int:
        return self.hands[seat] >> card & 1

    def _left_of(self, seat: Seat) -> Seat:
        later = (other for other in self.seats if other > seat)
        return next(later, self.seats[0])

    def _diver_lies(self) -> int:
        return sum(pile.diver is not None for pile in self.piles)

    def _lay(self, pile: Pile) -> None:
        self.piles.append(pile)
        diver = 0 if pile.diver is None else 1 << pile.diver
        self._laid |= FULL << pile.kind * 5 & ~diver

    def _spend(self, seat: Seat, zinger: int) -> None:
        self.hands[seat] &= ~(1 << zinger)
        self.used.add(zinger)

    def _draw(self, seat: Seat) -> int:
        card = self.pond.pop()
        self.hands[seat] |= 1 << card
        self._no[seat] = 0
        return card

    def _move(self, card: int, giver: Seat, taker: Seat) -> None:
        self.hands[giver] &= ~(1 << card)
        self.hands[taker] |= 1 << card
        self._no[giver] |= 1 << card
        self._no[taker] &= ~(1 << card)

    def _pull(self, target: Seat) -> int:
        """A card out of a hand goes anywhere into the pond."""
        pulled = self.rng.choice(self.held(target))
        self.hands[target] &= ~(1 << pulled)
        self.pond.insert(self.rng.randint(0, len(self.pond)), pulled)
        return pulled
