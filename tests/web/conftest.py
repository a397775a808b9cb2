"""What tests of the pages share: one house a module, and phones at addresses of their own."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from companion.runtime import Companion
from companion.words import Pad, Seat
from tests.web.house import (
    Clock,
    Phone,
    begin,
    let_in_as_table,
    on_a_tablet,
    patient,
    referee_phone,
    running,
    seated,
    send_away,
)


@pytest.fixture(autouse=True)
def late_hands(unhurried: None) -> None:
    """Hands are late only where that is tested."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A running companion for a whole module; a test leaves it as fit for play as it was."""
    companion = running(tmp_path_factory.mktemp("house"))
    yield companion
    companion.close()


@pytest.fixture(scope="module")
def patient_limits(house: Companion) -> None:
    """A table that a quick machine may ask anything of: test_guard.py holds the limits."""
    patient(house)


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A companion whose dolphins are drawn on a tablet."""
    companion = on_a_tablet(tmp_path_factory.mktemp("flat"))
    yield companion
    companion.close()


@pytest.fixture
def tablet(flat: Companion, addresses: Iterator[str]) -> Phone:
    """The tablet in the middle of that table."""
    device = Phone(flat.address.port, source=next(addresses))
    let_in_as_table(device, referee_phone(flat, next(addresses)))
    return device


@pytest.fixture(scope="module")
def addresses() -> Iterator[str]:
    """Addresses in the home network: none is the machine's own, and limits count by address."""
    return (f"127.0.{1 + n // 200}.{1 + n % 200}" for n in count())


@pytest.fixture
def stranger(house: Companion, addresses: Iterator[str]) -> Phone:
    """A phone that nobody has let in, somewhere in the home network."""
    return Phone(house.address.port, source=next(addresses))


@pytest.fixture
def referee(house: Companion, addresses: Iterator[str]) -> Phone:
    """The referee's phone; nobody waits to be let in yet."""
    phone = referee_phone(house, next(addresses))
    send_away(phone)
    return phone


@pytest.fixture
def seat(house: Companion, referee: Phone, addresses: Iterator[str]) -> Callable[[int], Phone]:
    """Makes phones that were let in for a seat."""
    return lambda number: seated(house, referee, number, next(addresses))


@pytest.fixture
def outsiders(
    house: Companion,
    referee: Phone,
    stranger: Phone,
    seat: Callable[[int], Phone],
    addresses: Iterator[str],
) -> dict[str, Phone]:
    """Who may look: a stranger, one that was put out, and one that is in and only watches."""
    begin(referee, "Ana", "Ben", "Cy")
    out = seat(2)
    mine = next(phone["id"] for phone in referee.state()["phones"] if phone["seat"] == 2)
    assert referee.post("/api/put_out", {"phone": mine})[0] == 200
    watches = Phone(house.address.port, source=next(addresses))
    link = house.access.sessions.invite(None)
    assert watches.post("/api/redeem", {"t": link})[1] == {"role": "seat", "seat": None}
    return {"nobody": stranger, "put out": out, "watches": watches}


class FourCards:
    """A hand that is always the same."""

    def offers(self, kind: str) -> bool:
        return bool(kind)

    def hand(self, seat: Seat, phone: str) -> Mapping[str, object]:
        more = {"turn": 7, "cards": [0, 3, 3, 1], "chosen": None}
        return {"playing": True, "passing": True, "four": False, **more}

    def choose(self, seat: Seat, card: int, turn: int, phone: str) -> bool:
        return turn == 7

    def reach(self, seat: Seat, does: str, pad: Pad | None) -> bool:
        return True


@pytest.fixture(scope="module")
def among_robots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A companion at whose table people play with robots' cards."""
    companion = running(tmp_path_factory.mktemp("robots"), cards=FourCards())
    begin(referee_phone(companion), "Pip", "Coral", "Finn")
    yield companion
    companion.close()


@pytest.fixture
def guest(among_robots: Companion, addresses: Iterator[str]) -> Phone:
    """A phone that plays along there."""
    there = referee_phone(among_robots, next(addresses))
    return seated(among_robots, there, 0, next(addresses))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Companion]:
    """A house of the test's own."""
    companion = running(tmp_path)
    yield companion
    companion.close()


@pytest.fixture
def newcomers(own: Companion) -> Iterator[Phone]:
    """Phones that passed the door, one after the other: in, and nobody's yet."""

    def phones() -> Iterator[Phone]:
        for n in range(200):
            phone = Phone(own.address.port, source=f"127.0.8.{n + 1}")
            link = own.access.sessions.invite(None)
            assert phone.post("/api/redeem", {"t": link})[1] == {"role": "seat", "seat": None}
            yield phone

    return phones()


@pytest.fixture
def clock(own: Companion, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The door's clock, which stands."""
    clock = Clock()
    monkeypatch.setattr(own.access, "now_s", clock)
    monkeypatch.setattr(own.evening, "_now_s", clock)
    return clock
