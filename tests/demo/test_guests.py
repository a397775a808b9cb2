"""Who of a demo's seats are people: let in, silent, gone, forgotten."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.access.sessions import HERE_S, Doors
from companion.demo.guests import FORGOTTEN_US, SILENT_US, Guests
from companion.journal import Journal
from companion.words import Seat

ANA, BEN, FAR = Seat(0), Seat(1), Seat(4)
SEATS = 4


@dataclass
class Door:
    """A door, time, and the phones that knocked."""

    doors: Doors
    now_s: float = 100.0

    def __post_init__(self) -> None:
        self.guests = Guests(self.doors, lambda: round(self.now_s * 1_000_000))

    def wait(self, us: int, *here: str) -> frozenset[Seat]:
        """Let time pass, while these phones look at their pages."""
        until_s = self.now_s + us / 1e6
        while self.now_s < until_s:
            self.now_s = min(until_s, self.now_s + HERE_S / 3)
            for phone in here:
                self.doors.who(phone)
            self.guests.look(SEATS)
        return self.guests.look(SEATS)

    def knock(self, seat: Seat | None) -> str:
        return self.doors.knock(seat, "127.0.0.1")[0]


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    doors = Doors(journal, tmp_path, now_s=lambda: made.now_s)
    made = Door(doors)
    yield made
    journal.close()


def test_who_knocks_at_a_seat_is_let_in(door: Door) -> None:
    phone = door.knock(ANA)
    assert door.guests.look(SEATS) == {ANA}
    assert door.doors.who(phone).seat == ANA


def test_the_referee_s_place_and_seats_that_are_not_there_are_nobody_s(door: Door) -> None:
    referee, far = door.knock(None), door.knock(FAR)
    assert door.guests.look(SEATS) == frozenset()
    assert door.doors.who(referee).role == door.doors.who(far).role == "nobody"
    assert [waiting.seat for waiting in door.doors.waiting] == [None]


def test_of_two_who_want_a_seat_the_first_gets_it(door: Door) -> None:
    first, second = door.knock(ANA), door.knock(ANA)
    assert door.guests.look(SEATS) == {ANA}
    assert (door.doors.who(first).seat, door.doors.who(second).seat) == (ANA, None)


def test_who_does_not_tap_for_a_minute_is_played_for_and_comes_back_by_a_tap(door: Door) -> None:
    phone = door.knock(ANA)
    door.guests.look(SEATS)
    assert door.wait(SILENT_US - 1_000_000, phone) == {ANA}
    assert door.wait(2_000_000, phone) == frozenset()
    assert door.doors.who(phone).seat == ANA
    door.guests.tapped(ANA)
    assert door.wait(SILENT_US - 1_000_000, phone) == {ANA}


def test_a_silent_guest_s_seat_is_free_for_whoever_comes(door: Door) -> None:
    silent = door.knock(ANA)
    door.guests.look(SEATS)
    door.wait(SILENT_US + 1_000_000, silent)
    newcomer = door.knock(ANA)
    assert door.guests.look(SEATS) == {ANA}
    assert (door.doors.who(silent).seat, door.doors.who(newcomer).seat) == (None, ANA)


def test_a_phone_that_is_gone_for_a_minute_is_put_out(door: Door) -> None:
    phone = door.knock(ANA)
    door.guests.look(SEATS)
    door.doors.who(phone)
    assert door.wait(SILENT_US + 15_000_000) == frozenset()
    assert door.doors.phones() == ()


def test_a_phone_that_lies_there_is_forgotten_at_last(door: Door) -> None:
    ana, ben = door.knock(ANA), door.knock(BEN)
    door.guests.look(SEATS)
    for _ in range(7):
        door.wait(FORGOTTEN_US // 6, ana, ben)
        door.guests.tapped(BEN)
    assert door.guests.look(SEATS) == {BEN}
    assert [phone.seat for phone in door.doors.phones()] == [BEN]
