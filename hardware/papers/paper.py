"""A sheet of paper as SVG in millimetres: what is drawn on it is as large as it is printed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 210, 297, 12  # A4; also whole on Letter's width, with its foot cut off
INK, QUIET, COPPER, WOOD, WATER = "#1a2633", "#5b6770", "#b8703a", "#e8cfa6", "#0b5a8a"
COMMAND = "DejaVu Sans Mono, monospace"
PITCH = 2.54  # mm from hole to hole, and from pin to pin
COLOURS = {
    "Red": "#c62828",
    "Blue": "#1565c0",
    "Green": "#2e7d32",
    "Gold": "#b07d00",
    "White": "#777777",
}
MADE = "<!-- Made by `make papers`: change hardware/papers, not this. -->"


@dataclass(slots=True)
class Paper:
    """One sheet, drawn from top to bottom."""

    title: str
    about: str
    number: int
    """By which other sheets name it."""
    parts: list[str] = field(default_factory=list)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = INK,
        thick: float = 0.3,
        round_: float = 0,
        dash: str = "",
    ) -> None:
        """A rectangle by its corner at the top left."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{thick:g}"{dashed}/>'
        )

    def line(self, *points: tuple[float, float], stroke: str = INK, thick: float = 0.3) -> None:
        """A line through these points."""
        told = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(
            f'<polyline points="{told}" fill="none" stroke="{stroke}" stroke-width="{thick:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        """A circle by its middle."""
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
            'stroke-width="0.3"/>'
        )

    def path(self, d: str, fill: str, stroke: str = INK, thick: float = 0.4) -> None:
        """Any shape, in SVG's own words."""
        self.parts.append(
            f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{thick:g}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 3.6,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
        font: str = "",
    ) -> None:
        """A line of words; `size` is the height of its letters' box, `y` where they stand."""
        weight = ' font-weight="bold"' if bold else ""
        face = f' font-family="{font}"' if font else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
            f'{weight}{face} fill="{fill}">{escape(words)}</text>'
        )

    def lines(self, x: float, y: float, words: Iterable[str], size: float = 3.6) -> float:
        """Lines of words below each other; gives where the next would stand."""
        for line in words:
            self.text(x, y, line, size)
            y += size * 1.35
        return y

    def rule(self, x: float, y: float, mm: int = 50) -> None:
        """A line that is so long when the sheet is printed as large as it is."""
        self.line((x, y), (x + mm, y))
        for at in range(0, mm + 1, 10):
            self.line((x + at, y - 1.5), (x + at, y + 1.5))
        self.text(x + mm + 3, y + 1.2, f"{mm} mm? Then it is printed in its true size.")

    def key(self, x: float, y: float, what: str, fill: str) -> None:
        """One line that says what is drawn in a colour; `y` is its middle."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y - 1.6:g}" width="10" height="3.2" rx="1.2" '
            f'fill="{fill}" data-key="{escape(what)}" stroke="{INK}" stroke-width="0.3"/>'
        )
        self.text(x + 13, y + 1.3, what)

    @property
    def svg(self) -> str:
        """The sheet as a file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(self.about)}" '
            'font-family="DejaVu Sans, sans-serif">'
        )
        title = (
            f'<text x="{MARGIN}" y="20" font-size="7" font-weight="bold" fill="{INK}">'
            f"{escape(self.title)}</text>"
        )
        number = (
            f'<text x="{WIDTH - MARGIN}" y="20" font-size="5" text-anchor="end" fill="{QUIET}">'
            f"sheet {self.number}</text>"
        )
        white = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
        return "\n".join((head, MADE, white, title, number, *self.parts, "</svg>", ""))
