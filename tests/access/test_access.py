"""Access by itself, on a clock of its own: who waits, who is in, and how fast."""

from collections import Counter
from pathlib import Path

import pytest

from companion.access import Access, AccessError
from companion.access.joining import (
    OUTCOMES_MOST,
    WAIT_S,
    WAITING_MOST,
    WAITING_OF_ONE_MOST,
)
from companion.access.limits import (
    ADDRESSES_MOST,
    POSTS_A_S,
    POSTS_BURST,
    WRONG_MOST,
    network_of,
)
from companion.access.secret import read_key, renew_key
from companion.access.session_rows import Session, SessionRows
from companion.access.sessions import HERE_S, INVITE_S, INVITES_MOST, NOBODY, RENEWED, REVOKED
from companion.journal import Journal, hold
from companion.journal.people import People, Person
from companion.journal.settings import EVENING
from companion.words import Seat
from tests.web.house import Clock

ANA, ANAS = Seat(0), 1  # her seat, and her number


def seat_six(journal: Journal) -> None:
    people = [People(journal).number(f"Person {n}", 0) for n in range(6)]
    journal.begin_game("dolphin_splash", "{}", people, 0)


@pytest.fixture
def clock() -> Clock:
    """A clock that stands."""
    return Clock()


@pytest.fixture
def access(journal: Journal, tmp_path: Path, clock: Clock) -> Access:
    """A new table at which six play, with nobody in."""
    seat_six(journal)
    return Access(journal, tmp_path, now_s=clock)


def test_ten_wrong_guesses_and_then_one_every_six_seconds(access: Access, clock: Clock) -> None:
    for _ in range(WRONG_MOST):
        with pytest.raises(AccessError, match="not valid any more"):
            access.sessions.redeem("guess", "10.0.0.9")
    for guess in ("guess", access.sessions.referee_key()):
        with pytest.raises(AccessError, match="Not so fast") as refused:
            access.sessions.redeem(guess, "10.0.0.9")
        assert refused.value.status == 429
    assert access.sessions.redeem(access.sessions.referee_key(), "10.0.0.10"), "somebody else may"
    clock.now_s += 60 / WRONG_MOST
    assert (
        access.sessions.who(access.sessions.redeem(access.sessions.referee_key(), "10.0.0.9")).role
        == "referee"
    )


def test_right_guesses_cost_nothing(access: Access) -> None:
    for _ in range(2 * WRONG_MOST):
        assert access.sessions.redeem(access.sessions.referee_key(), "10.0.0.9")


def test_posts_refill_with_time(access: Access, clock: Clock) -> None:
    def posts() -> int:
        for number in range(1000):
            try:
                access.limits.post("phone")
            except AccessError:
                return number
        return 1000

    assert posts() == POSTS_BURST
    clock.now_s += 1
    assert posts() == POSTS_A_S


def test_many_addresses_take_no_more_memory(access: Access) -> None:
    for number in range(2 * ADDRESSES_MOST):
        access.limits.post(f"10.0.{number // 256}.{number % 256}")
    assert len(access.limits._buckets) == ADDRESSES_MOST


def test_a_phone_that_waits_too_long_is_forgotten_and_shown_no_more(
    access: Access, clock: Clock
) -> None:
    access.joining.request(ANA, "10.0.0.9")
    shown: list[int] = []
    access.on_change = lambda: shown.append(len(access.joining.waiting))
    access.joining.sweep()
    assert shown == []
    clock.now_s += WAIT_S + 1
    access.joining.sweep()
    assert shown == [0]


def test_letting_in_who_is_gone_says_so_and_takes_it_off_the_screens(
    access: Access, clock: Clock
) -> None:
    cookie, asked = access.joining.request(ANA, "10.0.0.9")
    shown: list[int] = []
    access.on_change = lambda: shown.append(len(access.joining.waiting))
    clock.now_s += WAIT_S + 1
    with pytest.raises(AccessError, match="does not wait any more") as gone:
        access.joining.answer(asked.id, True)
    assert gone.value.status == 410
    assert shown == [0]
    assert access.sessions.who(cookie) == NOBODY


def test_a_flood_from_one_address_leaves_room_for_others(access: Access) -> None:
    flood = [access.joining.request(ANA, "10.0.0.9")[1] for _ in range(WAITING_MOST)]
    assert access.joining.waiting == tuple(flood[-WAITING_OF_ONE_MOST:])
    with pytest.raises(AccessError, match="Not so fast"):
        access.joining.request(ANA, "10.0.0.9")
    honest = [
        access.joining.request(ANA, f"10.0.1.{n}")[1]
        for n in range(WAITING_MOST - WAITING_OF_ONE_MOST)
    ]
    assert set(honest) < set(access.joining.waiting)


def test_three_addresses_keep_nobody_from_asking(access: Access) -> None:
    for asked in range(WAITING_MOST):
        access.joining.request(ANA, f"10.0.0.{asked % 3}")
    guests = [access.joining.request(Seat(n), f"10.0.1.{n}")[1] for n in range(4)]
    waiting = access.joining.waiting
    assert set(guests) < set(waiting)
    assert len(waiting) == WAITING_MOST
    assert max(Counter(one.address for one in waiting).values()) < WAITING_OF_ONE_MOST


def test_the_referee_clears_a_crowd_of_addresses(access: Access) -> None:
    cookies = [access.joining.request(ANA, f"10.0.1.{n}")[0] for n in range(WAITING_MOST)]
    with pytest.raises(AccessError, match="Too many phones are waiting"):
        access.joining.request(ANA, "10.0.2.1")
    access.joining.send_away()
    assert access.joining.waiting == ()
    assert {access.joining.outcome(cookie) for cookie in cookies} == {("no", "seat")}
    access.joining.request(ANA, "10.0.2.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("", ""),
    ],
)
def test_strangers_share_by_address_and_by_house(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_phone_that_asks_again_takes_back_its_first(access: Access) -> None:
    first, _ = access.joining.request(ANA, "10.0.0.9")
    other = access.joining.request(Seat(2), "10.0.0.9")[1]
    second, asked = access.joining.request(Seat(1), "10.0.0.9", first)
    assert access.joining.waiting == (other, asked)
    assert access.joining.is_waiting(first) is None
    assert access.joining.is_waiting(second) == asked
    assert access.joining.is_waiting(None) is None


def test_a_phone_is_let_in_for_an_evening(access: Access) -> None:
    cookie, asked = access.joining.request(ANA, "10.0.0.9")
    assert access.sessions.who(cookie) == NOBODY
    access.joining.answer(asked.id, True)
    assert (access.sessions.who(cookie).role, access.sessions.who(cookie).seat) == ("seat", ANA)
    assert [phone.seat for phone in access.sessions.phones()] == [ANA]
    access.sessions._journal.set_setting(EVENING, "the next one")
    assert access.sessions.who(cookie).role == "nobody"
    assert access.sessions.phones() == ()


def test_a_renewed_key_puts_referees_out(access: Access, tmp_path: Path) -> None:
    old = access.sessions.referee_key()
    cookie = access.sessions.redeem(old, "10.0.0.9")
    assert access.sessions.who(cookie).role == "referee"
    assert renew_key(tmp_path) != old
    assert access.sessions.who(cookie) == RENEWED
    assert access.sessions.phones() == ()
    with pytest.raises(AccessError):
        access.sessions.redeem(old, "10.0.0.9")


def test_the_key_outlives_the_process_and_is_128_bits(tmp_path: Path) -> None:
    key = read_key(tmp_path)
    assert read_key(tmp_path) == key
    assert len(key) == 22  # 128 bits, six a letter


def test_the_wall_s_link_is_renewed_with_the_referee_s_and_is_another(
    access: Access, tmp_path: Path
) -> None:
    link = access.sessions.wall_key()
    assert len(link) == 32 and link not in access.sessions.referee_key()
    cookie = access.sessions.redeem(link, "10.0.0.9")
    assert access.sessions.who(cookie).role == "wall"
    access.end_evening()
    assert access.sessions.who(cookie).role == "wall", "it hangs there overnight"
    renew_key(tmp_path)
    assert access.sessions.who(cookie).role == "nobody"
    with pytest.raises(AccessError):
        access.sessions.redeem(link, "10.0.0.9")


def test_a_key_that_cannot_be_kept_is_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(AccessError, match="Run this as the companion's user"):
        renew_key(tmp_path / "file")


# --- asking and what came of it ---------------------------------------------------------------


def test_a_request_costs_nothing_until_it_is_let_in(access: Access) -> None:
    role = access.sessions.redeem(access.sessions.invite(ANAS), "10.0.0.9")
    cookie, asked = access.joining.request(Seat(2), "10.0.0.9", before=role)
    assert (access.sessions.who(role).seat, access.sessions.who(cookie)) == (ANA, NOBODY)
    access.joining.answer(asked.id, True)
    assert (access.sessions.who(role), access.sessions.who(cookie).seat) == (REVOKED, Seat(2))
    assert [phone.seat for phone in access.sessions.phones()] == [Seat(2)], "one phone, one place"


def test_a_phone_that_is_not_let_in_keeps_what_it_was(access: Access) -> None:
    role = access.sessions.redeem(access.sessions.invite(ANAS), "10.0.0.9")
    cookie, asked = access.joining.request(Seat(2), "10.0.0.9", before=role)
    assert access.joining.outcome(cookie) == ("waiting", "seat")
    access.joining.answer(asked.id, False)
    assert (access.sessions.who(role).seat, access.joining.outcome(cookie)[0]) == (ANA, "no")


def test_nobody_answering_is_told_too(access: Access, clock: Clock) -> None:
    cookie, _ = access.joining.request(ANA, "10.0.0.9")
    clock.now_s += WAIT_S
    access.joining.sweep()
    assert access.joining.outcome(cookie)[0] == "gone"
    for nothing in ("of another evening", None):
        assert access.joining.outcome(nothing) == ("none", "seat")


def test_outcomes_that_nobody_asks_for_take_no_more_memory(access: Access, clock: Clock) -> None:
    for number in range(OUTCOMES_MOST + 9):
        access.joining.answer(access.joining.request(ANA, f"10.0.{number}.1")[1].id, False)
    assert len(access.joining._outcomes) == OUTCOMES_MOST


def test_no_two_waiting_phones_show_the_same_words(access: Access) -> None:
    for _ in range(40):
        requests = [access.joining.request(ANA, f"10.0.1.{n}")[1] for n in range(WAITING_MOST)]
        assert len({asked.words for asked in requests}) == WAITING_MOST
        for asked in requests:
            access.joining.answer(asked.id, False)
        access.limits._buckets.clear()


# --- joining links ----------------------------------------------------------------------------


def test_a_joining_link_lets_one_phone_in(access: Access) -> None:
    link = access.sessions.invite(ANAS)
    assert len(link) == 22  # 128 bits
    who = access.sessions.who(access.sessions.redeem(link, "10.0.0.9"))
    assert (who.role, who.seat) == ("seat", ANA)
    with pytest.raises(AccessError, match="not valid any more") as used:
        access.sessions.redeem(link, "10.0.0.10")
    assert used.value.status == 403


@pytest.mark.parametrize("link", ["seat", "referee", "wall"])
def test_a_link_is_used_once_by_a_phone_that_never_heard_so(
    access: Access, clock: Clock, link: str
) -> None:
    """The answer was lost on its way: the same phone tells its nonce again, or scans again."""
    keys = {"referee": access.sessions.referee_key(), "wall": access.sessions.wall_key()}
    key = keys.get(link) or access.sessions.invite(ANAS)
    cookie = access.sessions.redeem(key, "10.0.0.9", tell="its own")
    phones = access.sessions.phones()
    clock.now_s += INVITE_S - 1
    for before in (cookie, None, access.sessions.redeem(access.sessions.invite(None), "10.0.0.9")):
        assert access.sessions.redeem(key, "10.0.0.9", before, tell="its own") == cookie
    assert access.sessions.phones() == phones and access.sessions.who(cookie).role == link
    if link == "seat":
        for tell in ("another's", ""):
            with pytest.raises(AccessError, match="not valid any more"):
                access.sessions.redeem(key, "10.0.0.9", tell=tell)
        clock.now_s += 1
        with pytest.raises(AccessError, match="not valid any more"):
            access.sessions.redeem(key, "10.0.0.9", tell="its own")
    else:
        assert access.sessions.redeem(key, "10.0.0.9") != access.sessions.redeem(key, "10.0.0.9")


def test_a_phone_that_was_put_out_is_not_in_again_by_its_nonce(access: Access) -> None:
    key = access.sessions.invite(ANAS)
    access.sessions.redeem(key, "10.0.0.9", tell="its own")
    access.sessions.revoke(access.sessions.phones()[0].id)
    with pytest.raises(AccessError, match="not valid any more"):
        access.sessions.redeem(key, "10.0.0.9", tell="its own")


def test_a_joining_link_is_for_two_minutes(access: Access, clock: Clock) -> None:
    link = access.sessions.invite(ANAS)
    clock.now_s += INVITE_S
    with pytest.raises(AccessError, match="not valid any more"):
        access.sessions.redeem(link, "10.0.0.9")


def test_the_newest_joining_links_count(access: Access) -> None:
    links = [access.sessions.invite(ANAS) for _ in range(INVITES_MOST + 1)]
    with pytest.raises(AccessError):
        access.sessions.redeem(links[0], "10.0.0.9")
    assert all(access.sessions.redeem(link, "10.0.0.9") for link in links[1:])


def test_guessing_joining_links_is_limited_as_well(access: Access) -> None:
    link = access.sessions.invite(ANAS)
    for _ in range(WRONG_MOST):
        with pytest.raises(AccessError, match="not valid"):
            access.sessions.redeem("guess", "10.0.0.9")
    with pytest.raises(AccessError, match="Not so fast"):
        access.sessions.redeem(link, "10.0.0.9")
    assert access.sessions.who(access.sessions.redeem(link, "10.0.0.10")).seat == ANA, (
        "it was not used up"
    )


# --- who is in --------------------------------------------------------------------------------


def test_phones_are_listed_with_when_they_came_and_were_seen(
    journal: Journal, tmp_path: Path, clock: Clock
) -> None:
    seat_six(journal)
    access = Access(journal, tmp_path, clock, lambda: int(clock.now_s * 1000))
    role = access.sessions.redeem(access.sessions.referee_key(), "10.0.0.1")
    clock.now_s += 60
    ana = access.sessions.redeem(access.sessions.invite(ANAS), "10.0.0.9")
    assert [phone.seen_ms for phone in access.sessions.phones()] == [0, 0]
    access.sessions.who(role)
    access.sessions.who(ana)
    clock.now_s += HERE_S
    access.sessions.who(ana)
    clock.now_s += 1
    referee, seat = access.sessions.phones()
    assert (referee.role, referee.since_ms, referee.here) == ("referee", 1_000_000, False)
    assert referee.seen_ms == 1_060_000
    assert (seat.seat, seat.since_ms, seat.here, seat.seen_ms) == (ANA, 1_060_000, True, 0)
    assert seat.id == access.sessions.who(ana).phone


def test_a_phone_is_put_out_and_the_others_stay(access: Access) -> None:
    ana, other = (
        access.sessions.redeem(access.sessions.invite(ANAS), "10.0.0.9") for _ in range(2)
    )
    told: list[str] = []
    access.on_change = lambda: told.append(access.sessions.who(ana).evening)
    access.sessions.revoke(access.sessions.who(ana).phone)
    assert access.sessions.who(ana) == REVOKED and told == [REVOKED.evening]
    assert access.sessions.who(other).seat == ANA
    with pytest.raises(AccessError) as gone:
        access.sessions.revoke("no such")
    assert gone.value.status == 410


def test_good_night_puts_seats_out_and_leaves_the_referee(access: Access) -> None:
    ana, role = (
        access.sessions.redeem(k, "10.0.0.9")
        for k in (access.sessions.invite(ANAS), access.sessions.referee_key())
    )
    link, evening = access.sessions.invite(ANAS), access.sessions.evening()
    waiting, _ = access.joining.request(ANA, "10.0.0.9")
    access.end_evening()
    assert access.sessions.evening() != evening
    assert access.sessions.who(role).role == "referee"
    known = access.sessions.who(ana)
    assert (known.role, known.seat, known.phone) == ("nobody", None, ""), "another evening"
    assert known.person is not None and known.person.number == ANAS, "but still Ana's"
    assert access.joining.waiting == () and access.joining.is_waiting(waiting) is None
    with pytest.raises(AccessError):
        access.sessions.redeem(link, "10.0.0.9")


def test_after_a_journal_was_taken_away_who_is_in_is_who_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for gap in ("FOLD_FIRST_S", "FOLD_GAP_S", "SAVE_GAP_S"):
        monkeypatch.setattr(hold, gap, -1.0)
    journal = Journal(tmp_path / "journal.sqlite", "boot")
    access = Access(journal, tmp_path)
    told: list[bool] = []
    access.on_change = lambda: told.append(journal.is_saved)
    early = access.sessions.redeem(access.sessions.referee_key(), "10.0.0.9")
    journal.look()
    late = access.sessions.redeem(access.sessions.referee_key(), "10.0.0.9")
    journal.path.write_bytes(b"garbage")
    journal.look()
    assert access.sessions.phone(late)
    assert access.go_on() and told[-1] is False
    assert access.sessions.phone(early) and not access.sessions.phone(late)
    assert access.sessions.who(late) == NOBODY
    journal.close()


def test_sessions_are_remembered_until_they_are_revoked(journal: Journal) -> None:
    seat_six(journal)
    rows = SessionRows(journal)
    seat = Session("seat", Seat(2), "first", person=Person(3, "Person 2"))
    leads = Session("referee", None, "mark", leads=True)
    rows.note("h1", seat, 0)
    rows.note("h2", leads, 0)
    assert rows.find("h1") == seat
    assert rows.find("h2") == leads
    assert rows.find("h3") is None
    assert rows.of("first", "key") == [("h1", seat, 0)]
    rows.revoke(["h1"], 1)
    assert rows.find("h1") is None and rows.of("first") == []
    assert rows.find("h1", revoked=True) == seat
    assert rows.find("h2") is not None
    rows.note("h1", Session("seat", None, "second"), 2)
    assert rows.find("h1") == Session("seat", None, "second"), "nobody's yet"
