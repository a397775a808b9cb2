"""What others may do with what the table feels: each hook runs in the referee's own thread.

Holds no decision. A hook must be quick; one that raises is a trouble (`effects.py`) and no more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.table.signals import Signal


def _nothing(_: object) -> None:
    """What a hook does that nobody hangs anything on."""


@dataclass(slots=True)
class Hooks:
    """One callable a kind of news. An answer that is true says that the news meant something."""

    start: Callable[[str], object] = _nothing  # START, where it means nothing to a game
    held: Callable[[str], object] = _nothing  # a button, held
    signal: Callable[[Signal], object] = _nothing  # any, while no game is on; true: no more of it
    leaving: Callable[[int], Sequence[Any] | None] = lambda _: None  # a game: its last facts
    written: Callable[[Signal], object] = _nothing  # what came of it is in the journal, if anything
