"""The family at a demo as phones may see and move it: each its own seat's hand, and no other's.

Keeps no time and tells the referee nothing.
"""

from collections.abc import Callable, Mapping
from threading import RLock
from types import MappingProxyType

from companion.robots import Live, robots_of
from companion.words import Pad, Seat

_NO_HAND: Mapping[str, object] = MappingProxyType(
    {"playing": False, "turn": 0, "cards": (), "chosen": None, "passing": False, "four": False}
)
ALLOWED = ("touch", "release", "near", "away")  # what visitors' hands may do; robots do the rest


class Board:
    """One family after another. All public methods may be called from any thread."""

    def __init__(self) -> None:
        self.lock = RLock()  # hands come from phones and from the director; held for microseconds
        self.family: Live | None = None
        self.now_us: Callable[[], int] = lambda: 0
        self._tapped: set[Seat] = set()

    def offers(self, kind: str) -> bool:
        """Whether people may take seats in games of this kind, with their hands on phones."""
        robots = robots_of(kind) if kind else None
        return robots is not None and robots.people

    def hand(self, seat: Seat, phone: str = "") -> Mapping[str, object]:
        """The hand of a seat that a person plays, for that person's phone alone."""
        with self.lock:
            held = self.family.hand(seat) if self.family is not None else None
        return _NO_HAND if held is None else {"playing": True, **held}

    def choose(self, seat: Seat, card: int, turn: int, phone: str = "") -> bool:
        """The card that goes at the next PASS; false where those cards are gone."""
        with self.lock:
            self._tapped.add(seat)
            if turn == 0:  # it only says that somebody is there
                return self.family is not None and self.family.hand(seat) is not None
            return self.family is not None and self.family.choose(seat, card, turn)

    def reach(self, seat: Seat, does: str, pad: Pad | None) -> bool:
        """Whether a hand of this seat gets where it wants to."""
        with self.lock:
            if does not in ALLOWED or self.family is None:
                return False
            self._tapped.add(seat)
            if does != "touch" or pad is None:
                return True
            return self.family.reach(seat, pad, self.now_us())

    def tapped(self) -> set[Seat]:
        """Who did something since this was asked last."""
        with self.lock:
            tapped, self._tapped = self._tapped, set()
            return tapped
