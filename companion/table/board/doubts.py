"""How far before and after its stamp what a board felt may have been.

Pure. Nothing of it was measured: docs/firmware.md has the zoo of hands that it comes from.
"""

from companion.table.board.noise import NOISY_US
from companion.table.frames import UNKNOWN_US, Event, Kind

EARLY_US = 1_500  # a large hand is stamped so much before it touches
SOFT_LEAST_US = 5_000  # a touch without a jump has no sharp moment
_CONTACTS = (Kind.TOUCH, Kind.SOFT)


def doubts_us(event: Event, sure_us: int, noisy: bool) -> tuple[int, int]:
    """How late and how early its stamp may be; the pad was surely free `sure_us` before it.

    `noisy`: hands make the pads tremble, and no moment is claimed.
    """
    late_us, early_us = event.uncertain_us, EARLY_US if event.kind in _CONTACTS else 0
    if event.kind is Kind.HELD or late_us >= UNKNOWN_US:
        late_us = max(UNKNOWN_US, sure_us)
    elif event.kind is Kind.SOFT:
        late_us = max(SOFT_LEAST_US, late_us)
    blurred = event.kind is Kind.TOUCH and not is_sharp(event)
    if blurred or (noisy and event.kind in _CONTACTS):
        return max(late_us, NOISY_US), NOISY_US
    return late_us, early_us


def is_sharp(event: Event) -> bool:
    """Whether the board knew the moment of a contact."""
    return event.kind is Kind.TOUCH and event.uncertain_us < UNKNOWN_US
