"""A game with one statement missing: what stands beneath a rule's comment does its work or not.

A comment `# D-R9 ...` vouches for the statement directly beneath it; several comments in a run
vouch for the same one. The copy is compiled in memory under another name and never touches the
game as it ships.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

_COMMENT = re.compile(r"^(?P<indent> *)# (?P<id>[A-Z]-[RQCS]\d+[a-z]?)\b")
_ANY_COMMENT = re.compile(r"^ *#")
MUTANT = "mutant_of_"


@dataclass(frozen=True, slots=True)
class Mark:
    """A rule's comment and the line of the statement that it stands above (1..)."""

    rule: str
    module: str
    line: int

    def __str__(self) -> str:
        return f"{self.rule}:{self.module.rsplit('.', 1)[-1]}:{self.line}"


def sources(game: ModuleType) -> dict[str, Path]:
    """The modules of a game by dotted name, the game itself first."""
    folder, package = Path(str(game.__file__)).parent, package_of(game)
    others = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    return {
        package: folder / "__init__.py",
        **{f"{package}.{path.stem}": path for path in others},
    }


def package_of(game: ModuleType) -> str:
    """Its folder, by its rules."""
    return game.__name__.rpartition(".")[0]


def marks(game: ModuleType) -> tuple[Mark, ...]:
    """All rule comments of a game. A comment with no statement beneath is a fault of the game."""
    return tuple(
        mark
        for name, path in sources(game).items()
        for mark in marks_in(name, path.read_text(encoding="utf-8"))
    )


def marks_in(module: str, text: str) -> Iterator[Mark]:
    """The rule comments of one module's text."""
    lines = text.splitlines()
    stmts = (body[at] for body, at in _places(ast.parse(text)))
    starts = {(stmt.lineno, stmt.col_offset) for stmt in stmts}
    for number, line in enumerate(lines, 1):
        if not (found := _COMMENT.match(line)):
            continue
        beneath = number + 1
        while beneath <= len(lines) and _ANY_COMMENT.match(lines[beneath - 1]):
            beneath += 1
        at = (beneath, len(found["indent"]))
        assert at in starts, f"{module}:{number}: no statement beneath {line.strip()}"
        yield Mark(found["id"], module, beneath)


@contextmanager
def without(game: ModuleType, mark: Mark) -> Iterator[ModuleType]:
    """The game with `pass` in place of the statement beneath a mark."""
    changed = {_renamed(name, game) for name in _users(game)[mark.module]}
    compiled = {name: code for name, code in _compiled(game) if name in changed}
    path = sources(game)[mark.module]
    compiled[_renamed(mark.module, game)] = _compile(path, game, mark.line)
    kept = {name: module for name, module in _whole(game).items() if name not in changed}
    with _installed(compiled, kept, game):
        yield import_module(_renamed(game.__name__, game))


@contextmanager
def _installed(
    compiled: dict[str, CodeType], kept: dict[str, ModuleType], game: ModuleType
) -> Iterator[None]:
    finder = _Finder(compiled, _renamed(package_of(game), game))
    sys.meta_path.insert(0, finder)
    sys.modules.update(kept)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in (*compiled, *kept):
            sys.modules.pop(name, None)


@cache
def _whole(game: ModuleType) -> dict[str, ModuleType]:
    """The modules of a copy with nothing missing, to be used again where nothing is changed."""
    compiled = dict(_compiled(game))
    with _installed(compiled, {}, game):
        import_module(_renamed(game.__name__, game))
        return {name: sys.modules[name] for name in compiled if name in sys.modules}


@cache
def _users(game: ModuleType) -> dict[str, frozenset[str]]:
    """By module those that would be others with it: itself, the game, and all who import it."""
    paths = sources(game)
    imports = {name: _imports(path, game) for name, path in paths.items()}
    users = {}
    for name in paths:
        found = {name, package_of(game), game.__name__}
        while more := {user for user, used in imports.items() if used & found} - found:
            found |= more
        users[name] = frozenset(found)
    return users


def _imports(path: Path, game: ModuleType) -> set[str]:
    """The modules of the game that one of them imports."""
    inside: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = f"{package_of(game)}.{node.module}" if node.level else node.module
            named = {f"{module}.{one.name}" for one in node.names} & set(sources(game))
            inside |= named or {module}
    return inside & set(sources(game))


class _Finder(MetaPathFinder, Loader):
    """Finds the copy's modules for the import system, from code in memory."""

    def __init__(self, compiled: dict[str, CodeType], root: str) -> None:
        self._compiled = compiled
        self._root = root

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._compiled:
            return None
        return ModuleSpec(name, self, is_package=name == self._root)

    def exec_module(self, module: ModuleType) -> None:
        exec(self._compiled[module.__name__], module.__dict__)


@cache
def _compiled(game: ModuleType) -> tuple[tuple[str, CodeType], ...]:
    return tuple(
        (_renamed(name, game), _compile(path, game, 0)) for name, path in sources(game).items()
    )


def _compile(path: Path, game: ModuleType, line: int) -> CodeType:
    """A module of the copy without the statement that starts at a line; 0: with all of them."""
    tree = _tree(path, game)
    here = (place for place in _places(tree) if _first_line(place[0][place[1]]) == line)
    body, at = next(here, ([], 0)) if line else ([], 0)
    if not body:
        return compile(tree, str(path), "exec")
    left_out = body[at]
    body[at] = ast.copy_location(ast.Pass(), left_out)
    try:
        return compile(tree, str(path), "exec")
    finally:
        body[at] = left_out  # the tree is read once for all that is ever left out of it


@cache
def _tree(path: Path, game: ModuleType) -> ast.Module:
    """A module that imports from the copy instead of the game."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            node.module = _renamed(node.module, game)
    return tree


def _renamed(name: str, game: ModuleType) -> str:
    package = package_of(game)
    if name != package and not name.startswith(f"{package}."):
        return name
    return MUTANT + package.rpartition(".")[2] + name.removeprefix(package)


def _places(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Where all statements stand, by list and place, the outer ones before what is in them; and
    nothing of what is inside an expression: of that there is ten times more.
    """
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        some = getattr(tree, part, ())
        for at, node in enumerate(some):
            if isinstance(node, ast.stmt):
                yield some, at
            yield from _places(node)


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
