"""What the table feels: one signal a change, stamped in table time.

Must not judge: a signal says that a pad was touched, never by whom or whether that was right.
"""

from enum import Enum

from companion.frozen import dataclass
from companion.words import Pad


class Kind(Enum):
    """The kinds of signal."""

    TOUCH = "touch"
    RELEASE = "release"
    """The hand left the pad."""
    LIFT = "lift"
    HOME = "home"
    """The dolphin is back in its place."""
    NEAR = "near"
    """A hand hovers."""
    PRESS = "press"
    """A table button went down."""
    HELD = "held"
    """A table button has been down for five seconds."""
    SUSPECT = "suspect"
    """The pad cannot be trusted: `why` says "stuck", "chattering" or "unplugged"."""
    TRUST = "trust"
    """The pad can be trusted again."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that hardware felt. It happened within `uncertain_us` before `at_us`, or within
    `early_us` after it.

    `at_us` is table time. Exactly one of `pad` and `button` names where; buttons are "start",
    "yes", "no" and "seat:0" ...; `source` is "gpio", "sim", "tablet" or "board". Who has a `mark`
    is told (by `Hooks.written`) when whatever came of the signal is in the journal; it is the same
    when a sensor tells the same thing again, also to another companion.
    """

    kind: Kind
    at_us: int
    pad: Pad | None = None
    button: str = ""
    uncertain_us: int = 0
    source: str = "gpio"
    why: str = ""
    mark: tuple[int, int, int] | None = None
    early_us: int = 0
