"""What was read off a machine, before anybody thinks about it. Data only."""

from companion.frozen import dataclass
from companion.holding import Holder
from companion.table.board.now import BoardNow


@dataclass(frozen=True, slots=True)
class Device:
    """A file in /dev, and whether this user may read and write it."""

    path: str
    usable: bool


@dataclass(frozen=True, slots=True)
class Pins:
    """What lgpio says from a process of its own: `lgpio` is "ok", "none", "old" or "broken".

    `chip` is what the kernel calls the chip with the header's pins, `device` its name in /dev, and
    `taken` the configuration's pins that somebody holds, each with the name that its holder gave.
    """

    lgpio: str = "none"
    words: str = ""
    taken: tuple[tuple[int, str], ...] = ()
    version: str = ""
    chip: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything about a machine that the checks want to know."""

    python: tuple[int, int]
    pi: str  # the board's own name, "" when this is no Raspberry Pi
    pins: Pins
    chips: tuple[Device, ...]
    serial_ports: tuple[Device, ...]
    installed: frozenset[str]  # distributions that matter here, in small letters
    state: str
    state_writable: bool
    free_mb: int
    port: int
    port_trouble: str  # "", "taken", "forbidden" or the system's words
    hostname: str
    hostname_known: bool
    announced: bool  # avahi answers for hostname.local
    clock_behind: bool  # the wall clock is older than this very program
    namesake: str = ""  # where another machine is that is called the same
    journal: str = ""  # what the evenings' file says of itself: what is missing, or was saved
    state_in_memory: str = ""  # the file system, where it forgets all when the power goes
    kernel: str = ""
    groups: frozenset[str] = frozenset()  # of whoever asks
    holders: tuple[Holder, ...] = ()  # who has pins open
    within: bool = False  # the running companion looks at its own machine
    tablet: bool = False  # the dolphins are drawn on one: no pin is needed
    write_ms: float = 0.0  # the slowest of a few small writes to the disk, 0 where none can be made
    without_pins: bool = False  # nothing of this table is at the Pi's pins
    pins_wanted: tuple[int, ...] = ()  # BCM numbers in the configuration
    board_wanted: bool = False  # the configuration says that a touch board feels the dolphins
    port_taken: bool = False  # a touch board is plugged in, whatever became of its port
    board: BoardNow | None = None  # what the running companion knows of it
    port_holders: tuple[Holder, ...] = ()  # who has a serial port open
    port_owner: Holder | None = None  # who has the pages' port, where that is known
    games: str = ""  # the folder with games of the family's own, where there is one
    left_out: tuple[str, ...] = ()  # a sentence for each of them that cannot be played
    throttled: int = 0  # the firmware's bits: what the board suffers, or suffered since it started
