"""How far before and after its stamp what a board felt may have been.

Pure. Nothing of it was measured: docs/firmware.md has the zoo of hands that it comes from.
"""

from math import ceil, floor

from companion.table.board.kink import Kink, Shape, kink
from companion.table.board.noise import NOISY_US
from companion.table.frames import UNKNOWN_US, Event, Kind

EARLY_US = 1_500  # a large hand is stamped so much before it touches
FAR_US = 20_000  # the slowest one needs so long from where it is felt: noise may have stamped it
SOFT_LEAST_US = 5_000  # a touch without a jump has no sharp moment
SOFT_LONGER = 1.3  # the board counts its scans, and takes 88 us for each: they last up to 110
_CONTACTS = (Kind.TOUCH, Kind.SOFT)
_UNTOLD = Kink(None, None)


def doubts_us(
    event: Event, sure_us: int, noisy: bool, rise: Shape | None = None
) -> tuple[int, int]:
    """How late and how early its stamp may be; the pad was surely free `sure_us` before it. How
    late is negative where it touched after its stamp for sure.

    `noisy`: hands make the pads tremble, and no moment is claimed. `rise`: of a contact, how its
    pad rose; a board that tells no rises has none.
    """
    found = kink(rise) if rise is not None else _UNTOLD
    noisy |= found is None
    late_us, early_us = _said_us(event), EARLY_US if event.kind in _CONTACTS else 0
    if event.kind is Kind.HELD or late_us >= UNKNOWN_US:
        late_us = max(UNKNOWN_US, sure_us)
    elif event.kind is Kind.SOFT:
        late_us = max(SOFT_LEAST_US, ceil(late_us * SOFT_LONGER))
    blurred = event.kind in _CONTACTS and _said_us(event) >= UNKNOWN_US  # a spill creeps so
    if blurred or (noisy and event.kind in _CONTACTS):
        return max(late_us, NOISY_US), NOISY_US
    if rise is None or found is None or event.kind is not Kind.TOUCH:
        return late_us, early_us
    # By the rise alone. One that does not say since when is no more than noise on a hand that was
    # there before; and the board's own doubt begins too late.
    if found.from_us is not None:
        late_us = -floor(found.from_us)
    else:
        late_us = NOISY_US if rise.levels else late_us + EARLY_US
    if rise.levels:  # it has not ended: noise may have made the jump, however far off the hand was
        early_us = FAR_US if found.is_calm else NOISY_US
    return late_us, early_us if found.to_us is None else min(early_us, ceil(found.to_us))


def _said_us(event: Event) -> int:
    """How long before its stamp it may have happened, as the board meant it: the code for 23.7 to
    24.5 ms of an older program is 256, and 0 in a byte. No contact is so sure."""
    wrapped = event.kind in _CONTACTS and event.uncertain_us == 0
    return UNKNOWN_US if wrapped else event.uncertain_us


def is_sharp(event: Event) -> bool:
    """Whether the board knew the moment of a contact."""
    return event.kind is Kind.TOUCH and _said_us(event) < UNKNOWN_US
