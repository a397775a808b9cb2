"""What tests of the pages share: one house a module, and phones at addresses of their own."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from companion.runtime import Companion
from tests.web.house import Phone, referee_phone, running, seated, send_away


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A running companion for a whole module; a test leaves it as fit for play as it was."""
    companion = running(tmp_path_factory.mktemp("house"))
    yield companion
    companion.close()


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
