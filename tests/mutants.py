"""What `tools/mutants` does: changes one thing in a part of the product, and sees who notices.

Runs in an environment of its own, on a copy of the project; the tests run in the project's. A
mutant is tried by the tests that mirror its file (`tests/quick.py`), a survivor by the part's
whole folder. Tests that fail without it, or take too long, say nothing: such a mutant is counted
apart.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

from tests.quick import OF_ALL_GAMES, mirror

PARTS = {  # what is changed, and the tests of its folder
    "games": ("companion/games", "tests/games"),
    "referee": ("companion/referee", "tests/referee"),
    "journal": ("companion/journal", "tests/journal tests/faults/test_damage.py"),
}
MIRROR_S, FOLDER_S = 20, 240  # of a processor: a busy machine is slow, and no test
PATIENCE = 15  # times as long it may take by the clock
Z = 1.96  # of a span that holds in 95 of 100 samples
NEVER = ("sheets.py", "book.py", "sounds.py", "practice.py", "sample.py")  # words and drawings


@dataclass(frozen=True, slots=True)
class Span:
    """A share, and what it may be of all of which this is a sample (Wilson)."""

    of: int
    share: float
    low: float
    high: float


def span(times: int, of: int) -> Span:
    """So many times of so many."""
    if not of:
        return Span(0, 0.0, 0.0, 1.0)
    share, z2 = times / of, Z * Z
    middle, room = share + z2 / 2 / of, Z * sqrt(share * (1 - share) / of + z2 / 4 / of / of)
    return Span(of, share, (middle - room) / (1 + z2 / of), (middle + room) / (1 + z2 / of))


def command(python: str, tests: str, limit_s: int) -> str:
    """What tries a mutant, in so much of a processor's time: the first failure is enough."""
    pytest = f"{shlex.quote(python)} -m pytest -x -q -p no:randomly -p no:cacheprovider"
    return f"prlimit --cpu={limit_s} {pytest} {tests}"


@cache
def is_well(python: str, tests: str, limit_s: int) -> bool:
    """Whether these tests pass where nothing was changed, and in time."""
    words = shlex.split(command(python, tests, limit_s))
    try:
        done = subprocess.run(words, capture_output=True, timeout=PATIENCE * limit_s)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def sampled(part: str, many: int, seed: int) -> list[object]:
    """So many mutants of a part, by seed: each file has as many as it is long, as far as it has
    them. Only files that were drawn are looked through: that takes a second each."""
    from cosmic_ray.commands import init  # type: ignore[import-not-found]
    from cosmic_ray.work_db import use_db  # type: ignore[import-not-found]

    paths = [p for p in sorted(Path(PARTS[part][0]).rglob("*.py")) if p.name not in NEVER]
    rng, found = Random(seed), []
    drawn = Counter(rng.choices(paths, [path.stat().st_size for path in paths], k=many))
    for path, times in drawn.items():
        with use_db(":memory:") as db:
            init([path], db, {})
            there = sorted(db.work_items, key=lambda item: str(item.mutations))
            found += rng.sample(there, min(times, len(there)))
    return found


def tried(item: object, python: str, part: str) -> tuple[str, str]:
    """Whether a mutant was killed, survived or is unclear; and what it is."""
    from cosmic_ray.mutating import mutate_and_test  # type: ignore[import-not-found]

    mutations = item.mutations  # type: ignore[attr-defined]
    path = str(mutations[0].module_path)
    own = [test for test in mirror(path).tests if test not in OF_ALL_GAMES]
    looks = ((" ".join(own), MIRROR_S), (PARTS[part][1], FOLDER_S))
    for tests, limit_s in looks:
        if tests:
            if not is_well(python, tests, limit_s):
                return "unclear", path
            how = command(python, tests, limit_s)
            result = mutate_and_test(mutations, how, PATIENCE * limit_s)
            if result.is_killed:  # by a test, which says so, or by the limit
                by_a_test = re.search(r"\d (failed|error)", str(result.output))
                return ("killed" if by_a_test else "unclear"), path
    return "survived", str(result.diff)


def main(words: list[str]) -> int:
    """Try a sample, and say what survived."""
    parser = argparse.ArgumentParser(prog="tools/mutants")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("many", type=int, nargs="?", default=300)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    told = parser.parse_args(words)
    os.nice(5)
    print(f"{told.part}: {told.many} mutants, seed {told.seed}", flush=True)
    ends = {"killed": 0, "survived": 0, "unclear": 0}
    for number, item in enumerate(sampled(told.part, told.many, told.seed), 1):
        how, what = tried(item, os.environ["PYTHON_OF_TESTS"], told.part)
        ends[how] += 1
        print(f"{number} {how} {what}", flush=True)
    found = span(ends["survived"], ends["killed"] + ends["survived"])
    print(f"{ends['survived']} of {found.of} survived: {found.share:.1%}, of all of them", end=" ")
    print(f"{found.low:.1%} to {found.high:.1%}; {ends['unclear']} were unclear.")
    return int(found.share > 0.15)


if __name__ == "__main__":
    assert subprocess.run(["git", "rev-parse"], capture_output=True).returncode, (
        "not on the project"
    )
    sys.exit(main(sys.argv[1:]))
