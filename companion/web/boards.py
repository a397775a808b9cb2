"""The boards of SPLIT on a phone: a list of them, the editor, their files.

Decides nothing about boards: boards.py and the rules do. No page here is a live one.
"""

from typing import Annotated

from flask import Blueprint, Response, jsonify, render_template, request

from companion.access import AccessError
from companion.boards import FILE_MOST, Boards, Kept, read, written
from companion.codec import Shaped
from companion.games.split.board import Rows
from companion.referee import Referee
from companion.web import forms
from companion.web.guard import needs
from companion.web.kept import NEW, Answer, as_file, closed, file_of, refused, shown
from companion.web.spoken import DONE, May, Name, Word, says
from companion.words import Refused, Text

Squares = Annotated[Rows, Shaped(minItems=10, maxItems=10)]
Mark = Annotated[str, Shaped(const="split board")]
BOARD = {"name": str, "rows": Squares}
KEPT = {"board": str, "name": str}
SURE = {"sure": Annotated[str, Shaped(enum=("yes",))]}  # also while a game is played on it
EMPTY: Rows = (" ".join("-" * 10),) * 10


def boards_pages(referee: Referee, boards: Boards) -> Blueprint:
    """The blueprint of everything about boards."""
    blueprint = Blueprint("boards", __name__)
    _looking(blueprint, referee, boards)
    _keeping(blueprint, boards)
    return blueprint


def _looking(blueprint: Blueprint, referee: Referee, boards: Boards) -> None:
    @blueprint.get("/boards")
    @needs("referee")
    def all_boards() -> str:
        kept = [shown(board, one) for board, one in boards.all().items()]
        return render_template("games/split/split_boards.html", boards=kept)

    @blueprint.get("/boards/<board>")
    @needs("referee")
    def editor(board: str) -> str | tuple[str, int]:
        kept = Kept("", EMPTY, 0) if board == NEW else boards.all().get(board)
        if kept is None:
            text = "That board is not here any more."
            return closed("Not here", text, 404, link="/boards", link_text="All boards")
        if _lies_on_table(referee, kept) and not _is_sure():
            text = f"{_NOBODY_PEEKS} When it is over the board can be changed."
            sure = {"link": f"{request.path}?sure=yes", "link_text": "Look all the same"}
            return closed("Not now", text, 409, **sure)
        rows = [row.split() for row in kept.rows]
        shown = {"board": board, "kept": kept, "rows": rows, "file_most": FILE_MOST}
        return render_template("games/split/split_board.html", **shown)

    @blueprint.get("/api/boards/<board>")
    @needs("referee")
    @says({"splash_companion": Mark, **BOARD}, asks=SURE, refuses=(403, 404, 409))
    def file(board: str) -> Answer:
        """A board as a file, to be carried to another table."""
        kept = boards.all().get(board)
        if kept is None:
            raise AccessError(404, "That board is not here any more.")
        if _lies_on_table(referee, kept) and not _is_sure():
            return refused(Refused("H-Q21", Text(_NOBODY_PEEKS)), 409)
        return as_file(written(kept), f"split-board-{board}.json")


def _keeping(blueprint: Blueprint, boards: Boards) -> None:
    @blueprint.post("/api/boards")
    @needs("referee")
    @says(KEPT, {"board": May(Word), "name": Name, "rows": Squares})
    def keep() -> Answer:
        """Keeps a board of SPLIT."""
        told = forms.told()
        board = forms.text(told, "board") if "board" in told else ""
        name = forms.name(told.get("name"))
        try:
            return jsonify(board=boards.keep(name, told.get("rows"), board), name=name)
        except Refused as refusal:
            return refused(refusal)

    @blueprint.post("/api/read_board")
    @needs("referee")
    @says(BOARD, {"file": str})
    def read_board() -> Answer:
        """What is in the text of a board's file."""
        text = file_of(forms.told())
        try:
            name, rows = read(text)
        except Refused as refusal:
            return refused(refusal)
        return jsonify(name=name, rows=rows)

    @blueprint.post("/api/drop_board")
    @needs("referee")
    @says(DONE, {"board": Word})
    def drop_board() -> Response:
        """Keeps a board no longer."""
        boards.drop(forms.text(forms.told(), "board"))
        return jsonify(ok=True)


_NOBODY_PEEKS = "A game is played on this board, and nobody looks under the chips."


def _lies_on_table(referee: Referee, kept: Kept) -> bool:
    # H-Q21 The suits under chips are never on a screen.
    picture = referee.picture
    if picture.module is None or getattr(picture.setup, "board", ()) != kept.rows:
        return False
    return not picture.module.view(picture.state)["over"]


def _is_sure() -> bool:
    return request.args.get("sure") == "yes"
