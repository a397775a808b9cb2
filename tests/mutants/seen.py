"""Which tests run which line of a part, seen once before anything is changed (coverage.py).

Whoever changes a line needs no test that never comes there. What is done once for a whole file of
tests is seen in its first, so the others of that file come after those that were seen. What is read
when a file is loaded is no test's own: there those come first that run a line with its name.
"""

import ast
import json
import os
import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.sample import Mutant
from tests.quick import all_tests, is_quick, mirror

BUDGET_S = 20.0  # of a processor, for the tests of one mutant
LOADED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # what others wrote is there by then
QUIET = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line")
PYTEST = (*QUIET, *LOADED, "--hypothesis-seed=1993")


@dataclass
class Seen:
    """What the tests of a part do where nothing is changed."""

    took_s: dict[str, float] = field(default_factory=dict)  # by test, watched
    failed: list[str] = field(default_factory=list)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)  # by file: whose they are
    modules: list[str] = field(default_factory=list)  # of others, that tests need

    def tests_for(self, mutant: Mutant) -> list[str]:
        """Those that can notice it, the likeliest file first; what they take fits the budget."""
        ran = self.lines.get(mutant.path, {})
        near = set(mirror(mutant.path).tests)
        here = {test for line in lines_of(mutant) for test in ran.get(line, ()) if test}
        here = here or self._using(mutant)
        files = {_file(test) for test in here}
        some = [test for test in self.took_s if not here or _file(test) in files]
        cost: dict[str, float] = {}
        for test in some:
            cost[_file(test)] = cost.get(_file(test), 0.0) + self.took_s[test] * (test in here)
        some.sort(
            key=lambda test: (
                bool(here) and test not in here,
                _file(test) not in near,
                cost[_file(test)],
                _file(test),
                self.took_s[test],
            )
        )
        chosen, left = [], BUDGET_S
        for test in some:
            if test not in self.failed and self.took_s[test] <= left:
                chosen.append(test)
                left -= self.took_s[test]
        return chosen

    def _using(self, mutant: Mutant) -> set[str]:
        """Of what is read when its file is loaded: those that run any line that says its name."""
        names = named_at(mutant.path, mutant.line)
        if not names:
            return set()
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
        return {
            test
            for path, ran in self.lines.items()
            for number, line in enumerate(Path(path).read_text("utf-8").splitlines(), 1)
            if word.search(line)
            for test in ran.get(number, ())
            if test
        }


def named_at(path: str, line: int) -> set[str]:
    """The names that the statement at this line gives: of the innermost one that gives any."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    here = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.ClassDef | ast.FunctionDef)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not here:
        return set()
    inner = max(here, key=lambda node: node.lineno)
    if isinstance(inner, ast.ClassDef | ast.FunctionDef):
        return {inner.name}
    targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def lines_of(mutant: Mutant) -> range:
    """The lines of the statement that is changed; of one with others in it, its head."""
    body = _statements(mutant.path)
    inside = [(last - first, first, last) for first, last in body if first <= mutant.line <= last]
    _, first, last = min(inside)
    return range(first, last + 1)


@cache
def _statements(path: str) -> tuple[tuple[int, int], ...]:
    found = []
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            first = getattr(node, "lineno", 0) or node.pattern.lineno  # type: ignore[union-attr]
            inner = getattr(node, "body", None)
            last = inner[0].lineno - 1 if inner else node.end_lineno  # type: ignore[union-attr]
            found.append((first, max(first, last)))
            found += [(d.lineno, d.end_lineno or d.lineno) for d in _decorators(node)]
    return tuple(found)


def _decorators(node: ast.AST) -> list[ast.expr]:
    return getattr(node, "decorator_list", [])


def _file(test: str) -> str:
    return test.partition("::")[0]


def files_of(folder: str, more: str) -> list[str]:
    """The tests of a part: those of its folder, those that are named (be they long), and those
    that mirror its files."""
    named = more.split()
    found = [
        test
        for test in all_tests()
        if test in named or (test.startswith(tuple(named)) and is_quick(test))
    ]
    for path in sorted(Path(folder).rglob("*.py")):
        found += mirror(str(path)).tests
    return sorted(set(found))


# --- the run that is watched ------------------------------------------------------------------


class Watch:
    """Says to coverage whose lines they are."""

    def __init__(self, coverage: Any, seen: Seen) -> None:
        self._coverage, self._seen = coverage, seen

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self._coverage.switch_context(item.nodeid)
        began_s = _processor_s()
        done = yield
        self._seen.took_s[item.nodeid] = _processor_s() - began_s
        self._coverage.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self._seen.failed:
            self._seen.failed.append(report.nodeid)


def _processor_s() -> float:
    return sum(os.times()[:4])


def watch(folder: str, tests: list[str], kept: Path) -> None:
    """Run these, and keep what was seen; in a process of its own."""
    from coverage import Coverage

    seen = Seen()
    coverage = Coverage(data_file=None, source=[folder], config_file=False)
    coverage.start()
    pytest.main([*PYTEST, *tests], plugins=[Watch(coverage, seen)])
    coverage.stop()
    data = coverage.get_data()
    for path in data.measured_files():
        name = str(Path(path).relative_to(Path.cwd()))
        seen.lines[name] = data.contexts_by_lineno(path)
    seen.modules = [
        name
        for name, module in sys.modules.items()
        if "site-packages" in (getattr(module, "__file__", None) or "")
    ]
    kept.write_text(json.dumps(vars(seen)), encoding="utf-8")


def read(kept: Path) -> Seen:
    """What was kept."""
    told = json.loads(kept.read_text(encoding="utf-8"))
    told["lines"] = {
        path: {int(line): tests for line, tests in lines.items()}
        for path, lines in told["lines"].items()
    }
    return Seen(**told)
