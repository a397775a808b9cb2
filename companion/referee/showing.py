"""How the referee's picture is put together: the parts that need no journal and no queue.

Pure.
"""

from typing import TypedDict

from companion.frozen import replace
from companion.referee import buttons
from companion.referee.buttons import Draft
from companion.referee.fold import Fold
from companion.referee.picture import UNDO_OFFER_US, Lines, PadNow, Picture, Tonight, line_of
from companion.table.tempo import TEMPOS
from companion.words import Pad


class TableWish(TypedDict):
    """What a game wants of the table: its view's "table"."""

    pads: list[Pad]  # the dolphins that count; none named: all of them
    calling: bool
    once: bool
    hush: bool
    silent: bool


TEMPO_NAMES = tuple(TEMPOS)
NO_TABLE = TableWish(pads=[], calling=False, once=False, hush=False, silent=False)


def table_of(fold: Fold | None, review: bool) -> TableWish:
    """What the game at hand wants of the table; no PASS while a ruling is under review."""
    if fold is None:
        return NO_TABLE
    wish: TableWish = fold.module.view(fold.state).get("table", NO_TABLE)
    return {**wish, "calling": wish["calling"] and not review}


def of_fold(picture: Picture, fold: Fold | None, now_us: int, lines: Lines) -> Picture:
    """The picture with the game's half renewed."""
    if fold is None:
        return picture
    undo = fold.undoable()
    until_us = undo.row.table_us + UNDO_OFFER_US if undo else 0
    return replace(
        picture,
        state=fold.state,
        open=fold.open,
        lines=lines.of(fold),
        undo=line_of(fold, undo),
        undo_until_us=until_us if until_us > now_us else 0,
        redo=line_of(fold, fold.redoable()),
    )


def without_game(picture: Picture, tonight: tuple[Tonight, ...]) -> Picture:
    """The picture of a table that rests: what was played tonight, and who is there."""
    door = replace(picture.door, asked=False, closing=tonight)
    empty = Picture(picture.version, margins=picture.margins)
    return replace(empty, knocks=picture.knocks, phones=picture.phones, door=door)


def draft_now(fold: Fold | None, draft: Draft | None, seat_buttons: bool) -> Draft | None:
    """The buttons' draft while its question is open, or the walk that a new one begins."""
    musts = tuple(open_ for open_ in fold.open if open_.ask.must) if fold else ()
    if draft is not None and any(open_.id == draft.ask for open_ in musts):
        return draft
    return buttons.opening_draft(musts, seat_buttons)


def pads_shown(pads: tuple[PadNow, ...], table: TableWish) -> tuple[PadNow, ...]:
    """The pads as screens may show them: dark ones dark, a silent thief not betrayed."""
    return tuple(_shown(pad, table) for pad in pads)


def _shown(pad: PadNow, table: TableWish) -> PadNow:
    if table["pads"] and pad.pad not in table["pads"] and pad.why in ("", "unplugged"):
        return replace(pad, state="dark")
    if table["silent"] and pad.state in ("touched", "lifted"):
        return replace(pad, state="home")
    return pad
