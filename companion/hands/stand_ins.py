"""StandIns that hold hands among people: each sees what its own phone would show, and no more.

Decides when a robot does something, and which card it gives; never what that is worth.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.frozen import dataclass
from companion.words import Seat

WIFI_US = 30_000  # until a phone's own delay was measured


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a robot takes, in milliseconds: from its cards to a choice, from four of a kind to
    the dolphin, and from somebody else's grab."""

    chooses: tuple[int, int]
    sees: tuple[int, int]
    reacts: tuple[int, int]


PACES: Final[Mapping[str, Pace]] = MappingProxyType(
    {
        "slow": Pace((700, 1900), (1200, 2600), (800, 1800)),
        "quick": Pace((250, 700), (350, 900), (250, 600)),
    }
)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the phone of a seat shows: its own cards, and what everybody sees."""

    cards: tuple[int, ...]
    turn: int
    has_chosen: bool
    has_four: bool
    hands_fly: bool  # somebody's hand is on a dolphin, and it was no foul
    has_dolphin: bool


class StandIns:
    """The robots of a table; by one thread at a time."""

    def __init__(self, lot: Callable[[int], bytes]) -> None:
        self._lot = lot
        self.ways: Mapping[Seat, str] = {}
        self.delay_us = WIFI_US
        self._dues: dict[tuple[Seat, str, int], int] = {}

    def next_us(self) -> int | None:
        """When the next one moves, if any is about to."""
        return min((us for us in self._dues.values() if us), default=None)

    def wants(self, seat: Seat, sight: Sight, now_us: int) -> str:
        """What this robot does by now: "chooses", "reaches", or nothing."""
        pace = PACES[self.ways[seat]]
        if not sight.hands_fly:
            self._dues.pop((seat, "react", sight.turn), None)
        if sight.has_dolphin:
            return ""
        if sight.hands_fly or sight.has_four:
            within = pace.reacts if sight.hands_fly else pace.sees
            what = "react" if sight.hands_fly else "see"
            return "reaches" if self._is_due(seat, what, sight.turn, within, now_us) else ""
        if sight.has_chosen:
            return ""
        return "chooses" if self._is_due(seat, "chooses", sight.turn, pace.chooses, now_us) else ""

    def forget(self) -> None:
        """A new deal, or none: nobody is about to do anything."""
        self._dues = {}

    def chance(self) -> int:
        """Any number."""
        return int.from_bytes(self._lot(4), "big")

    def _is_due(
        self, seat: Seat, what: str, turn: int, within: tuple[int, int], now_us: int
    ) -> bool:
        """True once, when the time that this robot takes is over."""
        key = (seat, what, turn)
        least, most = within
        if key not in self._dues:
            self._dues = {k: us for k, us in self._dues.items() if k[0] != seat or k[2] == turn}
            takes_us = (least + self.chance() % (most - least + 1)) * 1000
            self._dues[key] = now_us + takes_us + self.delay_us
        if not self._dues[key] or self._dues[key] > now_us:
            return False
        self._dues[key] = 0
        return True
