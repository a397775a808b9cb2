"""Every rule comment in every game does its work: without the statement beneath it a row fails.

And the ids agree: what the rules page says, what the code's comments say, what the rows test.
"""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from companion.new_game.rows import RULE_ID, Row, judge_row
from tests.games.mutants import Mark, marks, marks_in, sources, without
from tests.games.shelf import RULES

PAGES = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGE_ROW = re.compile(rf"^\| ({RULE_ID.pattern}) \| \S", re.MULTILINE)
MARKS = [(name, mark) for name, game in RULES.items() for mark in marks(game)]


def rows_of(name: str) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = import_module(f"tests.games.test_{name}").ROWS
    return rows


@pytest.mark.parametrize(("name", "mark"), MARKS, ids=[f"{n}:{mark}" for n, mark in MARKS])
def test_the_statement_beneath_a_rule_is_needed(name: str, mark: Mark) -> None:
    rows = [row for row in rows_of(name) if row.rule == mark.rule]
    assert rows, f"no row opens with {mark.rule}"
    with without(RULES[name], mark) as mutant:
        assert any(fails(mutant, row) for row in rows), f"no {mark.rule} row misses {mark}"


@pytest.mark.parametrize("name", [*RULES, "split_light"])
def test_row_names_are_unique(name: str) -> None:
    names = [row.id for row in rows_of(name)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", RULES)
def test_the_copy_itself_passes(name: str) -> None:
    nothing_missing = Mark("", RULES[name].__name__, 0)
    with without(RULES[name], nothing_missing) as copy:
        assert copy is not RULES[name]
        assert not [row.id for row in rows_of(name) if fails(copy, row)]


@pytest.mark.parametrize("name", RULES)
def test_page_code_and_rows_know_the_same_rules(name: str) -> None:
    page = PAGE_ROW.findall((PAGES / f"{name}.md").read_text(encoding="utf-8"))
    assert len(page) == len(set(page)), "an id heads two lines"
    assert set(page) == {mark.rule for mark in marks(RULES[name])}
    assert set(page) == {row.rule for row in rows_of(name)}


@pytest.mark.parametrize("name", RULES)
def test_no_ruling_cites_a_rule_that_the_page_lacks(name: str) -> None:
    page = PAGE_ROW.findall((PAGES / f"{name}.md").read_text(encoding="utf-8"))
    texts = (path.read_text(encoding="utf-8") for path in sources(RULES[name]).values())
    cited = {rule for text in texts for rule in re.findall(rf'"({RULE_ID.pattern})"', text)}
    assert cited <= set(page)


def test_a_rule_comment_above_nothing_is_seen() -> None:
    with pytest.raises(AssertionError, match="no statement beneath"):
        list(marks_in("game", "x = (\n    # D-R1 Hm.\n    1\n)\n"))


def test_comments_in_a_run_vouch_for_one_statement() -> None:
    text = "def f():\n    # D-R1 One.\n    # D-Q2 Two.\n    # And more.\n    return 1\n"
    assert [(mark.rule, mark.line) for mark in marks_in("game", text)] == [("D-R1", 5), ("D-Q2", 5)]


def fails(game: ModuleType, row: Row) -> bool:
    """Whether a row does not hold: by an assertion, or because the game breaks."""
    try:
        judge_row(game, row)
    except Exception:  # whatever a broken game may raise
        return True
    return False
