"""A number and its unit stand on one line: in what Python says, and in pages and scripts.

Screens are measured, too (`tests/moments`, rule `unit`), but not each page at each width.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "companion"
UNIT = r"(?:[mµ]?s|min|[cm]?m|pF|[kMG]B|m?V|m?A|%|minutes?|seconds?|hours?|years?|taps?)(?![\w%])"
PARTED = re.compile(rf"(?:\d|[}}]|</output>) {UNIT}")
# What a terminal shows, or a line of a log or a file: these have lines of their own.
OF_A_SHELL = re.compile(
    r"(doctor|boardsim|journal|new_game|games/\w+/robot)/|kiosk|calibrate\.py|cli|_command"
    r"|table/(tempo|simulated|config|board/playing)\.py"
)
# What is known by its words, or is data: pages tie it.
KEPT = re.compile(r"My hand was ahead by under 20 ms|\d+ years and up")
PAGES = re.compile(
    r"{[#%].*?[#%]}|class=\"[^\"]*\"|<style.*?</style>|^\s*//.*$", re.DOTALL | re.MULTILINE
)


def told(file: Path) -> Iterator[str]:
    """The sentences of a file of Python, each value that is put in as "}"."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = {
        id(part) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for part in one.values
    }
    alone = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}  # docstrings
    for one in ast.walk(tree):
        if isinstance(one, ast.JoinedStr):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "}" for p in one.values)
        elif isinstance(one, ast.Constant) and id(one) not in inside | alone:
            yield str(one.value)


def shown(file: Path) -> Iterator[str]:
    """The words of a page or a script."""
    yield PAGES.sub("", file.read_text(encoding="utf-8"))


FILES = {
    **{one: told for one in sorted(SOURCE.rglob("*.py"))},
    **{one: shown for end in ("html", "js") for one in sorted(SOURCE.rglob(f"*.{end}"))},
}


def test_a_number_is_tied_to_its_unit() -> None:
    parted = {
        f"{where}: {found[0]} in {said if len(said) < 99 else '…'}"
        for file, words in FILES.items()
        if not OF_A_SHELL.search(where := file.relative_to(SOURCE).as_posix())
        for said in words(file)
        if not KEPT.fullmatch(said) and (found := PARTED.search(said))
    }
    assert not parted, "\n".join(sorted(parted))


@pytest.mark.parametrize("said", ["5 pF", "{n} MB", "9 years up", "20 % more", "}} taps a turn"])
def test_such_a_number_is_found(said: str) -> None:
    assert PARTED.search(said) and not PARTED.search(said.replace(" ", "\u00a0"))


@pytest.mark.parametrize("said", ["5 missions", "3 minus 2", "2 steps", "7 apples", "} mm2x"])
def test_what_only_begins_like_a_unit_is_none(said: str) -> None:
    assert not PARTED.search(said)
