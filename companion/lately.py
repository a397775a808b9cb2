"""What this process said lately, for a report: nobody else keeps it where no service does."""

import io
import sys
from collections import deque
from contextlib import suppress
from typing import TextIO

LINES_MOST = 500


class Lately(io.TextIOBase):
    """A stream that hands on what is said, where it can, and still knows the end of it.

    A full disk or a terminal that was closed takes no more words, nor does a stream that is closed:
    a table is played at all the same, and its screens say what is to be said. `stream` is None
    where nobody ever listened.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._pieces: deque[str] = deque(maxlen=LINES_MOST)

    def write(self, text: str) -> int:
        """Say something. May be called from any thread."""
        self._pieces.append(text)
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """As of the stream."""
        if self._stream is not None:
            with suppress(OSError, ValueError):
                self._stream.flush()

    def close(self) -> None:
        """Nothing: the stream is whose it was before."""

    def lately(self) -> str:
        """What was said last."""
        return "".join(self._pieces.copy())


def keep_what_is_said() -> None:
    """From now on this process knows what it said lately, a crash of any of its threads too."""
    if not isinstance(sys.stderr, Lately):
        sys.stderr = Lately(sys.stderr)


def said_here() -> str:
    """What this process said lately, if that is known."""
    return sys.stderr.lately() if isinstance(sys.stderr, Lately) else ""
