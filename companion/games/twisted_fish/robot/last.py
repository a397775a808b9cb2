"""The last turns of a round of Twisted Fish: how many are left once all baskets lie on the table.

Written apart from the rules it checks: it must not import them.
"""

from collections.abc import Callable, Sequence

from companion.games.twisted_fish.robot.hands import KINDS
from companion.words import Seat


class LastTurns:
    """Everybody has one more turn after the one in which the last basket was laid."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = tuple(seats)
        self.left = len(self._seats)
        self._seat = self._next = Seat(0)
        self._laid = False
        self._counts = False  # whether this turn is one of them
        self._from: int | None = None  # whose turn is the first that may be one, once it comes
        self._counts_then = False  # whether it is
        self._by = -1  # who laid the last basket
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
        return not self.is_last()

    def is_last(self) -> bool:
        """Whether no turn comes after this one."""
        return self.left <= self._counts

    def laid(self, by: int, baskets: int, can: Callable[[int], bool]) -> None:
        """A basket was laid; so many lie there now, and who `can` do something has turns.

        What is laid between two turns is laid before the next one, but by whose turn that is in it.
        """
        self._laid = baskets == KINDS
        if not self._laid or (self._has_begun and not self._is_over):
            return
        self._by = by
        first = self._next if self._is_over else self._seat
        due = next((seat for seat in (first, *self._after(first)) if can(seat)), first)
        if due == self._seat and not self._is_over:
            self._counts = by != due
        else:
            self._from, self._counts_then = due, by != due

    def gone(self, seat: Seat, can: Callable[[int], bool]) -> None:
        """Somebody has left, and with it perhaps a last turn that was to come."""
        order = self._after(self._seat)
        if seat in order[: self.left - self._counts]:
            self.left -= 1
        if seat == self._next:
            self._next = self._after(seat)[0]
        self._seats = tuple(other for other in self._seats if other != seat)
        if self._from is None or (seat != self._from and not self._counts_then):
            return
        # Whose turn it would have been is gone, or somebody before has cards to draw by now.
        first = self._next if self._is_over or seat == self._seat else self._seat
        self._from = next((s for s in (first, *self._after(first)) if can(s)), first)
        self._counts_then = self._from != self._by

    def is_settled(self) -> bool:
        """Whether it is clear whose turn is the first of the last ones, if any is."""
        return self._from is None

    def _after(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, from the left of one of them on."""
        later = tuple(other for other in self._seats if other > seat)
        return (*later, *(other for other in self._seats if other <= seat))

    def ends(self) -> None:
        """The turn is over."""
        self.left -= self._counts
