"""Draws what games have to print by the pages' own drawings: every side of every sheet as SVG.

Knows no page and no request; which sheets there are the games say.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from companion.access import AccessError
from companion.frozen import dataclass
from companion.games import GAMES
from companion.sheets.paper import (
    FOOT,
    MARGIN,
    OURS,
    PAPERS,
    QUIET,
    Mark,
    Marks,
    PaperSize,
    PrintSheet,
    Sprite,
    Stamp,
    pdf_name,
)
from companion.sheets.svg import grey, mm, svg
from companion.sheets.worn import SVG, Wardrobe
from companion.sheets.writing import line
from companion.web import folders
from companion.web.drawing import FILTERS
from companion.web.parts import Templates

_HERE = Path(__file__).parent
_STYLES = ("tokens.css", "page.css", "book.css", "table.css")
_SYMBOLS = "_sprite.html"
KEPT = 4  # sheets that are laid out: whoever prints one asks for its sides one after the other


class Press:
    """Draws sides of sheets; what it draws them by it reads once."""

    def __init__(self, env: Environment) -> None:
        self._env = env

    def side(
        self, kind: str, sheet: PrintSheet, paper: PaperSize, number: int, is_grey: bool = False
    ) -> str:
        """A side of a game's sheet as SVG, the first is number 1. Raises AccessError."""
        sides = sides_of(sheet, paper)
        about = f"{GAMES[kind].title}: {sheet.title}, side {number} of {len(sides)}"
        draw = partial(svg, paper, sides[number - 1], about, _Desk(self, kind))
        parts = self._env.parts if isinstance(self._env, Templates) else None
        drawn = parts.printed(kind, sheet.title, draw) if parts else draw()
        return grey(drawn) if is_grey else drawn

    @cached_property
    def wardrobe(self) -> Wardrobe:
        """What all pages' drawings wear, and their symbols."""
        own = [_HERE / "static" / name for name in _STYLES]
        games = [folders.folder(game) / "pages" / folders.STYLE for game in GAMES.values()]
        styles = [file.read_text(encoding="utf-8") for file in (*own, *games) if file.is_file()]
        return Wardrobe(styles, dict(self._symbols()))

    def drawn(self, page: str, **gives: object) -> list[Element]:
        """What a template draws; nothing where a game has none."""
        try:
            said = self._env.get_template(page).render(**gives)
        except TemplateNotFound:
            return []
        except AccessError as problem:  # a family's own that fails
            if isinstance(self._env, Templates):
                self._env.parts.leave_out(page, str(problem))
            return []
        try:
            return list(fromstring(f'<div xmlns="{SVG[1:-1]}">{said}</div>'))
        except ParseError as problem:
            if isinstance(self._env, Templates) and self._env.parts.unread(page, problem):
                return []
            raise

    def _symbols(self) -> Iterator[tuple[str, Element]]:
        own = (f"games/{kind}/{_SYMBOLS.strip('_')}" for kind in GAMES)
        for page in (_SYMBOLS, *own):
            for drawing in self.drawn(page):
                yield from ((one.attrib["id"], one) for one in drawing.iter() if "id" in one.attrib)


@dataclass(frozen=True, slots=True)
class _Desk:
    """A game's drawings, dressed as its pages show them."""

    press: Press
    kind: str

    def sprite(self, sprite: Sprite) -> Element:
        """One of the symbols."""
        at = {"x": sprite.x, "y": sprite.y, "width": sprite.wide, "height": sprite.high}
        place = {name: mm(n) for name, n in at.items()}
        use = Element(f"{SVG}use", {"href": f"#{sprite.name}", **place, **dict(sprite.wears)})
        return self.press.wardrobe.dressed(use)

    def stamp(self, stamp: Stamp) -> list[Element]:
        """What a template of the game draws."""
        drawn = self.press.drawn(f"games/{self.kind}/{stamp.page}", **dict(stamp.gives))
        return [self.press.wardrobe.dressed(one) for one in drawn]

    def wax(self) -> Element:
        """The grain of a crayon."""
        return self.press.wardrobe.dressed(self.press.wardrobe.symbols["wax"])


@lru_cache(KEPT)
def sides_of(sheet: PrintSheet, paper: PaperSize) -> tuple[Marks, ...]:
    """All sides in the order in which they are printed, with what they are and whose."""
    leaves = sheet.draws(paper)
    both = any(leaf.back for leaf in leaves)
    drawn = [side for leaf in leaves for side in (leaf.front, leaf.back) if side]
    return tuple(
        (*marks, *_frame(sheet, paper, n, len(drawn), both)) for n, marks in enumerate(drawn)
    )


def _frame(sheet: PrintSheet, paper: PaperSize, n: int, of: int, both: bool) -> Iterator[Mark]:
    is_front = not (both and n % 2)
    if sheet.head and is_front:
        room = paper.room * (0.6 if both else 1)
        yield line(sheet.head, MARGIN, MARGIN + 7, 7, room, bold=True)
    if both and is_front:
        turn, rest = "Both sides: turn at the long edge", paper.room * 0.38
        yield line(turn, paper.right, MARGIN + 7, 3.2, rest, anchor="end", colour=QUIET)
    stands = paper.low + FOOT - 0.8
    said = f"{OURS} {sheet.whose}".strip()
    yield line(said, MARGIN, stands, 2.6, paper.room * 0.84, colour=QUIET)
    told, rest = f"{paper.name}, {n + 1} of {of}", paper.room * 0.14
    yield line(told, paper.right, stands, 2.6, rest, anchor="end", colour=QUIET)


# --- for PDFs, which are made before anybody asks ---------------------------------------------


def all_sides() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each PDF's name, and its sides as SVG."""
    press = Press(environment())
    for kind, game in GAMES.items():
        for sheet in game.sheets:
            for paper in PAPERS.values():
                count = len(sides_of(sheet, paper))
                sides = tuple(press.side(kind, sheet, paper, n + 1) for n in range(count))
                yield pdf_name(kind, sheet.key, paper, False), sides
                yield pdf_name(kind, sheet.key, paper, True), tuple(map(grey, sides))


def sum_of(sides: Iterable[str]) -> str:
    """What is told beside a PDF: of what it was made."""
    return sha256("".join(sides).encode()).hexdigest()


def environment() -> Environment:
    """The pages' templates without an application."""
    env = Environment(
        loader=ChoiceLoader([FileSystemLoader(_HERE / "templates"), folders.templates()]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(FILTERS)
    env.globals["declared"] = GAMES
    return env
