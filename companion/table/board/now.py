"""What is known of a touch board at one moment. Must not ask it anything."""

from companion.frozen import dataclass
from companion.table.frames import Cause, Origin, Reading


@dataclass(frozen=True, slots=True)
class BoardNow:
    """What is known of the board just now, for whoever looks after the machine."""

    port: str
    stage: str
    trouble: tuple[str, ...]
    version: int = 0
    image: int = 0
    cause: Cause = Cause(0)
    origin: Origin = Origin.DEFAULTS
    clock_ppm: float = 0.0
    clock_uncertain_us: int = 0
    bad_frames: int = 0  # that came here
    readings: tuple[tuple[Reading, int], ...] = ()
    starts: int = 0  # that were seen
    trembled: int = 0  # looks at held pads, and contacts, in which a charger shook them
