"""The door by itself, on a clock of its own: who waits, who is in, and how fast."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.doors import (
    ADDRESSES_MOST,
    KNOCK_S,
    KNOCKS_MOST,
    KNOCKS_OF_ONE_MOST,
    NOBODY,
    POSTS_A_S,
    POSTS_BURST,
    WRONG_MOST,
    DoorError,
    Doors,
    read_key,
    renew_key,
)
from companion.journal import Journal
from companion.words import Seat

ANA = Seat(0)


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    """A clock that stands."""
    return Clock()


@pytest.fixture
def doors(tmp_path: Path, clock: Clock) -> Iterator[Doors]:
    """The door of a new table."""
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    yield Doors(journal, tmp_path, now_s=clock)
    journal.close()


def test_ten_wrong_guesses_and_then_one_every_six_seconds(doors: Doors, clock: Clock) -> None:
    for _ in range(WRONG_MOST):
        with pytest.raises(DoorError, match="not valid any more"):
            doors.redeem("guess", "10.0.0.9")
    for guess in ("guess", doors.referee_key()):
        with pytest.raises(DoorError, match="Not so fast") as refused:
            doors.redeem(guess, "10.0.0.9")
        assert refused.value.status == 429
    assert doors.redeem(doors.referee_key(), "10.0.0.10"), "somebody else may"
    clock.now_s += 60 / WRONG_MOST
    assert doors.who(doors.redeem(doors.referee_key(), "10.0.0.9")).role == "referee"


def test_right_guesses_cost_nothing(doors: Doors) -> None:
    for _ in range(2 * WRONG_MOST):
        assert doors.redeem(doors.referee_key(), "10.0.0.9")


def test_posts_refill_with_time(doors: Doors, clock: Clock) -> None:
    def posts() -> int:
        for number in range(1000):
            try:
                doors.limit_post("phone")
            except DoorError:
                return number
        return 1000

    assert posts() == POSTS_BURST
    clock.now_s += 1
    assert posts() == POSTS_A_S


def test_many_addresses_take_no_more_memory(doors: Doors) -> None:
    for number in range(2 * ADDRESSES_MOST):
        doors.limit_post(f"10.0.{number // 256}.{number % 256}")
    assert len(doors._buckets) == ADDRESSES_MOST


def test_a_phone_that_waits_too_long_is_forgotten_and_shown_no_more(
    doors: Doors, clock: Clock
) -> None:
    doors.knock(ANA, "10.0.0.9")
    shown: list[int] = []
    doors.on_change = lambda: shown.append(len(doors.waiting))
    doors.sweep()
    assert shown == []
    clock.now_s += KNOCK_S + 1
    doors.sweep()
    assert shown == [0]


def test_letting_in_who_is_gone_says_so_and_takes_it_off_the_screens(
    doors: Doors, clock: Clock
) -> None:
    cookie, knock = doors.knock(ANA, "10.0.0.9")
    shown: list[int] = []
    doors.on_change = lambda: shown.append(len(doors.waiting))
    clock.now_s += KNOCK_S + 1
    with pytest.raises(DoorError, match="does not wait any more") as gone:
        doors.let_in(knock.id, True)
    assert gone.value.status == 410
    assert shown == [0]
    assert doors.who(cookie) == NOBODY


def test_a_flood_from_one_address_leaves_room_for_others(doors: Doors) -> None:
    flood = [doors.knock(ANA, "10.0.0.9")[1] for _ in range(KNOCKS_MOST)]
    assert doors.waiting == tuple(flood[-KNOCKS_OF_ONE_MOST:])
    with pytest.raises(DoorError, match="Not so fast"):
        doors.knock(ANA, "10.0.0.9")
    honest = [doors.knock(ANA, f"10.0.1.{n}")[1] for n in range(KNOCKS_MOST - KNOCKS_OF_ONE_MOST)]
    assert set(honest) < set(doors.waiting)
    with pytest.raises(DoorError, match="Too many phones are waiting"):
        doors.knock(ANA, "10.0.2.1")


def test_a_phone_that_knocks_again_takes_back_its_first(doors: Doors) -> None:
    first, _ = doors.knock(ANA, "10.0.0.9")
    other = doors.knock(Seat(2), "10.0.0.9")[1]
    second, knock = doors.knock(Seat(1), "10.0.0.9", first)
    assert doors.waiting == (other, knock)
    assert doors.is_waiting(first) is None
    assert doors.is_waiting(second) == knock
    assert doors.is_waiting(None) is None


def test_a_phone_is_let_in_for_an_evening(doors: Doors) -> None:
    cookie, knock = doors.knock(ANA, "10.0.0.9")
    assert doors.who(cookie) == NOBODY
    doors.let_in(knock.id, True)
    assert (doors.who(cookie).role, doors.who(cookie).seat) == ("seat", ANA)
    assert doors.phones() == (ANA,)
    doors._journal.set_setting("evening", "the next one")
    assert doors.who(cookie) == NOBODY
    assert doors.phones() == ()


def test_a_renewed_key_puts_referees_out(doors: Doors, tmp_path: Path) -> None:
    old = doors.referee_key()
    cookie = doors.redeem(old, "10.0.0.9")
    assert doors.who(cookie).role == "referee"
    assert renew_key(tmp_path) != old
    assert doors.who(cookie) == NOBODY
    with pytest.raises(DoorError):
        doors.redeem(old, "10.0.0.9")


def test_the_key_outlives_the_process_and_is_128_bits(tmp_path: Path) -> None:
    key = read_key(tmp_path)
    assert read_key(tmp_path) == key
    assert len(key) == 22  # 128 bits, six a letter


def test_a_key_that_cannot_be_kept_is_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(DoorError, match="Run this as the companion's user"):
        renew_key(tmp_path / "file")
