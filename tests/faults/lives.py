"""Lives of a family at a disk that fails, each in a process that is forked from this one.

Reads from stdin what to live, a line of JSON each, and answers on stdout how it ended. `disk.c` has
to be loaded into it.
"""

import ctypes
import json
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from companion.access import AccessError
from companion.access.secret import read_key
from companion.hands.store import Deal, Store
from companion.journal import Journal, JournalError, hold, sweep
from companion.journal.backup import back_up
from companion.journal.people import People
from companion.referee import Referee
from companion.table.clock import TableClock, boot_id
from companion.words import Seat
from tests.faults.player import Witness, one_word, told_of

DISK = ctypes.CDLL(None)
LOOKS = 5  # words between two looks after the files
RESTARTS = 30  # words between two starts
NAMES = ("Balthasar", "Xanthippe", "Melchiorre")
STARTS_MOST = 8  # until somebody gives up


def live(folder: Path, seed: int, words: int) -> None:
    """Play so many words on this journal. Raises JournalError where a start cannot be."""
    for gap in ("MARK_GAP_S", "FOLD_GAP_S", "FOLD_FIRST_S", "SAVE_GAP_S"):
        setattr(hold, gap, 0.0)  # a life is short
    rng = Random(seed)
    for first in range(0, words, RESTARTS):
        journal = started(folder / "journal.sqlite")
        for game in journal.games():
            say(f"have {game.game} {json.dumps([told_of(row) for row in journal.rows(game.game)])}")
        last = journal.last_table_us()
        referee = Referee(journal, TableClock(last + 1_000_000 if last else 0))
        for word in range(first, min(words, first + RESTARTS)):
            one_word(referee, rng, f"{seed}.{word}")
            if word % LOOKS == 0:
                journal.look()
                keep_small(folder, word + 1)
        journal.close()


def started(path: Path) -> Witness:
    """A start, tried again as a family does. Raises JournalError."""
    for _ in range(STARTS_MOST - 1):
        try:
            return Witness(path, boot_id(), say)
        except JournalError:
            continue
    return Witness(path, boot_id(), say)


def keep_small(folder: Path, number: int) -> None:
    """The small files beside the journal: the deal of cards on phones, and the referee's key."""
    deal = Deal(1, (Seat(0), Seat(1), Seat(2)), number.to_bytes(16), b"salt", ((1, 2, 3),) * 40)
    with suppress(OSError):
        say(f"dealing {number}")
        Store(folder).keep(deal)
        say(f"dealt {number}")
    with suppress(AccessError):
        say(f"key {read_key(folder)}")


def forget(folder: Path, seed: int, words: int) -> None:
    """In this folder are copies, and nothing else of the table; then everybody is forgotten."""
    journal = Journal(folder.parent / "journal.sqlite", "boot")
    people = People(journal)
    for name in NAMES:
        people.number(name, seed)
    back_up(journal.path, folder, "daily")
    (folder / "journal-odd.sqlite").write_bytes(" ".join(NAMES).encode())  # that nobody can read
    for person in people.known():
        people.forget(person.number)
    said = sweep.sweep(journal, folder)
    for odd in sweep.kept(journal, folder):
        sweep.drop(journal, folder, odd.name)
    say(said or "forgotten")
    journal.close()


def say(words: str) -> None:
    """Among what was done to the files."""
    DISK.disk_said(words.encode())


LIVES = {"play": live, "forget": forget}


def lived(told: dict[str, Any]) -> None:
    """In a process of its own: live, and say on its stdout what ended it too early."""
    DISK.disk_begin(*(told[name].encode() for name in ("folder", "orders", "record")))
    try:
        LIVES[told["of"]](Path(told["folder"]), told["seed"], told["words"])
    except JournalError as problem:
        print(json.dumps({"said": str(problem)}), flush=True)
    except BaseException:
        print(json.dumps({"crash": traceback.format_exc()}), flush=True)
    else:
        print(json.dumps({}), flush=True)


def main() -> None:
    """One life after the other."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            lived(json.loads(line))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            print(json.dumps({"killed": os.WTERMSIG(status)}), flush=True)


if __name__ == "__main__":
    main()
