"""The table's own buttons in what pages are drawn from; the rest of that is wire.py's.

Data only.
"""

from typing import Annotated

from companion.frozen import dataclass
from companion.words import Between

COUNT_MOST = 2**53 - 1  # what JavaScript can count to

Count = Annotated[int, Between(0, COUNT_MOST)]
Option = int | str


@dataclass(frozen=True, slots=True)
class DraftShown:
    """What the table's buttons are choosing: who is picked, and whom YES or NO is about."""

    ask: str
    picked: tuple[Option, ...]
    candidate: Option | None


@dataclass(frozen=True, slots=True)
class LightShown:
    """One answer of those that the table's buttons go through; `option` is the seat or dolphin."""

    label: str
    of: str
    option: int | None
    lit: bool
    picked: bool


@dataclass(frozen=True, slots=True)
class KeyShown:
    """What a button of the table means just now."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class LightsShown:
    """What the table's buttons go through, where that is to be read on the wall.

    `path` is what was taken so far; `key` and `field` are the answer's and what is picked for it.
    `lights` are those that can be read at once, of so many; the one that is lit is number `at`.
    """

    path: tuple[str, ...]
    key: str
    field: str
    lights: tuple[LightShown, ...]
    of: Count
    at: Count
    keys: tuple[KeyShown, ...]
    refused: str
