"""The code tour and the README's table of where to add what name only what is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOUR = ROOT / "docs" / "code-tour.md"
SPAN = re.compile(r"`([^`\n]+)`")
A_FILE = re.compile(r"[\w./-]+\.(py|js)")
A_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def named(text: str) -> Iterator[tuple[str, str]]:
    """Each name with the file that was named last before it on its line."""
    for line in text.splitlines():
        file = ""
        for span in SPAN.findall(line):
            if A_FILE.fullmatch(span):
                file = span
            elif file and A_NAME.fullmatch(span):
                yield file, span


def names_in(file: Path) -> set[str]:
    """Functions and classes of a module, methods as Class.method."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return set(re.findall(r"^(?:export )?(?:async )?(?:function|class) (\w+)", text, re.M))
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = (part for part in node.body if isinstance(part, ast.FunctionDef))
            found |= {f"{node.name}.{part.name}" for part in inside}
    return found


def test_every_name_of_the_tour_is_there() -> None:
    named_there = list(named(TOUR.read_text(encoding="utf-8")))
    assert len(named_there) > 40
    missing = [(file, name) for file, name in named_there if name not in names_in(ROOT / file)]
    assert not missing


def test_the_tour_is_one_page() -> None:
    assert len(TOUR.read_text(encoding="utf-8").splitlines()) <= 80


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("`companion/codec.py`: `dumps` and `loads`", False),
        ("`companion/codec.py`: `dumps` and `undreamt_of`", True),
        ("`companion/referee/work_queue.py`: `WorkQueue.put`", False),
        ("`companion/referee/work_queue.py`: `WorkQueue.take`", True),
        ("`companion/web/static/live.js`: `show`", False),
        ("`companion/web/static/live.js`: `hide`", True),
    ],
)
def test_a_name_that_is_gone_is_noticed(line: str, missing: bool) -> None:
    gone = [name for file, name in named(line) if name not in names_in(ROOT / file)]
    assert bool(gone) == missing


def test_the_readme_says_where_to_add_what() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## Where do I add…")[1]
    rows = re.findall(r"^\| (a[^|]+)\|", table, re.MULTILINE)
    wanted = ("game", "rule", "pad", "page", "robot", "figure")
    assert [word for word in wanted if not any(word in row for row in rows)] == []
    paths = [span for span in SPAN.findall(table) if "/" in span and " " not in span]
    assert [path for path in paths if not any(ROOT.glob(path.rstrip("/")))] == []
