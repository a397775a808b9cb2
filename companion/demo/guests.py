"""People who come to a demo: let in without asking, and gone when they are silent for a minute.

Decides only which seats are people's; never lets anybody in to referee.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from companion.access import Access, AccessError
from companion.access.sessions import HERE_S
from companion.referee.picture import Guest
from companion.words import Seat

SILENT_US = 60_000_000  # without a tap: then a robot plays on, and one tap brings the seat back
GONE_US = SILENT_US - int(HERE_S) * 1_000_000  # after a phone was last here
FORGOTTEN_US = 300_000_000  # a phone that lies there with its page open gives up its seat


@dataclass(slots=True)
class _Guest:
    """A phone at a seat, and when it gave the last sign of life."""

    seat: Seat
    tapped_us: int
    here_us: int


class Guests:
    """The people at a demo."""

    def __init__(self, access: Access, now_us: Callable[[], int]) -> None:
        self._access, self._now_us = access, now_us
        self._guests: dict[str, _Guest] = {}  # by phone

    def look(self, seats: int) -> frozenset[Seat]:
        """Admit who asks for one of so many seats, send off who left; the people's seats now."""
        with suppress(AccessError):  # gone, or sent off by somebody else meanwhile
            self._answer(seats)
            self._look_round(seats)
        return self.people()

    def people(self) -> frozenset[Seat]:
        """The seats that people play now."""
        silent_us = self._now_us() - SILENT_US
        return frozenset(g.seat for g in self._guests.values() if g.tapped_us > silent_us)

    def tapped(self, seat: Seat) -> None:
        """Somebody at this seat did something."""
        for guest in self._guests.values():
            if guest.seat == seat:
                guest.tapped_us = self._now_us()

    def _answer(self, seats: int) -> None:
        for waiting in self._access.joining.waiting:
            if waiting.role != "seat" or waiting.seat is None:
                continue
            free = waiting.seat < seats and waiting.seat not in self.people()
            if free:
                self._send_off(waiting.seat)
            self._access.joining.answer(waiting.id, free)
            self._look_round(seats)  # the next one may have asked for the same seat

    def _send_off(self, seat: Seat) -> None:
        """Who fell silent here has lost the seat to somebody who wants it."""
        for phone in [phone for phone, guest in self._guests.items() if guest.seat == seat]:
            del self._guests[phone]
            self._access.sessions.revoke(phone)

    def _look_round(self, seats: int) -> None:
        phones = [phone for phone in self._access.sessions.phones() if phone.role == "seat"]
        ids = [phone.id for phone in phones]
        self._guests = {phone: g for phone, g in self._guests.items() if phone in ids}
        for phone in phones:
            if phone.seat is None:  # whom it played for is not at the table any more
                self._access.sessions.revoke(phone.id)
            else:
                self._look_at(phone, phone.seat, seats)

    def _look_at(self, phone: Guest, seat: Seat, seats: int) -> None:
        now_us = self._now_us()
        guest = self._guests.setdefault(phone.id, _Guest(seat, now_us, now_us))
        if phone.here:
            guest.here_us = now_us
        gone = now_us - guest.here_us > GONE_US or now_us - guest.tapped_us > FORGOTTEN_US
        if gone or seat >= seats:
            del self._guests[phone.id]
            self._access.sessions.revoke(phone.id)
