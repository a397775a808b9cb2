"""A game moment by moment: the picture after each thing that happened, and what was felt then.

Pure. The same fold of the same facts as in play, stopped early.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.frozen import dataclass
from companion.referee.fold import DEALT, Entry, Fold
from companion.referee.picture import PadNow, Picture, entry_lines, lines_of
from companion.words import (
    Homed,
    Lifted,
    Pad,
    Released,
    Suspected,
    Touched,
    Trusted,
)

FELT_BEFORE_US = 6_000_000  # how much of the table's life is drawn under a moment
TOLD_MOST = 3  # words by which a game was decided; no touch of its last round is left out
BACK_MOST = 24  # moments: a round with dolphins has fewer


@dataclass(frozen=True, slots=True)
class Felt:
    """One signal under a moment: `ago_us` before it, and how long before or after that it was."""

    pad: Pad
    kind: str
    ago_us: int
    uncertain_us: int
    early_us: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after `at` of `last` things that happened; 0 is before the first."""

    at: int
    last: int
    picture: Picture
    felt: tuple[Felt, ...]


def steps(fold: Fold) -> tuple[int, ...]:
    """The places of all entries that changed something to be seen."""
    return tuple(place for place, entry in enumerate(fold.entries) if _is_seen(fold, entry))


def moment(fold: Fold, picture: Picture, seen: tuple[int, ...], at: int) -> Moment:
    """The game's picture after the `at`-th of its steps; `picture` gives names and the game."""
    at = max(0, min(at, len(seen)))
    upto = seen[at - 1] + 1 if at else 0
    part = fold.up_to(upto)
    shown = replace(
        picture,
        version=at,
        state=part.state,
        open=part.open,
        lines=lines_of(part),
        pads=_pads(part.entries, len(picture.names.pads)),
        undo=None,
        redo=None,
        anew=None,
        back=None,
    )
    return Moment(at, len(seen), shown, _felt(part))


def decided(fold: Fold, seen: Sequence[int]) -> tuple[int, ...]:
    """The moments, as `moment` counts them, by which a game that is over was decided.

    They are the touches of its last round and the newest words, up to that which ended the game.
    """
    return tuple(reversed(tuple(_decisive(fold, seen)))) if fold.view.over else ()


def _decisive(fold: Fold, seen: Sequence[int]) -> Iterator[int]:
    """The same, the last one first."""
    view, told, played = fold.module.view, 0, True
    moments = [(at, fold.entries[place]) for at, place in enumerate(seen, start=1)]
    standing = [(at, entry) for at, entry in moments if entry.standing]
    while standing and view(standing[-1][1].before).over:
        standing.pop()  # what was told once it was over
    for at, entry in reversed(standing[-BACK_MOST:]):
        told += entry.by_person
        if told <= TOLD_MOST if entry.by_person else played and isinstance(entry.fact, Touched):
            yield at
        stages = view(entry.before).stage, view(entry.after).stage
        played = played and stages != DEALT  # hands before a deal are not its round's


def _is_seen(fold: Fold, entry: Entry) -> bool:
    if isinstance(entry.fact, Touched | Lifted):
        return not _is_silent(fold, entry)
    return bool(entry_lines(entry))


def _is_silent(fold: Fold, entry: Entry) -> bool:
    """A thief whom nobody has noticed yet is not betrayed by a replay either."""
    table = fold.module.view(entry.after).table
    return table is not None and table.silent


def _felt(part: Fold) -> tuple[Felt, ...]:
    touches = [
        entry.fact
        for entry in part.entries
        if isinstance(entry.fact, Touched | Lifted) and not _is_silent(part, entry)
    ]
    if not part.entries or not touches:
        return ()
    now_us = max(part.entries[-1].row.table_us, touches[-1].at_us)
    return tuple(
        Felt(
            touch.pad,
            "touch" if isinstance(touch, Touched) else "lift",
            now_us - touch.at_us,
            touch.uncertain_us,
            touch.early_us if isinstance(touch, Touched) else 0,
        )
        for touch in touches
        if 0 <= now_us - touch.at_us <= FELT_BEFORE_US
    )


def _pads(entries: list[Entry], pads: int) -> tuple[PadNow, ...]:
    now = {Pad(pad): PadNow(Pad(pad), "home") for pad in range(pads)}
    for entry in entries:
        match entry.fact:
            case Touched(pad):
                now[pad] = PadNow(pad, "touched")
            case Lifted(pad):
                now[pad] = PadNow(pad, "lifted")
            case Suspected(pad, why):
                now[pad] = PadNow(pad, "suspect", why)
            case Homed(pad) | Trusted(pad):
                now[pad] = PadNow(pad, "home")
            case Released(pad) if now[pad].state == "touched":
                now[pad] = PadNow(pad, "home")
            case _:
                pass
    return tuple(now.values())
