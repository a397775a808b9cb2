"""The door by itself, on a clock of its own: who waits, who is in, and how fast."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access.sessions import (
    ADDRESSES_MOST,
    HERE_S,
    INVITE_S,
    INVITES_MOST,
    KNOCK_S,
    KNOCKS_MOST,
    KNOCKS_OF_ONE_MOST,
    NOBODY,
    POSTS_A_S,
    POSTS_BURST,
    PUT_OUT,
    READ_S,
    RENEWED,
    TOLD_MOST,
    WRONG_MOST,
    DoorError,
    Doors,
    read_key,
    renew_key,
)
from companion.journal import Journal
from companion.words import Pad, Seat

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
    assert [phone.seat for phone in doors.phones()] == [ANA]
    doors._journal.set_setting("evening", "the next one")
    assert doors.who(cookie) == NOBODY
    assert doors.phones() == ()


def test_a_renewed_key_puts_referees_out(doors: Doors, tmp_path: Path) -> None:
    old = doors.referee_key()
    cookie = doors.redeem(old, "10.0.0.9")
    assert doors.who(cookie).role == "referee"
    assert renew_key(tmp_path) != old
    assert doors.who(cookie) == RENEWED
    assert doors.phones() == ()
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


# --- knocking and what came of it -------------------------------------------------------------


def test_a_knock_costs_nothing_until_it_is_let_in(doors: Doors) -> None:
    role = doors.redeem(doors.invite(ANA), "10.0.0.9")
    cookie, knock = doors.knock(Seat(2), "10.0.0.9", before=role)
    assert (doors.who(role).seat, doors.who(cookie)) == (ANA, NOBODY)
    doors.let_in(knock.id, True)
    assert (doors.who(role), doors.who(cookie).seat) == (PUT_OUT, Seat(2))
    assert [phone.seat for phone in doors.phones()] == [Seat(2)], "one phone, one place"


def test_a_phone_that_is_not_let_in_keeps_what_it_was(doors: Doors) -> None:
    role = doors.redeem(doors.invite(ANA), "10.0.0.9")
    cookie, knock = doors.knock(Seat(2), "10.0.0.9", before=role)
    assert doors.outcome(cookie) == "waiting"
    doors.let_in(knock.id, False)
    assert (doors.who(role).seat, doors.outcome(cookie)) == (ANA, "no")


def test_nobody_answering_is_told_too(doors: Doors, clock: Clock) -> None:
    cookie, _ = doors.knock(ANA, "10.0.0.9")
    clock.now_s += KNOCK_S
    doors.sweep()
    assert doors.outcome(cookie) == "gone"
    assert doors.outcome("of another evening") == doors.outcome(None) == "none"


def test_outcomes_that_nobody_asks_for_take_no_more_memory(doors: Doors, clock: Clock) -> None:
    for number in range(TOLD_MOST + 9):
        doors.let_in(doors.knock(ANA, f"10.0.{number}.1")[1].id, False)
    assert len(doors._told) == TOLD_MOST


def test_no_two_waiting_phones_show_the_same_words(doors: Doors) -> None:
    for _ in range(40):
        knocks = [doors.knock(ANA, f"10.0.1.{n}")[1] for n in range(KNOCKS_MOST)]
        assert len({knock.words for knock in knocks}) == KNOCKS_MOST
        for knock in knocks:
            doors.let_in(knock.id, False)
        doors._buckets.clear()


# --- dolphins ---------------------------------------------------------------------------------

RED, BLUE, GREEN = Pad(0), Pad(1), Pad(2)


def test_each_waiting_phone_names_a_dolphin_of_its_own(doors: Doors) -> None:
    for seat in (0, 1, 2):
        doors.knock(Seat(seat), "10.0.0.9")
    doors.name_pads((RED, BLUE), (RED, BLUE, GREEN))
    first = [waiting.pad for waiting in doors.waiting]
    assert set(first) == {RED, BLUE, None}
    doors.name_pads((GREEN,), (RED, BLUE, GREEN))
    then = [waiting.pad for waiting in doors.waiting]
    assert set(then) == {RED, BLUE, GREEN}
    assert [pad for pad in then if pad != GREEN] == [pad for pad in first if pad is not None]


def test_a_dolphin_that_broke_is_named_no_more(doors: Doors) -> None:
    doors.knock(ANA, "10.0.0.9")
    doors.name_pads((RED,), (RED, BLUE))
    doors.name_pads((BLUE,), (BLUE,))
    assert doors.waiting[0].pad == BLUE
    doors.name_pads((), ())
    assert doors.waiting[0].pad is None


def test_any_dolphin_may_be_named(doors: Doors) -> None:
    named = set()
    for _ in range(60):
        knock = doors.knock(ANA, "10.0.0.9")[1]
        doors.name_pads((RED, BLUE, GREEN), (RED, BLUE, GREEN))
        named.add(doors.waiting[0].pad)
        doors.let_in(knock.id, False)
        doors._buckets.clear()
    assert named == {RED, BLUE, GREEN}


def test_touching_the_named_dolphin_lets_in_and_no_other(doors: Doors, clock: Clock) -> None:
    cookie, _ = doors.knock(ANA, "10.0.0.9")
    doors.name_pads((RED,), (RED, BLUE))
    assert doors.touched(RED) is None, "that hand was falling already"
    clock.now_s += READ_S
    assert doors.touched(BLUE) is None
    assert doors.who(cookie) == NOBODY
    found = doors.touched(RED)
    assert found is not None and found.seat == ANA
    assert doors.who(cookie).seat == ANA
    assert doors.touched(RED) is None


def test_no_dolphin_makes_a_referee(doors: Doors, clock: Clock) -> None:
    cookie, _ = doors.knock(None, "10.0.0.9")
    doors.name_pads((RED,), (RED,))
    clock.now_s += READ_S
    assert doors.waiting[0].pad is None and doors.touched(RED) is None
    assert doors.who(cookie) == NOBODY


# --- the referee's phone was lost -------------------------------------------------------------


def test_the_candidate_is_who_asks_to_be_the_referee_and_waits_longest(
    doors: Doors, clock: Clock
) -> None:
    doors.knock(ANA, "10.0.0.8")
    assert doors.candidate() is None
    cookie, first = doors.knock(None, "10.0.0.9")
    clock.now_s += 3
    doors.knock(None, "10.0.0.10")
    assert doors.candidate() == first
    assert doors.candidate(waited_s=5) is None, "its words were not shown for long enough"
    clock.now_s += 2
    assert doors.candidate(waited_s=5) == first
    doors.let_in(first.id, True)
    assert doors.who(cookie).role == "referee"


# --- joining links ----------------------------------------------------------------------------


def test_a_joining_link_lets_one_phone_in(doors: Doors) -> None:
    link = doors.invite(ANA)
    assert len(link) == 22  # 128 bits
    who = doors.who(doors.redeem(link, "10.0.0.9"))
    assert (who.role, who.seat) == ("seat", ANA)
    with pytest.raises(DoorError, match="not valid any more") as used:
        doors.redeem(link, "10.0.0.10")
    assert used.value.status == 403


def test_a_joining_link_is_for_two_minutes(doors: Doors, clock: Clock) -> None:
    link = doors.invite(ANA)
    clock.now_s += INVITE_S
    with pytest.raises(DoorError, match="not valid any more"):
        doors.redeem(link, "10.0.0.9")


def test_the_newest_joining_links_count(doors: Doors) -> None:
    links = [doors.invite(ANA) for _ in range(INVITES_MOST + 1)]
    with pytest.raises(DoorError):
        doors.redeem(links[0], "10.0.0.9")
    assert all(doors.redeem(link, "10.0.0.9") for link in links[1:])


def test_guessing_joining_links_is_limited_as_well(doors: Doors) -> None:
    link = doors.invite(ANA)
    for _ in range(WRONG_MOST):
        with pytest.raises(DoorError, match="not valid"):
            doors.redeem("guess", "10.0.0.9")
    with pytest.raises(DoorError, match="Not so fast"):
        doors.redeem(link, "10.0.0.9")
    assert doors.who(doors.redeem(link, "10.0.0.10")).seat == ANA, "it was not used up"


# --- who is in --------------------------------------------------------------------------------


def test_phones_are_listed_with_when_they_came_and_were_seen(tmp_path: Path, clock: Clock) -> None:
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    doors = Doors(journal, tmp_path, clock, lambda: int(clock.now_s * 1000))
    role = doors.redeem(doors.referee_key(), "10.0.0.1")
    clock.now_s += 60
    ana = doors.redeem(doors.invite(ANA), "10.0.0.9")
    assert [phone.seen_ms for phone in doors.phones()] == [0, 0]
    doors.who(role)
    doors.who(ana)
    clock.now_s += HERE_S
    doors.who(ana)
    clock.now_s += 1
    referee, seat = doors.phones()
    assert (referee.role, referee.since_ms, referee.here) == ("referee", 1_000_000, False)
    assert referee.seen_ms == 1_060_000
    assert (seat.seat, seat.since_ms, seat.here, seat.seen_ms) == (ANA, 1_060_000, True, 0)
    assert seat.id == doors.who(ana).phone
    journal.close()


def test_a_phone_is_put_out_and_the_others_stay(doors: Doors) -> None:
    ana, other = (doors.redeem(doors.invite(ANA), "10.0.0.9") for _ in range(2))
    told: list[str] = []
    doors.on_change = lambda: told.append(doors.who(ana).evening)
    doors.put_out(doors.who(ana).phone)
    assert doors.who(ana) == PUT_OUT and told == [PUT_OUT.evening]
    assert doors.who(other).seat == ANA
    with pytest.raises(DoorError) as gone:
        doors.put_out("no such")
    assert gone.value.status == 410


def test_good_night_puts_seats_out_and_leaves_the_referee(doors: Doors) -> None:
    ana, role = (doors.redeem(k, "10.0.0.9") for k in (doors.invite(ANA), doors.referee_key()))
    link, evening = doors.invite(ANA), doors.evening()
    waiting, _ = doors.knock(ANA, "10.0.0.9")
    doors.end_evening()
    assert doors.evening() != evening
    assert (doors.who(ana), doors.who(role).role) == (NOBODY, "referee"), "another evening"
    assert doors.waiting == () and doors.is_waiting(waiting) is None
    with pytest.raises(DoorError):
        doors.redeem(link, "10.0.0.9")
