"""A family that never stops playing, until somebody pulls the plug: run as a process of its own.

Says on stdout what it is about to write (`try`) and what the journal said is written (`ack`).
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from companion.games import GAMES
from companion.journal import Journal, Row
from companion.journal.rows import GameRow
from companion.more_games import add
from companion.referee import Referee, Reply, Teller
from companion.table.clock import TableClock, boot_id
from companion.table.signals import Kind, Signal
from companion.words import Pad

REFEREE = Teller("referee", referee=True)
PEOPLE = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Ida")
STRANGERS = Path(__file__).parent.parent / "sixth" / "strangers"  # of kinds that we have none of
RARE = ("crayon", "seatings", "redeal")


def aloud(words: str) -> None:
    print(words, flush=True)


class Witness(Journal):
    """A journal that says aloud what is certain."""

    def __init__(self, path: Path, boot: str, say: Callable[[str], None] = aloud) -> None:
        super().__init__(path, boot)
        self._say = say

    def begin_game(
        self, kind: str, setup: str, people: Sequence[int], wall_ms: int, nonce: str | None = None
    ) -> GameRow:
        game = super().begin_game(kind, setup, people, wall_ms, nonce)
        self._say(f"ack {game.game} []")
        return game

    def append(self, game: int, rows: Sequence[Row], wall_ms: int) -> tuple[Row, ...]:
        self._say(f"try {game} {len(rows)}")
        written = super().append(game, rows, wall_ms)
        self._say(f"ack {game} {json.dumps([told_of(row) for row in written])}")
        return written


def told_of(row: Row) -> list[object]:
    """What must not get lost of a row."""
    told: list[object] = [row.op.value, row.facts, row.by, row.table_us]
    return [*told, row.of, row.nonce, row.ask, row.seq, row.wall_ms]


def main(path: Path, seed: int) -> None:
    """Play on in the journal's last game, and begin another one, of any kind, when that is over."""
    assert add(STRANGERS) == ()
    rng = Random(seed)
    journal = Witness(path, boot_id())
    last = journal.last_table_us()
    referee = Referee(journal, TableClock(last + 1_000_000 if last else 0))
    referee.start()
    print("ready", flush=True)
    n = 0
    while True:
        n += 1
        one_word(referee, rng, f"{seed}.{n}")


def one_word(referee: Referee, rng: Random, tell: str) -> None:
    """Whatever comes next at this table; what could not be written is told once more."""
    picture = referee.picture
    if picture.game is None or not picture.open or rng.random() < 0.01:
        kind = rng.choice(sorted(GAMES))
        least, most = GAMES[kind].seats
        people = PEOPLE[: rng.randint(least, most)]
        word = partial(referee.begin_game, kind, people, {}, tell, True)
    elif rng.random() < 0.15 and picture.undo is not None:
        word = partial(referee.undo, tell, picture.undo.seq, REFEREE)
    elif rng.random() < 0.12 and picture.redo is not None:
        word = partial(referee.redo, tell, picture.redo.seq, REFEREE)
    elif rng.random() < 0.3:
        return feel_a_burst(referee, rng)
    else:
        word = partial(answer_something, referee, rng, tell)
    if not word().final:
        word()


def feel_a_burst(referee: Referee, rng: Random) -> None:
    """Several hands at once."""
    now_us = referee.clock.now_us()
    for _ in range(rng.randint(1, 6)):
        kind = rng.choice((Kind.TOUCH, Kind.TOUCH, Kind.LIFT, Kind.RELEASE, Kind.HOME))
        referee.feel(Signal(kind, now_us - rng.randrange(90_000), Pad(rng.randrange(5))))


def answer_something(referee: Referee, rng: Random, tell: str) -> Reply:
    """Answer one of the open questions, mostly a needed one."""
    open_ = referee.picture.open
    musts = [asked for asked in open_ if asked.ask.must]
    among = musts if musts and rng.random() < 0.7 else open_
    (asked,) = rng.choices(among, [1 if a.ask.topic in RARE else 6 for a in among])
    choice = rng.choice(asked.ask.choices)
    picks = {
        slot.field: rng.sample(slot.options, rng.randint(slot.least, slot.most))
        for slot in choice.slots
    }
    return referee.answer(tell, asked.id, choice.key, picks, REFEREE)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
