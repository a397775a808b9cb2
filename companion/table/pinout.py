"""The one pin map, `pinout.toml`: which wire goes to which place on the Pi's header, and what for.

Must not open pins, and must not know what a setting means: `config.py` does.
"""

import tomllib
from functools import cache
from pathlib import Path

from companion.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire at the header. `setting` is its place in `companion.toml`, such as
    "pads[0].touch"; `pull` is "up" or "down" for an input and "none" for an output.
    """

    what: str
    setting: str
    bcm: int
    place: int
    pull: str
    goes_to: str


@dataclass(frozen=True, slots=True)
class Pinout:
    """Every wire there can be, and what lies at the header's forty places, the first first."""

    header: tuple[str, ...]
    modules: tuple[Wire, ...]
    levers: tuple[Wire, ...]
    both: tuple[Wire, ...]
    more: tuple[Wire, ...]

    @property
    def with_modules(self) -> tuple[Wire, ...]:
        """The usual table: five touch modules, START, YES, NO and a buzzer."""
        return self.modules + self.both

    @property
    def with_levers(self) -> tuple[Wire, ...]:
        """The same table with lever switches in the modules' place."""
        return self.levers + self.both

    @property
    def with_everything(self) -> tuple[Wire, ...]:
        """The usual table and all that may be added to it."""
        return self.with_modules + self.more


@dataclass(frozen=True, slots=True)
class BoardWire:
    """One wire at the touch board. `port` is the chip's port and bit ("C0"), `nano` what is
    printed beside the pin; `use` is "pad", "drive" or "button".
    """

    what: str
    name: str
    nano: str
    port: str
    use: str

    @property
    def bit(self) -> int:
        """Its place in the port's register, 0 to 7."""
        return int(self.port[1:])


@cache
def pinout() -> Pinout:
    """The map as it is installed."""
    tree = tomllib.loads(_text())
    parts = ("modules", "levers", "both", "more")
    wires = {part: tuple(Wire(**line) for line in tree[part]) for part in parts}
    return Pinout(header=tuple(tree["header"]), **wires)


@cache
def board_wires() -> tuple[BoardWire, ...]:
    """The touch board's wires as they are installed, in the order of the map."""
    return tuple(BoardWire(**line) for line in tomllib.loads(_text())["board"])


def _text() -> str:
    return Path(__file__).with_name("pinout.toml").read_text(encoding="utf-8")
