"""A demo for tests: robots at a table whose time flies, and the games that they finished."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.demo import Board, Director
from companion.games.dolphin_splash.robot.live import LiveFamily
from companion.robots import Live
from companion.runtime import Companion
from tests.web.house import Phone, running, until

SPEED = 50


@dataclass
class Stage:
    """A running demo."""

    companion: Companion
    board: Board
    director: Director
    ended: list[tuple[Live, Mapping[str, Any]]] = field(default_factory=list)

    @property
    def family(self) -> LiveFamily:
        """Who plays now."""
        family = until(lambda: self.board.family, "a family")
        assert isinstance(family, LiveFamily)
        return family

    def guest(self, seat: int) -> Phone:
        """A phone that asked for a robot's seat, and was let in by nobody but the demo."""
        phone = Phone(self.companion.address.port)
        until(lambda: self.companion.referee.picture.names.seats, "the robots' names")
        assert phone.post("/api/knock", {"seat": seat})[0] == 200
        until(lambda: f'"seat":{seat}' in phone.get("/api/whoami")[1], "the open door")
        return phone

    def plays(self, seat: int) -> bool:
        """Whether a person plays this seat."""
        return bool(self.board.hand(seat)["playing"])  # type: ignore[arg-type]


def letters_of(family: Live) -> list[int]:
    """Everybody's letters, by the own count of a family that played SPLASH!."""
    assert isinstance(family, LiveFamily)
    return family.truth.letters


@contextmanager
def stage(
    state: Path,
    speed: int = SPEED,
    seed: int = 1,
    kinds: Sequence[str] = ("dolphin_splash",),
    **web: Any,
) -> Iterator[Stage]:
    """Robots play while this lasts."""
    board = Board()
    companion = running(state, speed=speed, cards=board, **web)
    assert companion.hands is not None
    ended: list[tuple[Live, Mapping[str, Any]]] = []
    director = Director(
        board,
        companion.referee,
        companion.hands,
        companion.access,
        kinds,
        seed,
        lambda family, view: ended.append((family, view)),
    )
    director.start()
    try:
        yield Stage(companion, board, director, ended)
        assert director.alive(), "the robots have stopped"
    finally:
        director.stop()
        companion.close()
