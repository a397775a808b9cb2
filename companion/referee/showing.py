"""How the referee's picture is put together: the parts that need no journal and no queue.

Pure.
"""

from collections.abc import Collection

from companion.frozen import replace
from companion.games import robots
from companion.games.view import TableView
from companion.journal import Row
from companion.referee.fold import Fold, OpenAsk
from companion.referee.picture import (
    UNDO_OFFER_US,
    Lines,
    Night,
    PadNow,
    Picture,
    line_of,
    recalled,
)
from companion.referee.secrecy import happened
from companion.referee.taking_back import held_secret, took_back
from companion.say import Names
from companion.table.tempo import TEMPOS
from companion.words import HandedOver, Joined, Pad, Seat

BETWEEN_ROUNDS = "deal"  # the topic of the question that waits for the next round, in every game
SITS_DOWN, PLAYS_ON = "join", "hand_over"  # the answers to these offers
TEMPO_NAMES = tuple(TEMPOS)
NO_TABLE = TableView(pads=(), calling=False, once=False, hush=False, silent=False)


def table_of(fold: Fold | None, review: bool) -> TableView:
    """What the game at hand wants of the table; no PASS while a ruling is under review."""
    if fold is None or not fold.senses:
        return NO_TABLE  # a game that feels no dolphins wants nothing of them
    wish = fold.view.table or NO_TABLE
    return replace(wish, calling=wish.calling and not review)


def of_fold(picture: Picture, fold: Fold | None, now_us: int, lines: Lines) -> Picture:
    """The picture with the game's half renewed."""
    if fold is None:
        return picture
    undo, redo = fold.undoable(), fold.redoable()
    secret = redo is not None and held_secret(fold, redo)
    return replace(
        picture,
        state=fold.state,
        seen=(fold.state, fold.view),
        open=fold.open,
        lines=lines.of(fold),
        undo=line_of(fold, undo),
        undo_until_us=_until_us(undo.row, now_us) if undo else 0,
        redo=None if secret else recalled(fold, redo),
        anew=recalled(fold, redo) if secret else None,
        redo_by=fold.undone_by(),
        back=took_back(fold),
        back_until_us=_until_us(fold.taken_back[1], now_us) if fold.taken_back else 0,
    )


def _until_us(row: Row, now_us: int) -> int:
    """Until when a row is new, 0 when it is no more."""
    until_us = row.table_us + UNDO_OFFER_US
    return until_us if until_us > now_us else 0


def without_game(picture: Picture, night: Night) -> Picture:
    """The picture of a table that rests: what was played tonight, and who is there."""
    access = replace(picture.access, asked=False, closing=night)
    empty = Picture(picture.version, margins=picture.margins)
    return replace(empty, requests=picture.requests, access=access)


def at_table(names: Names, fold: Fold | None) -> Names:
    """The names without those of seats that are not there."""
    if fold is None or all(seat < fold.setup.seats for seat in names.seats):
        return names
    there = seats_of(fold)
    return replace(
        names,
        seats={seat: name for seat, name in names.seats.items() if seat in there},
        people={seat: who for seat, who in names.people.items() if seat in there},
    )


def seats_of(fold: Fold) -> tuple[Seat, ...]:
    """Who was at the table, from the beginning or later: not who came late, and it was undone."""
    counts = (entry for entry in fold.sat() if happened(entry))
    late = {fact.seat for one in counts for fact in one.facts if isinstance(fact, Joined)}
    return tuple(sorted({*map(Seat, range(fold.setup.seats)), *late}))


def sitting_down(asks: tuple[OpenAsk, ...]) -> tuple[str, tuple[Seat, ...]]:
    """The offer by which somebody sits down, and the seats that are free; none: it takes nobody."""
    return _offered(asks, Joined)


def playing_on(asks: tuple[OpenAsk, ...], names: Names) -> tuple[str, tuple[Seat, ...]]:
    """The offer by which somebody else plays on, and the seats that robots fill."""
    ask, seats = _offered(asks, HandedOver)
    filled = robots()
    return ask, tuple(seat for seat in seats if names.seats.get(seat) in filled)


def seating(
    asks: tuple[OpenAsk, ...], names: Names, here: Collection[Seat], seat: Seat
) -> tuple[str, str] | None:
    """What is told as somebody sits down there: an offer, "" where there is none, and its answer;
    None: it is a seat of those who are `here`, and nobody's."""
    if seat not in here:
        return sitting_down(asks)[0], SITS_DOWN
    return (playing_on(asks, names)[0], PLAYS_ON) if seat in names.people else None


def _offered(asks: tuple[OpenAsk, ...], fact: type) -> tuple[str, tuple[Seat, ...]]:
    for open_ in asks:
        for choice in open_.ask.choices:
            if isinstance(choice.fact, fact):
                return open_.id, tuple(Seat(int(seat)) for seat in choice.slots[0].options)
    return "", ()


def is_shown(pad: Pad, table: TableView) -> bool:
    """Whether a touch is shown at once: dark pads flash nowhere, no silent thief is betrayed."""
    dark = table.pads and pad not in table.pads
    return not dark and not table.silent


def deal_of(picture: Picture) -> str:
    """Which deal of which game the table is at, so that a hand can say which one it meant.

    It ends in "+" once that round is over: who is then told of a hand in it would take it for
    one that came after the score.
    """
    if picture.game is None:
        return "0.0"
    view = picture.view
    is_over = view.over or any(
        open_.ask.topic == BETWEEN_ROUNDS and open_.ask.must for open_ in picture.open
    )
    return f"{picture.game.game}.{view.round}{'+' if is_over else ''}"


def pads_shown(pads: tuple[PadNow, ...], table: TableView) -> tuple[PadNow, ...]:
    """The pads as screens may show them: dark ones dark, a silent thief not betrayed."""
    return tuple(_shown(pad, table) for pad in pads)


def _shown(pad: PadNow, table: TableView) -> PadNow:
    if table.pads and pad.pad not in table.pads and pad.why in ("", "unplugged"):
        return replace(pad, state="dark")
    if table.silent and pad.state in ("touched", "lifted"):
        return replace(pad, state="home")
    return pad
