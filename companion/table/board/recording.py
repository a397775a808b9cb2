"""What was said over a serial line, both ways, with its moments: kept in a file, and read again.

docs/protocol.md has the form. Must not understand what was said.
"""

import json
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import TextIO

from companion.frozen import dataclass
from companion.table.board.port import Port
from companion.words import CompanionError

FORM = "splash touch board recording"
VERSION = 1
LINE_MOST = 20_000  # characters; a read of a serial port brings 4096 bytes at most


class RecordingError(CompanionError):
    """A recording cannot be written or read: the sentence says what to do."""


class Way(Enum):
    """What a line of a recording tells."""

    FROM_BOARD = "<"
    TO_BOARD = ">"
    OPENED = "+"
    CLOSED = "-"


@dataclass(frozen=True, slots=True)
class Said:
    """Bytes on the line, or the line's beginning and end, at `at_us` since the recording began."""

    at_us: int
    way: Way
    data: bytes = b""


class Recorder:
    """Writes a recording. A disk that takes no more ends it with a sentence in `trouble`."""

    def __init__(self, path: Path, now_us: Callable[[], int], began_ms: int) -> None:
        """Begin a new file. Raises RecordingError where there is one, or none can be made."""
        self.trouble = ""
        self._now_us, self._path = now_us, path
        self._last_us = now_us()
        head = {"form": FORM, "version": VERSION, "began_ms": began_ms}
        try:
            self._file: TextIO | None = path.open("x", encoding="ascii", buffering=1)
            self._file.write(json.dumps(head) + "\n")
        except FileExistsError:
            raise RecordingError(f"{path} is there already. Take another name.") from None
        except OSError as problem:
            raise RecordingError(f"{path} cannot be written: {problem.strerror}.") from problem

    def note(self, way: Way, data: bytes = b"", at_us: int | None = None) -> None:
        """Add a line; `at_us` is table time, now if it is not said. Raises nothing."""
        if self._file is None:
            return
        at_us = max(self._last_us, self._now_us() if at_us is None else at_us)
        since_us, self._last_us = at_us - self._last_us, at_us
        try:
            self._file.write(f"{since_us}{way.value}{data.hex()}\n")
        except OSError as problem:
            self.close()
            self.trouble = f"{self._path} takes no more ({problem.strerror}): recording has ended."

    def close(self) -> None:
        """End the recording; idempotent."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as problem:
                self.trouble = f"{self._path} is not whole ({problem.strerror})."


class Recorded:
    """A port whose bytes are noted on the way."""

    def __init__(self, port: Port, recorder: Recorder) -> None:
        self._port, self._recorder = port, recorder
        recorder.note(Way.OPENED)

    def read(self) -> bytes:
        """What has arrived; noted by whoever knows when (see `Link`)."""
        return self._port.read()

    def write(self, data: bytes) -> None:
        """Send all of it, and note it."""
        self._port.write(data)
        self._recorder.note(Way.TO_BOARD, data)

    def close(self) -> None:
        """Let go."""
        self._port.close()
        self._recorder.note(Way.CLOSED)

    def wake(self) -> None:
        """Let a waiting `read` return now."""
        self._port.wake()


def is_recording(path: Path) -> bool:
    """Whether the file begins as a recording does."""
    try:
        with path.open("rb") as file:
            return FORM.encode() in file.readline(200)
    except OSError:
        return False


def read_recording(path: Path) -> Iterator[Said]:
    """Everything that was said, in order; the last line may be torn, by a pulled plug.

    Raises RecordingError with the line's number for any other that is none.
    """
    at_us, torn = 0, 0
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            _check_head(path, file.readline(LINE_MOST))
            for number, line in enumerate(iter(lambda: file.readline(LINE_MOST), ""), 2):
                if torn:
                    raise RecordingError(f"{path}, line {torn}: this is no line of a recording.")
                said = _said(line, at_us)
                if said is None:
                    torn = number
                else:
                    at_us = said.at_us
                    yield said
    except OSError as problem:
        raise RecordingError(f"{path} cannot be read: {problem.strerror}.") from problem


def _check_head(path: Path, line: str) -> None:
    try:
        head = json.loads(line)
        form, version = head["form"], head["version"]
    except (ValueError, TypeError, KeyError):
        form, version = "", 0
    if form != FORM:
        raise RecordingError(f"{path} is no recording of a touch board.")
    if version != VERSION:
        raise RecordingError(
            f"{path} is a recording of version {version}; this companion reads {VERSION}. "
            f"Take the companion that made it, or a newer one."
        )


def _said(line: str, before_us: int) -> Said | None:
    digits = line[: len(line) - len(line.lstrip("0123456789"))]
    mark, data = line[len(digits) : len(digits) + 1], line[len(digits) + 1 : -1]
    try:
        if not line.endswith("\n") or len(digits) > 18:
            return None
        return Said(before_us + int(digits), Way(mark), bytes.fromhex(data))
    except ValueError:
        return None
