"""Hands on drawn dolphins, as pages tell of them: which are still heard, and why others are not.

Decides no ruling: what is heard goes the way of every signal.
"""

from companion.referee.picture import Picture
from companion.referee.showing import deal_of
from companion.table import lateness
from companion.table.clock import TableClock


def too_late(
    picture: Picture, clock: TableClock, at_us: int | None, deal: str, *, drags: bool
) -> str:
    """Why a touch stamped so, on a page that showed this deal, is not heard; "" if it is.

    A pretend table's time may fly; a network takes as long as it takes. Where the table's time
    `drags` behind its pages' a stamp from ahead is now.
    """
    age_us = None if at_us is None else round(clock.wait_s(clock.now_us() - at_us) * 1e6)
    if age_us is not None and drags:
        age_us = max(0, age_us)
    return lateness.too_late(age_us, same_deal=deal == deal_of(picture))
