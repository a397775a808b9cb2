"""Whether a hand on a drawn dolphin is still meant: what a network held up is another moment's.

Must not be asked about real pads and boards, nor about hands that leave: those always count.
"""

LATE_MOST_US = 1_000_000  # a grab is over by then, and whoever grabbed has said so aloud
AHEAD_MOST_US = 500_000  # a stamp that far ahead is no clock's doubt: that clock was set elsewhere

TOO_LATE = "Too late: the table did not hear it."
HELD_UP = f"{TOO_LATE} Is the Wi-Fi slow?"
GONE_ON = f"{TOO_LATE} The game has gone on since."
NO_CLOCK = f"{TOO_LATE} This screen's clock is being set."


def too_late(age_us: int | None, *, same_deal: bool) -> str:
    """Why a touch of this age is not heard, in a sentence for whoever touched; "" if it is.

    `age_us` is by the screen's clock as it was set by the table's, None where it was not;
    `same_deal` says whether the screen showed the deal that is on now.
    """
    if age_us is None or age_us < -AHEAD_MOST_US:
        return NO_CLOCK
    if age_us > LATE_MOST_US:
        return HELD_UP
    return "" if same_deal else GONE_ON
