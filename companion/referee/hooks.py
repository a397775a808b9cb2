"""What others may do with what the table feels: each hook runs in the referee's own thread.

Holds no decision. A hook must be quick; one that raises is a trouble (`effects.py`) and no more.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.table.signals import Signal
from companion.words import Pad


def _nothing(_: object) -> None:
    """What a hook does that nobody hangs anything on."""


@dataclass(slots=True)
class Hooks:
    """One callable a kind of news. An answer that is true says that the news meant something."""

    admit: Callable[[str], object] = _nothing  # START, while a phone asks: the request's id
    held: Callable[[str], object] = _nothing  # a button, held
    touch: Callable[[Pad], object] = _nothing  # a dolphin that screens may show
    signal: Callable[[Signal], object] = _nothing  # any, while no game is on; true: no more of it
    kept: Callable[[Signal], object] = _nothing  # what came of it is in the journal, if anything
