"""One thing that the doctor looked at, as people and programs are told it. Data only."""

from enum import Enum

from companion.frozen import dataclass


class Standing(Enum):
    """How a finding stands: fine, worth knowing, or in the way of play."""

    OK = "ok"
    WARNING = "warning"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what is so, and what to do if it should not be."""

    about: str
    standing: Standing
    sentence: str
    remedy: str = ""
