"""What the rest of the companion needs of a table and of its caller, whatever they are made of.

Types only. What only a touch board can do is asked of `companion.table.board` by name.
"""

from typing import Protocol

from companion.table.gpio import Lights, PadState
from companion.table.tempo import Tempo


class TouchTable(Protocol):
    """What feels hands: pins, a touch board or a tablet."""

    lights: Lights

    @property
    def rounds(self) -> int:
        """Grows while its thread comes round."""

    @property
    def is_away(self) -> bool:
        """Whether all dolphins are dark, for the tablet or the board has gone."""

    def start(self) -> None:
        """Begin to feel."""

    def alive(self) -> bool:
        """Whether its threads run."""

    def pads(self) -> tuple[PadState, ...]:
        """What each pad is at."""

    def trouble(self) -> tuple[str, ...]:
        """Sentences about what is wrong."""

    def stir(self) -> None:
        """The game is at something new: hands may count by now."""

    def close(self) -> None:
        """End all threads and let go of everything; idempotent."""


class CallerLike(Protocol):
    """What the referee needs of a caller."""

    @property
    def running(self) -> bool: ...
    @property
    def paused(self) -> bool: ...
    @property
    def tempo(self) -> Tempo: ...
    @property
    def every_ms(self) -> int: ...
    @property
    def calls(self) -> int: ...
    def begin(self, tempo: Tempo | None = None, once: bool = False) -> None: ...
    def hush(self, at_us: int) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def set_tempo(self, tempo: Tempo) -> None: ...
    def sign(self, name: str) -> None: ...
