"""A touch board and a terminal, for commands that have the port for themselves.

Beside a running companion its pages do the same. Must not know what the command is for.
"""

import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.frozen import dataclass
from companion.table.board.table import BoardTable
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.signals import Signal
from companion.words import CompanionError

MEET_S = 8.0  # the boot loader takes up to two seconds, looking for the port a few more
TROUBLE_S = 1.0  # what is wrong for so long will not mend itself
LOOK_S = 0.1
GONE = "The touch board does not speak: look at its USB cable, and at its lamp."
ELSEWHERE = "If the companion runs, it has the board: its referee's page does this, under The pads."


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where it is shown: lines that stay, one that does not, and a rest that answers with what was
    typed meanwhile (without its end; None: nothing)."""

    line: Callable[[str], None]
    passing: Callable[[str], None]
    rest: Callable[[float], str | None]


@dataclass(frozen=True, slots=True)
class AtBoard:
    """A board that is spoken with. While its terminal rests, what was felt is told to `hears`."""

    table: BoardTable
    clock: TableClock
    terminal: Terminal
    hears: list[Callable[[Signal], None]]


@contextmanager
def at_board(config: Config, terminal: Terminal) -> Iterator[AtBoard]:
    """The board of this configuration, for as long as the block lasts.

    Raises CompanionError where there is none to be had.
    """
    clock = TableClock()
    felt: deque[Signal] = deque()
    table = BoardTable(config, clock, felt.append)
    hears: list[Callable[[Signal], None]] = []

    def rest(for_s: float) -> str | None:
        while felt:
            signal = felt.popleft()
            table.acknowledge(signal)  # no game is on: nothing comes of it
            for hear in hears:
                hear(signal)
        return terminal.rest(for_s)

    try:
        table.start()
        resting = Terminal(terminal.line, terminal.passing, rest)
        meet(table, resting)
        yield AtBoard(table, clock, resting, hears)
    finally:
        table.close()


def real_terminal(at_end: Callable[[], None] = lambda: None) -> Terminal:
    """The terminal that this was started from; without one there are only the lines that stay.

    `at_end` is called where nobody types any more.
    """
    shows, reads = sys.stdout.isatty(), [sys.stdin] if sys.stdin.isatty() else []

    def line(words: str) -> None:
        passing("")
        print(words, flush=True)

    def passing(words: str) -> None:
        if shows:
            print(f"\r{words}\x1b[K", end="", flush=True)

    def rest(for_s: float) -> str | None:
        if not reads:
            time.sleep(for_s)
        elif select.select(reads, [], [], for_s)[0]:
            typed = sys.stdin.readline()
            if typed:
                return typed.rstrip("\n")
            reads.clear()
            at_end()
        return None

    return Terminal(line, passing, rest)


def meet(table: BoardTable, terminal: Terminal) -> None:
    """Wait until the board is spoken with. Raises CompanionError with what is in the way."""
    why: tuple[str, ...] = ()
    for looks in range(round(MEET_S / LOOK_S)):
        if table.now().stage == "talking":
            return
        why = table.link.trouble()
        if why and looks * LOOK_S >= TROUBLE_S:
            break
        terminal.rest(LOOK_S)
    raise CompanionError(" ".join([*(why or [GONE]), ELSEWHERE]))
