"""The last turns of a round of Twisted Fish: how many are left once all baskets lie on the table.

Written apart from the rules it checks: it must not import them.
"""

from companion.robots.twisted_fish_hands import KINDS
from companion.words import Seat


class LastTurns:
    """Everybody has one more turn after the one in which the last basket was laid."""

    def __init__(self, seats: int) -> None:
        self.left = seats
        self._seat = self._next = Seat(0)
        self._laid = False
        self._counts = False  # whether this turn is one of them
        self._spared = False  # whether the next turn is none, for it begins with that basket
        self._is_over = self._has_begun = False  # what the turn is at

    def begins(self, seat: Seat, following: Seat) -> None:
        """The turn of a seat, and who comes after it."""
        self._seat, self._next = seat, following
        self._counts = self._laid and not self._spared
        self._spared = self._is_over = self._has_begun = False

    def goes_on(self) -> None:
        """Something was done in this turn."""
        self._has_begun = True

    def done(self) -> bool:
        """Nothing more is done in it, and the next one has not begun: whether there is one."""
        self._is_over = True
        return self.left > self._counts

    def laid(self, by: int, baskets: int) -> None:
        """A basket was laid; so many lie there now.

        What is laid between two turns is laid before the next one, but by whose turn that is in it.
        """
        self._laid = baskets == KINDS
        if not self._laid:
            return
        if self._is_over:
            self._spared = by == self._next
        elif not self._has_begun:
            self._counts = by != self._seat

    def ends(self) -> None:
        """The turn is over."""
        self.left -= self._counts
