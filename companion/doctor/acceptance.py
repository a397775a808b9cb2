"""The touch board's acceptance sheet: what ten taps a pad have shown, and what people tick by hand.

Pure, and data. Printed from a browser.
"""

from pathlib import Path

from companion.doctor.one_pad import HEAVY, Trace
from companion.frozen import dataclass
from companion.table.board.calibration.margins import pf

TAPS = 10


@dataclass(frozen=True, slots=True)
class PadAccepted:
    """One dolphin: how often it was felt, how often with a sharp moment, its largest doubt of these
    (before and after together), and how often another was felt meanwhile."""

    name: str
    empty: Trace
    felt: int
    sharp: int
    uncertain_us: int
    others: int

    @property
    def is_good(self) -> bool:
        """Whether each tap was felt, at its moment, and by this dolphin alone."""
        return self.felt == self.sharp == TAPS and not self.others and self.empty.mean <= HEAVY

    @property
    def weight(self) -> str:
        """Empty, in words."""
        return pf(self.empty.mean)

    @property
    def noise(self) -> str:
        """Its largest swing with nobody near, in words."""
        return pf(self.empty.swing)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet; `image` is the check sum of the board's program."""

    image: str
    ships: bool
    pads: tuple[PadAccepted, ...]

    @property
    def is_good(self) -> bool:
        """Whether all that could be measured is as it should be."""
        return self.ships and all(pad.is_good for pad in self.pads)

    def page(self, built_on: str) -> str:
        """The sheet as a page of HTML to be printed; `built_on` is the day, as people read it."""
        from jinja2 import Environment

        template = Path(__file__).with_name("acceptance.html").read_text(encoding="utf-8")
        environment = Environment(autoescape=True)
        return environment.from_string(template).render(sheet=self, taps=TAPS, on=built_on)

    def __str__(self) -> str:
        lines = [
            f"{'ok' if pad.is_good else 'look':5} {pad.name}: {pad.felt} of {TAPS} taps felt, "
            f"{pad.sharp} at their moment (to {pad.uncertain_us} us), others {pad.others}; "
            f"weighs {pad.weight}, trembles {pad.noise}"
            for pad in self.pads
        ]
        program = (
            "ok    The board's program is" if self.ships else "look  The board's program is not"
        )
        return "\n".join((*lines, f"{program} the one that ships ({self.image})."))
