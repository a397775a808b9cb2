"""The last turns of a round of Twisted Fish: how many are left once all baskets lie on the table.

Written apart from the rules it checks: it must not import them.
"""

from collections.abc import Callable

from companion.games.twisted_fish.robot.hands import KINDS
from companion.words import Seat


class LastTurns:
    """Everybody has one more turn after the one in which the last basket was laid."""

    def __init__(self, seats: int) -> None:
        self.left = self._seats = seats
        self._seat = self._next = Seat(0)
        self._laid = False
        self._counts = False  # whether this turn is one of them
        self._from: int | None = None  # whose turn is the first that may be one, once it comes
        self._counts_then = False  # whether it is
        self._is_over = self._has_begun = False  # what the turn is at
        self._had_begun = False  # before what was done last

    def begins(self, seat: Seat, following: Seat) -> None:
        """The turn of a seat, and who comes after it."""
        self._seat, self._next = seat, following
        self._counts = self._laid and self._from is None
        if seat == self._from:
            self._counts, self._from = self._counts_then, None
        self._is_over = self._has_begun = False

    def goes_on(self) -> None:
        """Something was done in this turn."""
        self._had_begun, self._has_begun = self._has_begun, True

    def goes_back(self) -> None:
        """It was stopped, and with that not done."""
        self._has_begun = self._had_begun

    def done(self) -> bool:
        """Nothing more is done in it, and the next one has not begun: whether there is one."""
        self._is_over = True
        return self.left > self._counts

    def laid(self, by: int, baskets: int, can: Callable[[int], bool]) -> None:
        """A basket was laid; so many lie there now, and who `can` do something has turns.

        What is laid between two turns is laid before the next one, but by whose turn that is in it.
        """
        self._laid = baskets == KINDS
        if not self._laid or (self._has_begun and not self._is_over):
            return
        first = self._next if self._is_over else self._seat
        turns = ((first + n) % self._seats for n in range(self._seats))
        due = next((seat for seat in turns if can(seat)), first)
        if due == self._seat and not self._is_over:
            self._counts = by != due
        else:
            self._from, self._counts_then = due, by != due

    def ends(self) -> None:
        """The turn is over."""
        self.left -= self._counts
