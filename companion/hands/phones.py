"""Which phone holds a seat's hand: the one that came last, until another one asks for it.

Knows phones by their ids alone, and no cards.
"""

from collections.abc import Callable, Iterable

from companion.words import Seat

GONE_S = 8.0  # a page that shows a hand looks at it every two seconds
PHONES_MOST = 8  # of one seat that are remembered


Known = tuple[tuple[Seat, tuple[str, ...]], ...]  # by seat, who holds its hand last


class Phones:
    """The phones of all hands; by one thread at a time."""

    def __init__(self, now_s: Callable[[], float], known: Known = ()) -> None:
        self._now_s = now_s
        self._known = {seat: [*phones] for seat, phones in known}  # who holds it last
        self._seen_s: dict[Seat, float] = {}

    @property
    def known(self) -> Known:
        """All of them, to be known again after a restart."""
        return tuple((seat, tuple(phones)) for seat, phones in self._known.items())

    def look(self, seat: Seat, phone: str) -> bool:
        """A phone looks at this hand: whether it holds it. One that is new takes it."""
        if phone not in self._known.get(seat, ()):
            self.take(seat, phone)
        if self.is_holder(seat, phone):
            self._seen_s[seat] = self._now_s()
            return True
        return False

    def take(self, seat: Seat, phone: str) -> None:
        """The hand goes to this phone; whoever had it is told at its next look."""
        others = [other for other in self._known.get(seat, ()) if other != phone]
        self._known[seat] = [*others, phone][-PHONES_MOST:]
        self._seen_s[seat] = self._now_s()

    def is_holder(self, seat: Seat, phone: str) -> bool:
        """Whether this is the phone that holds the hand."""
        return self._known.get(seat, [""])[-1] == phone

    def gone(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Of these the seats whose hands nobody has looked at lately."""
        until_s = self._now_s() - GONE_S
        return tuple(seat for seat in seats if self._seen_s.get(seat, until_s) <= until_s)
