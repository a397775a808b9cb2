"""Durable facts: one commit a fact through the whole referee, beside bare SQLite."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.figures import Figure, beside, in_turns
from companion.journal import Journal, Row
from companion.referee import Referee, Teller
from companion.table.clock import TableClock
from companion.table.settle import WINDOW_US
from companion.table.signals import Kind, Signal
from companion.words import Pad

FALSE_GRABS = 25  # a turn: each is four facts and four commits
PEOPLE = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]
REFEREE = Teller("referee", referee=True)
UNCERTAIN_US = 300
ANSWERS = {
    "deal": ("start", ()),
    "verdict": ("no", ()),
    "foul": ("touched", ("touchers",)),
    "reset": ("start", ()),
    "bonus": ("no", ()),
}


class Counting(Journal):
    """A journal that counts its commits."""

    commits = 0

    def append(self, game: int, rows: Sequence[Row], wall_ms: int) -> tuple[Row, ...]:
        self.commits += 1
        return super().append(game, rows, wall_ms)


class OneTable:
    """A referee without threads, on a clock that a bench moves, and a game that goes on."""

    def __init__(self, path: Path) -> None:
        self._now_us = 0
        self._told = 0
        self.journal = Counting(path, "bench")
        self.referee = Referee(self.journal, TableClock(0, lambda: self._now_us * 1000))
        self._begin()

    def false_grab(self) -> None:
        """Somebody touches too soon, it is told, and play goes on: about four facts."""
        self.feel(Kind.TOUCH, 0)
        musts = ["verdict"]
        while musts:
            self.answer(musts[0])
            musts = [asked.ask.topic for asked in self.referee.picture.open if asked.ask.must]
        if self.referee.picture.state.winner is not None:
            self._begin()

    def feel(self, kind: Kind, *pads: int) -> None:
        """Hands on these dolphins, 1 ms apart, until all of it is written."""
        for n, pad in enumerate(pads):
            at_us = self._now_us + n * 1000
            self.referee.feel(Signal(kind, at_us, Pad(pad), uncertain_us=UNCERTAIN_US))
        self.referee.step()
        self._now_us += len(pads) * 1000 + WINDOW_US
        self.referee.step()

    def answer(self, topic: str) -> None:
        """Somebody answers the question that is open."""
        key, picks = ANSWERS[topic]
        told = {field: [self._told % len(PEOPLE)] for field in picks}
        asked = next(asked for asked in self.referee.picture.open if asked.ask.topic == topic)
        self._told += 1
        reply = self.referee.answer(f"bench{self._told}", asked.id, key, told, REFEREE)
        assert reply.kind == "counts", reply

    def _begin(self) -> None:
        self.referee.begin_game("dolphin_splash", PEOPLE, {}, sure=True)
        self.answer("deal")


def figures(folder: Path) -> Iterator[Figure]:
    """Commits a second, and what a burst of five costs."""
    table = OneTable(folder / "durable.sqlite")
    bare = _bare(folder / "bare.sqlite")
    pairs = in_turns(lambda: _through_referee(table), lambda: _through_sqlite(bare))
    yield beside(
        "durable facts, through the whole referee",
        "commits/s",
        pairs,
        least=0.7,
        note="beside bare sqlite3, WAL, FULL",
    )
    before = table.journal.commits
    table.feel(Kind.TOUCH, 0, 1, 2, 3, 4)
    yield Figure("a burst of five touches", "commits", table.journal.commits - before, most=1)
    table.journal.close()
    bare.close()


def _through_referee(table: OneTable) -> float:
    before, start_s = table.journal.commits, time.perf_counter()
    for _ in range(FALSE_GRABS):
        table.false_grab()
    return (table.journal.commits - before) / (time.perf_counter() - start_s)


def _through_sqlite(bare: sqlite3.Connection) -> float:
    fact = '[{"kind":"touched","pad":3,"at_us":1234567890,"uncertain_us":300}]'
    start_s = time.perf_counter()
    for _ in range(4 * FALSE_GRABS):
        bare.execute("BEGIN IMMEDIATE")
        bare.execute("INSERT INTO rows (facts) VALUES (?)", (fact,))
        bare.execute("COMMIT")
    return 4 * FALSE_GRABS / (time.perf_counter() - start_s)


def _bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, facts TEXT NOT NULL)")
    return connection
