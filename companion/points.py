"""How points are written, wherever they stand.

Rounds nothing.
"""

from fractions import Fraction
from typing import Final

_PARTS: Final = {
    "1/2": "½",
    "1/3": "⅓",
    "2/3": "⅔",
    "1/4": "¼",
    "3/4": "¾",
    "1/5": "⅕",
    "2/5": "⅖",
    "3/5": "⅗",
    "4/5": "⅘",
    "1/6": "⅙",
    "5/6": "⅚",
}


def in_letters(points: Fraction | float) -> str:
    """ "7", "-5", "7½", "⅔"; a part that has no letter of its own stays beside its number."""
    whole, rest = divmod(abs(Fraction(points)), 1)
    sign = "-" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = _PARTS.get(str(rest), f"\u00a0{rest}" if whole else str(rest))
    return f"{sign}{whole or ''}{part}"
