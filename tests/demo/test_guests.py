"""Who of a demo's seats are people: let in, silent, gone, forgotten."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.access import Access
from companion.access.sessions import HERE_S
from companion.demo.guests import FORGOTTEN_US, SILENT_US, Guests
from companion.journal import Journal
from companion.journal.people import People
from companion.words import Seat

ANA, BEN, FAR = Seat(0), Seat(1), Seat(4)
SEATS = 4


@dataclass
class Entrance:
    """Access, time, and the phones that asked for a seat."""

    access: Access
    now_s: float = 100.0

    def __post_init__(self) -> None:
        self.guests = Guests(self.access, lambda: round(self.now_s * 1_000_000))

    def wait(self, us: int, *here: str) -> frozenset[Seat]:
        """Let time pass, while these phones look at their pages."""
        until_s = self.now_s + us / 1e6
        while self.now_s < until_s:
            self.now_s = min(until_s, self.now_s + HERE_S / 3)
            for phone in here:
                self.access.sessions.who(phone)
            self.guests.look(SEATS)
        return self.guests.look(SEATS)

    def ask(self, seat: Seat | None) -> str:
        return self.access.joining.request(seat, "127.0.0.1")[0]


@pytest.fixture
def entrance(journal: Journal, tmp_path: Path) -> Entrance:
    people = [People(journal).number(f"Robot {n}", 0) for n in range(SEATS)]
    journal.begin_game("dolphin_splash", "{}", people, 0)
    made: list[Entrance] = []  # none while the door is looked at for the first time
    access = Access(journal, tmp_path, now_s=lambda: made[0].now_s if made else Entrance.now_s)
    made.append(Entrance(access))
    return made[0]


def test_who_asks_for_a_seat_gets_it(entrance: Entrance) -> None:
    phone = entrance.ask(ANA)
    assert entrance.guests.look(SEATS) == {ANA}
    assert entrance.access.sessions.who(phone).seat == ANA


def test_the_referee_s_place_and_seats_that_are_not_there_are_nobody_s(entrance: Entrance) -> None:
    referee, far = entrance.ask(None), entrance.ask(FAR)
    assert entrance.guests.look(SEATS) == frozenset()
    assert (
        entrance.access.sessions.who(referee).role
        == entrance.access.sessions.who(far).role
        == "nobody"
    )
    assert [waiting.seat for waiting in entrance.access.joining.waiting] == [None]


def test_of_two_who_want_a_seat_the_first_gets_it(entrance: Entrance) -> None:
    first, second = entrance.ask(ANA), entrance.ask(ANA)
    assert entrance.guests.look(SEATS) == {ANA}
    assert (
        entrance.access.sessions.who(first).seat,
        entrance.access.sessions.who(second).seat,
    ) == (ANA, None)


def test_who_does_not_tap_for_a_minute_is_played_for_and_comes_back_by_a_tap(
    entrance: Entrance,
) -> None:
    phone = entrance.ask(ANA)
    entrance.guests.look(SEATS)
    assert entrance.wait(SILENT_US - 1_000_000, phone) == {ANA}
    assert entrance.wait(2_000_000, phone) == frozenset()
    assert entrance.access.sessions.who(phone).seat == ANA
    entrance.guests.tapped(ANA)
    assert entrance.wait(SILENT_US - 1_000_000, phone) == {ANA}


def test_a_silent_guest_s_seat_is_free_for_whoever_comes(entrance: Entrance) -> None:
    silent = entrance.ask(ANA)
    entrance.guests.look(SEATS)
    entrance.wait(SILENT_US + 1_000_000, silent)
    newcomer = entrance.ask(ANA)
    assert entrance.guests.look(SEATS) == {ANA}
    assert (
        entrance.access.sessions.who(silent).seat,
        entrance.access.sessions.who(newcomer).seat,
    ) == (None, ANA)


def test_a_phone_that_is_gone_for_a_minute_is_sent_off(entrance: Entrance) -> None:
    phone = entrance.ask(ANA)
    entrance.guests.look(SEATS)
    entrance.access.sessions.who(phone)
    assert entrance.wait(SILENT_US + 15_000_000) == frozenset()
    assert entrance.access.sessions.phones() == ()


def test_a_phone_that_lies_there_is_forgotten_at_last(entrance: Entrance) -> None:
    ana, ben = entrance.ask(ANA), entrance.ask(BEN)
    entrance.guests.look(SEATS)
    for _ in range(7):
        entrance.wait(FORGOTTEN_US // 6, ana, ben)
        entrance.guests.tapped(BEN)
    assert entrance.guests.look(SEATS) == {BEN}
    assert [phone.seat for phone in entrance.access.sessions.phones()] == [BEN]
