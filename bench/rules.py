"""The rules alone: judging recorded facts, and replaying a journal beside select and json."""

import json
import sqlite3
import time
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

from bench import fish
from bench.evenings import GAME, KIND, one_long_game, written_as_one
from bench.figures import Figure, beside, in_turns
from companion import codec
from companion.journal import GameRow, Journal
from companion.referee.replay import fold_game, replay_lines

FACTS = 10_000


def figures(folder: Path) -> Iterator[Figure]:
    """Replay of a journal through the real rules, beside reading the same rows."""
    path = folder / "replay.sqlite"
    written_as_one(path, FACTS)
    journal = Journal.for_reading(path)
    game = GameRow(1, KIND, journal.games(1)[0].setup, 0, None)
    pairs = in_turns(lambda: _replayed(path, game), lambda: _selected(path))
    note = "beside select + json.loads"
    yield beside("replay through the rules", "facts/s", pairs, least=0.12, note=note)
    pairs = in_turns(lambda: _resumed(journal, game), lambda: _selected(path))
    note = "undo and every question's id, too"
    yield beside("… as after a pulled plug", "facts/s", pairs, note=note)
    journal.close()
    yield from fish.figures()


def judged_per_s() -> float:
    """How many recorded facts the rules of SPLASH! judge in a second."""
    facts, setup = one_long_game(FACTS)
    start_s = time.perf_counter()
    reduce(lambda state, fact: GAME.judge(state, fact).state, facts, GAME.start(setup))
    return len(facts) / (time.perf_counter() - start_s)


def _replayed(path: Path, game: GameRow) -> float:
    connection = sqlite3.connect(path)
    start_s = time.perf_counter()
    head = codec.dumps({"game": game.kind, "setup": json.loads(game.setup)})
    rows = connection.execute("SELECT facts FROM rows WHERE game = 1 ORDER BY seq")
    steps = replay_lines([head, *(facts[1:-1] for (facts,) in rows)]).steps
    taken_s = time.perf_counter() - start_s
    connection.close()
    assert len(steps) == FACTS and not any(step.refused for step in steps)
    return FACTS / taken_s


def _resumed(journal: Journal, game: GameRow) -> float:
    start_s = time.perf_counter()
    fold = fold_game(journal, game)
    return len(fold.entries) / (time.perf_counter() - start_s)


def _selected(path: Path) -> float:
    connection = sqlite3.connect(path)
    start_s = time.perf_counter()
    rows = connection.execute("SELECT facts FROM rows WHERE game = 1 ORDER BY seq")
    count = sum(len(json.loads(facts)) for (facts,) in rows)
    taken_s = time.perf_counter() - start_s
    connection.close()
    return count / taken_s
