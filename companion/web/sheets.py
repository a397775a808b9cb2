"""What games have to print: a page with all of it, one of each sheet, its sides, and PDFs."""

from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template, request, send_from_directory
from jinja2 import Environment
from werkzeug.wrappers import Response as AnyResponse

from companion.access import AccessError
from companion.frozen import dataclass
from companion.games import GAMES
from companion.games.game import Game
from companion.sheets.paper import PAPERS, PaperSize, PrintSheet, pdf_name
from companion.web.guard import needs

if TYPE_CHECKING:
    from companion.web.press import Press

PDFS = Path(str(resources.files("companion"))) / "sheets" / "pdf"
INKS = ("colour", "grey")
KEPT = 100  # sheets of which it is known how much paper they take


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet as pages show it: its name in addresses, its sides, and how much paper it takes."""

    key: str
    title: str
    says: str
    leaves: int
    is_both: bool
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PileShown:
    """All sheets of a game."""

    kind: str
    title: str
    sheets: tuple[SheetShown, ...]


@dataclass(frozen=True, slots=True)
class Wished:
    """On which paper somebody prints, and whether in colours."""

    paper: PaperSize
    ink: str

    @property
    def is_grey(self) -> bool:
        """Without colours."""
        return self.ink == INKS[1]

    @property
    def query(self) -> str:
        """The same in an address."""
        return f"paper={self.paper.key}&ink={self.ink}"


def sheets_pages(env: Environment) -> Blueprint:
    """The blueprint of all that is to be printed."""
    blueprint = Blueprint("sheets", __name__)
    choices = {"papers": tuple(PAPERS.values()), "inks": INKS}

    @blueprint.get("/sheets")
    @needs("nobody")
    def sheets() -> str:
        wished = wish()
        return render_template("sheets.html", piles=piles(wished.paper), wished=wished, **choices)

    @blueprint.get("/sheets/<kind>/<name>")
    @needs("nobody")
    def sheet(kind: str, name: str) -> str:
        wished = wish()
        one = shown(sheet_of(kind, name), wished.paper)
        pdf = (PDFS / pdf_name(kind, name, wished.paper, wished.is_grey)).is_file()
        of = {"kind": kind, "title": GAMES[kind].title, "has_pdf": pdf}
        return render_template("sheet.html", sheet=one, wished=wished, **of, **choices)

    @blueprint.get("/sheets/<kind>/<name>/<int:side>.svg")
    @needs("nobody")
    def svg_of(kind: str, name: str, side: int) -> AnyResponse:
        wished, one = wish(), sheet_of(kind, name)
        if side not in shown(one, wished.paper).sides:
            raise AccessError(404, "This sheet has no such side.")
        drawn = _press(env).side(kind, one, wished.paper, side, wished.is_grey)
        return Response(drawn, mimetype="image/svg+xml")

    @blueprint.get("/sheets/<kind>/<name>.pdf")
    @needs("nobody")
    def pdf_of(kind: str, name: str) -> AnyResponse:
        wished = wish()
        file = pdf_name(kind, sheet_of(kind, name).key, wished.paper, wished.is_grey)
        if not (PDFS / file).is_file():
            raise AccessError(404, "This sheet is not here as a PDF. Print its page.")
        return send_from_directory(PDFS, file)

    return blueprint


@cache
def _press(env: Environment) -> "Press":
    """What draws sides, loaded when somebody prints."""
    from companion.web.press import Press

    return Press(env)


def wish() -> Wished:
    """What the address says. Raises AccessError where there is no such paper or ink."""
    paper, ink = request.args.get("paper", next(iter(PAPERS))), request.args.get("ink", INKS[0])
    if paper not in PAPERS:
        names = " or ".join(one.name for one in PAPERS.values())
        raise AccessError(404, f"There is no such paper here. It can be {names}.")
    if ink not in INKS:
        raise AccessError(404, f"It can be printed in {' or in '.join(INKS)}.")
    return Wished(PAPERS[paper], ink)


def sheet_of(kind: str, key: str) -> PrintSheet:
    """A sheet of a game. Raises AccessError where there is none."""
    sheets = GAMES[kind].sheets if kind in GAMES else ()
    for sheet in sheets:
        if sheet.key == key:
            return sheet
    raise AccessError(404, "There is no such sheet to print.")


def piles(paper: PaperSize) -> tuple[PileShown, ...]:
    """All sheets of all games that have any."""
    return tuple(
        PileShown(kind, called(game), tuple(shown(sheet, paper) for sheet in game.sheets))
        for kind, game in GAMES.items()
        if game.prints
    )


def called(game: Game) -> str:
    """What a game is called with its box, and without it."""
    return f"{game.title}, or {game.boxless.title}" if game.boxless else game.title


@lru_cache(KEPT)
def shown(sheet: PrintSheet, paper: PaperSize) -> SheetShown:
    """A sheet as pages show it."""
    leaves = sheet.draws(paper)
    sides = range(1, sum(1 + bool(leaf.back) for leaf in leaves) + 1)
    both = any(leaf.back for leaf in leaves)
    return SheetShown(sheet.key, sheet.title, sheet.says, len(leaves), both, tuple(sides))
