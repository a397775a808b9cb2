"""How sure a figure is: each share and each median has a span, within which the truth lies 19 times
of 20. Pure arithmetic; says no word.
"""

from collections.abc import Sequence
from math import comb, sqrt
from typing import Final

FEW: Final = 20  # below that a figure is dots, and is compared with nothing
Z: Final = 1.959964  # of the normal curve that much to each side holds 95 %
Z_SURE: Final = 3.0  # and that much 99.7 %: of many parts the one that is most apart is looked at
_TAIL: Final = 0.025
MANY: Final = 1000


def share_span(k: int, n: int, z: float = Z) -> tuple[float, float]:
    """Where the share lies of which `k` of `n` were seen, as E. B. Wilson reckons it; `z` says how
    sure that has to be.
    """
    if not n:
        return 0.0, 1.0
    share, z2 = k / n, z * z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    low = max(0.0, middle - half) if k else 0.0
    return low, min(1.0, middle + half) if k < n else 1.0


def median_span(values: Sequence[float]) -> tuple[float, float] | None:
    """Where the median lies, by the values' order alone; None where there are too few to say."""
    out = left_out(len(values))
    ranked = sorted(values)
    return (ranked[out], ranked[-1 - out]) if out >= 0 else None


def left_out(n: int) -> int:
    """How many of so many values may be left out at either end of a median's span; -1 for none."""
    if n > MANY:  # coins fall as the normal curve by then, and exact numbers take minutes
        return int((n - Z * sqrt(n)) / 2) - 1
    below, out = 0.0, -1
    # Each value lies below the median as a coin falls.
    while (below := below + comb(n, out + 1) / 2**n) <= _TAIL:
        out += 1
    return out
