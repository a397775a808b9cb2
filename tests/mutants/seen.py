"""Which tests run which line of a part, seen once before anything is changed (coverage.py).

Whoever changes a line needs no test that never comes there. What is done once for a whole file of
tests is seen in its first, so the others of that file come after those that were seen. What is read
when a file is loaded is no test's own: there those come first that run a line with its name, or say
it themselves. How long a test takes is seen in a second run, for who is watched takes longer.
"""

import ast
import json
import os
import re
import sys
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache
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

    took_s: dict[str, float] = field(default_factory=dict)  # by test, of a processor, unwatched
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
        names, found = named_at(mutant.path, mutant.line), set[str]()
        fresh = names
        while fresh:
            word = re.compile(rf"\b(?:{'|'.join(map(re.escape, fresh))})\b")
            lines = [
                (path, number)
                for path in self.lines
                if path.endswith(".py")  # templates have lines, too
                for number, line in enumerate(_text(path).splitlines(), 1)
                if word.search(line)
            ]
            ran = {at: set(self.lines[at[0]].get(at[1], ())) - {""} for at in lines}
            found.update(*ran.values())
            # A table that another table is made of is used by who uses that.
            more = {name for at in lines if not ran[at] for name in named_at(*at)}
            fresh = {name for name in more if name.isupper()} - names
            names = names | fresh
        return found | self._saying(mutant)

    def _saying(self, mutant: Mutant) -> set[str]:
        """The tests whose own file speaks of what is changed: its name, or that of the class whose
        field it is, and its module's."""
        names = named_at(mutant.path, mutant.line) | class_at(mutant.path, mutant.line)
        module = Path(mutant.path).stem
        if not names:
            return set()
        said = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
        files = {
            file
            for file in set(map(_file, self.took_s))
            if Path(file).is_file() and module in _text(file) and said.search(_text(file))
        }
        return {test for test in self.took_s if _file(test) in files}


@cache
def _text(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


@cache
def _nodes(path: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(_text(path))))


def named_at(path: str, line: int) -> set[str]:
    """The names that the statement at this line gives: of the innermost one that gives any."""
    here = [
        node
        for node in _nodes(path)
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


def class_at(path: str, line: int) -> set[str]:
    """The class of which the statement at this line is a field."""
    return {
        node.name
        for node in _nodes(path)
        if isinstance(node, ast.ClassDef)
        and any(
            isinstance(one, ast.AnnAssign | ast.Assign)
            and one.lineno <= line <= (one.end_lineno or one.lineno)
            for one in node.body
        )
    }


def lines_of(mutant: Mutant) -> range:
    """The lines of the statement that is changed; of one with others in it, its head."""
    body = _statements(mutant.path)
    inside = [(last - first, first, last) for first, last in body if first <= mutant.line <= last]
    _, first, last = min(inside)
    return range(first, last + 1)


@cache
def _statements(path: str) -> tuple[tuple[int, int], ...]:
    found = []
    for node in _nodes(path):
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


class Clock:
    """Takes each test's time."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        began_s = _processor_s()
        done = yield
        self._seen.took_s[item.nodeid] = _processor_s() - began_s
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self._seen.failed:
            self._seen.failed.append(report.nodeid)


class Watch:
    """Says to coverage whose lines they are. What a part knows by heart it forgets before each
    test: else a line that many tests need is seen in the first of them alone."""

    def __init__(self, coverage: Any, package: str) -> None:
        self._coverage = coverage
        self._package = package

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        forget(self._package)
        self._coverage.switch_context(item.nodeid)
        done = yield
        self._coverage.switch_context("")
        return done


def forget(package: str) -> None:
    """Have the functions of a package know nothing by heart."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for known in list(vars(module).values()):
                if isinstance(known, _lru_cache_wrapper):
                    known.cache_clear()


def _processor_s() -> float:
    return sum(os.times()[:4])


def timed(tests: list[str], kept: Path) -> None:
    """Run these, and keep what each takes; in a process of its own."""
    seen = Seen()
    pytest.main([*PYTEST, *tests], plugins=[Clock(seen)])
    kept.write_text(json.dumps(vars(seen)), encoding="utf-8")


def watch(folder: str, tests: list[str], kept: Path) -> None:
    """Run these, and keep whose lines are whose; in a process of its own, after `timed`."""
    from coverage import Coverage

    seen = read(kept)
    coverage = Coverage(data_file=None, source=[folder], config_file=False)
    coverage.start()
    pytest.main([*PYTEST, *tests], plugins=[Watch(coverage, ".".join(Path(folder).parts))])
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
