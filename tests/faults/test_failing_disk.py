"""A disk that fails, a kill at any call and a plug at any moment: what counted is there again.

The calls are a real process's own (`disk.c`). A start after it takes two seconds of a processor at
most; of what nobody heard to count the last transaction may be there or not.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from companion.access.secret import read_key
from companion.hands.store import Store
from companion.journal import disk
from tests.faults.failing_disk import Entry, Fate, Orders, Platter, entries, library
from tests.faults.lives import NAMES
from tests.faults.test_plug import ROOT, Witnessed, compare
from tests.web.test_bad_input import is_sentence

pytestmark = pytest.mark.long

RECOVERY_S = 2.0
WORDS = 70  # of a life
FILE = "journal.sqlite"


@dataclass
class Heard(Witnessed):
    """What a life said, also at its own starts."""

    tries: list[int] = field(default_factory=list)  # rows of each transaction since one counted
    deals: list[int] = field(default_factory=list)  # the last that was kept, and those tried since
    dealt: bool = False
    key: str = ""

    def take(self, entry: Entry) -> None:
        """One thing of its record."""
        if entry.what != "!":
            return
        words = entry.data.decode() + "\n"
        match words.split(" ", 2):
            case ["have", game, rows]:
                self.found(int(game), json.loads(rows))
            case ["try", _, rows]:
                self.tries.append(int(rows))
            case ["ack", *_]:
                self.tries = []
            case ["dealing", number]:
                self.deals.append(int(number))
            case ["dealt", number]:
                self.deals, self.dealt = [int(number)], True
            case ["key", key]:
                self.key = key.strip()
        self.hear(words)

    def found(self, game: int, rows: list[list[Any]]) -> None:
        """What a start found: all that counted, and of what did not one transaction at most."""
        acked = self.acked[game]
        assert rows[: len(acked)] == acked, "something acknowledged is lost or changed"
        assert len(rows) - len(acked) in (0, *self.tries)
        self.acked[game] = rows


@dataclass
class Family:
    """The process that lives."""

    process: "subprocess.Popen[str]"

    def lives(
        self, base: Path, seed: int, fate: Fate, words: int = WORDS, of: str = "play"
    ) -> tuple["Life", Any]:
        """A life in a new folder, and how it ended."""
        folder = base / "state"
        folder.mkdir(parents=True)
        orders = Orders(base / "orders")
        orders.give(fate, 0)
        told: dict[str, Any] = {
            "folder": str(folder),
            "orders": str(orders.path),
            "record": str(base / "record"),
        }
        assert self.process.stdin is not None and self.process.stdout is not None
        told |= {"seed": seed, "words": words, "of": of}
        print(json.dumps(told), file=self.process.stdin, flush=True)
        ended = json.loads(self.process.stdout.readline())
        return Life(folder, list(entries(base / "record")), orders.done), ended


@dataclass
class Life:
    """What a life left."""

    folder: Path
    done: list[Entry]
    calls: int

    def heard(self) -> Heard:
        """All that it said."""
        heard = Heard()
        for entry in self.done:
            heard.take(entry)
        return heard


@pytest.fixture(scope="module")
def memories() -> Iterator[Path]:
    """A folder where a sync costs nothing: what one does is told, and never left to this disk."""
    fast = Path("/dev/shm")
    with TemporaryDirectory(dir=fast if os.access(fast, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def memory(memories: Path) -> Iterator[Path]:
    """The same for one test."""
    with TemporaryDirectory(dir=memories) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Family]:
    """A process with the disk that fails, which forks."""
    preload = {"LD_PRELOAD": str(library(tmp_path_factory.mktemp("disk")))}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.lives"],
        cwd=ROOT,
        env={**os.environ, **preload},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Family(process)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0


def next_start(path: Path, heard: Heard) -> None:
    """What the next companion finds, and how long it takes for that."""
    told = deepcopy(heard)
    began_s = time.process_time()
    told.trying = tuple(told.tries)
    compare(path, told)
    assert time.process_time() - began_s < RECOVERY_S
    deal = Store(path.parent).deal()
    kept = int.from_bytes(deal.seed) if deal is not None else None
    assert kept in heard.deals or (kept is None and not heard.dealt), "a hand of cards is lost"
    assert not heard.key or read_key(path.parent) == heard.key, "the referee's link is another"


def laid(folder: Path, files: dict[str, bytes]) -> Path:
    """These files, in a folder of their own."""
    folder.mkdir()
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)
    return folder / FILE


# --- a plug that is pulled, and a kill --------------------------------------------------------

MOMENTS, KILLS, BAD_DISKS = 40, 24, 8  # every day
MANY_LIVES, MANY_DISKS = 5, 300  # in a soak: all moments and calls of these lives


@pytest.fixture(scope="module")
def sound(family: Family, memories: Path) -> Life:
    """A life at a disk that does all it is asked."""
    return sound_life(family, memories, 1)


def sound_life(family: Family, base: Path, seed: int) -> Life:
    life, ended = family.lives(base / "life", seed, Fate())
    assert ended == {}
    kinds = {entry.what for entry in life.done}
    assert kinds >= {"w", "s", "t", "c", "!"} and life.calls > 200
    compare(life.folder / FILE, life.heard())
    return life


def pull(life: Life, base: Path, moments: set[int], rng: Random) -> None:
    """Pull the plug after so many things that were done."""
    platter, heard = Platter(), Heard()
    for moment, entry in enumerate(life.done):
        heard.take(entry)
        if entry.what != "!":
            platter.do(entry)
        if moment in moments:
            next_start(laid(base / f"pulled-{moment}", platter.pulled(rng)), heard)


def test_plug_pulled_at_any_moment_loses_nothing_that_counted(sound: Life, memory: Path) -> None:
    rng = Random(2)
    pull(sound, memory, set(rng.sample(range(len(sound.done)), MOMENTS)), rng)


def test_killed_in_any_call_nothing_that_counted_is_lost(
    family: Family, sound: Life, memory: Path
) -> None:
    for call in Random(3).sample(range(1, sound.calls + 1), KILLS):
        kill(family, memory, 1, call)


def kill(family: Family, base: Path, seed: int, call: int) -> None:
    """The same life, which ends in this call."""
    life, ended = family.lives(base / f"killed-{seed}-{call}", seed, Fate(kill_at=call))
    assert ended == {"killed": 9}
    next_start(life.folder / FILE, life.heard())


def test_who_was_forgotten_is_in_no_copy_whenever_the_plug_is_pulled(
    family: Family, memory: Path
) -> None:
    life, ended = family.lives(memory / "forgets", 1, Fate(), of="forget")
    assert ended == {}
    platter, said = Platter(), ""
    for entry in life.done:
        if entry.what == "!":
            said = entry.data.decode()
        else:
            platter.do(entry)
    assert said == "forgotten"
    assert platter.killed(), "there is a copy"
    for seed in range(20):
        for name, content in platter.pulled(Random(seed)).items():
            assert not [one for one in NAMES if one.encode() in content], name


# --- a disk that fails ------------------------------------------------------------------------


def bad_disk(seed: int) -> Fate:
    """How bad this disk is: some fail seldom and for long, some at every other call."""
    rng = Random(seed)
    chances = {
        name: rng.choice((0, 0.02, 0.2)) for name in ("writes", "syncs", "truncates", "names")
    }
    return Fate(seed=seed, run=rng.choice((1, 3, 20)), **chances)


def is_remedy(said: str) -> bool:
    """What is the matter, and what to do."""
    first, _, remedy = said.partition(". ")
    return is_sentence(f"{first}.") and is_sentence(f"{remedy.rstrip('?.')}.")


def survive(family: Family, base: Path, seed: int) -> None:
    """A life at a bad disk; then its plug is pulled, or it is killed."""
    life, ended = family.lives(base / f"disk-{seed}", seed, bad_disk(seed))
    assert set(ended) <= {"said"}, ended["crash"]
    assert "said" not in ended or is_remedy(ended["said"]), ended
    heard, platter = life.heard(), Platter()
    for entry in life.done:
        if entry.what != "!":
            platter.do(entry)
    for n in range(3):
        next_start(laid(base / f"pulled-{seed}-{n}", platter.pulled(Random(n))), heard)
    next_start(life.folder / FILE, heard)


@pytest.mark.parametrize("seed", range(BAD_DISKS))
def test_whatever_a_disk_refuses_nothing_that_counted_is_lost(
    family: Family, memory: Path, seed: int
) -> None:
    survive(family, memory, seed)


def test_a_small_file_is_whole_though_the_disk_takes_a_part_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write
    monkeypatch.setattr(disk.os, "write", lambda file, left: real(file, left[: len(left) // 2 + 1]))
    disk.replace_durably(tmp_path / "small", bytes(range(256)))
    assert (tmp_path / "small").read_bytes() == bytes(range(256))


# --- many -------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 100 + MANY_LIVES))
def test_plugs_and_kills_at_all_moments(family: Family, memory: Path, seed: int) -> None:
    life = sound_life(family, memory, seed)
    pull(life, memory, set(range(len(life.done))), Random(seed))
    for call in range(1, life.calls + 1):
        kill(family, memory, seed, call)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_bad_disks(family: Family, memory: Path) -> None:
    for seed in range(1000, 1000 + MANY_DISKS):
        survive(family, memory, seed)
