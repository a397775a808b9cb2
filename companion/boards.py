"""The boards of SPLIT that a family entered: their form, and their files.

Knows neither phones nor the game at hand. A board with a fault is never kept.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.games.split.board import Rows, faults
from companion.journal import Journal, settings
from companion.journal.library import ContentType, Library, too_long
from companion.words import Refused, Text

FILE_MOST = 4096  # letters of a board's file: an honest one has some 400
RULE = "H-Q20"
_MARK = "split board"  # what a file says that it is
_BOARD = Text("board")


@dataclass(frozen=True, slots=True)
class Kept:
    """A board without faults: its name, its rows as in SPLIT's Setup, and when it was saved."""

    name: str
    rows: Rows
    saved_ms: int


_TYPE = ContentType(
    settings.BOARDS, Kept, _BOARD, Text("boards"), lambda kept: not faults(kept.rows)
)


class Boards(Library[Kept]):
    """The boards of one journal. All methods may be called from any thread."""

    field = "board"  # of a Setup, that is filled with one

    def __init__(
        self, journal: Journal, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        super().__init__(journal, _TYPE, wall_ms)

    def filling(self, board: str) -> object:
        """What a Setup takes of the one with this id; None where it is not here."""
        kept = self.all().get(board)
        return None if kept is None else list(kept.rows)

    def keep(self, name: str, rows: object, board: str = "") -> str:
        """As `put`, for rows of any form. Raises Refused (H-Q20 for its rows), JournalError."""
        tidy = checked(rows)
        return self.put(lambda saved_ms: Kept(name, tidy, saved_ms), board)


def checked(rows: object) -> Rows:
    """Rows with one blank between spaces. Raises Refused (H-Q20), with the first fault in words."""
    if not isinstance(rows, list | tuple) or not all(isinstance(row, str) for row in rows):
        raise Refused(RULE, Text("The rows of a board are a list of texts."))
    tidy = tuple(" ".join(row.split()) for row in rows)
    if wrong := faults(tidy):
        raise Refused(RULE, wrong[0])
    return tidy


def written(kept: Kept) -> str:
    """A board as a file, to be carried to another table."""
    said = {"splash_companion": _MARK, "name": kept.name, "rows": kept.rows}
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def read(text: str) -> tuple[str, Rows]:
    """The name and the rows in a board's file. Raises Refused (H-Q20)."""
    if len(text) > FILE_MOST:
        raise too_long(RULE, _BOARD, FILE_MOST)
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or "rows" not in said:
        raise Refused(RULE, Text("That file is no board: it has no rows in it."))
    name = said.get("name", "")
    return name if isinstance(name, str) else "", checked(said["rows"])
