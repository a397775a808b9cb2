"""What a part can be changed in, one thing at a time, and a sample of that by seed.

Some changes say nothing about tests, and are left out by a rule each (`LEFT_OUT`): what no program
does otherwise for it, and what other checks have to see.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random

EXPLAINED = Path(__file__).with_name("explained.txt")
NEVER = ("sheets.py", "book.py", "sounds.py", "practice.py", "sample.py")  # words and drawings
CACHES = ("cache", "lru_cache", "cached_property")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One thing of a file that is changed."""

    path: str
    line: int
    operator: str  # "" changes nothing
    occurrence: int
    start: tuple[int, int]  # line, column
    end: tuple[int, int]

    @property
    def name(self) -> str:
        """What stays the same while the file does."""
        return f"{self.path}:{self.line}:{self.operator}:{self.occurrence}"

    def source(self) -> str:
        """The file with this change."""
        from cosmic_ray.mutating import mutate_code  # type: ignore[import-not-found]
        from cosmic_ray.plugins import get_operator  # type: ignore[import-not-found]

        text = Path(self.path).read_text(encoding="utf-8")
        if not self.operator:
            return text
        changed = mutate_code(text, get_operator(self.operator)(), self.occurrence)
        assert isinstance(changed, str), self
        return changed

    def why(self) -> str:
        """Why nobody can notice it, if somebody has looked; "" for what nobody explained."""
        line = Path(self.path).read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        name = self.operator.rpartition("/")[2]
        found = (
            why
            for (path, operator, known), why in explained().items()
            if (path, known) == (self.path, line) and fnmatch(name, operator)
        )
        return next(found, "")

    def diff(self) -> str:
        """The lines that are others."""
        text = Path(self.path).read_text(encoding="utf-8").splitlines()
        lines = unified_diff(text, self.source().splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if line[:3] not in ("---", "+++"))


@cache
def explained() -> dict[tuple[str, str, str], str]:
    """What was looked at: by file, operator and line as it is."""
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    told = [line.split(" | ", 3) for line in lines if not line.startswith("#")]
    return {(path, operator, line): why for path, operator, line, why in told}


# --- what is left out -------------------------------------------------------------------------


def _annotations(node: ast.AST) -> Iterator[ast.AST | None]:
    """Types are mypy's: Python looks at none, or cannot even read the file."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.returns
        args = node.args
        every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
        yield from (one.annotation for one in every if one is not None)
    if isinstance(node, ast.AnnAssign):
        yield node.annotation
    if isinstance(node, ast.Assign) and _is_alias(node):
        yield node.value


def _is_alias(node: ast.Assign) -> bool:
    """A name for some types: `Fact = Asked | Told`."""
    inner = node.value
    while isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.BitOr):
        if not isinstance(inner.right, ast.Name) or not inner.right.id[0].isupper():
            return False
        inner = inner.left
    named = isinstance(inner, ast.Name) and inner.id[0].isupper() and not inner.id.isupper()
    return named and isinstance(node.value, ast.BinOp)


def _forms(node: ast.AST) -> Iterator[ast.AST | None]:
    """How a dataclass is built (`frozen`, `slots`): mypy and the house's tests see that."""
    if isinstance(node, ast.ClassDef):
        for one in node.decorator_list:
            if isinstance(one, ast.Call) and _called(one) == "dataclass":
                yield from (word.value for word in one.keywords)


def _memories(node: ast.AST) -> Iterator[ast.AST | None]:
    """What is kept to be quick is the same without."""
    if isinstance(node, ast.FunctionDef):
        yield from (one for one in node.decorator_list if _called(one) in CACHES)


def _never_run(node: ast.AST) -> Iterator[ast.AST | None]:
    """For types alone, or for whoever reads: `if TYPE_CHECKING`, and what is never false: `assert`,
    and `strict` of what is as long."""
    if isinstance(node, ast.If) and _called(node.test) == "TYPE_CHECKING":
        yield node
    if isinstance(node, ast.Assert):
        yield node
    if isinstance(node, ast.Call) and _called(node) == "zip":
        yield from (word.value for word in node.keywords)


def _called(node: ast.AST) -> str:
    inner = node.func if isinstance(node, ast.Call) else node
    return inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", "")


LEFT_OUT: tuple[Callable[[ast.AST], Iterator[ast.AST | None]], ...] = (
    _annotations, _forms, _memories, _never_run,
)  # fmt: skip
# Enums and None are one each, so both say the same of them.
SAME = ("ReplaceComparisonOperator_Is_Eq", "ReplaceComparisonOperator_IsNot_NotEq")


@cache
def left_out(text: str) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Where a file may be changed without anything to learn from it: from, until."""
    found = [
        inner
        for node in ast.walk(ast.parse(text))
        for rule in LEFT_OUT
        for inner in rule(node)
        if inner is not None
    ]
    return tuple(
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))  # type: ignore[attr-defined]
        for node in found
    )


def says_something(text: str, operator: str, start: tuple[int, int]) -> bool:
    """Whether a change at this place has anything to say about tests."""
    name, (line, column) = operator.rpartition("/")[2], start
    if name in SAME:
        return False
    if name == "RemoveDecorator":  # it begins before its name
        start = (line, column + 1)
    return not any(begin <= start < end for begin, end in left_out(text))


# --- a sample ---------------------------------------------------------------------------------


def shuffled(folder: str, seed: int) -> list[Mutant]:
    """All of a part, in an order by seed."""
    found = [
        mutant
        for path in sorted(Path(folder).rglob("*.py"))
        if path.name not in NEVER
        for mutant in of_file(path)
    ]
    Random(seed).shuffle(found)
    return found


def of_file(path: Path) -> list[Mutant]:
    """All of one file."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path  # type: ignore[import-not-found]
    from cosmic_ray.plugins import get_operator, operator_names

    text, found = path.read_text(encoding="utf-8"), []
    nodes = list(ast_nodes(get_ast_from_path(path)))
    for name in sorted(operator_names()):
        if get_operator(name).arguments():  # what has to be told names
            continue
        operator, occurrence = get_operator(name)(), 0
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                if says_something(text, name, start):
                    found.append(Mutant(str(path), start[0], name, occurrence, start, end))
                occurrence += 1
    return found
