"""What families enter for SPLIT: the suits of their printed board."""

from typing import Final

from companion.games.game import Content
from companion.games.split.board import Rows, checked
from companion.games.split.path import SIDE

BOARDS: Final = Content(
    word="board",
    many="boards",
    form=Rows,
    entries=SIDE,
    checked=checked,
    blank=(" ".join("-" * SIDE),) * SIDE,
    part="rows",
    rule="H-Q20",
    formless="The rows of a board are a list of texts.",
    mark="split board",
    letters=4096,  # an honest one has some 400
    title="SPLIT's boards",
    why="Copy the suits from your printed board once: that takes some four minutes. "
    "Then the companion knows where chips may go.",
    enter="Enter a board",
    editor="split_board.html",
    unseen=("H-Q21", "A game is played on this board, and nobody looks under the chips."),
)
