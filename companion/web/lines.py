"""The lines of what happened, as pages have them: their hour, their words, who said them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion import days
from companion.referee.fold import Entry
from companion.referee.picture import Line, Picture, entry_lines
from companion.say import Names, say
from companion.web import wire
from companion.web.rulebook import rule_text
from companion.words import Seat

_BY = {
    "buttons": "the table's buttons",
    "referee": "the referee",
    "robot": "a robot",
    "table": "the table",
}


def lines_shown(lines: Iterable[Line], picture: Picture) -> tuple[wire.HistoryLine, ...]:
    """Lines in the order in which they are read; the day is said where it changes."""
    told = list(lines)
    turns = days.turns([line.wall_ms for line in told])
    shown = zip(told, turns, strict=True)
    return tuple(replace(line_shown(line, picture), day=turn) for line, turn in shown)


def line_shown(line: Line, picture: Picture) -> wire.HistoryLine:
    """A line by itself."""
    kind = picture.game.kind if picture.game else ""
    return wire.HistoryLine(
        seq=line.seq,
        day="",
        at=days.hour(line.wall_ms),
        text=say(line.text, picture.names),
        rule=line.rule,
        rule_text=rule_text(kind, line.rule),
        sign=line.sign,
        by=by_shown(line, picture.names),
        standing=line.standing,
        told=line.told,
        amends=line.amends,
    )


def news_shown(line: Line, picture: Picture) -> wire.HistoryLine:
    """What happened last, by itself: with its day where that is not this evening's."""
    day, evening = days.turn(line.wall_ms), picture.access.evening
    return replace(line_shown(line, picture), day="" if evening in ("", day) else day)


def line_of_entry(entry: Entry, picture: Picture) -> wire.HistoryLine:
    """A fact of the journal as one line."""
    return line_shown(entry_lines(entry)[0], picture)


def lists_of_entries(
    lists: Sequence[Sequence[Entry]], picture: Picture
) -> tuple[tuple[wire.HistoryLine, ...], ...]:
    """Several lists of facts that are read together: where not all are of one day each says its
    own at its first line, and where it changes."""
    told = [[entry_lines(entry)[0] for entry in entries] for entries in lists]
    is_one = len({days.evening(line.wall_ms) for lines in told for line in lines}) < 2
    return tuple(
        tuple(
            replace(line_shown(line, picture), day="" if is_one else day)
            for line, day in zip(lines, days.firsts([line.wall_ms for line in lines]), strict=True)
        )
        for lines in told
    )


def by_shown(line: Line, names: Names) -> str:
    """Who said it, in words; empty for what nobody told."""
    return teller_shown(line.by, names) if line.told else ""


def teller_shown(by: str, names: Names) -> str:
    """Whoever tells things, in words."""
    if by.startswith("seat:"):
        return names.seat(Seat(int(by.removeprefix("seat:"))))
    return _BY.get(by, by)
