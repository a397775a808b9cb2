"""All games in the demo, one after the other: each begins, moves on and ends. Time is told."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.access import Access
from companion.demo import Board, Director
from companion.games import GAMES
from companion.new_game.stub import GAME as STUB
from companion.robots import NAMES, Live
from companion.table.caller import Called
from companion.table.signals import Kind, Signal
from companion.words import Pad, Seat
from tests.robots.hearsay import Room

PASS_US = 1_500_000
GAME_MOST_US = 4 * 3_600_000_000
ALL = [*GAMES, STUB.kind]

pytestmark = pytest.mark.usefixtures("new_game")


class Hands:
    """Hands on dolphins, felt at once."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def touch(self, pad: Pad, at_us: int) -> None:
        self._feel(Kind.TOUCH, pad, at_us)

    def lift(self, pad: Pad, at_us: int) -> None:
        self._feel(Kind.LIFT, pad, at_us)

    def release(self, pad: Pad, at_us: int) -> None:
        self._feel(Kind.RELEASE, pad, at_us)

    def home(self, pad: Pad, at_us: int) -> None:
        self._feel(Kind.HOME, pad, at_us)

    def near(self, pad: Pad, at_us: int) -> None:
        """A feint is felt by nobody."""

    def _feel(self, kind: Kind, pad: Pad, at_us: int) -> None:
        self._room.referee.feel(Signal(kind, at_us, pad, uncertain_us=300))


class Window:
    """A demo in a shop window, whose time is told."""

    def __init__(self, folder: Path, kinds: list[str]) -> None:
        self.room, self.board = Room(folder), Board()
        self.access = Access(self.room.journal, folder, now_s=lambda: self.room.ns / 1e9)
        self.ended: list[tuple[Live, Mapping[str, Any]]] = []
        self.director = Director(
            self.board,
            self.room.referee,
            Hands(self.room),  # type: ignore[arg-type]
            self.access,
            kinds,
            1,
            lambda family, view: self.ended.append((family, view)),
        )
        self.feed = self.room.referee.hub.subscribe()
        self._called_us = self._calls = 0

    @property
    def kind(self) -> str:
        """The game at hand."""
        game = self.room.referee.picture.game
        return game.kind if game is not None else ""

    def step(self) -> None:
        """The next thing that happens."""
        self.room.ns += max(10_000_000, round(self.director.wait_s() * 1e9))
        self.room.referee.step()
        now_us = self.room.now_us()
        if self.room.referee.picture.view.phase != "live":
            self._called_us = now_us
        elif now_us >= self._called_us + PASS_US:
            self._calls, self._called_us = self._calls + 1, now_us
            self.room.referee.hear(Called(self._calls, now_us, 0))
        events, _ = self.feed.take(0, 0.0)
        self.director.step(events)

    def play(self) -> None:
        """Until the game at hand is over, and the next one is on."""
        ended, until_us = len(self.ended), self.room.now_us() + GAME_MOST_US
        while len(self.ended) == ended:
            self.step()
            assert self.room.now_us() < until_us, f"{self.kind} does not end"


def test_all_games_are_played_in_turn_and_each_to_its_end(tmp_path: Path) -> None:
    window = Window(tmp_path, ALL)
    window.step()
    for kind in ALL:
        assert window.kind == kind
        window.play()
        family, view = window.ended[-1]
        assert view.over and set(view.winners) <= set(family.over()) != set()
        assert window.room.referee.picture.trouble == ()
    assert window.kind == ALL[0], "and from the beginning"
    window.room.close()


@pytest.mark.parametrize("kind", ALL)
def test_one_game_alone_moves_on_at_a_human_pace(tmp_path: Path, kind: str) -> None:
    window = Window(tmp_path, [kind])
    window.step()
    assert window.kind == kind
    before, began_us = window.room.referee.picture.seq, window.room.now_us()
    while window.room.referee.picture.seq < before + 20:
        window.step()
    assert 10_000_000 < window.room.now_us() - began_us < 120_000_000
    window.room.close()


def test_screens_that_cannot_be_told_of_cards_stop_no_robot(tmp_path: Path) -> None:
    window = Window(tmp_path, ["dolphin_splash"])
    hub = window.room.referee.hub
    whole, untold = hub.send, []

    def send(name: str, /, **data: Any) -> None:
        if name == "hand":
            untold.append(name)
            raise OSError(5, "the wire is off")
        whole(name, **data)

    vars(hub)["send"] = send
    while len(untold) < 3:
        window.step()
    (said,) = window.room.referee.picture.trouble
    assert said.startswith("Screens may have missed")
    del vars(hub)["send"]
    while window.room.referee.picture.trouble:
        window.step()
    window.room.close()


def test_a_seat_is_offered_where_a_phone_can_show_its_cards(tmp_path: Path) -> None:
    board = Board()
    assert [kind for kind in ALL if board.offers(kind)] == ["dolphin_splash"]
    assert not board.offers("")
    window = Window(tmp_path, ["split"])
    window.step()
    window.access.joining.request(Seat(0), "127.0.0.1")
    window.step()
    assert window.access.sessions.phones() == () and window.access.joining.waiting == ()
    window.room.close()


def test_who_plays_goes_on_with_the_same_game_and_then_it_is_another_s_turn(tmp_path: Path) -> None:
    window = Window(tmp_path, ["dolphin_splash", "split"])
    window.step()
    phone = window.access.joining.request(Seat(0), "127.0.0.1")[0]
    for _ in range(2):
        ended = len(window.ended)
        while len(window.ended) == ended:
            window.access.sessions.who(phone)
            window.board.choose(Seat(0), 0, 0)
            window.step()
        assert window.kind == "dolphin_splash"
    while window.kind == "dolphin_splash":
        window.step()
    window.step()
    assert window.kind == "split" and window.access.sessions.phones() == ()
    assert set(window.room.referee.picture.names.seats.values()) <= set(NAMES)
    window.room.close()
