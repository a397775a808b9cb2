"""How the referee's picture is put together: the parts that need no journal and no queue.

Pure.
"""

from typing import TypedDict

from companion.frozen import replace
from companion.journal import Row
from companion.referee import buttons
from companion.referee.buttons import Draft
from companion.referee.fold import Fold
from companion.referee.picture import (
    UNDO_OFFER_US,
    Line,
    Lines,
    PadNow,
    Picture,
    Tonight,
    back_line,
    line_of,
    recalled,
)
from companion.table.tempo import TEMPOS
from companion.words import Pad


class TableWish(TypedDict):
    """What a game wants of the table: its view's "table"."""

    pads: list[Pad]  # the dolphins that count; none named: all of them
    calling: bool
    once: bool
    hush: bool
    silent: bool


BETWEEN_ROUNDS = "deal"  # the topic of the question that waits for the next round, in every game
TEMPO_NAMES = tuple(TEMPOS)
NO_TABLE = TableWish(pads=[], calling=False, once=False, hush=False, silent=False)


def table_of(fold: Fold | None, review: bool) -> TableWish:
    """What the game at hand wants of the table; no PASS while a ruling is under review."""
    if fold is None or not fold.senses:
        return NO_TABLE  # a game that feels no dolphins wants nothing of them
    wish: TableWish = fold.module.view(fold.state).get("table", NO_TABLE)
    return {**wish, "calling": wish["calling"] and not review}


def of_fold(picture: Picture, fold: Fold | None, now_us: int, lines: Lines) -> Picture:
    """The picture with the game's half renewed."""
    if fold is None:
        return picture
    undo = fold.undoable()
    back, back_until_us = _back(fold, now_us)
    return replace(
        picture,
        state=fold.state,
        open=fold.open,
        lines=lines.of(fold),
        undo=line_of(fold, undo),
        undo_until_us=_until_us(undo.row, now_us) if undo else 0,
        redo=recalled(fold, fold.redoable()),
        back=back,
        back_until_us=back_until_us,
    )


def _back(fold: Fold, now_us: int) -> tuple[Line | None, int]:
    """What was taken back a moment ago, and until when that is news."""
    if fold.taken_back is None:
        return None, 0
    word, row = fold.taken_back
    until_us = _until_us(row, now_us)
    return (back_line(fold, word) if until_us else None), until_us


def _until_us(row: Row, now_us: int) -> int:
    """Until when a row is new, 0 when it is no more."""
    until_us = row.table_us + UNDO_OFFER_US
    return until_us if until_us > now_us else 0


def without_game(picture: Picture, tonight: tuple[Tonight, ...]) -> Picture:
    """The picture of a table that rests: what was played tonight, and who is there."""
    access = replace(picture.access, asked=False, closing=tonight)
    empty = Picture(picture.version, margins=picture.margins)
    return replace(empty, requests=picture.requests, phones=picture.phones, access=access)


def draft_now(fold: Fold | None, draft: Draft | None, seat_buttons: bool) -> Draft | None:
    """The buttons' draft while its question is open, or the walk that a new one begins."""
    musts = tuple(open_ for open_ in fold.open if open_.ask.must) if fold else ()
    if draft is not None and any(open_.id == draft.ask for open_ in musts):
        return draft
    return buttons.opening_draft(musts, seat_buttons)


def is_shown(pad: Pad, table: TableWish) -> bool:
    """Whether a touch is shown at once: dark pads flash nowhere, no silent thief is betrayed."""
    dark = table["pads"] and pad not in table["pads"]
    return not dark and not table["silent"]


def deal_of(picture: Picture) -> str:
    """Which deal of which game the table is at, so that a hand can say which one it meant.

    It ends in "+" once that round is over: who is then told of a hand in it would take it for
    one that came after the score.
    """
    if picture.game is None or picture.module is None:
        return "0.0"
    view = picture.module.view(picture.state)
    is_over = view["over"] or any(
        open_.ask.topic == BETWEEN_ROUNDS and open_.ask.must for open_ in picture.open
    )
    return f"{picture.game.game}.{view.get('round', 0)}{'+' if is_over else ''}"


def pads_shown(pads: tuple[PadNow, ...], table: TableWish) -> tuple[PadNow, ...]:
    """The pads as screens may show them: dark ones dark, a silent thief not betrayed."""
    return tuple(_shown(pad, table) for pad in pads)


def _shown(pad: PadNow, table: TableWish) -> PadNow:
    if table["pads"] and pad.pad not in table["pads"] and pad.why in ("", "unplugged"):
        return replace(pad, state="dark")
    if table["silent"] and pad.state in ("touched", "lifted"):
        return replace(pad, state="home")
    return pad
