"""What stands in the journal: rows of facts and games, and how SQLite holds them."""

import json
from enum import Enum

from companion.frozen import dataclass
from companion.journal import file as journal_file
from companion.journal.pages import Value

PRETEND = "pretended:"  # before the boot of a table without real dolphins


class Op(Enum):
    """What a row does to the list of facts."""

    FACT = "fact"
    UNDO = "undo"  # row `of` no longer stands
    REDO = "redo"  # row `of` stands again
    AMEND = "amend"  # `facts` stand in place of row `of`; rows `drops` fall


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the journal. `facts` is a JSON list; FACT rows hold one fact."""

    op: Op
    facts: str
    by: str  # "seat:2", "referee", "buttons", "gpio", "sim", "tablet", "robot"
    table_us: int
    of: int = 0
    drops: tuple[int, ...] = ()
    screen: str = ""  # the phone's or board's own id
    nonce: str | None = None  # of a tap, or of a board's event: written once at most
    ask: str = ""  # the question answered
    asked: str = ""  # its text and seats, to see whether an old answer still answers it
    rules: str = ""  # version of the rules that judged it
    seq: int = 0  # given by the journal, never reused
    wall_ms: int = 0  # for showing only
    boot: str = ""

    @property
    def is_pretended(self) -> bool:
        """Whether the table that wrote it pretended its dolphins, whatever was felt."""
        return self.boot.startswith(PRETEND)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: its setup as JSON, and when it was played (for showing only)."""

    game: int
    kind: str
    setup: str
    begun_ms: int
    ended_ms: int | None
    told_ms: int = 0  # when somebody told something of it last; 0: nobody did


INSERT = f"INSERT INTO rows ({journal_file.ROW}, mark) VALUES ({', '.join('?' * 16)})"
SELECT = f"SELECT {journal_file.ROW} FROM rows WHERE game = ? ORDER BY seq"
# What people told: what was felt, and what the table notes by itself, is no playing.
TOLD = "(by IN ('referee', 'buttons') OR by LIKE 'seat:%')"
GAMES = (
    "SELECT game, kind, setup, begun_ms, ended_ms, coalesce((SELECT wall_ms FROM rows "
    f"WHERE rows.game = games.game AND {TOLD} ORDER BY seq DESC LIMIT 1), 0)"
)
LAST = (  # a number is never given twice, not even a lost one
    "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'rows'), "
    "(SELECT mark FROM rows WHERE game = ? ORDER BY seq DESC LIMIT 1)"
)
MARKS = (
    "SELECT game, mark, coalesce((SELECT mark FROM rows WHERE rows.game = games.game "
    "ORDER BY seq DESC LIMIT 1), 0) FROM games"
)
MARK = f"{MARKS} WHERE game = ?"
MARK_GAME = f"UPDATE games SET mark = mark_of(0, {journal_file.GAME}) WHERE game = ?"


def values_of(game: int, row: Row) -> tuple[Value, ...]:
    return (
        row.seq,
        game,
        row.op.value,
        row.facts,
        row.of,
        json.dumps(row.drops),
        row.by,
        row.screen,
        row.nonce,
        row.ask,
        row.asked,
        row.table_us,
        row.boot,
        row.wall_ms,
        row.rules,
    )


def row_of(found: tuple[object, ...]) -> Row:
    seq, _, op, facts, of, drops, by, screen, nonce, ask, asked, table_us, boot, wall, rules = found
    return Row(
        op=Op(op),
        facts=str(facts),
        by=str(by),
        table_us=int(str(table_us)),
        of=int(str(of)),
        drops=tuple(json.loads(str(drops))),
        screen=str(screen),
        nonce=None if nonce is None else str(nonce),
        ask=str(ask),
        asked=str(asked),
        rules=str(rules),
        seq=int(str(seq)),
        wall_ms=int(str(wall)),
        boot=str(boot),
    )
