"""What `tools/mutants` does: changes one thing in a part of the product, and sees who notices.

On a copy of the project, in an environment of its own (cosmic-ray, coverage.py) on top of the
project's. Mutants come in an order by seed until so many were tried: each by the tests that were
seen to run its lines, twenty seconds of a processor at most.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path

from tests.mutants import seen, trial
from tests.mutants.sample import shuffled
from tests.mutants.trial import End

FAMILIES = " ".join(  # robots that play a game, and rules that are held against what they know
    f"tests/robots/test_{name}.py"
    for name in (
        "straight",
        "animal_straight",
        "fish_straight",
        "party_straight",
        "split_straight",
        "tempers",
        "choices",
        "live",
        "animal_live",
        "fish_live",
        "split_live",
        "told",
    )
)
HANDS = "tests/hands/test_keeper.py tests/hands/test_lot.py"  # cards that only phones hold
PARTS = {  # what is changed, and where its tests are, beside those that mirror its files
    "games": ("companion/games", f"tests/games/ {FAMILIES} {HANDS}"),
    "referee": ("companion/referee", "tests/referee/"),
    "journal": ("companion/journal", "tests/journal/ tests/faults/test_damage.py"),
}
Z = 1.96  # of a span that holds in 95 of 100 samples
MOST = 0.15  # may survive


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


def watched(part: str) -> seen.Seen:
    """What the part's tests run, where nothing is changed."""
    folder, tests = PARTS[part]
    files = seen.files_of(folder, tests)
    with tempfile.TemporaryDirectory() as at:
        kept = Path(at) / "seen.json"
        trial.forked(lambda: seen.timed(files, kept), 3600, writes=True)
        trial.forked(lambda: seen.watch(folder, files, kept), 3600, writes=True)
        return seen.read(kept)


def main(words: list[str]) -> int:
    """Try a sample, and say what survived."""
    parser = argparse.ArgumentParser(prog="tools/mutants")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("many", type=int, nargs="?", default=300)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--skip", type=int, default=0, help="so many that were tried before")
    told = parser.parse_args(words)
    os.nice(10)
    known = watched(told.part)
    trial.load(known.modules)
    all_ = shuffled(PARTS[told.part][0], told.seed)
    print(f"{told.part}: {told.many} of {len(all_)} mutants, seed {told.seed};", end=" ")
    print(f"{len(known.took_s)} tests, without {' '.join(known.failed) or 'any'} of them.")
    same = replace(all_[0], operator="")
    assert trial.tried(same, known) is End.SURVIVED, "tests fail where nothing is changed"
    ends: Counter[End] = Counter()
    explained = 0
    for number, mutant in enumerate(all_[told.skip :], told.skip + 1):
        began_s = time.monotonic()
        end = trial.tried(mutant, known)
        ends[end] += 1
        print(f"{number} {end.value} {time.monotonic() - began_s:.1f} s {mutant.name}", flush=True)
        if end is End.SURVIVED:
            print(mutant.diff(), mutant.why(), sep="\n", flush=True)
            explained += bool(mutant.why())
        if ends.total() - ends[End.NO_PROGRAM] >= told.many:
            break
    return said(ends, explained)


def said(ends: Counter[End], explained: int) -> int:
    """The sum of it; 1 where too many survived."""
    survived = ends[End.SURVIVED]
    found = span(survived, ends.total() - ends[End.NO_PROGRAM])
    print(
        f"{survived} of {found.of} survived: {found.share:.1%}, of all of them {found.low:.1%} to "
        f"{found.high:.1%}; {explained} of those were explained. {ends[End.ENDLESS]} were noticed "
        f"by coming to no end; {ends[End.NO_PROGRAM]} more could not even be loaded."
    )
    return int(found.share > MOST)


if __name__ == "__main__":
    assert subprocess.run(["git", "rev-parse"], capture_output=True).returncode, (
        "not on the project"
    )
    sys.exit(main(sys.argv[1:]))
