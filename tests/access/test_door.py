"""The door: pictures on the wall, nods, an open table; and a thousand evenings with strangers."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from math import comb
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.access import Access, AccessError
from companion.access.door import (
    EVENING_S,
    MORE_TAPS,
    NODS,
    OPEN,
    OPEN_S,
    PICTURES,
    TAPS,
    WALL,
    WALL_S,
    WARY_AFTER,
    WRONG_MOST,
    Door,
    drawn,
)
from companion.access.evening import LINK_S, Evening
from companion.access.secret import hash_of
from companion.access.session_rows import Session
from companion.journal import Journal
from companion.journal.people import Person
from companion.referee.hooks import Hooks
from companion.referee.picture import NOBODY_IN, Guest
from companion.say import Names
from companion.table.signals import Kind
from companion.words import Seat
from tests.referee.hall import Hall, hall
from tests.web.house import Clock


def code(door: Door) -> tuple[int, ...]:
    """What the wall shows."""
    return tuple(map(PICTURES.index, door.now().pictures))


def wrong(door: Door) -> tuple[int, ...]:
    """As many pictures, of which the last is another one."""
    *first, last = code(door)
    return (*first, (last + 1) % len(PICTURES))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Door:
    """The door of a house with a wall, in the lobby of an evening."""
    made = Door(clock)
    made.choose(WALL)
    made.note_lobby(True)
    return made


def stays_out(door: Door, *pictures: int, say: str) -> None:
    with pytest.raises(AccessError, match=say) as refused:
        door.enter(pictures)
    assert refused.value.status == 403


# --- by the wall ------------------------------------------------------------------------------


def test_the_pictures_of_the_wall_in_their_order_let_in(door: Door) -> None:
    now = door.now()
    assert now.open and not now.only_nods and now.taps == len(now.pictures) == TAPS == 4
    assert len(PICTURES) == len(set(PICTURES)) == 12
    door.enter(code(door))
    stays_out(door, *wrong(door), say="Not these pictures")
    door.enter(code(door))
    stays_out(door, say="shows others")


def test_pictures_are_drawn_anew_each_time_the_door_opens(clock: Clock) -> None:
    draws = iter([(1, 2, 3, 3), (4, 4, 4, 4)])
    door = Door(clock, lambda taps: next(draws))
    door.choose(WALL)
    assert door.now().pictures == ()
    door.open()
    assert code(door) == code(door) == (1, 2, 3, 3)
    clock.now_s += OPEN_S
    assert (door.now().open, door.now().pictures) == (False, ())
    door.open()
    assert code(door) == (4, 4, 4, 4)


def test_each_picture_may_come_at_each_place() -> None:
    seen = [drawn(TAPS) for _ in range(600)]
    assert all({one[place] for one in seen} == set(range(12)) for place in range(TAPS))
    assert any(len(set(one)) < TAPS for one in seen)


def test_outside_of_a_lobby_it_is_open_for_two_minutes(door: Door, clock: Clock) -> None:
    pictures = code(door)
    door.note_lobby(False)
    stays_out(door, *pictures, say="The door is shut")
    door.open()
    clock.now_s += OPEN_S - 1
    door.enter(code(door))
    clock.now_s += 1
    stays_out(door, *pictures, say="The door is shut")


def test_it_can_be_shut_in_a_lobby_too(door: Door) -> None:
    pictures = code(door)
    door.shut()
    stays_out(door, *pictures, say="The door is shut")
    door.open()
    door.enter(code(door))


def test_wrong_tries_are_the_table_s_and_then_only_a_nod_lets_in(door: Door, clock: Clock) -> None:
    for number in range(WRONG_MOST):
        assert door.now().taps == (TAPS if number < WARY_AFTER else MORE_TAPS)
        stays_out(door, *wrong(door), say="Not these pictures")
        clock.now_s += 60
    assert door.now().only_nods and door.now().pictures == ()
    stays_out(door, 0, 0, 0, 0, say="Only a nod lets in now")
    clock.now_s += 600
    door.open()
    assert door.now().only_nods, "patience gives no more tries"
    door.end_evening()
    door.enter(code(door))


def test_pictures_of_a_moment_ago_cost_no_try(door: Door) -> None:
    four = code(door)
    for _ in range(WARY_AFTER):
        stays_out(door, *wrong(door), say="Not these")
    for _ in range(2 * WRONG_MOST):
        stays_out(door, *four, say="shows others now")
    assert not door.now().only_nods
    door.enter(code(door))


def test_wrong_tries_are_forgotten_where_nobody_says_good_night(door: Door, clock: Clock) -> None:
    for _ in range(WRONG_MOST):
        stays_out(door, *wrong(door), say="Not these")
    clock.now_s += EVENING_S
    door.enter(code(door))


# --- which of the three -----------------------------------------------------------------------


def test_where_nothing_is_said_it_is_the_wall_s_while_there_is_one(clock: Clock) -> None:
    door = Door(clock)
    door.note_lobby(True)
    assert (door.now().choice, door.now().only_nods, door.now().open) == (NODS, True, False)
    door.saw_wall()
    assert (door.now().choice, door.now().only_nods) == (WALL, False)
    pictures = code(door)
    clock.now_s += WALL_S
    stays_out(door, *pictures, say="Only a nod")


def test_with_nods_no_picture_lets_in(door: Door) -> None:
    pictures = code(door)
    door.choose(NODS)
    door.open()
    for told in ((), pictures):
        stays_out(door, *told, say="Only a nod lets in now")


def test_an_open_table_lets_in_until_it_is_shut(door: Door, clock: Clock) -> None:
    door.choose(OPEN)
    door.note_lobby(False)
    clock.now_s += 1e4
    door.enter(())
    assert door.now().pictures == ()
    door.shut()
    stays_out(door, say="The door is shut")
    clock.now_s += 1e4
    stays_out(door, say="The door is shut")
    door.open()
    door.enter(())


# --- what the hands of the family may lead to -------------------------------------------------


@dataclass
class House:
    """Access and the evening over a referee that only shows, at a time that is told."""

    access: Access
    evening: Evening
    referee: Any
    clock: Clock
    hooks: Hooks = field(default_factory=Hooks)

    def play(self, over: bool | None) -> None:
        """A game is on, or over; None: none was begun."""
        game = None if over is None else object()
        view = SimpleNamespace(over=over, present=())
        vars(self.referee.picture).update(game=game, view=view, may_rest=over is not False)

    def roles(self) -> list[str]:
        """What the phones are that are in."""
        return [phone.role for phone in self.access.sessions.phones()]


@pytest.fixture
def house(journal: Journal, tmp_path: Path, clock: Clock) -> House:
    access = Access(journal, tmp_path, now_s=clock)

    def show(requests: object, now: object) -> None:
        vars(referee.picture).update(requests=requests, access=now)

    referee = SimpleNamespace(
        picture=SimpleNamespace(
            game=None,
            seq=0,
            view=SimpleNamespace(over=False, present=()),
            may_rest=True,
            requests=(),
            access=NOBODY_IN,
            names=Names(),
        ),
        hooks=Hooks(),
        effects=SimpleNamespace(tried=lambda effect, work, *told: work(*told)),
        hub=SimpleNamespace(send=lambda name: None),
        journal=journal,
        show_access=show,
        note_trouble=lambda key, sentence: None,
    )
    evening = Evening(referee, access, now_s=clock)  # type: ignore[arg-type]
    evening.open()
    return House(access, evening, referee, clock, referee.hooks)


def test_start_opens_the_door_between_games_and_never_in_one(house: House) -> None:
    house.access.choose_door(WALL)
    house.play(over=False)
    house.evening.look()
    assert not house.hooks.start("start")
    assert not house.access.door.now().open
    house.play(over=True)
    assert house.hooks.start("start")
    assert house.access.door.now().open
    house.clock.now_s += OPEN_S
    assert not house.access.door.now().open


@pytest.mark.parametrize("choice", [NODS, OPEN])
def test_start_opens_nothing_where_no_wall_does(house: House, choice: str) -> None:
    house.access.choose_door(choice)
    house.access.open_door(False)
    assert not house.hooks.start("start")
    assert choice == NODS or not house.access.door.now().open


def test_start_held_shows_the_link_for_two_minutes_and_lets_nobody_in(house: House) -> None:
    house.access.sessions.redeem(house.access.sessions.referee_key(), "10.0.0.1")
    house.access.joining.request(None, "10.0.0.9", role="referee")
    house.evening.look()
    assert not house.referee.picture.access.link
    for over in (None, False, True):
        house.play(over)
        assert house.hooks.held("start")
        house.evening.look()
        assert house.referee.picture.access.link and house.referee.picture.access.held
        house.clock.now_s += LINK_S
        house.evening.look()
        assert not house.referee.picture.access.link
    assert house.roles() == ["referee"]


def test_the_link_is_shown_while_nobody_was_ever_the_referee(house: House) -> None:
    assert house.referee.picture.access.link and not house.referee.picture.access.held
    house.access.sessions.redeem(house.access.sessions.referee_key(), "10.0.0.1")
    house.access.sessions.revoke(house.access.sessions.phones()[0].id)
    assert not house.referee.picture.access.link, "somebody was, once"


# --- a thousand evenings ----------------------------------------------------------------------

EVENINGS = 1000
MOMENTS = 30
STEP_S = 800.0


class Register:
    """The phones that are in, by what they are, and in no file."""

    def __init__(self) -> None:
        self.roles: dict[str, str] = {}

    def admit(self, role: str, who: object, hash_: str, before: str) -> None:
        self.roles[hash_] = role

    def who(self, cookie: str) -> Session:
        return Session(self.roles.get(hash_of(cookie), "nobody"), None, "")

    def at_seat(self, seat: Seat) -> None:
        return None

    def phones(self) -> tuple[Guest, ...]:
        return ()

    def sharers(self) -> list[Person]:
        return []

    def crowds(self) -> tuple[frozenset[int], ...]:
        return ()

    def referee_key(self) -> str:
        return ""

    def has_led(self) -> bool:
        return True

    def end_evening(self) -> None:
        self.roles.clear()


def test_two_in_a_thousand_evenings_is_one_chance_in_a_hundred() -> None:
    sizes = [TAPS] * WARY_AFTER + [MORE_TAPS] * (WRONG_MOST - WARY_AFTER)
    in_one = sum(len(PICTURES) ** -taps for taps in sizes)
    at_most_one = sum(
        comb(EVENINGS, n) * in_one**n * (1 - in_one) ** (EVENINGS - n) for n in (0, 1)
    )
    assert in_one < 1 / 6_800
    assert at_most_one > 0.99


class Strangers:
    """Who is on the Wi-Fi and not in the room: asks and guesses, from as many addresses."""

    def __init__(self, house: House, rng: Random) -> None:
        self.house, self.rng = house, rng
        self.cookies: list[str] = []
        self.tries = self.guessed = 0

    def do(self) -> None:
        """What one does at any moment."""
        address = f"10.{self.rng.randrange(200)}.{self.rng.randrange(200)}.1"
        if self.rng.random() < 0.25:
            self.ask(address)
        for _ in range(self.rng.choice((0, 1, 1, 12))):
            self.guess(f"10.{self.rng.randrange(200)}.{self.rng.randrange(200)}.2")

    def ask(self, address: str) -> None:
        seat, role = self.rng.choice([(Seat(0), "seat"), (None, "seat"), (None, "referee")])
        with suppress(AccessError):
            self.cookies.append(self.house.access.joining.request(seat, address, role=role)[0])

    def guess(self, address: str) -> None:
        taps = self.house.access.door.now().taps
        told = tuple(self.rng.randrange(len(PICTURES)) for _ in range(taps))
        try:
            self.cookies.append(self.house.access.joining.enter(told, address))
            self.guessed += 1
        except AccessError as refused:
            self.tries += "Not these" in str(refused)

    def came_in(self) -> int:
        """How many of them are in."""
        who = self.house.access.sessions.who
        return sum(who(cookie).role != "nobody" for cookie in self.cookies)


def an_evening(house: House, rng: Random, moments: int, hand: Callable[[], None]) -> Strangers:
    """People come by the pictures and by nods, play, and handle the table; strangers try."""
    strangers = Strangers(house, rng)
    mine: list[str] = []
    for moment in range(moments):
        house.clock.now_s += rng.random() * STEP_S
        hand()
        if rng.random() < 0.1:
            house.access.open_door(rng.random() < 0.8)
        if rng.random() < 0.05 and code(house.access.door):
            house.access.joining.enter(code(house.access.door), "192.168.1.20")
        if rng.random() < 0.03:
            mine.append(house.access.joining.request(None, "192.168.1.20")[1].id)
        known = [waiting.id for waiting in house.access.joining.waiting]
        for asked in set(mine) & set(known):
            house.access.joining.answer(asked, True)
        strangers.do()
        if moment % 5 == 0:
            house.evening.look()
    return strangers


def handle(house: House, rng: Random) -> Callable[[], None]:
    """What hands of the family at the table lead to, at any moment: dolphins have no hook."""

    def hand() -> None:
        did = rng.randrange(12)
        if did < 4:
            house.hooks.start("start")
        elif did == 4:
            house.hooks.held("start")
        elif did < 7:
            house.play(rng.choice((None, False, False, True)))

    return hand


@pytest.mark.parametrize("choice", [WALL, NODS])
def test_in_a_thousand_evenings_at_most_one_stranger_guesses_and_none_is_let_in(
    house: House, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {hook.name for hook in fields(Hooks)} == {
        "start",
        "held",
        "signal",
        "leaving",
        "written",
    }
    rng, guessed, tries = Random(18), 0, 0
    monkeypatch.setattr(house.evening, "good_night", house.access.end_evening)
    register = Register()
    for owner, name in ((house.access, "sessions"), (house.access.joining, "_sessions")):
        monkeypatch.setattr(owner, name, register)
    house.access.door.choose(choice)
    house.access.door._draw = lambda taps: tuple(rng.randrange(12) for _ in range(taps))
    for _ in range(EVENINGS):
        house.play(None)
        strangers = an_evening(house, rng, MOMENTS, handle(house, rng))
        assert strangers.came_in() <= strangers.guessed
        guessed, tries = guessed + strangers.guessed, tries + strangers.tries
        house.access.end_evening()
    assert guessed <= (choice == WALL)
    assert tries > 9 * EVENINGS or choice == NODS, "they tried as often as they could"


@pytest.mark.parametrize("choice", [WALL, NODS])
@pytest.mark.parametrize(
    "evenings", [6, pytest.param(EVENINGS, marks=pytest.mark.soak)], ids=["some", "all"]
)
def test_hands_on_a_real_table_let_nobody_in(tmp_path: Path, choice: str, evenings: int) -> None:
    rng = Random(evenings)
    with hall(tmp_path) as table:
        seconds = SimpleNamespace(now_s=0.0)
        access = Access(table.journal, tmp_path, now_s=lambda: seconds.now_s)
        evening = Evening(table.referee, access, now_s=lambda: seconds.now_s)
        evening.open()
        access.choose_door(choice)
        access.sessions.redeem(access.sessions.referee_key(), "10.0.0.1")
        access.door._draw = lambda taps: tuple(rng.randrange(12) for _ in range(taps))
        guessed = 0
        at = House(access, evening, table.referee, seconds, table.referee.hooks)  # type: ignore[arg-type]
        for _ in range(evenings):
            strangers = an_evening(at, rng, MOMENTS, real_hand(table, rng))
            assert strangers.came_in() <= strangers.guessed
            guessed += strangers.guessed
            table.referee.step()
            evening.good_night()
        assert guessed <= (choice == WALL)


def real_hand(table: Hall, rng: Random) -> Callable[[], None]:
    """Hands on dolphins and buttons, and rounds that are begun and scored."""

    def hand() -> None:
        did, pad = rng.randrange(10), rng.randrange(5)
        if did == 0:
            table.begin()
        elif did == 1:
            table.press("start")
        elif did == 2:
            table.press(rng.choice(("yes", "no", "seat:0")))
        elif did == 3:
            table.feel(Kind.HELD, button="start")
        else:
            for kind in (Kind.TOUCH, Kind.LIFT, Kind.RELEASE, Kind.HOME):
                table.feel(kind, pad)
        table.wait()

    return hand
