"""Which of many cases `make test` tries; `make test-all` and `make soak` try them all."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any, Final
from zlib import crc32

import pytest

# What takes browsers, and families' own games: of each test's cases one of three is tried, and one
# at least, at each commit others; and of three tests of one case one.
SAMPLED: Final = ("browser", "engines", "moments", "sixth")
OF: Final = 3
# One way through all of it, and what everybody sees first, are walked each time.
ALWAYS: Final = ("browser/test_whole_game.py", "browser/test_first_screen.py")


def some(cases: Iterable[Any], every_day: Container[Any]) -> list[Any]:
    """The cases as parameters of a test: those that are not every day's are the soak's."""
    return [
        pytest.param(case, marks=() if case in every_day else pytest.mark.soak) for case in cases
    ]


def sample(ids: Sequence[str], word: str) -> set[str]:
    """Those ids of tests (`tests/browser/test_axe.py::test_it[wall]`) that are tried under a word:
    the same for the same word, and all of them for an empty one.
    """
    cases: dict[str, list[str]] = defaultdict(list)
    for test in ids:
        cases[test.partition("[")[0]].append(test)
    turn = crc32(word.encode())
    return {
        test
        for name, its in cases.items()
        for number, test in enumerate(sorted(its), crc32(name.encode()) + turn)
        if not word or not is_sampled(name) or number % (2 if len(its) == 2 else OF) == 0
    }


def is_sampled(test: str) -> bool:
    """Whether a test, by its id, is one of which a sample is tried."""
    _, folder, *file = PurePosixPath(test.partition("::")[0]).parts
    return folder in SAMPLED and "/".join((folder, *file)) not in ALWAYS
