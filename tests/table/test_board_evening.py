"""The whole companion with a board at a pretended serial line, in real time."""

import os
import pty
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.assembly import build
from companion.referee.answers import Teller
from companion.runtime import Companion
from companion.table import config as configs
from companion.table.config import BoardConfig, WebConfig
from companion.table.frames import Kind
from tests.table.boards import FakeBoard
from tests.web.house import until


class Cable:
    """A board at a real line of the system, in real time, until it is unplugged."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.lock = threading.Lock()
        self.board = FakeBoard(began_us=self.now_us())
        self._plug()

    def now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def touch(self, pad: int, kind: Kind = Kind.TOUCH) -> None:
        with self.lock:
            self.board.feel(kind, pad, self.now_us())

    def unplug(self) -> None:
        self._over.set()
        self._thread.join()
        os.close(self._far)
        os.close(self._near)
        self.link.unlink()

    def plug(self) -> None:
        with self.lock:
            self.board.start(self.board.boot + 1, self.now_us())
        self._plug()

    def _plug(self) -> None:
        self._near, self._far = pty.openpty()
        os.set_blocking(self._near, False)
        self.link.symlink_to(os.ttyname(self._far))
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def _talk(self) -> None:
        while not self._over.wait(0.002):
            with self.lock, suppress(BlockingIOError):
                os.write(self._near, self.board.step(self.now_us()))
                self.board.hear(os.read(self._near, 4096), self.now_us())


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    made = Cable(tmp_path / "board")
    yield made
    if made.link.is_symlink():
        made.unplug()


@pytest.fixture
def house(cable: Cable, tmp_path: Path) -> Iterator[Companion]:
    config = replace(
        configs.board(), board=BoardConfig(str(cable.link)), web=WebConfig("127.0.0.1", 0)
    )
    companion = build(config, tmp_path / "state", simulated=False)
    yield companion
    companion.close()


def pads(house: Companion) -> list[str]:
    return [pad.state for pad in house.referee.picture.pads]


def test_a_grab_on_the_board_is_written_and_then_acknowledged(
    house: Companion, cable: Cable
) -> None:
    referee = house.referee
    until(lambda: house.table.pads()[0].margin or not house.table.trouble(), "the board")
    referee.begin_game("dolphin_splash", ["Ana", "Ben", "Cy"], {})
    [dealt] = [o for o in referee.picture.open if o.ask.topic == "deal"]
    referee.answer("1", dealt.id, "start", {}, Teller("referee", referee=True))
    before = referee.journal.last_seq()
    cable.touch(1)
    until(lambda: referee.journal.last_seq() > before, "the fact")
    until(lambda: not cable.board.events, "the acknowledgement")
    assert "board" in {row.by for row in referee.journal.rows(referee.picture.game.game)}


def test_how_far_each_pad_is_from_trouble_is_shown(house: Companion) -> None:
    def shown() -> bool:
        house.look()
        return all(house.referee.picture.margins)

    until(lambda: house.referee.picture.margins and shown() or house.look(), "the margins")
    assert house.referee.picture.margins == ("calm, as calibrated, feels 2.7\u00a0pF",) * 5


def test_a_pulled_plug_holds_pass_and_the_evening_goes_on(house: Companion, cable: Cable) -> None:
    referee = house.referee
    until(lambda: house.table.now().stage == "talking", "the board")
    referee.begin_game("dolphin_splash", ["Ana", "Ben", "Cy"], {})
    [dealt] = [o for o in referee.picture.open if o.ask.topic == "deal"]
    referee.answer("1", dealt.id, "start", {}, Teller("referee", referee=True))
    until(lambda: house.caller.running, "PASS")
    cable.unplug()
    until(lambda: pads(house)[:2] == ["suspect", "suspect"], "the doubt")
    house.look()
    until(lambda: house.caller.paused, "no PASS")
    assert referee.picture.trouble
    cable.plug()
    until(lambda: pads(house)[:2] == ["home", "home"], "trust")
    house.look()
    referee.pause(False)
    cable.touch(0)
    until(lambda: not house.caller.running, "the hush")
    assert house.table.alive() and not house.troubles()
