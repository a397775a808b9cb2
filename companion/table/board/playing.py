"""Recordings at work: a board listened to without a game, and a recording felt once more.

A recording goes through the very link and table that felt it, in its own time.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.stop import Stop
from companion.table import config as configs
from companion.table.board.link import Ports
from companion.table.board.port import LinkError
from companion.table.board.recording import Recorder, Said, Way, read_recording
from companion.table.board.table import BoardTable
from companion.table.clock import TableClock
from companion.table.config import Config
from companion.table.signals import Signal

LOOK_S = 0.5
STEP_US = 20_000  # how often a link comes round where nothing is said
SILENT_US = 60_000_000  # of a longer silence the rest is gone over: a slipped digit makes years


def recorded(
    config: Config, file: Path, stop: Stop, show: Callable[[Signal], None]
) -> Iterator[str]:
    """Record until told to stop. Yields where it goes, once it does; then sentences about what is
    wrong, each when it is new.

    Raises RecordingError where the file cannot be made.
    """
    clock = TableClock()
    recorder = Recorder(file, clock.now_us, time.time_ns() // 1_000_000)
    felt: deque[Signal] = deque()
    table = BoardTable(config, clock, felt.append, recorder=recorder)
    said: tuple[str, ...] = ()
    try:
        table.start()
        yield f"Everything goes to {file}. Stop with Ctrl+C."
        while not stop.wait(LOOK_S):
            while felt:
                signal = felt.popleft()
                table.acknowledge(signal)  # no game is on: nothing comes of it
                show(signal)
            before, said = said, table.trouble()
            yield from (sentence for sentence in said if sentence not in before)
    finally:
        table.close()
        recorder.close()


def played_back(file: Path) -> Iterator[Signal]:
    """What a table feels of a recording. Raises RecordingError for a file that is none."""
    playback = Playback(read_recording(file), configs.board())
    while playback.step():
        yield from playback.take()
    yield from playback.take()


class Playback:
    """A recording, played to a table in the recording's own time."""

    def __init__(self, said: Iterator[Said], config: Config) -> None:
        self._said = said
        self._next: Said | None = None
        self.now_us = 0
        self._silent_us = 0  # since something was said last
        self._is_open = False
        self._data = b""
        self._felt: list[Signal] = []
        clock = TableClock(0, lambda: self.now_us * 1000)
        ports = Ports("recording", open_=lambda path: self)
        self.table = BoardTable(config, clock, self._felt.append, ports=ports)
        self.table.link.conversation.is_playback = True
        self._advance()

    def step(self) -> bool:
        """Let the next thing happen; false when all is told."""
        said = self._next
        if said is None:
            return False
        left_us = said.at_us - self.now_us
        if left_us > STEP_US:
            is_over = self._silent_us >= SILENT_US
            self.now_us += left_us - STEP_US if is_over else STEP_US
            self._silent_us += STEP_US
            self.table.step()
            return True
        self._silent_us = 0
        self.now_us = max(self.now_us, said.at_us)
        match said.way:
            case Way.FROM_BOARD:
                self._data = said.data
                self._is_open = True
            case Way.OPENED | Way.CLOSED:
                self._is_open = said.way is Way.OPENED
                self.table.link.hurry()
        self.table.step()
        if said.way is Way.TO_BOARD:
            self.table.link.conversation.overhear(said.data, self.now_us)
        self._advance()
        return True

    def take(self) -> list[Signal]:
        """What was felt since the last time; all of it is kept."""
        felt, self._felt[:] = list(self._felt), []
        for signal in felt:
            self.table.acknowledge(signal)
        return felt

    # --- the port that the table talks with ---------------------------------------------------

    def read(self) -> bytes:
        """What the recording has at this moment. Raises LinkError where it was closed."""
        if not self._is_open:
            raise LinkError("The recording's port was closed.")
        data, self._data = self._data, b""
        return data

    def write(self, data: bytes) -> None:
        """What was said is in the recording already."""

    def close(self) -> None:
        """The recording says when."""

    def wake(self) -> None:
        """Nobody waits."""

    def _advance(self) -> None:
        self._next = next(self._said, None)


def as_line(signal: Signal) -> str:
    """A signal for a terminal: when, what, where, how sure, and why."""
    where = f"pad {signal.pad + 1}" if signal.pad is not None else signal.button
    doubt = f" within {signal.uncertain_us} us" if signal.uncertain_us else ""
    if signal.early_us:
        doubt += f" before, {signal.early_us} us after"
    why = f" ({signal.why})" if signal.why else ""
    return f"{signal.at_us / 1e6:12.6f} s  {signal.kind.value:8} {where}{doubt}{why}"


def as_row(signal: Signal) -> dict[str, object]:
    """A signal for programs."""
    return {
        "at_us": signal.at_us,
        "kind": signal.kind.value,
        "pad": signal.pad,
        "button": signal.button,
        "uncertain_us": signal.uncertain_us,
        "early_us": signal.early_us,
        "why": signal.why,
    }
