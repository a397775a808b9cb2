"""Tempos: how the spacing of PASS calls goes from the first call to the last.

Must not keep time: `caller.py` does.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.frozen import dataclass

SLIDER_LEAST_MS = 400  # faster than any hand can slide a card
SLIDER_MOST_MS = 5000  # slower than any child can wait


@dataclass(frozen=True, slots=True)
class Tempo:
    """`first_ms` after the first call comes the second; every call is `faster_ms` sooner."""

    name: str
    first_ms: int
    last_ms: int
    faster_ms: int

    def after_us(self, call: int) -> int:
        """The time from call number `call` (1 is the first) to the next, in microseconds."""
        return max(self.last_ms, self.first_ms - self.faster_ms * (call - 1)) * 1000


TEMPOS: Mapping[str, Tempo] = MappingProxyType(
    {
        # A round is over after about ten to thirty calls: each tempo gets to its last by then.
        "calm": Tempo("calm", 2600, 2000, 30),
        "brisk": Tempo("brisk", 1800, 1200, 30),
        "wild": Tempo("wild", 1200, 700, 25),
    }
)


def tempo_of(name_or_ms: str | int) -> Tempo:
    """Look up a tempo by name, or make a steady one of 400 to 5000 ms.

    Raises ValueError with a sentence that says what there is.
    """
    if isinstance(name_or_ms, str):
        if name_or_ms in TEMPOS:
            return TEMPOS[name_or_ms]
    elif SLIDER_LEAST_MS <= name_or_ms <= SLIDER_MOST_MS:
        return Tempo(f"{name_or_ms} ms", name_or_ms, name_or_ms, 0)
    raise ValueError(
        f"{name_or_ms!r} is no tempo: say one of {', '.join(TEMPOS)}, "
        f"or {SLIDER_LEAST_MS} to {SLIDER_MOST_MS} ms between calls."
    )
