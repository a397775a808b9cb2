"""A simulated board made ready for play: its pads, as they are, are stored as empty.

In lock-step, before anybody plays: what `companion calibrate` does with a family's hands takes a
board's own words and a moment here. Must not know bytes: the companion's link does.
"""

from concurrent.futures import Future

from companion.table.board.asking import Board
from companion.table.board.conversation import News, Stage
from companion.table.board.link import Link, Ports
from companion.table.board.port import LinkError, SerialPort
from companion.table.boardsim.bridge import SimSerial
from companion.table.boardsim.simulator import PADS, Simulator
from companion.table.frames import Field, FromBoard, Health, parameter

NAME = "the simulated board"
PATIENCE_US = 20_000_000.0  # of its time; it takes some two seconds


def make_ready(sim: Simulator) -> None:
    """Calibrate and start it anew, with nobody near. Raises LinkError: its program is another."""
    looks: dict[int, int] = {}

    def hear(news: News) -> None:
        if isinstance(news, Health):
            looks[news.pad] = news.base

    port = SerialPort(NAME, SimSerial(sim, timeout=0.002))
    link = Link(Ports(NAME, open_=lambda _: port), lambda: int(sim.now_us), hear)
    end_us = sim.now_us + PATIENCE_US
    while len(looks) < PADS or link.conversation.stage is not Stage.TALKING:
        if sim.now_us > end_us:
            raise LinkError(f"The program of {NAME} does not speak as a touch board does.")
        link.step()
    board = Board(link.ask, lambda answer: _stepped(link, answer))
    for pad, base in looks.items():
        board.set(parameter(pad, Field.BASE), base)
    board.save()
    link.close()
    sim.power_cycle()


def _stepped(link: Link, answer: "Future[FromBoard]") -> FromBoard:
    """Its answer, which comes while time passes, or is given up by then."""
    while not answer.done():
        link.step()
    return answer.result()
